package com.example;

import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import io.github.roboreel.simulation.VectorEnv;
import java.nio.file.Path;
import java.util.List;

/** Offers the arm and its crate to {@code record --env bullet-arm}. */
public final class ArmProvider implements SimulationProvider {
    static final String NAME = "bullet-arm";
    static final String TASK = "PushCrateTask";
    static final String INSTRUCTION = "Push the crate across the line";
    static final int DEFAULT_STEPS = 150;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String simulatorVersion() {
        return BulletLibrary.VERSION;
    }

    @Override
    public String description() {
        return "An arm of two links that pushes a crate, simulated by Bullet.";
    }

    @Override
    public List<String> taskNames(Path configFolder) {
        return List.of(TASK);
    }

    @Override
    public TaskInfo task(String task, Path configFolder) {
        return new TaskInfo(INSTRUCTION);
    }

    @Override
    public String defaultPolicy() {
        return CratePushPolicyProvider.NAME;
    }

    @Override
    public Simulation create(SimulationRequest request) {
        BulletLibrary.require(); // says what is missing before anything is recorded
        return new ArmSimulation(request, new ArmFields(request.cameras()));
    }

    private record ArmSimulation(SimulationRequest request, ArmFields fields) implements Simulation {
        @Override
        public String taskName() {
            return request.task();
        }

        @Override
        public String instruction() {
            return INSTRUCTION;
        }

        @Override
        public FieldSchema schema() {
            return fields.schema();
        }

        @Override
        public ActionSpace actionSpace() {
            return ArmFields.ACTIONS;
        }

        @Override
        public double dtSeconds() {
            return ArmWorld.DT_SECONDS;
        }

        @Override
        public int maxSteps() {
            return request.maxSteps() > 0 ? request.maxSteps() : DEFAULT_STEPS;
        }

        @Override
        public Restores restores() {
            return Restores.STATE;
        }

        @Override
        public long memoryBytes(int numEnvs, int workers) {
            return numEnvs * ArmWorld.ABOUT_BYTES;
        }

        @Override
        public VectorEnv open(int numEnvs) {
            return VectorEnv.of(new ArmEnv(fields));
        }
    }
}
