package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.systemtests.formula.FormulaRows;
import java.nio.file.Path;
import java.util.List;

/** Feeds the recorder from one thread, all envs in step, until they have ended or it is killed. */
final class TortureRun {
    private final TortureSpec spec;
    private final RunSpec run;
    private final AckFile ack;
    private final FieldSchema schema;
    private final FormulaRows signal;

    TortureRun(TortureSpec spec, Path outputDir, AckFile ack) {
        this.spec = spec;
        this.ack = ack;
        run = spec.run(outputDir);
        schema = spec.schema();
        signal = new FormulaRows(schema, 0);
    }

    /** Returns the longest time a step waited for its acknowledgement, ms. */
    double record() {
        RecorderConfig config = spec.config();
        var sinks = List.of(new Hdf5SinkProvider().create(config, run));
        EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).config(config).sinks(sinks).open();
        // Closed in this order: acknowledgements continue while the run is being closed.
        Acknowledger acknowledger = new Acknowledger(recorder, ack);
        try (acknowledger;
                recorder) {
            begin(recorder);
            acknowledger.start();
            steps(recorder, acknowledger);
            end(recorder);
        }
        for (int env = 0; env < spec.numEnvs(); env++) {
            ack.put(env, spec.steps());
        }
        return acknowledger.slowestMs();
    }

    private void begin(EpisodeRecorder recorder) {
        for (int env = 0; env < spec.numEnvs(); env++) {
            int envId = env;
            recorder.env(env).begin(row -> signal.put(row, FieldPhase.INITIAL, envId, 0));
        }
    }

    private void steps(EpisodeRecorder recorder, Acknowledger acknowledger) {
        Pacer pacer = new Pacer(spec.paceHz(), System.nanoTime());
        for (int step = 0; step < spec.steps(); step++) {
            pacer.await();
            acknowledger.publishing(step, pacer);
            for (int env = 0; env < spec.numEnvs(); env++) {
                StepWriter row = recorder.env(env).step();
                signal.put(row, FieldPhase.STEP, env, step);
                row.publish();
            }
            acknowledger.published(step + 1L);
        }
    }

    private void end(EpisodeRecorder recorder) {
        for (int env = 0; env < spec.numEnvs(); env++) {
            recorder.env(env).end(EpisodeOutcome.success("survived"));
        }
    }
}
