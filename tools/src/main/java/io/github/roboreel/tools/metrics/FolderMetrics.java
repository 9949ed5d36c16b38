package io.github.roboreel.tools.metrics;

import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.EnvFolder;
import io.github.roboreel.tools.Problem;
import io.github.roboreel.tools.ResultFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The metrics of all episodes that a folder stores, computed from its run files.
 *
 * @param episodes by env, run and number
 * @param problems what had to be left out or is doubtful, the folder's own problems first
 */
public record FolderMetrics(List<StoredMetrics> episodes, List<Problem> problems) {
    /** Copies the lists. */
    public FolderMetrics {
        episodes = List.copyOf(episodes);
        problems = List.copyOf(problems);
    }

    /**
     * Computes them. Time between two steps is that of {@code env_cfg.json}, else the demo's
     * attribute {@code dt}, else {@link EnvFolder#DEFAULT_DT_SECONDS}.
     */
    public static FolderMetrics compute(ResultFolder folder, EpisodeMetricSet metrics) {
        List<Problem> problems = new ArrayList<>(folder.problems());
        List<StoredMetrics> episodes = new ArrayList<>();
        Set<EnvFolder> withoutPeriod = new HashSet<>();
        RecordedEpisodes recorded = new RecordedEpisodes(folder, problems);
        recorded.visit(
                episode -> true,
                (episode, reader) -> {
                    OptionalDouble dt = dtSeconds(episode.env(), reader);
                    if (dt.isEmpty() && withoutPeriod.add(episode.env())) {
                        problems.add(assumedPeriod(episode.env()));
                    }
                    double dtSeconds = dt.orElse(EnvFolder.DEFAULT_DT_SECONDS);
                    episodes.add(new StoredMetrics(episode, metrics.compute(reader, dtSeconds)));
                });
        problems.addAll(recorded.linesWithoutDemo());
        if (episodes.isEmpty() && problems.isEmpty()) {
            problems.add(
                    Problem.leftOut(
                            folder.path(),
                            "holds no recorded episode",
                            "give a folder with <ENV>/run_<i>.hdf5 in it"));
        }
        return new FolderMetrics(episodes, problems);
    }

    /** Time between two steps of an episode, s; empty when nothing says it. */
    public static OptionalDouble dtSeconds(EnvFolder env, EpisodeReader episode)
            throws IOException {
        OptionalDouble configured = env.dtSeconds();
        if (configured.isPresent()) {
            return configured;
        }
        return episode.attributes().get("dt") instanceof Double stored
                        && stored > 0
                        && Double.isFinite(stored)
                ? OptionalDouble.of(stored)
                : OptionalDouble.empty();
    }

    private static Problem assumedPeriod(EnvFolder env) {
        return new Problem(
                env.configFile(),
                0,
                "does not say sim.dt and decimation, so 1/15 s between two steps is assumed",
                "copy the file from where the episodes were recorded",
                Problem.Severity.DOUBTFUL);
    }
}
