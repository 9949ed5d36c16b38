package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Json;
import java.util.LinkedHashMap;
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

    Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("bench", "durability");
        figures.put("num_envs", numEnvs);
        figures.put("steps", steps);
        figures.put("pace_hz", paceHz);
        figures.put("rounds", rounds);
        figures.put("row_bytes", rowBytes);
        Map<String, Object> levels = new LinkedHashMap<>();
        results.forEach((level, result) -> levels.put(level, figures(result)));
        figures.put("levels", levels);
        return figures;
    }

    private Map<String, Object> figures(DurabilityResult result) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("env_steps_per_s", Json.rounded(result.envStepsPerSecond(), 1));
        figures.put("env_steps_per_s_ratio", Json.rounded(ratio(result), 3));
        figures.put("ack_ms", Json.percentiles(result.ackNanos(), 1e6, 3, 50, 99, 100));
        figures.put("pending_steps_max", result.mostPendingSteps());
        figures.put("longest_step_ms", Json.rounded(result.longestStepMs(), 3));
        return figures;
    }
}
