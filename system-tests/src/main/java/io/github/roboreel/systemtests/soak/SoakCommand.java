package io.github.roboreel.systemtests.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./roboreel soak}: mixed load for a long time, everything checked. */
@Command(
        name = "soak",
        description = {
            "Records run after run under mixed load: episodes that end in every way, discards, slow and failing"
                    + " side sinks, readers coming and going. Compares every value, result line, log and video, and"
                    + " watches memory, threads and file handles. The table goes to stderr, one JSON line to stdout.",
            "Exit code 1 when something grew too much, 3 when something was lost or wrong; its folder is kept then."
        },
        mixinStandardHelpOptions = true)
public final class SoakCommand implements Callable<Integer> {
    private static final int GREW = 1;
    private static final int DATA_LOST = 3;

    @Spec
    private CommandSpec command;

    @Option(names = "--minutes", description = "How long. This, --episodes or both must be given.")
    private Double minutes;

    @Option(names = "--episodes", description = "How many episodes at least.")
    private Long episodes;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "6",
            description = "Most parallel envs of a run, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(
            names = "--steps",
            defaultValue = "1200",
            description = "Most steps of an episode; a quarter of it with images (${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--seed", description = "Of everything that is random; a new one each time if not given.")
    private Long seed;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "Where to record; a temporary folder if not given.")
    private Path outputDir;

    @Option(names = "--keep", description = "Keep what was recorded.")
    private boolean keep;

    @Option(names = "--json", description = "Print the JSON line only, without the table.")
    private boolean json;

    public SoakCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (minutes == null && episodes == null) {
            throw new ParameterException(command.commandLine(), "how long? expected --minutes, --episodes or both");
        }
        SoakSpec spec = spec();
        PrintWriter err = command.commandLine().getErr();
        err.println("seed " + spec.seed() + ", recording into " + spec.folder());
        if (!json) {
            err.println(SoakReport.heading());
        }
        SoakReport report = new Soak(spec, sample -> {
                    if (!json) {
                        err.println(SoakReport.row(sample));
                    }
                })
                .run();
        if (!json) {
            err.println(report.growthRow());
            err.println(report.summary());
        }
        report.violations().forEach(v -> err.println("VIOLATION " + v));
        report.tooMuchGrowth().forEach(g -> err.println("GROWTH " + g));
        command.commandLine().getOut().println(report.json());
        deleteIfEmpty(spec.folder());
        if (!report.violations().isEmpty()) {
            return DATA_LOST;
        }
        return report.tooMuchGrowth().isEmpty() ? 0 : GREW;
    }

    private SoakSpec spec() throws IOException {
        Path folder = outputDir;
        double seconds = minutes == null ? Double.POSITIVE_INFINITY : minutes * 60;
        long most = episodes == null ? Long.MAX_VALUE : episodes;
        long start = seed == null ? System.nanoTime() : seed;
        SoakSpec spec = new SoakSpec(seconds, most, numEnvs, steps, start, Path.of("soak"), keep);
        if (folder == null) {
            folder = Files.createTempDirectory("roboreel-soak");
        }
        return spec.withFolder(folder);
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            if (entries.findAny().isPresent()) {
                return;
            }
        }
        Files.delete(folder);
    }
}
