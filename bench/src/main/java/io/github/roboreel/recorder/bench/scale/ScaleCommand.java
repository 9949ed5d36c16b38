package io.github.roboreel.recorder.bench.scale;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench scale}: each point in a JVM of its own. */
@Command(
        name = "scale",
        description = {
            "What recording costs against the number of envs, compressor threads and bytes of a"
                    + " row: every number of envs with every number of threads, then every size of"
                    + " a row with 16 envs. Each point records in a JVM of its own."
        },
        mixinStandardHelpOptions = true)
public final class ScaleCommand implements Callable<Integer> {
    private static final int ROW_ENVS = 16;

    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            split = ",",
            defaultValue = "1,4,16,64,256,1024",
            description = "Parallel envs, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> numEnvs;

    @Option(
            names = {"--compressor-threads", "--compressor_threads"},
            split = ",",
            defaultValue = "1,2,4",
            description = "Threads that compress, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(
            names = {"--row-bytes", "--row_bytes"},
            split = ",",
            defaultValue = "100,1000,10000,100000",
            description = "Sizes of rows of float32, separated by commas (${DEFAULT-VALUE}).")
    private List<Integer> rowBytes;

    @Option(
            names = "--steps",
            defaultValue = "0",
            description = "Steps per env; 0 for 600 to 8000, as 100 MB of rows take.")
    private int steps;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Warm recordings per point; their median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public ScaleCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireAtLeast("--num-envs", numEnvs, 1);
        requireAtLeast("--compressor-threads", threads, 1);
        requireAtLeast("--row-bytes", rowBytes, Float.BYTES);
        requireAtLeast("--steps", List.of(steps), 0);
        requireAtLeast("--rounds", List.of(rounds), 1);
        List<Figures> results = new ArrayList<>();
        PrintWriter err = command.commandLine().getErr();
        try (OutputSubfolder folder = output.subfolder(false)) {
            for (ScalePoint point : points()) {
                Figures result = point.measure(folder.path(), rounds);
                err.println(results.isEmpty() ? result.head() + System.lineSeparator() + result.row() : result.row());
                results.add(result);
            }
        }
        Figures figures =
                new Figures().put("bench", "scale").put("rounds", rounds).put("points", results);
        command.commandLine().getOut().println(figures.line());
        return 0;
    }

    private List<ScalePoint> points() {
        List<ScalePoint> points = new ArrayList<>();
        for (int envs : numEnvs) {
            for (int count : threads) {
                points.add(ScalePoint.of(envs, count, 0));
            }
        }
        for (int bytes : rowBytes) {
            points.add(ScalePoint.of(ROW_ENVS, threads.get(0), bytes));
        }
        return steps == 0
                ? points
                : points.stream().map(p -> p.withSteps(steps)).toList();
    }

    private static void requireAtLeast(String option, List<Integer> values, int least) {
        for (int value : values) {
            if (value < least) {
                throw new IllegalArgumentException(option + " has " + value + "; expected " + least + " or more");
            }
        }
    }
}
