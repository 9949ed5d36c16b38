package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One thread records all envs of a run, as a simulator's loop does, and times each step. */
final class ProducerScenario {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final RecorderConfig config;
    private final RunSpec run;
    private final List<EpisodeSink> sinks;
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final FieldSchema schema = BenchFields.proprio().schema();
    private final ProprioSignal signal = new ProprioSignal(schema, 1);
    private final Histogram envStepNanos = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram stepNanos = new Histogram(SIGNIFICANT_DIGITS);

    ProducerScenario(RecorderConfig config, RunSpec run, List<EpisodeSink> sinks) {
        this.config = config;
        this.run = run;
        this.sinks = sinks;
    }

    /** Wall time covers the measured steps and everything until the files are closed. */
    ProducerReport run(int warmUpSteps, int steps) {
        long start;
        double parkedBeforeSeconds;
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(sinks)
                .meters(meters)
                .open()) {
            for (int env = 0; env < run.numEnvs(); env++) {
                recorder.env(env).begin();
            }
            record(recorder, 0, warmUpSteps);
            envStepNanos.reset();
            stepNanos.reset();
            parkedBeforeSeconds = parkedSeconds();
            start = System.nanoTime();
            record(recorder, warmUpSteps, steps);
            for (int env = 0; env < run.numEnvs(); env++) {
                recorder.env(env).end(EpisodeOutcome.success("done"));
            }
        }
        return new ProducerReport(
                sinks.stream().map(EpisodeSink::name).toList(),
                run.numEnvs(),
                steps,
                signal.rowBytes(),
                (System.nanoTime() - start) / 1e9,
                parkedSeconds() - parkedBeforeSeconds,
                envStepNanos,
                stepNanos);
    }

    private void record(EpisodeRecorder recorder, long firstStep, int count) {
        for (long step = firstStep; step < firstStep + count; step++) {
            long start = System.nanoTime();
            long envStart = start;
            for (int env = 0; env < run.numEnvs(); env++) {
                StepWriter row = recorder.env(env).step();
                signal.put(row, step + env);
                row.publish();
                long now = System.nanoTime();
                envStepNanos.recordValue(now - envStart);
                envStart = now;
            }
            stepNanos.recordValue(envStart - start);
        }
    }

    private double parkedSeconds() {
        Timer waits = meters.find("roboreel.producer.wait").timer();
        return waits == null ? 0 : waits.totalTime(TimeUnit.NANOSECONDS) / 1e9;
    }
}
