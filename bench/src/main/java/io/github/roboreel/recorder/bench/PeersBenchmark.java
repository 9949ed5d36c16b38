package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/**
 * {@code bench peers}: ours and every peer alternately, and which targets are met. When it is stopped, what was
 * measured until then is printed.
 */
@Command(
        name = "peers",
        description =
                "Measures the recorder and its peers alternately and says which targets are met. Each measurement is"
                        + " printed at once, and all that there is when it is stopped (Ctrl-C). Takes half an hour with"
                        + " five rounds on two cores: the cameras 10 minutes, read 6, bindings-read 3, proprio, paced and"
                        + " metrics 2 each. Nothing else should run on the machine.")
final class PeersBenchmark extends Scenario {
    private static final int PROFILED_RECORDINGS = 3;

    @Param
    private int rounds = 5;

    @Param("Some of the comparisons, separated by commas; all if not given")
    private List<String> only;

    @Param
    private boolean quick;

    private List<PeerComparison> comparisons;
    private final Map<String, Figures> profiles = new LinkedHashMap<>();
    private final List<String> skipped = new ArrayList<>();
    /** Of which something was measured; a signal that stops the program prints it. */
    private final List<PeerComparison> begun = new ArrayList<>();

    @Override
    boolean isOnDisk() {
        return false;
    }

    @Override
    boolean isStoppable() {
        return true;
    }

    @Override
    void check() {
        List<PeerComparison> all = new Comparisons(quick, rounds).all();
        List<String> names = all.stream().map(PeerComparison::name).toList();
        List<String> chosen = only == null ? names : only;
        requireKnown("--only", chosen, names);
        comparisons = all.stream()
                .filter(comparison -> chosen.contains(comparison.name()))
                .toList();
    }

    @Override
    void measure(Path folder) throws Exception {
        for (PeerComparison comparison : comparisons) {
            compare(comparison, folder);
        }
        Map<String, RecordSpec> missed = new LinkedHashMap<>();
        for (PeerComparison comparison : comparisons) {
            comparison.judged().stream()
                    .filter(Target::isMissed)
                    .flatMap(target -> target.profiled().stream())
                    .forEach(spec -> missed.put(name(comparison, spec), spec));
        }
        for (Map.Entry<String, RecordSpec> recording : missed.entrySet()) {
            String name = recording.getKey();
            say("profiling " + name + ", which missed a target");
            Figures profile = RecordRun.profile(recording.getValue(), folder.resolve("profile"), PROFILED_RECORDINGS);
            keep(() -> profiles.put(name, profile));
        }
    }

    private static String name(PeerComparison comparison, RecordSpec spec) {
        String compression = spec.config().get(Hdf5Settings.COMPRESSION);
        return compression.equals(Hdf5Settings.COMPRESSION.defaultValue())
                ? comparison.name()
                : comparison.name() + " " + compression;
    }

    private void compare(PeerComparison comparison, Path folder) throws Exception {
        say("measuring " + comparison.name());
        long start = System.nanoTime();
        List<Contender> present = new ArrayList<>();
        for (Contender contender : comparison.contenders()) {
            String why = contender.whyMissing();
            if (why.isEmpty()) {
                present.add(contender);
            } else {
                keep(() -> skipped.add(contender.name() + " is skipped: " + why));
            }
        }
        keep(() -> begun.add(comparison));
        int last = Math.min(rounds, comparison.maxRounds());
        for (int round = 0; round <= last; round++) {
            for (Contender contender : present) {
                if (round > 0 || contender.warmsUp()) {
                    measure(contender, round, last, folder);
                }
            }
        }
        keep(() -> {
            comparison.end((System.nanoTime() - start) / 1e9);
            say(comparison.table());
        });
    }

    /** Does it once, in a folder of its own that is removed. */
    private void measure(Contender contender, int round, int last, Path folder) throws Exception {
        Path own = Files.createDirectories(folder.resolve("run"));
        Map<String, Double> reached = contender.run(own);
        delete(own);
        keep(() -> {
            contender.add(round, reached);
            say(reached.entrySet().stream()
                    .map(figure -> figure.getKey() + " " + Figures.text(figure.getValue()))
                    .collect(Collectors.joining(
                            ", ",
                            "  " + contender.name()
                                    + (round == 0 ? ", warming up: " : Sentence.of(", %d of %d: ", round, last)),
                            "")));
        });
    }

    private synchronized void keep(Runnable measured) {
        if (!isFinished()) {
            measured.run();
        }
    }

    @Override
    void summarise() {
        Figures ofComparisons = new Figures();
        Figures seconds = new Figures();
        List<Target> targets = new ArrayList<>();
        for (PeerComparison comparison : begun) {
            ofComparisons.put(comparison.name(), comparison.figures());
            seconds.put(comparison.name(), comparison.seconds());
            targets.addAll(comparison.judged());
            if (Double.isNaN(comparison.seconds())) {
                say(comparison.table());
            }
        }
        putTargets(targets);
        targets.stream()
                .filter(Target::isMissed)
                .forEach(target -> say("in the way of " + target.what() + ": " + target.inTheWay()));
        profiles.forEach((name, profile) -> say(System.lineSeparator() + name + ", " + ThreadProfiler.table(profile)));
        skipped.forEach(this::say);
        figures.put("comparisons", ofComparisons)
                .put("seconds", seconds)
                .put("profiles", profiles)
                .put("skipped", skipped);
    }
}
