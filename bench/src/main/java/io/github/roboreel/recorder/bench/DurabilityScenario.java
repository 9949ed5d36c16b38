package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.BenchSignal;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** One thread records all envs of a run into the run file, at one level of durability. */
final class DurabilityScenario {
    private final int numEnvs;
    private final int steps;
    private final double paceHz;
    private final BenchFields fields;

    /**
     * @param steps per env
     * @param paceHz vector steps per second; 0 for as fast as it goes
     */
    DurabilityScenario(int numEnvs, int steps, double paceHz, BenchFields fields) {
        this.fields = fields;
        this.numEnvs = numEnvs;
        this.steps = steps;
        this.paceHz = paceHz;
    }

    /** Records one run; time counts from the first step until the file is closed. */
    void run(String level, Path folder, DurabilityResult into) {
        RecorderConfig config =
                RecorderConfig.builder().set(Hdf5Settings.DURABILITY, level).build();
        RunSpec run = RecordSpec.run(folder, numEnvs);
        FieldSchema schema = fields.schema();
        BenchSignal signal = new BenchSignal(schema, numEnvs, steps, fields.imageKind());
        var sinks = List.of(new Hdf5SinkProvider().create(config, run));
        long start;
        long longest;
        AckMeter acks;
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).config(config).sinks(sinks).open()) {
            acks = new AckMeter(recorder, into.ackNanos());
            for (int env = 0; env < numEnvs; env++) {
                recorder.env(env).begin();
            }
            acks.start();
            start = System.nanoTime();
            longest = record(recorder, signal, acks);
            acks.close();
            for (int env = 0; env < numEnvs; env++) {
                recorder.env(env).end(EpisodeOutcome.success("done"));
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        into.addRound((double) numEnvs * steps / seconds, acks.mostPendingSteps(), longest);
    }

    /** Returns the longest time one step of all envs took. */
    private long record(EpisodeRecorder recorder, BenchSignal signal, AckMeter acks) {
        long longest = 0;
        long first = System.nanoTime();
        for (int step = 0; step < steps; step++) {
            signal.load(step);
            pace(first, step);
            long start = System.nanoTime();
            BatchWriter rows = recorder.stepAll();
            signal.put(rows);
            for (int env = 0; env < numEnvs; env++) {
                acks.publishing(env, step);
            }
            rows.publish();
            longest = Math.max(longest, System.nanoTime() - start);
        }
        return longest;
    }

    private void pace(long firstNanos, int step) {
        if (paceHz > 0) {
            long due = firstNanos + (long) (step / paceHz * 1e9);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
