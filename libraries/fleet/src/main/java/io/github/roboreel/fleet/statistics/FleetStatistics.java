package io.github.roboreel.fleet.statistics;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.JoinTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Statistics of the values of fields over all folders of a fleet. They are those of
 * {@link io.github.roboreel.recordings.transform.statistics.EpisodeStatistics} with a sequence for each folder, to the
 * bit, on any engine with any number of workers. The driver needs memory for a few collectors, however many folders
 * there are.
 */
public final class FleetStatistics {
    private static final int MAX_FOLDERS_IN_TASK = 64;
    private static final int TASKS_PER_WORKER = 8;

    private FleetStatistics() {}

    /**
     * Reads all wanted episodes. What cannot be read is a problem of the result, and the rest counts.
     *
     * @param folders output folders, and which of their episodes
     * @param choice which of those
     * @param fields which fields
     * @param settings of the storages
     * @param progress receives how many folders are done
     * @throws RoboReelException of kind BAD_ARGUMENT, when no episode is wanted or none has a field that was named
     * @throws IllegalArgumentException in one sentence, when the values of a field have different shapes
     * @throws IOException when a store or the engine fails
     */
    public static FoundStatistics of(
            Engine engine,
            List<FolderChoice> folders,
            EpisodeChoice choice,
            FieldChoice fields,
            Map<String, String> settings,
            ExportProgress progress)
            throws IOException {
        List<ArrayList<FolderChoice>> groups = groups(folders, engine.workers());
        JoinTree<PartialStatistics> tree = new JoinTree<>(groups.size(), PartialStatistics::add);
        progress.phase("reading", folders.size());
        engine.run("statistics", groups, new StatisticsTask(choice, fields, settings), (index, part) -> {
            tree.take(index, part);
            progress.advanced(groups.get(index).size());
        });
        PartialStatistics all = tree.joined().orElseGet(PartialStatistics::new);
        choice.requireKnown(all.names());
        if (all.wanted() == 0) {
            throw RoboReelException.badArgument(
                    "none of %s episodes is wanted and has steps; change the filters", all.found());
        }
        fields.requireKnown(all.known());
        if (all.conflict().isPresent()) {
            throw new IllegalArgumentException(all.conflict().get());
        }
        return all.statistics();
    }

    /** As many to a task as a power of two, for the tree is the same then; enough tasks to keep all workers busy. */
    private static List<ArrayList<FolderChoice>> groups(List<FolderChoice> folders, int workers) {
        int fair = folders.size() / Math.max(1, TASKS_PER_WORKER * workers);
        int size = Integer.highestOneBit(Math.max(1, Math.min(MAX_FOLDERS_IN_TASK, fair)));
        List<ArrayList<FolderChoice>> groups = new ArrayList<>();
        for (int first = 0; first < folders.size(); first += size) {
            groups.add(new ArrayList<>(folders.subList(first, Math.min(folders.size(), first + size))));
        }
        return groups;
    }
}
