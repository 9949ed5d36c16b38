package io.github.roboreel.recorder.bench.fleet;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench fleet}: commands on many output folders, plain and as a fleet, in turn. */
@Command(
        name = "fleet",
        description = {
            "Runs commands on all output folders below one, plain and as a fleet, in turn: wall and CPU seconds and"
                    + " memory of all processes, medians of the rounds, and whether they print the same."
                    + " conformance/make_fleet.py makes such folders."
        },
        mixinStandardHelpOptions = true)
public final class FleetBenchmarkCommand implements Callable<Integer> {
    private static final String RESULTS = "episode_results.jsonl";

    @Spec
    private CommandSpec command;

    @Option(names = "--fleet", required = true, description = "Folder with output folders at any depth.")
    private Path fleet;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "report,check,metrics,export_rlds",
            description = "Commands (${DEFAULT-VALUE}).")
    private List<FleetWork> only;

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "plain,fleet:threads[2],fleet:local[2]",
            description =
                    "Who runs them, first the one that the others are compared with: plain, plain-again (how far two"
                            + " equal commands differ), fleet, fleet:MASTER (${DEFAULT-VALUE}).")
    private List<String> contenders;

    @Option(names = "--rounds", defaultValue = "3", description = "Rounds of each, 1 or more (${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public FleetBenchmarkCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        List<FleetContender> present =
                contenders.stream().map(FleetContender::of).distinct().toList();
        List<Path> folders = folders();
        readOnce(folders);
        List<String> tables = new ArrayList<>();
        Map<String, Map<String, Figures>> works = new LinkedHashMap<>();
        try (OutputSubfolder scratch = output.subfolder(false)) {
            FleetRounds all = new FleetRounds(
                    folders,
                    scratch.path(),
                    line -> command.commandLine().getErr().println(line));
            for (FleetWork work : only) {
                Map<String, Figures> rows = rows(work, all.measure(work, present, rounds));
                works.put(String.join(" ", work.words()), rows);
                tables.add(Figures.table(String.join(" ", work.words()), rows));
            }
        }
        new Figures()
                .put("bench", "fleet")
                .put("folders", folders.size())
                .put("rounds", rounds)
                .put("works", works)
                .print(command.commandLine(), String.join(System.lineSeparator().repeat(2), tables));
        return 0;
    }

    private static Map<String, Figures> rows(FleetWork work, Map<FleetContender, FleetMeasured> measured) {
        FleetMeasured base = measured.values().iterator().next();
        Map<String, Figures> rows = new LinkedHashMap<>();
        measured.forEach((contender, of) -> rows.put(contender.name(), of.figures(base, work)));
        return rows;
    }

    private List<Path> folders() throws IOException {
        if (!Files.isDirectory(fleet)) {
            throw new IllegalArgumentException("--fleet is '" + fleet + "'; expected a folder");
        }
        List<Path> folders;
        try (Stream<Path> files = Files.walk(fleet)) {
            folders = files.filter(file -> file.endsWith(RESULTS))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
        }
        if (folders.isEmpty()) {
            throw new IllegalArgumentException("--fleet is '" + fleet + "', below which no folder has " + RESULTS);
        }
        return folders;
    }

    /** So that the first contender does not read from the disk what the others find in memory. */
    private static void readOnce(List<Path> folders) throws IOException {
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    try (InputStream in = Files.newInputStream(file)) {
                        in.transferTo(OutputStream.nullOutputStream());
                    }
                }
            }
        }
    }
}
