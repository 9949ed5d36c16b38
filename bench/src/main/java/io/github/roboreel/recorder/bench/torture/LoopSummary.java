package io.github.roboreel.recorder.bench.torture;

import io.github.roboreel.recorder.hdf5.DemoRecovery;
import io.github.roboreel.recorder.hdf5.RecoveryReport;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts what a loop of kills found. */
final class LoopSummary {
    private final Map<KillMoment, Integer> moments = new EnumMap<>(KillMoment.class);
    private final Map<RecoveryReport.Outcome, Integer> outcomes =
            new EnumMap<>(RecoveryReport.Outcome.class);
    private int kills;
    private int finished;
    private long acknowledged;
    private long recovered;
    private long replayed;
    private long torn;
    private long values;
    private int violations;
    private double slowestRecoverySeconds;

    void killed(KillMoment moment, boolean alive, long acknowledgedSteps) {
        kills++;
        finished += alive ? 0 : 1;
        acknowledged += acknowledgedSteps;
        moments.merge(moment, 1, Integer::sum);
    }

    void recovered(RecoveryReport report, double seconds) {
        outcomes.merge(report.outcome(), 1, Integer::sum);
        replayed += report.demos().stream().mapToLong(DemoRecovery::rowsReplayed).sum();
        torn += report.demos().stream().mapToLong(DemoRecovery::rowsTorn).sum();
        slowestRecoverySeconds = Math.max(slowestRecoverySeconds, seconds);
    }

    void checked(ContentCheck check) {
        recovered += check.recovered();
        values += check.values();
    }

    void violated(int count) {
        violations += count;
    }

    int violations() {
        return violations;
    }

    String json(TortureSpec spec, double seconds) {
        return String.format(
                Locale.ROOT,
                "{\"num_envs\": %d, \"images\": %s, \"cameras\": %d, \"kills\": %d,"
                        + " \"finished_before\": %d, \"moments\": %s, \"outcomes\": %s,"
                        + " \"acknowledged\": %d, \"recovered\": %d, \"replayed\": %d,"
                        + " \"torn\": %d, \"values_checked\": %d, \"violations\": %d,"
                        + " \"slowest_recovery_s\": %.2f, \"seconds\": %.0f}",
                spec.numEnvs(),
                spec.images() == null ? "null" : "\"" + spec.images() + "\"",
                spec.cameras(),
                kills,
                finished,
                counts(moments),
                counts(outcomes),
                acknowledged,
                recovered,
                replayed,
                torn,
                values,
                violations,
                slowestRecoverySeconds,
                seconds);
    }

    private static String counts(Map<? extends Enum<?>, Integer> counts) {
        return counts.entrySet().stream()
                .map(e -> "\"" + e.getKey().name().toLowerCase(Locale.ROOT) + "\": " + e.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
