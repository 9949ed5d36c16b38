package io.github.roboreel.recorder.bench.metrics;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.Profile;
import io.github.roboreel.recorder.bench.record.ThreadProfiler;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench metrics}: metrics of stored episodes per second. */
@Command(
        name = "metrics",
        description = {
            "Computes every metric of many stored episodes, file reading included, and does the"
                    + " same with h5py and numpy; both must agree. One thread each."
        },
        mixinStandardHelpOptions = true)
public final class MetricsBenchmarkCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = "--episodes",
            defaultValue = "10000",
            description = "Stored episodes, 1 or more (${DEFAULT-VALUE}).")
    private int episodes;

    @Option(names = "--steps", defaultValue = "150", description = "Steps of each, 5 or more (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = {"--episodes-per-run", "--episodes_per_run"},
            defaultValue = "200",
            description = "Episodes in one run file (${DEFAULT-VALUE}).")
    private int episodesPerRun;

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Option(names = "--profile", description = "Compute ours again and say which thread used the processors where.")
    private boolean profile;

    public MetricsBenchmarkCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--episodes", episodes, 1);
        BenchArguments.requireAtLeast("--steps", steps, 5);
        BenchArguments.requireAtLeast("--episodes-per-run", episodesPerRun, 1);
        try (OutputSubfolder folder = output.subfolder(false)) {
            MetricsRun run = new MetricsRun(folder.path(), episodes, steps, episodesPerRun);
            MetricsRun.Reached ours = run.ours();
            MetricsRun.Reached numpy = run.numpy(ours);
            Figures figures = figures(ours, numpy);
            String table = table(ours, numpy);
            if (profile) {
                Profile used = profile(run);
                table += System.lineSeparator() + used.table();
                figures.put("profile", used.figures());
            }
            figures.print(command.commandLine(), table);
        }
        return 0;
    }

    private static Profile profile(MetricsRun run) throws IOException, InterruptedException {
        try (ThreadProfiler profiler = new ThreadProfiler()) {
            run.ours();
            return profiler.stop();
        }
    }

    private static double ratio(MetricsRun.Reached ours, MetricsRun.Reached numpy) {
        return ours.episodes() / ours.seconds() / (numpy.episodes() / numpy.seconds());
    }

    private String table(MetricsRun.Reached ours, MetricsRun.Reached numpy) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("ours", ours.figures());
        rows.put("numpy", numpy.figures());
        return String.format(Locale.ROOT, "metrics of %d episodes of %d steps%n", ours.episodes(), steps)
                + Figures.table("", rows)
                + String.format(Locale.ROOT, "%nours / numpy, episodes: %.2f", ratio(ours, numpy));
    }

    private Figures figures(MetricsRun.Reached ours, MetricsRun.Reached numpy) {
        return new Figures()
                .put("bench", "metrics")
                .put("episodes", ours.episodes())
                .put("steps", steps)
                .put("ours", ours.figures())
                .put("numpy", numpy.figures())
                .put("episodes_ratio", ratio(ours, numpy), 3)
                .put("compared_metrics", numpy.sums().keySet());
    }
}
