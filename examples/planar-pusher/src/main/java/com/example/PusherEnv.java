package com.example;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.Env;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.RecordedStep;
import io.github.roboreel.simulation.StepResult;
import org.dyn4j.geometry.Vector2;

/** One table, with a new world for each episode. */
final class PusherEnv implements Env {
    /** The event of the step in which the pusher first touches the puck. */
    static final String TOUCHED = "PUCK_TOUCHED";

    private final PusherFields fields;
    private final TopCamera camera;
    private PusherWorld world;
    private long seed;
    private boolean touched;

    PusherEnv(PusherFields fields) {
        this.fields = fields;
        camera = fields.pictures.isEmpty() ? null : new TopCamera(fields.size());
    }

    /** Of the episode under way. */
    long seed() {
        return seed;
    }

    @Override
    public void reset(long newSeed) {
        seed = newSeed;
        world = new PusherWorld(newSeed);
        touched = false;
    }

    @Override
    public void step(double[] action, StepResult result) {
        world.step(action[0], action[1]);
        if (!touched && world.touches()) {
            touched = true;
            result.event(EpisodeEvent.of(TOUCHED, result.step() + 1, "The pusher touches the puck"));
        }
        if (world.isAtGoal()) {
            result.end(EpisodeOutcome.success("The puck is at the goal"));
        } else if (world.isOffTable()) {
            result.end(EpisodeOutcome.failure("The puck left the table"));
        }
    }

    @Override
    public void observe(Observation out) {
        put(out, fields.pusher, world.pusher());
        put(out, fields.puck, world.puck());
        put(out, fields.goal, world.goal());
        if (camera != null) {
            camera.draw(world);
            fields.pictures.forEach(picture -> camera.copy(out.bytes(picture)));
        }
    }

    private static void put(Observation out, Field field, Vector2 point) {
        out.doubles(field)[0] = point.x;
        out.doubles(field)[1] = point.y;
    }

    @Override
    public void record(FieldPhase phase, StepWriter row) {
        if (phase == FieldPhase.STEP) {
            row.put(fields.pusherState, world.pusherState());
            row.put(fields.puckState, world.puckState());
        }
    }

    @Override
    public void restore(RecordedStep step) {
        world.restore(step.values(fields.pusherState), step.values(fields.puckState));
    }
}
