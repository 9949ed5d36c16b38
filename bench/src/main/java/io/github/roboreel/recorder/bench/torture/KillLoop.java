package io.github.roboreel.recorder.bench.torture;

import io.github.roboreel.recorder.hdf5.RecoveryReport;
import io.github.roboreel.recorder.hdf5.RunRecovery;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** Records in a JVM of its own, kills it, recovers, checks every value; again and again. */
final class KillLoop {
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
            String story = killOnce(into, violations);
            progress.println("kill " + kill + ": " + story);
            violations.forEach(v -> progress.println("  VIOLATION " + v + "; see " + into));
            summary.violated(violations.size());
            if (violations.isEmpty()) {
                delete(into);
            }
        }
        return summary;
    }

    private String killOnce(Path into, List<String> violations)
            throws IOException, InterruptedException {
        KillPlan plan = KillPlan.random(spec, spec.steps(), random);
        TortureChild child = TortureChild.start(spec.withSteps(plan.steps()), into);
        boolean alive = child.kill(plan);
        long acknowledged = child.acknowledged();
        summary.killed(plan.moment(), alive, acknowledged);
        if (!alive && child.exitCode() != 0) {
            violations.add("the recording ended by itself: " + child.log());
        }
        String recovery = recover(into, violations);
        ContentCheck check = ContentCheck.run(checker, into, spec, acknowledged);
        summary.checked(check);
        violations.addAll(check.violations());
        return String.format(
                Locale.ROOT,
                "%s at %d, acknowledged %d, recovered %d, %s",
                plan.moment(),
                plan.killStep(),
                acknowledged,
                check.recovered(),
                recovery);
    }

    private String recover(Path into, List<String> violations) {
        long start = System.nanoTime();
        try {
            RecoveryReport report = RunRecovery.onCopy().recover(TortureSpec.runFile(into));
            summary.recovered(report, (System.nanoTime() - start) / 1e9);
            if (!report.isComplete()) {
                violations.add("the recovery is not complete: " + report);
            }
            return report.outcome().toString();
        } catch (IOException | RuntimeException e) {
            violations.add("the recovery failed: " + e);
            return "not recovered";
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
