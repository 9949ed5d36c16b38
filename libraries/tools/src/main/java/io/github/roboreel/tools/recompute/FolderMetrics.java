package io.github.roboreel.tools.recompute;

import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.RecordedEpisodes;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.RunFileReaders;
import io.github.roboreel.recordings.folder.StepPeriod;
import io.github.roboreel.tools.report.MetricColumns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The metrics of all episodes that a folder stores, computed from its run files.
 *
 * @param episodes by env, run and number
 * @param problems what had to be left out or is doubtful, the folder's own problems first
 */
public record FolderMetrics(List<StoredMetrics> episodes, List<FileFault> problems) {
    public FolderMetrics {
        episodes = List.copyOf(episodes);
        problems = List.copyOf(problems);
    }

    /**
     * Computes them, with the time between two steps that {@link StepPeriod} says. A set that fails for an episode is
     * among the problems; the values of the others are there. So is one with which a run was recorded and that is not
     * there now: its values are not computed.
     */
    public static FolderMetrics compute(ResultFolder folder, MetricSets metrics) {
        return compute(folder, metrics, RunFileReaders::open);
    }

    /** As {@link #compute(ResultFolder, MetricSets)}, with run files that another reader opens. */
    public static FolderMetrics compute(ResultFolder folder, MetricSets metrics, RunReaders readers) {
        List<FileFault> problems = new ArrayList<>(folder.problems());
        List<StoredMetrics> episodes = new ArrayList<>();
        Set<EnvFolder> withoutPeriod = new HashSet<>();
        MetricSetFaults missing = new MetricSetFaults(metrics);
        RecordedEpisodes recorded = new RecordedEpisodes(folder, problems, readers);
        recorded.visit(episode -> true, (episode, reader) -> {
            StepPeriod period = episode.period(reader);
            if (period.isAssumed() && withoutPeriod.add(episode.env())) {
                problems.add(StepPeriod.assumed(episode.env(), FileFault.Severity.NOTE));
            }
            missing.add(episode.metricSets());
            MetricSets.Computed computed = metrics.compute(reader, period.seconds());
            DemoLocation at = episode.location();
            problems.addAll(MetricSetFaults.failed(computed, at.file(), at.demo()));
            episodes.add(new StoredMetrics(episode, computed, period.isAssumed()));
        });
        missing.problem(folder.path(), "their metrics stay as they are", "", FileFault.Severity.NOTE)
                .ifPresent(problems::add);
        problems.addAll(recorded.linesWithoutDemo());
        if (!episodes.isEmpty() && episodes.stream().noneMatch(FolderMetrics::hasStandard)) {
            problems.add(FileFault.doubtful(
                    folder.path(),
                    0,
                    "has no standard metric; " + MetricColumns.needs(),
                    "nothing is wrong where the robot is no arm"));
        }
        if (episodes.isEmpty() && problems.isEmpty()) {
            problems.add(FileFault.leftOut(
                    folder.path(), "holds no recorded episode", "give a folder with <ENV>/run_<i>.hdf5 in it"));
        }
        return new FolderMetrics(episodes, problems);
    }

    private static boolean hasStandard(StoredMetrics episode) {
        return EpisodeMetrics.STANDARD.names().stream()
                .anyMatch(name -> episode.metrics().get(name) != null);
    }
}
