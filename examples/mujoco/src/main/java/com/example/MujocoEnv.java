package com.example;

import com.example.MujocoFields.Reading;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.Env;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.RecordedStep;
import io.github.roboreel.simulation.StepResult;
import java.util.SplittableRandom;

/** One world with a task in it, for the runner of {@code record} and for a loop of one's own. */
final class MujocoEnv implements Env {
    private final MujocoTask task;
    private final MujocoFields fields;
    private final MujocoWorld world;
    private final SideCamera camera;
    private MujocoTask.Referee referee;

    MujocoEnv(MujocoTask task, MujocoModel model, MujocoFields fields) {
        this.task = task;
        this.fields = fields;
        world = new MujocoWorld(model);
        camera = fields.pictures.isEmpty() ? null : new SideCamera(fields.size(), model);
    }

    @Override
    public void reset(long seed) {
        world.reset();
        task.start(world, new SplittableRandom(seed));
        referee = task.referee(world.model());
    }

    @Override
    public void step(double[] action, StepResult result) {
        world.step(action, task.frameSkip());
        referee.judge(world, result);
    }

    @Override
    public void observe(Observation out) {
        for (Reading reading : fields.observed) {
            out.put(reading.field(), reading.values().apply(world));
        }
        if (camera != null) {
            camera.draw(world);
            fields.pictures.forEach(picture -> camera.copy(out.bytes(picture)));
        }
    }

    @Override
    public void record(FieldPhase phase, StepWriter row) {
        for (Reading reading : fields.state(phase)) {
            row.put(reading.field(), reading.values().apply(world));
        }
        if (phase == FieldPhase.STEP) {
            row.put(fields.energy, world.energy());
            row.put(fields.numContacts, world.numContacts());
        }
    }

    @Override
    public void restore(RecordedStep step) {
        world.restore(fields.state(FieldPhase.STEP).stream()
                .map(reading -> step.values(reading.field()))
                .toList());
    }

    @Override
    public void close() {
        world.close();
    }
}
