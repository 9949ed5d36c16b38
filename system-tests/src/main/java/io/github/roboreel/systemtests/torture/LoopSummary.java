package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts what a loop of kills found. */
final class LoopSummary {
    private static final int KILLS_TO_JUDGE_BY = 50;

    private final Map<KillMoment, Integer> moments = new EnumMap<>(KillMoment.class);
    private final Map<RecoveryReport.Outcome, Integer> outcomes = new EnumMap<>(RecoveryReport.Outcome.class);
    private int kills;
    private int finished;
    private int compacting;
    private long mostOpen;
    private long acknowledged;
    private long recovered;
    private long replayed;
    private long torn;
    private long values;
    private long lines;
    private int violations;
    private final List<Path> kept = new ArrayList<>();
    private double slowestRecoverySeconds;

    /**
     * @param alive whether it was still recording or closing
     * @param leftCopy whether it died while its run was compacted, and left the copy
     * @param open runs that it left open
     */
    void killed(KillMoment moment, boolean alive, boolean leftCopy, long open, long acknowledgedSteps) {
        mostOpen = Math.max(mostOpen, open);
        kills++;
        finished += alive ? 0 : 1;
        compacting += leftCopy ? 1 : 0;
        acknowledged += acknowledgedSteps;
        moments.merge(moment, 1, Integer::sum);
    }

    void recovered(List<RecoveryReport.Outcome> ofRuns, FolderRecoveryReport report, double seconds) {
        ofRuns.forEach(outcome -> outcomes.merge(outcome, 1, Integer::sum));
        for (RecoveryReport run : report.runs()) {
            replayed += run.demos().stream()
                    .mapToLong(demo -> demo.rows().replayed())
                    .sum();
            torn += run.demos().stream().mapToLong(demo -> demo.rows().torn()).sum();
        }
        lines += report.resultLines();
        slowestRecoverySeconds = Math.max(slowestRecoverySeconds, seconds);
    }

    void checked(ContentCheck check) {
        recovered += check.recovered();
        values += check.values();
    }

    void violated(Path folder, int count) {
        violations += count;
        kept.add(folder);
    }

    int violations() {
        return violations;
    }

    /** Runs that one kill left open, at most. */
    long mostOpen() {
        return mostOpen;
    }

    /** Kills that fell into a compaction. */
    int killedCompacting() {
        return compacting;
    }

    /** Whether so many kills should have hit a compaction, and none has: nothing was shown of it. */
    boolean hasMissedCompactions() {
        return kills >= KILLS_TO_JUDGE_BY && compacting == 0;
    }

    String json(TortureSpec spec, long seed, double seconds) {
        return String.format(
                Locale.ROOT,
                "{\"num_envs\": %d, \"images\": %s, \"cameras\": %d, \"pace_hz\": %.1f,"
                        + " \"seed\": %d, \"kills\": %d, \"finished_before_kill\": %d,"
                        + " \"killed_compacting\": %d, \"most_open_runs\": %d,"
                        + " \"moments\": %s, \"outcomes\": %s, \"acknowledged_steps\": %d,"
                        + " \"recovered_steps\": %d, \"replayed_steps\": %d, \"torn_steps\": %d,"
                        + " \"recreated_result_lines\": %d, \"values_checked\": %d,"
                        + " \"violations\": %d, \"violating_kills\": %d,"
                        + " \"slowest_recovery_s\": %.2f, \"seconds\": %.0f}",
                spec.numEnvs(),
                spec.images() == null ? "null" : "\"" + spec.images() + "\"",
                spec.cameras(),
                spec.paceHz(),
                seed,
                kills,
                finished,
                compacting,
                mostOpen,
                counts(moments),
                counts(outcomes),
                acknowledged,
                recovered,
                replayed,
                torn,
                lines,
                values,
                violations,
                kept.size(),
                slowestRecoverySeconds,
                seconds);
    }

    private static String counts(Map<? extends Enum<?>, Integer> counts) {
        return counts.entrySet().stream()
                .map(e -> "\"" + e.getKey().name().toLowerCase(Locale.ROOT) + "\": " + e.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
