package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.series.SubtaskRows.Change;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EventLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** What happened in an episode: its log, and its subtasks and score by the rows of the run file. */
record EpisodeEvents(EpisodeFiles files, NewestData newest) {
    private static final Set<StatusCode> BAD = EnumSet.of(
            StatusCode.WRONG_OBJECT_GRABBED_FAILURE,
            StatusCode.OBJECT_OUT_OF_SCENE,
            StatusCode.OBJECT_TIPPED_OVER,
            StatusCode.TARGET_OBJECT_DROPPED,
            StatusCode.OBJECT_DROPPED_FAILURE);

    /** They belong to any grasp. */
    private static final Set<StatusCode> USUAL =
            EnumSet.of(StatusCode.GRIPPER_FULLY_CLOSED, StatusCode.OBJECT_STARTED_MOVING, StatusCode.OBJECT_MOVED);

    /** The document; what cannot be read is a sentence in {@code problems}. */
    Map<String, Object> of(EpisodePlace episode) {
        List<String> problems = new ArrayList<>();
        List<EpisodeEvent> happened = happened(episode, problems);
        Optional<SubtaskRows> rows = rows(episode, happened, problems);
        boolean isAligned = rows.isPresent()
                && rows.get().aligned()
                && !rows.get().changes().isEmpty();
        return new JsonFields()
                .with("dt", episode.dtSeconds())
                .with("num_events", happened.size())
                .with("events", events(happened, rows.map(SubtaskRows::times).orElse(List.of()), episode))
                .with("subtasks", isAligned ? subtasks(episode, rows.get()) : List.of())
                .with("score", isAligned ? scores(rows.get()) : scores(happened))
                .with("live", EpisodeDocument.isLive(episode))
                .with("problems", problems);
    }

    private List<EpisodeEvent> happened(EpisodePlace episode, List<String> problems) {
        Optional<LogFile> log = log(episode);
        if (log.isEmpty()) {
            return newest.events(episode);
        }
        try {
            if (!log.get().path().toRealPath().startsWith(episode.recording().path())) {
                problems.add(log.get().path().getFileName()
                        + " is a link that leads out of the recording, so it is not read; copy it there");
                return List.of();
            }
            EventLog read = EventLog.read(log.get().path());
            read.problems().forEach(problem -> problems.add(problem.text()));
            return read.events();
        } catch (IOException e) {
            problems.add("the events cannot be shown: " + e.getMessage());
            return List.of();
        }
    }

    private static Optional<LogFile> log(EpisodePlace episode) {
        if (episode.line().isPresent()) {
            return episode.env().logOf(episode.line().get());
        }
        OptionalInt run = episode.run();
        return run.isPresent() ? episode.env().logOf(run.getAsInt(), episode.envId()) : Optional.empty();
    }

    private Optional<SubtaskRows> rows(EpisodePlace episode, List<EpisodeEvent> happened, List<String> problems) {
        try {
            List<Long> times = happened.stream().map(EpisodeEvents::row).toList();
            RowsRequest request = files.request(episode, new RowsRequest.Subtasks(times));
            return Optional.of(files.ask(request, new TypeReference<SubtaskRows>() {}));
        } catch (IOException e) {
            problems.add("the subtasks cannot be shown: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Steps count from 1, as in logs, rows of the run file from 0. */
    private static long row(EpisodeEvent event) {
        return Math.max(0, event.step() - 1);
    }

    /** @param times of their rows as they are stored; null where they are not, none when the run file is not read */
    private static List<Object> events(List<EpisodeEvent> happened, List<Double> times, EpisodePlace episode) {
        List<Object> events = new ArrayList<>();
        for (int i = 0; i < happened.size(); i++) {
            EpisodeEvent event = happened.get(i);
            Double stored = i < times.size() ? times.get(i) : null;
            events.add(event(event, stored == null ? event.step() * episode.dtSeconds() : stored));
        }
        return events;
    }

    private static Map<String, Object> event(EpisodeEvent event, double timeSeconds) {
        return new JsonFields()
                .with("step", event.step())
                .with("row", row(event))
                .with("time_s", timeSeconds)
                .with("code", event.code())
                .with("name", event.name())
                .with("info", event.info())
                .with("score", event.score())
                .with("severity", severity(event.code()));
    }

    /** How bad an event is: {@code info}, {@code good}, {@code warning} or {@code bad}. */
    static String severity(int code) {
        Optional<StatusCode> known = StatusCode.of(code);
        if (known.isEmpty() || USUAL.contains(known.get())) {
            return "info";
        }
        if (known.get().isSuccess()) {
            return "good";
        }
        return BAD.contains(known.get()) ? "bad" : known.get().isFailure() ? "warning" : "info";
    }

    private static List<Object> scores(SubtaskRows rows) {
        List<Object> scores = new ArrayList<>();
        Double last = null;
        for (Change change : rows.changes()) {
            if (last == null || change.score() != last) {
                scores.add(List.of(change.row(), change.score()));
            }
            last = change.score();
        }
        return scores;
    }

    private static List<Object> scores(List<EpisodeEvent> events) {
        List<Object> scores = new ArrayList<>();
        double last = 0;
        for (EpisodeEvent event : events) {
            if (event.score() == null) {
                continue;
            }
            if (event.score() != last) {
                if (scores.isEmpty()) {
                    scores.add(List.of(0, 0.0));
                }
                scores.add(List.of(row(event), event.score()));
            }
            last = event.score();
        }
        return scores;
    }

    /** A lane for each subtask that was begun: from the row at which the one before it was done to its own. */
    private static List<Object> subtasks(EpisodePlace episode, SubtaskRows rows) {
        List<String> names = names(episode);
        List<Object> lanes = new ArrayList<>();
        long from = 0;
        int done = 0;
        for (Change change : rows.changes()) {
            while (done < change.completed()) {
                lanes.add(lane(names, done, from, change.row(), "done"));
                from = change.row();
                done++;
            }
        }
        if (done < names.size()) {
            // Unknown while the episode has not ended.
            String state = episode.line().isEmpty() ? "active" : "failed";
            lanes.add(lane(names, done, from, Math.max(from, rows.numSamples() - 1), state));
        }
        return lanes;
    }

    private static Map<String, Object> lane(List<String> names, int index, Long from, Long to, String state) {
        return new JsonFields()
                .with("name", index < names.size() ? names.get(index) : "subtask " + (index + 1))
                .with("from", from)
                .with("to", to)
                .with("state", state);
    }

    private static List<String> names(EpisodePlace episode) {
        List<String> names = new ArrayList<>();
        for (JsonNode subtask : episode.env().config().path("subtasks")) {
            names.add(subtask.path("name").asText("subtask " + (names.size() + 1)));
        }
        return names;
    }
}
