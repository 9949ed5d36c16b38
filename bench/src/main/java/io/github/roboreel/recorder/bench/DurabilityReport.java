package io.github.roboreel.recorder.bench;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the levels of durability cost.
 *
 * @param steps per env and round
 * @param paceHz vector steps per second; 0 for as fast as it goes
 * @param results by level; ratios are to the first
 */
record DurabilityReport(
        int numEnvs, int steps, double paceHz, int rounds, long rowBytes, Map<String, DurabilityResult> results) {

    String table() {
        String head = String.format(
                Locale.ROOT,
                "durability: %d envs x %d steps of %d bytes, %s, median of %d rounds%n"
                        + "%-10s %12s %7s %12s %12s %12s %14s %14s",
                numEnvs,
                steps,
                rowBytes,
                paceHz > 0 ? paceHz + " Hz" : "unpaced",
                rounds,
                "",
                "env-steps/s",
                "ratio",
                "ack p50 ms",
                "ack p99 ms",
                "ack max ms",
                "pending steps",
                "longest ms");
        return head + results.entrySet().stream().map(this::row).collect(Collectors.joining());
    }

    private String row(Map.Entry<String, DurabilityResult> entry) {
        DurabilityResult result = entry.getValue();
        return String.format(
                Locale.ROOT,
                "%n%-10s %12.0f %7.2f %12.2f %12.2f %12.2f %14d %14.2f",
                entry.getKey(),
                result.envStepsPerSecond(),
                ratio(result),
                result.ackMs(50),
                result.ackMs(99),
                result.ackMs(100),
                result.mostPendingSteps(),
                result.longestStepMs());
    }

    private double ratio(DurabilityResult result) {
        return result.envStepsPerSecond() / results.values().iterator().next().envStepsPerSecond();
    }

    String json() {
        return String.format(
                Locale.ROOT,
                "{\"bench\": \"durability\", \"num_envs\": %d, \"steps\": %d, \"pace_hz\": %.1f,"
                        + " \"rounds\": %d, \"row_bytes\": %d, \"levels\": {%s}}",
                numEnvs,
                steps,
                paceHz,
                rounds,
                rowBytes,
                results.entrySet().stream().map(this::json).collect(Collectors.joining(", ")));
    }

    private String json(Map.Entry<String, DurabilityResult> entry) {
        DurabilityResult result = entry.getValue();
        return String.format(
                Locale.ROOT,
                "\"%s\": {\"env_steps_per_s\": %.1f, \"env_steps_per_s_ratio\": %.3f,"
                        + " \"ack_ms\": {\"50\": %.3f, \"99\": %.3f, \"100\": %.3f},"
                        + " \"pending_steps_max\": %d, \"longest_step_ms\": %.3f}",
                entry.getKey(),
                result.envStepsPerSecond(),
                ratio(result),
                result.ackMs(50),
                result.ackMs(99),
                result.ackMs(100),
                result.mostPendingSteps(),
                result.longestStepMs());
    }
}
