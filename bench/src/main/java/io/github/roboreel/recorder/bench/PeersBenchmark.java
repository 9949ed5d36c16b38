package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench peers}: ours and every peer alternately, and which targets are met. When it is stopped, what was
 * measured until then is printed.
 */
@Command(
        name = "peers",
        description = {
            "Measures the recorder and its peers alternately and says which targets are met. Each measurement is"
                    + " printed at once, and all that there is when it is stopped (Ctrl-C). Takes half an hour with"
                    + " five rounds on two cores: the cameras 10 minutes, read 6, bindings-read 3, proprio, paced and"
                    + " metrics 2 each. Nothing else should run on the machine."
        },
        mixinStandardHelpOptions = true)
final class PeersBenchmark extends BenchCommand {
    private static final int PROFILED_RECORDINGS = 3;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(5);

    @Option(
            names = "--only",
            split = ",",
            description = "Some of the comparisons, separated by commas; all if not given.")
    private List<String> only;

    @Option(names = "--quick", description = "As small as everything still runs.")
    private boolean quick;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "Where to record, into a new sub-folder; the system's temporary folder if not given.")
    private Path outputDir;

    @Option(names = "--json", description = "One line of JSON on stdout; printed anyway.")
    private boolean json;

    private List<PeerComparison> comparisons;

    /** Guards all below: a signal that stops the program prints it. */
    private final Object lock = new Object();

    private final Map<PeerComparison, PeerComparison.Results> results = new LinkedHashMap<>();
    private final Map<String, ThreadProfiler.Profile> profiles = new LinkedHashMap<>();
    private final List<String> skipped = new ArrayList<>();
    private boolean isStopped;

    @Override
    Path outputDir() {
        return outputDir;
    }

    @Override
    void check() {
        List<PeerComparison> all = new Comparisons(quick, rounds.count()).all();
        List<String> names = all.stream().map(PeerComparison::name).toList();
        for (String name : only == null ? names : only) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "--only has '" + name + "'; expected some of " + String.join(", ", names));
            }
        }
        comparisons = all.stream()
                .filter(c -> only == null || only.contains(c.name()))
                .toList();
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        Thread stop = new Thread(() -> stop(folder), "bench-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        boolean isDone = false;
        try {
            for (PeerComparison comparison : comparisons) {
                compare(comparison, folder);
            }
            profile(folder);
            isDone = true;
        } finally {
            release(stop);
            if (!isDone) {
                print(figures());
            }
        }
        return figures();
    }

    /** Does not return when the JVM is ending: what fails with it is not reported. */
    private static void release(Thread stop) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException e) {
            Thread.currentThread().join();
        }
    }

    private void compare(PeerComparison comparison, Path folder) throws IOException, InterruptedException {
        say("measuring " + comparison.name());
        long start = System.nanoTime();
        PeerComparison.Results own = new PeerComparison.Results(comparison.contenders());
        synchronized (lock) {
            results.put(comparison, own);
        }
        List<Contender> present = new ArrayList<>();
        for (Contender contender : comparison.contenders()) {
            String why = contender.whyMissing().get();
            if (why.isEmpty()) {
                present.add(contender);
            } else {
                skip(contender.name() + " is skipped: " + why);
            }
        }
        for (Contender contender : present) {
            if (contender.warmsUp()) {
                Map<String, Double> figures = contender.run(folder);
                add(contender, "warming up", figures, () -> own.addCold(contender.name(), figures));
            }
        }
        int last = Math.min(rounds.count(), comparison.mostRounds());
        for (int round = 1; round <= last; round++) {
            for (Contender contender : present) {
                Map<String, Double> figures = contender.run(folder);
                add(contender, round + " of " + last, figures, () -> own.addRound(contender.name(), figures));
            }
        }
        synchronized (lock) {
            own.end((System.nanoTime() - start) / 1e9);
            say(table(comparison, own));
        }
    }

    private void add(Contender contender, String round, Map<String, Double> figures, Runnable keep) {
        String text = figures.entrySet().stream()
                .map(figure -> figure.getKey() + " " + Contender.text(figure.getValue()))
                .collect(Collectors.joining(", "));
        synchronized (lock) {
            if (!isStopped) {
                keep.run();
                say("  " + contender.name() + ", " + round + ": " + text);
            }
        }
    }

    private void skip(String sentence) {
        synchronized (lock) {
            skipped.add(sentence);
        }
    }

    private static String table(PeerComparison comparison, PeerComparison.Results own) {
        String took = Double.isNaN(own.seconds())
                ? "stopped before the last round"
                : Sentence.of("took %.0f s", own.seconds());
        return System.lineSeparator()
                + own.table(comparison.name())
                + System.lineSeparator()
                + took
                + System.lineSeparator();
    }

    /** Of the recordings that missed a target. */
    private void profile(Path folder) throws InterruptedException {
        Map<String, RecordSpec> missed = new LinkedHashMap<>();
        results.forEach((comparison, own) -> comparison.judge().targets(own).stream()
                .filter(Target::isMissed)
                .flatMap(target -> target.profiled().stream())
                .forEach(spec -> missed.put(name(comparison, spec), spec)));
        for (Map.Entry<String, RecordSpec> recording : missed.entrySet()) {
            String name = recording.getKey();
            say("profiling " + name + ", which missed a target");
            try {
                ThreadProfiler.Profile profile =
                        new RecordRun(recording.getValue()).profile(folder.resolve("profile"), PROFILED_RECORDINGS);
                synchronized (lock) {
                    profiles.put(name, profile);
                }
            } catch (IOException e) {
                skip("no profile of " + name + ": " + e.getMessage());
            }
        }
    }

    private static String name(PeerComparison comparison, RecordSpec spec) {
        String compression = spec.config().get(Hdf5Settings.COMPRESSION);
        return compression.equals(Hdf5Settings.COMPRESSION.defaultValue())
                ? comparison.name()
                : comparison.name() + " " + compression;
    }

    /** Ends what is being measured, and prints the rest; the JVM then ends with the signal's exit code. */
    private void stop(Path folder) {
        synchronized (lock) {
            isStopped = true;
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            print(figures());
            try {
                OutputSubfolder.delete(folder);
            } catch (IOException | UncheckedIOException e) {
                say("remove " + folder + ", in which was still written");
            }
        }
    }

    /** What there is so far. */
    private Figures figures() {
        Figures ofComparisons = new Figures();
        Figures seconds = new Figures();
        Figures ofProfiles = new Figures();
        List<Target> targets = new ArrayList<>();
        Figures figures = new Figures().put("bench", "peers").put("rounds", rounds.count());
        results.forEach((comparison, own) -> {
            ofComparisons.put(comparison.name(), own.figures());
            seconds.put(comparison.name(), own.seconds(), 1);
            targets.addAll(comparison.judge().targets(own));
            if (Double.isNaN(own.seconds())) {
                figures.say(table(comparison, own));
            }
        });
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (Target target : targets) {
            rows.put(target.what() + (target.peer().isEmpty() ? "" : ", against " + target.peer()), target.row());
        }
        figures.say(Figures.table("what", rows));
        targets.stream()
                .filter(Target::isMissed)
                .forEach(target -> figures.say("in the way of " + target.what() + ": " + target.inTheWay()));
        profiles.forEach((name, profile) -> {
            ofProfiles.put(name, profile.figures());
            figures.say(System.lineSeparator() + name + ", " + profile.table());
        });
        skipped.forEach(figures::say);
        return figures.put("comparisons", ofComparisons)
                .put("seconds", seconds)
                .put("targets", targets.stream().map(Target::figures).toList())
                .put("profiles", ofProfiles)
                .put("skipped", skipped);
    }
}
