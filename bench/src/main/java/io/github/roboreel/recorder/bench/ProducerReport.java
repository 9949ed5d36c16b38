package io.github.roboreel.recorder.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
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

    String json() {
        String names = sinks.stream().map(s -> '"' + s + '"').collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "{\"bench\": \"producer\", \"sinks\": [%s], \"num_envs\": %d, \"steps\": %d,"
                        + " \"row_bytes\": %d, \"wall_s\": %.3f, \"env_steps_per_s\": %.1f,"
                        + " \"parked_s\": %.3f, \"env_step_us\": %s, \"step_us\": %s}",
                names,
                numEnvs,
                steps,
                rowBytes,
                wallSeconds,
                envStepsPerSecond(),
                parkedSeconds,
                quantiles(envStepNanos),
                quantiles(stepNanos));
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

    /** Keys as the peers print them. */
    private static String quantiles(Histogram nanos) {
        return String.format(
                Locale.ROOT,
                "{\"50\": %.2f, \"99\": %.2f, \"99.9\": %.2f, \"100\": %.2f}",
                micros(nanos, 50),
                micros(nanos, 99),
                micros(nanos, 99.9),
                micros(nanos, 100));
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }
}
