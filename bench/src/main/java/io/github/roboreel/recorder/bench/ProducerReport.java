package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Json;
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

    String table() {
        return String.format(
                Locale.ROOT,
                "producer: %d envs x %d steps of %d bytes into %s: %.0f env-steps/s, parked %.3f s%n"
                        + "%-22s %10s %10s %10s %10s%n%s%n%s",
                numEnvs,
                steps,
                rowBytes,
                String.join(", ", sinks),
                envStepsPerSecond(),
                parkedSeconds,
                "microseconds",
                "p50",
                "p99",
                "p99.9",
                "max",
                row("one env's step", envStepNanos),
                row("one step of all envs", stepNanos));
    }

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "producer");
        figures.put("sinks", sinks);
        figures.put("num_envs", numEnvs);
        figures.put("steps", steps);
        figures.put("row_bytes", rowBytes);
        figures.put("wall_s", Json.rounded(wallSeconds, 3));
        figures.put("env_steps_per_s", Json.rounded(envStepsPerSecond(), 1));
        figures.put("parked_s", Json.rounded(parkedSeconds, 3));
        figures.put("env_step_us", Json.percentiles(envStepNanos, 1e3, 2, 50, 99, 99.9, 100));
        figures.put("step_us", Json.percentiles(stepNanos, 1e3, 2, 50, 99, 99.9, 100));
        return figures;
    }

    private double envStepsPerSecond() {
        return (double) numEnvs * steps / wallSeconds;
    }

    private static String row(String what, Histogram nanos) {
        return String.format(
                Locale.ROOT,
                "%-22s %10.2f %10.2f %10.2f %10.2f",
                what,
                micros(nanos, 50),
                micros(nanos, 99),
                micros(nanos, 99.9),
                micros(nanos, 100));
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }
}
