package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

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
        Map<String, Figures> rows = new LinkedHashMap<>();
        results.forEach((level, result) -> rows.put(level, figures(result)));
        String head = String.format(
                Locale.ROOT,
                "durability: %d envs x %d steps of %d bytes, %s, median of %d rounds%n",
                numEnvs,
                steps,
                rowBytes,
                paceHz > 0 ? paceHz + " Hz" : "unpaced",
                rounds);
        return head + Figures.table("", rows);
    }

    private double ratio(DurabilityResult result) {
        return result.envStepsPerSecond() / results.values().iterator().next().envStepsPerSecond();
    }

    Figures figures() {
        Figures levels = new Figures();
        results.forEach((level, result) -> levels.put(level, figures(result)));
        return new Figures()
                .put("bench", "durability")
                .put("num_envs", numEnvs)
                .put("steps", steps)
                .put("pace_hz", paceHz)
                .put("rounds", rounds)
                .put("row_bytes", rowBytes)
                .put("levels", levels);
    }

    private Figures figures(DurabilityResult result) {
        return new Figures()
                .put("env_steps_per_s", result.envStepsPerSecond(), 1, "env-steps/s", 0)
                .put("env_steps_per_s_ratio", ratio(result), 3, "ratio", 2)
                .put("ack_ms", result.ackNanos(), 1e6, 3, 50, 99, 100)
                .cells(result.ackNanos(), 1e6, "ms to ack", 2, 50, 99, 100)
                .put("pending_steps_max", result.mostPendingSteps(), "pending steps")
                .put("longest_step_ms", result.longestStepMs(), 3, "longest ms", 2);
    }
}
