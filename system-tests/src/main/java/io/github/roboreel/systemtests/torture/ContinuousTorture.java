package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.systemtests.formula.FormulaRows;
import java.nio.file.Path;

/**
 * Feeds the recorder from one thread, all envs in step, each of which begins its next episode where the one before has
 * ended, until all have recorded their steps or it is killed. The values of an episode follow from the number of its
 * demo.
 */
final class ContinuousTorture {
    private final TortureSpec spec;
    private final Path folder;
    private final EpisodeAcks acks;
    private final FieldSchema schema;
    private final FormulaRows signal;
    private final Env[] envs;
    private EpisodeRecorder recorder;
    private int begun;

    /** The episode that an env is in, and what the env has recorded in all. */
    private static final class Env {
        private EpisodeId episode;
        private int step;
        private int recorded;
        private boolean isDone;
    }

    ContinuousTorture(TortureSpec spec, Path folder, AckFile ack) {
        this.spec = spec;
        this.folder = folder;
        acks = new EpisodeAcks(ack, spec.numEnvs());
        schema = spec.schema();
        signal = new FormulaRows(schema, 0);
        envs = new Env[spec.numEnvs()];
    }

    /** Returns the longest time a step waited until it was seen to be durable, ms. */
    double record() {
        EpisodeRecorder opened = EpisodeRecorder.builder(spec.run(folder), schema)
                .config(spec.config())
                .sink(new Hdf5SinkProvider())
                .continuous()
                .open();
        recorder = opened;
        try (opened) {
            for (int env = 0; env < envs.length; env++) {
                envs[env] = new Env();
                begin(env);
            }
            steps(new Pacer(spec.paceHz(), System.nanoTime()));
        }
        return acks.slowestMs();
    }

    private void begin(int env) {
        Env state = envs[env];
        state.isDone = state.recorded >= spec.steps() || begun >= TortureSpec.MAX_EPISODES;
        if (!state.isDone) {
            begun++;
            state.episode = recorder.env(env).next();
            state.step = 0;
            acks.begins(env, state.episode.episode());
            recorder.env(env).begin(row -> signal.put(row, FieldPhase.INITIAL, state.episode.env(), 0));
        }
    }

    private void steps(Pacer pacer) {
        boolean goesOn = true;
        while (goesOn) {
            pacer.await();
            acks.await(recorder, pacer);
            goesOn = false;
            for (int env = 0; env < envs.length; env++) {
                if (!envs[env].isDone) {
                    step(env);
                }
                goesOn |= !envs[env].isDone;
            }
        }
    }

    private void step(int env) {
        Env state = envs[env];
        StepWriter row = recorder.env(env).step();
        signal.put(row, FieldPhase.STEP, state.episode.env(), state.step);
        row.publish();
        state.step++;
        state.recorded++;
        acks.published(env, state.step);
        if (state.step == spec.lengthOf(state.episode.episode())) {
            acks.ends(recorder, env, recorder.env(env).end(EpisodeOutcome.success("survived")));
            begin(env);
        }
    }
}
