package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench fleet}: commands on many output folders, plain and as a fleet, started as users start them, in turn. */
@Command(
        name = "fleet",
        description = {
            "Runs commands on all output folders below one, plain and as a fleet, in turn: wall and CPU seconds and"
                    + " memory of all processes, medians of the rounds, and whether they print the same."
                    + " conformance/make_fleet.py makes such folders."
        },
        mixinStandardHelpOptions = true)
final class FleetBenchmark extends BenchCommand.OnDisk {
    private static final int DATA_LOST = 3;
    private static final String FLEET = "fleet";
    private static final String MASTER = FLEET + ":";

    @Option(names = "--fleet", required = true, description = "Folder with output folders at any depth.")
    private Path fleet;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "report,check,metrics,export_rlds",
            description = "Commands (${DEFAULT-VALUE}).")
    private List<Work> only;

    @Option(
            names = "--contenders",
            split = ",",
            defaultValue = "plain,fleet:threads[2],fleet:local[2]",
            description =
                    "Who runs them, first the one that the others are compared with: plain, plain-again (how far two"
                            + " equal commands differ), fleet, fleet:MASTER (${DEFAULT-VALUE}).")
    private List<String> contenders;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    private List<Path> folders;

    /** What both the plain commands and those of fleets do. */
    private enum Work {
        CHECK,
        METRICS,
        REPORT,
        EXPORT_RLDS;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        /** Whether its result is what it prints, which must then be the same for plain and fleet commands. */
        boolean printsFindings() {
            return this != EXPORT_RLDS;
        }
    }

    /** Rounds of one contender at one work. */
    private static final class Usages {
        private final RoundSamples samples = new RoundSamples();
        private final Set<String> printed = new HashSet<>();
        private int exit;

        double median(String key) {
            return samples.median(key);
        }

        /** Ratios are to another contender. */
        Figures figures(Usages base, Work work) {
            Figures figures = new Figures()
                    .put("wall_s", median("wall_s"), 3, "wall s", 2)
                    .put("cpu_s", median("cpu_s"), 3, "CPU s", 2)
                    .put("peak_rss_mb", median("peak_rss_mb"), 1, "RSS MB", 0)
                    .put("wall_ratio", median("wall_s") / base.median("wall_s"), 3, "wall ratio", 2)
                    .put("cpu_ratio", median("cpu_s") / base.median("cpu_s"), 3, "CPU ratio", 2)
                    .put("exit", exit, "exit");
            if (work.printsFindings()) {
                boolean same = printed.size() == 1 && printed.equals(base.printed);
                figures.put("same_output", same).cell("output", same ? "same" : "differs");
            }
            return figures.put("each_wall_s", samples.each().get("wall_s"))
                    .put("each_cpu_s", samples.each().get("cpu_s"));
        }
    }

    @Override
    void check() {
        rounds.count();
        for (String contender : contenders) {
            boolean known = List.of("plain", "plain-again", FLEET).contains(contender)
                    || contender.startsWith(MASTER) && contender.length() > MASTER.length();
            if (!known) {
                throw new IllegalArgumentException(
                        "--contenders has '" + contender + "'; expected plain, plain-again, fleet or fleet:MASTER");
            }
        }
        if (!Files.isDirectory(fleet)) {
            throw new IllegalArgumentException("--fleet is '" + fleet + "'; expected a folder");
        }
        try (Stream<Path> files = Files.walk(fleet)) {
            folders = files.filter(file -> file.endsWith(RunFolder.RESULTS))
                    .map(Path::getParent)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (folders.isEmpty()) {
            throw new IllegalArgumentException(
                    "--fleet is '" + fleet + "', below which no folder has " + RunFolder.RESULTS);
        }
    }

    @Override
    Figures measure(Path scratch) throws IOException, InterruptedException {
        readOnce();
        Figures works = new Figures();
        Figures figures = new Figures()
                .put("bench", "fleet")
                .put("folders", folders.size())
                .put("rounds", rounds.count())
                .put("works", works);
        for (Work work : only) {
            Map<String, Usages> usages = measure(work, scratch);
            Usages base = usages.get(contenders.get(0));
            Map<String, Figures> rows = new LinkedHashMap<>();
            usages.forEach((contender, own) -> rows.put(contender, own.figures(base, work)));
            works.put(work.words(), rows);
            say(Figures.table(work.words(), rows));
        }
        return figures;
    }

    /** So that the first contender does not read from the disk what the others find in memory. */
    private void readOnce() throws IOException {
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, OutputStream.nullOutputStream());
                }
            }
        }
    }

    /** First each contender does the work on one folder, so that it is built, downloaded and started once. */
    private Map<String, Usages> measure(Work work, Path scratch) throws IOException, InterruptedException {
        Map<String, Usages> usages = new LinkedHashMap<>();
        for (String contender : contenders) {
            usages.put(contender, new Usages());
            run(work, contender, folders.subList(0, 1), scratch.resolve("run"));
        }
        for (int round = 1; round <= rounds.count(); round++) {
            for (Map.Entry<String, Usages> contender : usages.entrySet()) {
                say(work.words() + ", " + contender.getKey() + ", round " + round + " of " + rounds.count());
                PeerFigures json = run(work, contender.getKey(), folders, scratch.resolve("run"));
                contender.getValue().samples.add(json, List.of("wall_s", "cpu_s", "peak_rss_mb"));
                contender.getValue().printed.add(json.text("stdout_sha256"));
                contender.getValue().exit = (int) json.number("exit");
            }
        }
        return usages;
    }

    private static PeerFigures run(Work work, String contender, List<Path> on, Path own)
            throws IOException, InterruptedException {
        Files.createDirectory(own);
        try {
            Path complaints = own.resolve("stderr");
            List<Object> command = new ArrayList<>(List.of(
                    own.resolve("stdout"), complaints, PeerProcess.home().resolve("roboreel")));
            if (contender.startsWith(FLEET)) {
                command.add(FLEET);
            }
            command.addAll(List.of(work.words().split(" ")));
            command.addAll(on);
            if (!work.printsFindings()) {
                command.addAll(List.of("--out", own.resolve("out"), "--name", "fleet"));
            }
            if (contender.startsWith(MASTER)) {
                command.addAll(List.of("--master", contender.substring(MASTER.length())));
            }
            PeerFigures json = PeerProcess.python("measure_process.py", command.toArray());
            int exit = (int) json.number("exit");
            if (exit != 0 && exit != DATA_LOST) {
                throw new IOException("./roboreel " + work.words() + " ended with " + exit + ": "
                        + Files.readString(complaints).strip());
            }
            return json;
        } finally {
            OutputSubfolder.delete(own);
        }
    }
}
