package com.example;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.Env;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.RecordedStep;
import io.github.roboreel.simulation.StepResult;

/** One arm with its crate, in a new world for each episode. */
final class ArmEnv implements Env {
    /** The event of the step in which the arm first pushes the crate. */
    static final String TOUCHED = "CRATE_TOUCHED";

    private final ArmFields fields;
    private final CrateCamera camera;
    private ArmWorld world;
    private boolean touched;

    ArmEnv(ArmFields fields) {
        this.fields = fields;
        camera = fields.pictures.isEmpty() ? null : new CrateCamera(fields.size());
    }

    @Override
    public void reset(long seed) {
        close();
        world = new ArmWorld(seed);
        touched = false;
    }

    @Override
    public void step(double[] action, StepResult result) {
        world.step(action[0], action[1]);
        if (!touched && world.touched()) {
            touched = true;
            result.event(EpisodeEvent.of(TOUCHED, result.step() + 1, "The arm touches the crate"));
        }
        if (world.isBehindLine()) {
            result.end(EpisodeOutcome.success("The crate is behind the line"));
        }
    }

    @Override
    public void observe(Observation out) {
        fields.observe(world, out);
        if (camera != null) {
            camera.draw(world);
            fields.pictures.forEach(picture -> camera.copy(out.bytes(picture)));
        }
    }

    @Override
    public void record(FieldPhase phase, StepWriter row) {
        fields.record(world, phase, row);
    }

    @Override
    public void restore(RecordedStep step) {
        double[] poses = step.values(fields.states.linkPoses);
        double[] velocities = step.values(fields.states.linkVelocities);
        restore(world.upperArm(), poses, velocities, 0);
        restore(world.forearm(), poses, velocities, 1);
        restore(world.crate(), step.values(fields.states.cratePose), step.values(fields.states.crateVelocity), 0);
        world.contacts().clear();
    }

    private static void restore(MovingBody body, double[] poses, double[] velocities, int row) {
        body.set(floats(poses, row, MovingBody.POSE), floats(velocities, row, MovingBody.VELOCITY));
    }

    /** The rows hold float32, so nothing is lost. */
    private static float[] floats(double[] values, int row, int size) {
        float[] floats = new float[size];
        for (int i = 0; i < size; i++) {
            floats[i] = (float) values[row * size + i];
        }
        return floats;
    }

    @Override
    public void close() {
        if (world != null) {
            world.close();
            world = null;
        }
    }
}
