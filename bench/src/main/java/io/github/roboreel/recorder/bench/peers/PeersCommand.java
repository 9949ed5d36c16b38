package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.Profile;
import io.github.roboreel.recorder.bench.record.RecordBenchmark;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench peers}: ours and every peer alternately, and which targets are met. */
@Command(
        name = "peers",
        description = {
            "Measures the recorder and its peers alternately and says which targets are met. Takes"
                    + " about a quarter of an hour; nothing else should run on the machine."
        },
        mixinStandardHelpOptions = true)
public final class PeersCommand implements Callable<Integer> {
    private static final int PROFILED_RECORDINGS = 3;

    @Spec
    private CommandSpec command;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of which the median counts, 1 or more (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--only",
            split = ",",
            description = "Some of the comparisons, separated by commas; all if not given.")
    private List<String> only;

    @Option(names = "--quick", description = "As small as everything still runs.")
    private boolean quick;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "Where to record, into a new sub-folder; the system's temporary folder" + " if not given.")
    private Path outputDir = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--json", description = "One line of JSON on stdout; printed anyway.")
    private boolean json;

    public PeersCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        List<PeerComparison> comparisons = chosen();
        try (OutputSubfolder folder = OutputSubfolder.below(outputDir, false)) {
            PeersReport report = measure(comparisons, folder.path());
            report.figures().print(command.commandLine(), report.table());
        }
        return 0;
    }

    private List<PeerComparison> chosen() {
        List<PeerComparison> all = PeerComparison.all(quick ? Sizes.QUICK : Sizes.FULL, rounds);
        if (only == null) {
            return all;
        }
        List<String> names = all.stream().map(PeerComparison::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "--only has '" + name + "'; expected some of " + String.join(", ", names));
            }
        }
        return all.stream().filter(c -> only.contains(c.name())).toList();
    }

    private PeersReport measure(List<PeerComparison> comparisons, Path folder)
            throws IOException, InterruptedException {
        PrintWriter err = command.commandLine().getErr();
        List<String> skipped = new ArrayList<>();
        Alternation alternation = new Alternation(folder, rounds, skipped::add);
        Map<String, Map<String, Measured>> results = new LinkedHashMap<>();
        List<Target> targets = new ArrayList<>();
        Map<String, RecordSpec> missed = new LinkedHashMap<>();
        for (PeerComparison comparison : comparisons) {
            err.println("measuring " + comparison.name());
            Map<String, Measured> measured = alternation.measure(comparison);
            results.put(comparison.name(), measured);
            List<Target> own = comparison.judge().targets(measured);
            targets.addAll(own);
            own.stream()
                    .filter(Target::isMissed)
                    .flatMap(target -> target.profiled().stream())
                    .distinct()
                    .forEach(spec -> missed.put(name(comparison, spec), spec));
        }
        Map<String, Profile> profiles = profiles(missed, folder, skipped);
        return new PeersReport(rounds, results, targets, profiles, skipped);
    }

    private static String name(PeerComparison comparison, RecordSpec spec) {
        return comparison.name()
                + (spec.hdf5().compression() == null
                        ? ""
                        : " " + spec.hdf5().compression().label());
    }

    private Map<String, Profile> profiles(Map<String, RecordSpec> missed, Path folder, List<String> skipped)
            throws InterruptedException {
        Map<String, Profile> profiles = new LinkedHashMap<>();
        for (Map.Entry<String, RecordSpec> recording : missed.entrySet()) {
            String name = recording.getKey();
            command.commandLine().getErr().println("profiling " + name + ", which missed a target");
            try {
                profiles.put(
                        name,
                        new RecordBenchmark(recording.getValue(), PROFILED_RECORDINGS)
                                .profile(folder.resolve("profile")));
            } catch (IOException e) {
                skipped.add("no profile of " + name + ": " + e.getMessage());
            }
        }
        return profiles;
    }
}
