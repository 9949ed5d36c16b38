package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.recover.FolderRecovery;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records in a JVM of its own, kills it, recovers, checks every value; again and again. */
final class KillLoop {
    private static final int MAX_OPEN_RUNS = 3;

    private final TortureSpec spec;
    private final Path folder;
    private final Path checker;
    private final Random random;
    private final PrintWriter progress;
    private final LoopSummary summary = new LoopSummary();

    /**
     * @param folder where each kill gets a folder of its own; those with a violation are kept
     * @param progress gets a line per kill
     */
    KillLoop(TortureSpec spec, Path folder, Path checker, long seed, PrintWriter progress) {
        this.spec = spec;
        this.folder = folder;
        this.checker = checker;
        random = new Random(seed);
        this.progress = progress;
    }

    LoopSummary run(int kills) throws IOException, InterruptedException {
        for (int kill = 0; kill < kills; kill++) {
            Path into = folder.resolve("kill-" + kill);
            Files.createDirectories(into);
            List<String> violations = new ArrayList<>();
            long start = System.nanoTime();
            String story = killAndCheck(into, violations);
            double seconds = (System.nanoTime() - start) / 1e9;
            progress.printf(Locale.ROOT, "kill %d: %s, %.1f s%n", kill, story, seconds);
            violations.forEach(v -> progress.println("  VIOLATION " + v + "; see " + into));
            if (violations.isEmpty()) {
                FolderEntries.deleteTree(into);
            } else {
                summary.violated(violations.size());
            }
        }
        return summary;
    }

    /** Whatever goes wrong with one kill, the loop continues. */
    private String killAndCheck(Path into, List<String> violations) throws InterruptedException {
        try {
            return killOnce(into, violations);
        } catch (IOException | RuntimeException e) {
            violations.add("the kill came to no end: " + e);
            return "failed";
        }
    }

    private String killOnce(Path into, List<String> violations) throws IOException, InterruptedException {
        KillPlan plan = KillPlan.random(spec, spec.steps(), random);
        TortureChild child = TortureChild.start(plan.of(spec), into);
        boolean alive = child.kill(plan);
        long acknowledged = child.acknowledged();
        boolean leftCopy = filesEndingIn(into, RunFolder.COMPACTING_SUFFIX) > 0;
        long open = filesEndingIn(into, RunFolder.STAGING_SUFFIX);
        summary.killed(plan.moment(), alive, leftCopy, open, acknowledged);
        if (open > MAX_OPEN_RUNS) {
            violations.add(open + " runs were open; expected at most " + MAX_OPEN_RUNS);
        }
        if (!alive && child.exitCode() != 0) {
            violations.add("the recording ended by itself: " + child.log());
        }
        String recovery = recover(into, violations);
        ContentCheck check = ContentCheck.run(checker, into, spec, acknowledged);
        summary.checked(check);
        violations.addAll(check.violations());
        checkLines(into, acknowledged, violations);
        return String.format(
                Locale.ROOT,
                "%s by %s at %d%s, acknowledged %d, recovered %d, %s",
                plan.moment(),
                plan.trigger(),
                plan.killStep(),
                leftCopy ? ", compacting" : "",
                acknowledged,
                check.recovered(),
                recovery);
    }

    /** As {@code roboreel recover} does, run files in a process of their own. */
    private String recover(Path into, List<String> violations) {
        long start = System.nanoTime();
        boolean wasThere = Files.exists(TortureSpec.runFile(into, 0));
        try {
            FolderRecoveryReport report = FolderRecovery.recover(
                    into, MetricSets.onClassPath(RecorderConfig.defaults()), RecoveryPlace.BESIDE);
            List<RecoveryReport.Outcome> outcomes = outcomes(report, wasThere);
            summary.recovered(outcomes, report, (System.nanoTime() - start) / 1e9);
            if (!report.isComplete()) {
                violations.add("the recovery is not complete: " + report);
            }
            return outcomes.stream().map(Enum::toString).collect(Collectors.joining(" + "));
        } catch (IOException | RuntimeException e) {
            violations.add("the recovery failed: " + e);
            return "not recovered";
        }
    }

    /** A run that was closed, or of which there is nothing, is not looked into. */
    private static List<RecoveryReport.Outcome> outcomes(FolderRecoveryReport report, boolean wasThere) {
        if (!report.runs().isEmpty()) {
            return report.runs().stream().map(RecoveryReport::outcome).toList();
        }
        return List.of(wasThere ? RecoveryReport.Outcome.CLOSED_PROPERLY : RecoveryReport.Outcome.NOTHING_RECORDED);
    }

    /** One line per env, or continuous episode, of which something was acknowledged; never two. */
    private void checkLines(Path into, long acknowledged, List<String> violations) throws IOException {
        Path ackFile = TortureChild.ackFile(into);
        if (spec.isContinuous() && !AckFile.isThere(ackFile, spec.acks())) {
            return;
        }
        AckFile acks = spec.isContinuous() ? AckFile.open(ackFile, spec.acks()) : null;
        int[] lines = new int[spec.acks()];
        for (EpisodeRecord line : ResultFolder.open(into).episodes()) {
            lines[(spec.isContinuous() ? line.episode() : line.envId()).orElseThrow()]++;
        }
        for (int of = 0; of < lines.length; of++) {
            boolean isPromised = (acks == null ? acknowledged : acks.get(of)) > 0;
            if (lines[of] > 1 || lines[of] == 0 && isPromised) {
                violations.add((spec.isContinuous() ? "episode " : "env ") + of + " has " + lines[of]
                        + " result lines; expected 1");
            }
        }
    }

    private static long filesEndingIn(Path folder, String suffix) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(suffix)).count();
        }
    }
}
