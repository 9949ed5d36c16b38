package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What {@link ProducerScenario} measured.
 *
 * @param sinks names of the sinks behind the ring
 * @param numEnvs parallel envs
 * @param steps measured steps per env
 * @param rowBytes bytes of one env's step, timestamps not counted
 * @param wallSeconds from the first measured step until the files were closed
 * @param parkedSeconds time the producer was parked because the ring was full
 * @param envStepNanos handing over one env's step
 * @param stepNanos handing over one step of all envs
 */
record ProducerReport(
        List<String> sinks,
        int numEnvs,
        int steps,
        long rowBytes,
        double wallSeconds,
        double parkedSeconds,
        Histogram envStepNanos,
        Histogram stepNanos) {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    String table() {
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("one env's step", row(envStepNanos));
        rows.put("one step of all envs", row(stepNanos));
        String head = String.format(
                Locale.ROOT,
                "producer: %d envs x %d steps of %d bytes into %s: %.0f env-steps/s, parked %.3f s%n",
                numEnvs,
                steps,
                rowBytes,
                String.join(", ", sinks),
                envStepsPerSecond(),
                parkedSeconds);
        return head + Figures.table("microseconds", rows);
    }

    private static Figures row(Histogram nanos) {
        return new Figures().cells(nanos, 1e3, "us", 2, PERCENTILES);
    }

    Figures figures() {
        return new Figures()
                .put("bench", "producer")
                .put("sinks", sinks)
                .put("num_envs", numEnvs)
                .put("steps", steps)
                .put("row_bytes", rowBytes)
                .put("wall_s", wallSeconds, 3)
                .put("env_steps_per_s", envStepsPerSecond(), 1)
                .put("parked_s", parkedSeconds, 3)
                .put("env_step_us", envStepNanos, 1e3, 2, PERCENTILES)
                .put("step_us", stepNanos, 1e3, 2, PERCENTILES);
    }

    private double envStepsPerSecond() {
        return (double) numEnvs * steps / wallSeconds;
    }
}
