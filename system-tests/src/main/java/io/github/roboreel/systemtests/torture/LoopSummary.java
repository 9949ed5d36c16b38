package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.systemtests.formula.Tally;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.util.List;
import java.util.Locale;

/** Counts what a loop of kills found. */
final class LoopSummary {
    private static final int KILLS_TO_JUDGE_BY = 50;

    private final Tally counts = new Tally(
            "kills",
            "finished_before_kill",
            "killed_compacting",
            "acknowledged_steps",
            "recovered_steps",
            "replayed_steps",
            "torn_steps",
            "recreated_result_lines",
            "values_checked",
            "violations",
            "violating_kills");
    private final Tally moments = new Tally();
    private final Tally outcomes = new Tally();
    private long mostOpen;
    private double slowestRecoverySeconds;

    /**
     * @param alive whether it was still recording or closing
     * @param leftCopy whether it died while its run was compacted, and left the copy
     * @param open runs that it left open
     */
    void killed(KillMoment moment, boolean alive, boolean leftCopy, long open, long acknowledged) {
        mostOpen = Math.max(mostOpen, open);
        counts.add("kills", 1)
                .add("finished_before_kill", alive ? 0 : 1)
                .add("killed_compacting", leftCopy ? 1 : 0)
                .add("acknowledged_steps", acknowledged);
        count(moments, moment);
    }

    private static void count(Tally of, Enum<?> what) {
        of.add(what.name().toLowerCase(Locale.ROOT), 1);
    }

    void recovered(List<RecoveryReport.Outcome> ofRuns, FolderRecoveryReport report, double seconds) {
        ofRuns.forEach(outcome -> count(outcomes, outcome));
        report.runs().stream()
                .flatMap(run -> run.demos().stream())
                .forEach(demo -> counts.add("replayed_steps", demo.rows().replayed())
                        .add("torn_steps", demo.rows().torn()));
        counts.add("recreated_result_lines", report.resultLines());
        slowestRecoverySeconds = Math.max(slowestRecoverySeconds, seconds);
    }

    void checked(ContentCheck check) {
        counts.add("recovered_steps", check.recovered()).add("values_checked", check.values());
    }

    void violated(int count) {
        counts.add("violations", count).add("violating_kills", 1);
    }

    long violations() {
        return counts.get("violations");
    }

    /** Runs that one kill left open, at most. */
    long mostOpen() {
        return mostOpen;
    }

    /** Kills that fell into a compaction. */
    long killedCompacting() {
        return counts.get("killed_compacting");
    }

    /** Whether so many kills should have hit a compaction, and none has: nothing was shown of it. */
    boolean hasMissedCompactions() {
        return counts.get("kills") >= KILLS_TO_JUDGE_BY && killedCompacting() == 0;
    }

    String json(TortureSpec spec, long seed, double seconds) {
        Tally all = new Tally()
                .put("num_envs", spec.numEnvs())
                .put("images", spec.images() == null ? null : spec.images().toString())
                .put("cameras", spec.cameras())
                .put("pace_hz", spec.paceHz())
                .put("seed", seed);
        counts.figures().forEach(all::put);
        return all.put("most_open_runs", mostOpen)
                .put("moments", moments.figures())
                .put("outcomes", outcomes.figures())
                .put("slowest_recovery_s", slowestRecoverySeconds)
                .put("seconds", Math.round(seconds))
                .json();
    }
}
