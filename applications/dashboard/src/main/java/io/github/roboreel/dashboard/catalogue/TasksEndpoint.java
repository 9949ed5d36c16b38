package io.github.roboreel.dashboard.catalogue;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EnvSummary;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.YamlFile;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.ReportDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** {@code /tasks}: the tasks and objects of a folder of task files and of the recordings. */
public final class TasksEndpoint {
    private static final long MAX_BYTES = 1 << 20;

    private final RecordingIndex index;
    private final Optional<Path> folder;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();

    /**
     * What a recording's configuration says of its task, as of one look.
     *
     * @param env the env folder then; the same one as long as it has not changed
     */
    private record Known(EnvSummary env, TaskFacts facts) {}

    /** Counts of a task's episodes. */
    private static final class Tally {
        private final Set<String> recordings = new LinkedHashSet<>();
        private int episodes;
        private int judged;
        private int successes;

        void add(IndexedEpisode episode) {
            episodes++;
            judged += episode.success().isPresent() ? 1 : 0;
            successes += episode.isSuccess() ? 1 : 0;
        }
    }

    /** @param folder with task files; empty without one */
    public TasksEndpoint(RecordingIndex index, Optional<Path> folder) {
        this.index = index;
        this.folder = folder;
    }

    public Answer answer(Request request) {
        List<String> problems = new ArrayList<>();
        Map<String, TaskFacts> tasks = new TreeMap<>();
        folder.ifPresent(path -> addFiles(path, tasks, problems));
        Map<String, Tally> tallies = new HashMap<>();
        for (IndexedRecording recording : index.indexed()) {
            add(recording, tasks, tallies);
        }
        return new Answer.Json(new JsonFields()
                .with(
                        "tasks",
                        tasks.values().stream().map(task -> row(task, tallies)).toList())
                .with("objects", objects(tasks))
                .with("folder", folder.map(Path::toString).orElse(null))
                .with("problems", problems));
    }

    private static void addFiles(Path folder, Map<String, TaskFacts> tasks, List<String> problems) {
        try {
            for (Path file : FolderEntries.of(folder)) {
                String name = file.getFileName().toString();
                boolean isTask = name.endsWith(".yaml") || name.endsWith(".yml");
                if (isTask && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) < MAX_BYTES) {
                    addFile(file, name.substring(0, name.lastIndexOf('.')), tasks, problems);
                }
            }
        } catch (IOException e) {
            problems.add(folder + " cannot be listed (" + Sentence.reasonOf(e) + "); check its permissions");
        }
    }

    private static void addFile(Path file, String name, Map<String, TaskFacts> tasks, List<String> problems) {
        try {
            TaskFacts facts = TaskFacts.ofFile(YamlFile.read(file), name);
            tasks.putIfAbsent(facts.name(), facts);
        } catch (ConfigException e) {
            problems.add(e.getMessage());
        }
    }

    private void add(IndexedRecording recording, Map<String, TaskFacts> tasks, Map<String, Tally> tallies) {
        for (EnvSummary env : recording.envs()) {
            TaskFacts facts = facts(recording, env);
            tasks.merge(facts.name(), facts, TaskFacts::completedBy);
            tallies.computeIfAbsent(facts.name(), name -> new Tally())
                    .recordings
                    .add(recording.id());
        }
        for (IndexedEpisode episode : recording.episodes()) {
            Tally tally = tallies.computeIfAbsent(episode.taskName(), name -> new Tally());
            tally.recordings.add(recording.id());
            tally.add(episode);
        }
    }

    /** A configuration is read again when its folder has been looked at again. */
    private TaskFacts facts(IndexedRecording recording, EnvSummary env) {
        Path path = recording.recording().path().resolve(env.name());
        Known before = known.get(path);
        if (before != null && before.env.equals(env)) {
            return before.facts;
        }
        TaskFacts facts = TaskFacts.ofEnv(EnvFolder.read(path));
        known.put(path, new Known(env, facts));
        return facts;
    }

    private static Map<String, Object> row(TaskFacts task, Map<String, Tally> tallies) {
        Tally tally = tallies.getOrDefault(task.name(), new Tally());
        Map<String, Object> json = task.document();
        json.put("recordings", tally.recordings);
        json.putAll(ReportDocument.verdicts(
                tally.episodes, tally.judged, tally.successes, RateInterval.HPD.of(tally.successes, tally.judged)));
        return json;
    }

    private static List<Map<String, Object>> objects(Map<String, TaskFacts> tasks) {
        Map<String, TreeSet<String>> users = new TreeMap<>();
        tasks.values()
                .forEach(task -> task.scene()
                        .objects()
                        .keySet()
                        .forEach(object -> users.computeIfAbsent(object, name -> new TreeSet<>())
                                .add(task.name())));
        List<Map<String, Object>> rows = new ArrayList<>();
        users.forEach((object, names) -> {
            JsonFields row = new JsonFields().with("name", object).with("tasks", names);
            rows.add(row);
        });
        return rows;
    }
}
