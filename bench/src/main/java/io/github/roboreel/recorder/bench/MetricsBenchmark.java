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

/** {@code bench metrics}: all metrics of all stored episodes, by ours and by numpy, one thread each. */
@Command(
        name = "metrics",
        description = "Computes every metric of many stored episodes, file reading included, and does the"
                + " same with h5py and numpy; both must agree. One thread each.")
final class MetricsBenchmark extends Scenario {
    private static final double DT_SECONDS = 1 / 15.0;
    private static final double TOLERANCE = 1e-6;

    @Param
    private int episodes = 10_000;

    /** Shorter episodes lack metrics. */
    @Param(min = 5)
    private int steps = 150;

    @Param("Episodes in one run file")
    private int episodesPerRun = 200;

    @Param
    private boolean profile;

    private final List<Path> files = new ArrayList<>();

    /** Of every metric over the episodes. */
    private final Map<String, Double> sums = new LinkedHashMap<>();

    @Override
    void measure(Path folder) throws IOException, InterruptedException {
        for (int left = episodes; left > 0; left -= episodesPerRun) {
            RecordSpec spec = RecordSpec.proprio(Math.min(left, episodesPerRun), steps);
            files.add(RecordRun.of(spec, folder.resolve("run-" + files.size())).file());
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        double seconds = ours(rows);
        Child.Printed numpy = Child.python("metrics_numpy.py", Child.home().resolve("conformance"), DT_SECONDS)
                .and(files.toArray())
                .printed();
        rows.put("numpy", speed(numpy.number("episodes"), numpy.number("metrics"), numpy.number("wall_s")));
        rows.forEach(figures::put);
        double ratio = episodes / seconds / (numpy.number("episodes") / numpy.number("wall_s"));
        figures.put("episodes_ratio", ratio).put("compared_metrics", compared(numpy));
        say("", rows);
        say(Sentence.of("ours / numpy, episodes: %.2f", ratio));
        if (profile) {
            try (ThreadProfiler profiler = new ThreadProfiler()) {
                ours(rows);
                Figures used = profiler.stop();
                figures.put("profile", used);
                say(ThreadProfiler.table(used));
            }
        }
    }

    private static Figures speed(double episodes, double metrics, double seconds) {
        return new Figures()
                .put("episodes_per_s", episodes / seconds)
                .put("metrics_per_s", metrics / seconds)
                .put("wall_s", seconds);
    }

    /** Returns the seconds from opening the first file. */
    private double ours(Map<String, Figures> rows) throws IOException {
        sums.clear();
        long count = 0;
        long start = System.nanoTime();
        for (Path file : files) {
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                for (String demo : reader.demoNames()) {
                    Map<String, Double> metrics =
                            EpisodeMetrics.STANDARD.compute(reader.demo(demo), DT_SECONDS, MetricSettings.roboLab());
                    count += metrics.size();
                    metrics.forEach((name, value) -> sums.merge(name, value == null ? 0 : value, Double::sum));
                }
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        rows.put("ours", speed(episodes, count, seconds));
        return seconds;
    }

    /** The metrics that numpy computed, too; refuses figures of a peer that did not compute the same. */
    private List<String> compared(Child.Printed numpy) throws IOException {
        List<String> names = new ArrayList<>();
        numpy.json().path("sums").fieldNames().forEachRemaining(names::add);
        names.retainAll(sums.keySet());
        for (String name : names) {
            double numpys = numpy.number("sums/" + name);
            if (Math.abs(sums.get(name) - numpys) > TOLERANCE * Math.abs(numpys)) {
                throw new IllegalStateException(Sentence.of(
                        "%s of all episodes is %s, numpy's %s; they must be the same to be compared",
                        name, sums.get(name), numpys));
            }
        }
        return names;
    }
}
