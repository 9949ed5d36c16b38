package com.example;

import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.VectorEnv;

/** A task with its compiled model. */
final class MujocoSimulation implements Simulation {
    private final MujocoTask task;
    private final String mjcf;
    private final int maxSteps;
    private final MujocoModel model;
    private final MujocoFields fields;
    private final long worldBytes;

    /**
     * Compiles the model.
     *
     * @param mjcf the model's text
     * @param maxSteps control steps after which an episode is truncated; 0 for the task's own limit
     */
    MujocoSimulation(MujocoTask task, String mjcf, int maxSteps, CameraRequest cameras) {
        this.task = task;
        this.mjcf = mjcf;
        this.maxSteps = maxSteps > 0 ? maxSteps : task.maxSteps();
        model = MujocoModel.of(mjcf);
        fields = new MujocoFields(task, model, cameras);
        try (MujocoWorld world = new MujocoWorld(model)) {
            worldBytes = world.memoryBytes();
        }
    }

    MujocoTask task() {
        return task;
    }

    /** Makes one env, which the caller closes. */
    MujocoEnv env() {
        return new MujocoEnv(task, model, fields);
    }

    @Override
    public String taskName() {
        return task.name();
    }

    @Override
    public String instruction() {
        return task.instruction();
    }

    @Override
    public FieldSchema schema() {
        return fields.schema();
    }

    @Override
    public ActionSpace actionSpace() {
        return fields.actionSpace;
    }

    @Override
    public double dtSeconds() {
        return model.timestepSeconds() * task.frameSkip();
    }

    @Override
    public int maxSteps() {
        return maxSteps;
    }

    @Override
    public Restores restores() {
        return Restores.STATE;
    }

    @Override
    public String envConfigJson() {
        return MujocoConfig.of(task, model, mjcf);
    }

    @Override
    public long memoryBytes(int numEnvs, int workers) {
        return numEnvs * worldBytes;
    }

    @Override
    public VectorEnv open(int numEnvs) {
        return VectorEnv.of(env());
    }
}
