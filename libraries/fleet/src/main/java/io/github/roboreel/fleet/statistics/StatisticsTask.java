package io.github.roboreel.fleet.statistics;

import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.FieldChoice;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.statistics.JoinTree;
import io.github.roboreel.recordings.transform.statistics.StatisticsCollector;
import io.github.roboreel.recordings.transform.statistics.ValidFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the statistics of some folders, neighbours in the fleet. Those of an episode are collected alone, joined to
 * those of its folder in the order of its episodes, and folders by a {@link JoinTree}.
 */
final class StatisticsTask implements Task<ArrayList<FolderChoice>, PartialStatistics> {
    private static final long serialVersionUID = 1L;

    private final EpisodeChoice choice;
    private final FieldChoice fields;
    private final HashMap<String, String> settings;

    /**
     * A task.
     *
     * @param settings of the storages
     */
    StatisticsTask(EpisodeChoice choice, FieldChoice fields, Map<String, String> settings) {
        this.choice = choice;
        this.fields = fields;
        this.settings = new HashMap<>(settings);
    }

    @Override
    public PartialStatistics run(ArrayList<FolderChoice> folders) throws IOException {
        Storages storages = new Storages(settings);
        JoinTree<PartialStatistics> tree = new JoinTree<>(folders.size(), PartialStatistics::add);
        for (int i = 0; i < folders.size(); i++) {
            try (FolderView view = FolderView.open(folders.get(i).folder(), storages, FolderView.Part.RESULTS)) {
                tree.take(i, ofFolder(view, folders.get(i)));
            }
        }
        return tree.joined().orElseGet(PartialStatistics::new);
    }

    private PartialStatistics ofFolder(FolderView view, FolderChoice folder) {
        PartialStatistics part = new PartialStatistics();
        try (Recordings recordings = Recordings.open(view.path(), view.runReaders())) {
            recordings.problems().forEach(problem -> part.problem(FaultRow.of(view.named(problem))));
            for (Episode episode : recordings.episodes()) {
                part.found(episode.facts());
                boolean isWanted = choice.includes(episode.facts(), episode.steps());
                if (isWanted && episode.steps() > 0 && folder.includes(view, episode.facts())) {
                    read(episode, view, part);
                }
            }
        } catch (IOException e) {
            FileFault fault = FileFault.leftOut(
                    view.path(),
                    Sentence.of("cannot be read (%s)", Sentence.reasonOf(e)),
                    "see what is wrong with: " + Operation.CHECK.command());
            part.problem(FaultRow.of(view.named(fault)));
        }
        return part;
    }

    private void read(Episode episode, FolderView view, PartialStatistics part) throws IOException {
        try {
            part.wanted(fields.isAll() ? List.of() : episode.stepPaths());
            List<String> paths = fields.chosen(episode.stepPaths());
            if (paths.isEmpty()) {
                return;
            }
            List<ArraySpec> specs = new ArrayList<>();
            for (String path : paths) {
                specs.add(episode.spec(path));
            }
            StatisticsCollector collected = new StatisticsCollector(ValidFields.ALL);
            EpisodeSteps.of(episode, paths).steps().forEach(collected::add);
            part.read(specs, episode.steps(), collected);
        } catch (UnreadableEpisodeException e) {
            part.problem(FaultRow.of(view.named(unreadable(e))));
        } catch (IllegalArgumentException e) {
            part.conflict(view.named(e.getMessage()));
        }
    }

    /** The whole episode, whose other fields then count for as many steps as this one. */
    private static FileFault unreadable(UnreadableEpisodeException e) {
        String place = DemoPaths.inData(e.demo()) + (e.path().isEmpty() ? "" : "/" + e.path());
        String reason = e.getMessage();
        for (String prefix : List.of(e.file().toString(), ", ", place, ": ")) {
            reason = reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason;
        }
        return new FileFault(
                e.file(),
                0,
                place,
                "cannot be read, so its episode does not count: " + reason,
                "see what is damaged with: " + Operation.CHECK.command(),
                FileFault.Severity.ERROR);
    }
}
