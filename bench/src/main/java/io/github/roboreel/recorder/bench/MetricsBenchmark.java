package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench metrics}: all metrics of all stored episodes, by ours and by numpy, one thread each. */
@Command(
        name = "metrics",
        description = {
            "Computes every metric of many stored episodes, file reading included, and does the"
                    + " same with h5py and numpy; both must agree. One thread each."
        },
        mixinStandardHelpOptions = true)
final class MetricsBenchmark extends BenchCommand.OnDisk {
    private static final double DT_SECONDS = 1 / 15.0;
    private static final double TOLERANCE = 1e-6;

    @Mixin
    private Options.EpisodeCount episodes = new Options.EpisodeCount(10_000);

    @Mixin
    private Options.Steps steps = new Options.Steps(150);

    @Option(
            names = {"--episodes-per-run", "--episodes_per_run"},
            defaultValue = "200",
            description = "Episodes in one run file (${DEFAULT-VALUE}).")
    private int episodesPerRun;

    @Option(names = "--profile", description = "Compute ours again and say which thread used the processors where.")
    private boolean profile;

    private final List<Path> files = new ArrayList<>();

    /**
     * What one of them reached.
     *
     * @param episodes read
     * @param metrics numbers computed
     * @param seconds from opening the first file
     * @param sums of every metric over the episodes
     */
    private record Reached(long episodes, long metrics, double seconds, Map<String, Double> sums) {
        Figures figures() {
            return new Figures()
                    .put("episodes_per_s", episodes / seconds, 1, "episodes/s", 0)
                    .put("metrics_per_s", metrics / seconds, 1, "metrics/s", 0)
                    .put("wall_s", seconds, 6, "wall s", 3);
        }
    }

    @Override
    void check() {
        episodes.count();
        // Shorter episodes lack metrics.
        steps.atLeast(5);
        Options.requireAtLeast("--episodes-per-run", episodesPerRun, 1);
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        for (int left = episodes.count(); left > 0; left -= episodesPerRun) {
            RecordSpec spec = RecordSpec.proprio(Math.min(left, episodesPerRun), steps.count());
            files.add(new RecordRun(spec)
                    .record(folder.resolve("run-" + files.size()))
                    .file());
        }
        Reached ours = ours();
        Reached numpy = numpy(ours);
        double ratio = ours.episodes / ours.seconds / (numpy.episodes / numpy.seconds);
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("ours", ours.figures());
        rows.put("numpy", numpy.figures());
        Figures figures = new Figures()
                .put("bench", "metrics")
                .put("episodes", ours.episodes)
                .put("steps", steps.count());
        rows.forEach(figures::put);
        figures.put("episodes_ratio", ratio, 3)
                .put("compared_metrics", numpy.sums.keySet())
                .say(Sentence.of("metrics of %d episodes of %d steps", ours.episodes, steps.count()))
                .say(Figures.table("", rows))
                .say(Sentence.of("ours / numpy, episodes: %.2f", ratio));
        if (profile) {
            try (ThreadProfiler profiler = new ThreadProfiler()) {
                ours();
                ThreadProfiler.Profile used = profiler.stop();
                figures.put("profile", used.figures()).say(used.table());
            }
        }
        return figures;
    }

    private Reached ours() throws IOException {
        long read = 0;
        long count = 0;
        Map<String, Double> sums = new LinkedHashMap<>();
        long start = System.nanoTime();
        for (Path file : files) {
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                for (String demo : reader.demoNames()) {
                    Map<String, Double> metrics =
                            EpisodeMetrics.STANDARD.compute(reader.demo(demo), DT_SECONDS, MetricSettings.roboLab());
                    read++;
                    count += metrics.size();
                    metrics.forEach((name, value) -> sums.merge(name, value == null ? 0 : value, Double::sum));
                }
            }
        }
        return new Reached(read, count, (System.nanoTime() - start) / 1e9, sums);
    }

    /** Refuses figures of a peer that did not compute the same. */
    private Reached numpy(Reached ours) throws IOException, InterruptedException {
        List<Object> arguments = new ArrayList<>(List.of(PeerProcess.home().resolve("conformance"), DT_SECONDS));
        arguments.addAll(files);
        PeerFigures json = PeerProcess.python("metrics_numpy.py", arguments.toArray());
        Map<String, Double> sums = new LinkedHashMap<>();
        for (Map.Entry<String, Double> metric : ours.sums.entrySet()) {
            if (json.has("sums", metric.getKey())) {
                double numpys = json.number("sums", metric.getKey());
                sums.put(metric.getKey(), numpys);
                if (Math.abs(metric.getValue() - numpys) > TOLERANCE * Math.abs(numpys)) {
                    throw new IllegalStateException(Sentence.of(
                            "%s of all episodes is %s, numpy's %s; they must be the same to be compared",
                            metric.getKey(), metric.getValue(), numpys));
                }
            }
        }
        return new Reached((long) json.number("episodes"), (long) json.number("metrics"), json.number("wall_s"), sums);
    }
}
