package io.github.roboreel.recorder.bench.metrics;

import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import io.github.roboreel.recorder.bench.record.RecordRun;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All metrics of all stored episodes, by ours and by numpy, one thread each. */
final class MetricsRun {
    private static final double DT_SECONDS = 1 / 15.0;
    private static final double TOLERANCE = 1e-6;

    private final List<Path> files = new ArrayList<>();

    /** Records the episodes. */
    MetricsRun(Path folder, int episodes, int steps, int episodesPerRun) throws IOException {
        int run = 0;
        for (int left = episodes; left > 0; left -= episodesPerRun) {
            RecordSpec spec = RecordSpec.proprio(Math.min(left, episodesPerRun), steps);
            files.add(new RecordRun(spec).record(folder.resolve("run-" + run++)).file());
        }
    }

    /**
     * What one of them reached.
     *
     * @param episodes read
     * @param metrics numbers computed
     * @param seconds from opening the first file
     * @param sums of every metric over the episodes
     */
    record Reached(long episodes, long metrics, double seconds, Map<String, Double> sums) {
        Figures figures() {
            return new Figures()
                    .put("episodes_per_s", episodes / seconds, 1, "episodes/s", 0)
                    .put("metrics_per_s", metrics / seconds, 1, "metrics/s", 0)
                    .put("wall_s", seconds, 6, "wall s", 3);
        }
    }

    Reached ours() throws IOException {
        long episodes = 0;
        long count = 0;
        Map<String, Double> sums = new LinkedHashMap<>();
        long start = System.nanoTime();
        for (Path file : files) {
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                for (String demo : reader.demoNames()) {
                    Map<String, Double> metrics =
                            EpisodeMetrics.STANDARD.compute(reader.demo(demo), DT_SECONDS, MetricSettings.roboLab());
                    episodes++;
                    count += metrics.size();
                    metrics.forEach((name, value) -> sums.merge(name, value == null ? 0 : value, Double::sum));
                }
            }
        }
        return new Reached(episodes, count, (System.nanoTime() - start) / 1e9, sums);
    }

    /** Refuses figures of a peer that did not compute the same. */
    Reached numpy(Reached ours) throws IOException, InterruptedException {
        List<Object> arguments = new ArrayList<>(List.of(PeerProcess.home().resolve("conformance"), DT_SECONDS));
        arguments.addAll(files);
        PeerFigures json = PeerProcess.python("metrics_numpy.py", arguments.toArray());
        Map<String, Double> sums = new LinkedHashMap<>();
        for (String metric : ours.sums().keySet()) {
            if (json.has("sums", metric)) {
                sums.put(metric, json.number("sums", metric));
                requireEqual(metric, ours.sums().get(metric), sums.get(metric));
            }
        }
        return new Reached((long) json.number("episodes"), (long) json.number("metrics"), json.number("wall_s"), sums);
    }

    private static void requireEqual(String metric, double ours, double numpys) {
        if (Math.abs(ours - numpys) > TOLERANCE * Math.abs(numpys)) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%s of all episodes is %s, numpy's %s; they must be the same to be" + " compared",
                    metric,
                    ours,
                    numpys));
        }
    }
}
