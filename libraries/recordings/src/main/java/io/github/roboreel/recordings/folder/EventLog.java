package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Event log of an episode. Immutable.
 *
 * @param schema 2, or 1 for the legacy list of steps; 0 when the file is of neither kind and holds no events
 * @param dtSeconds time between two steps, s; not in schema 1
 * @param identity which episode it says it is of
 * @param success the verdict
 * @param finalStep number of steps; in schema 1 the length of the list
 * @param events in time; steps count from 1 in either schema, so step s belongs to row s-1
 * @param eventsLost how many events of the episode its recorder lost when it died
 * @param problems entries that are no events
 */
public record EventLog(
        int schema,
        OptionalDouble dtSeconds,
        Identity identity,
        Optional<Boolean> success,
        OptionalInt finalStep,
        List<EpisodeEvent> events,
        int eventsLost,
        List<FileFault> problems) {
    /** RoboLab's format, section 7.1: the step of an event is not known. */
    private static final int UNAVAILABLE_STEP = -1;

    /**
     * Which episode a log is of; all of it is empty in schema 1.
     *
     * @param task name of the task
     * @param run index of the run
     * @param envId index of the environment
     */
    public record Identity(Optional<String> task, OptionalInt run, OptionalInt envId) {}

    public EventLog {
        events = List.copyOf(events);
        problems = List.copyOf(problems);
    }

    /**
     * Reads a log.
     *
     * @throws IOException in one sentence, when the file cannot be read or is not JSON
     */
    public static EventLog read(Path file) throws IOException {
        try {
            return of(file, LenientJson.read(file));
        } catch (IOException e) {
            throw new IOException(file + " is not JSON (" + LenientJson.reason(e) + ")", e);
        }
    }

    /**
     * Reads the log of a demo.
     *
     * @param lost what lacks when it cannot be read, as the end of a half sentence; may be empty
     * @param problems where what cannot be read is added
     * @return empty when there is none, or it cannot be read
     */
    public static Optional<EventLog> ofDemo(EnvFolder env, StoredDemo demo, String lost, List<FileFault> problems) {
        Optional<Path> file = env.logOf(demo.file(), demo.number()).map(EnvFolder.LogFile::path);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            EventLog log = read(file.get());
            problems.addAll(log.problems());
            return Optional.of(log);
        } catch (IOException e) {
            String problem = "cannot be read" + lost + " (" + e.getMessage() + ")";
            problems.add(FileFault.leftOut(file.get(), problem, "take it from a backup"));
            return Optional.empty();
        }
    }

    /**
     * The log that a document holds.
     *
     * @param file where it comes from
     */
    public static EventLog of(Path file, JsonNode json) {
        List<FileFault> problems = new ArrayList<>();
        if (json.isArray()) {
            List<EpisodeEvent> events = new LegacyLog(file, problems).events(json);
            return of(1, json, OptionalInt.of(json.size()), events, problems);
        }
        boolean known = json.path("schema_version").asInt() == 2;
        List<EpisodeEvent> events = known ? events(file, json, problems) : List.of();
        return of(known ? 2 : 0, json, LenientJson.integer(json.path("final_step")), events, problems);
    }

    private static EventLog of(
            int schema, JsonNode json, OptionalInt finalStep, List<EpisodeEvent> events, List<FileFault> problems) {
        JsonNode success = json.path("success");
        return new EventLog(
                schema,
                LenientJson.number(json.path("dt")),
                new Identity(
                        Optional.ofNullable(json.path("task").textValue()),
                        LenientJson.integer(json.path("run")),
                        LenientJson.integer(json.path("env_id"))),
                success.isBoolean() ? Optional.of(success.booleanValue()) : Optional.empty(),
                finalStep,
                events,
                LenientJson.integer(json.path("events_lost")).orElse(0),
                problems);
    }

    private static List<EpisodeEvent> events(Path file, JsonNode json, List<FileFault> problems) {
        List<EpisodeEvent> events = new ArrayList<>();
        int index = 0;
        for (JsonNode event : json.path("events")) {
            index++;
            OptionalInt step = LenientJson.integer(event.path("step"));
            OptionalInt code = LenientJson.integer(event.path("code"));
            OptionalDouble score = LenientJson.number(event.path("score"));
            if (step.orElse(0) == UNAVAILABLE_STEP) {
                problems.add(FileFault.doubtful(
                        file,
                        0,
                        "has an entry " + index + " without a step (-1), not shown",
                        "its recorder did not know the step"));
                continue;
            }
            String name = event.path("name").asText(StatusCode.nameOf(code.orElse(0)));
            try {
                events.add(new EpisodeEvent(
                        step.orElse(0),
                        code.orElse(-1),
                        name,
                        event.path("info").asText(""),
                        score.isPresent() ? (Double) score.getAsDouble() : null,
                        EventSummary.objectOf(
                                code.orElse(-1), event.path("info").asText(""))));
            } catch (IllegalArgumentException e) {
                problems.add(FileFault.leftOut(
                        file,
                        "has an entry " + index + " that is no event: " + e.getMessage(),
                        "mend or delete the entry"));
            }
        }
        return events;
    }

    /** Turns a schema-1 log, a list with an entry per step, into events as RoboLab does. */
    static final class LegacyLog {
        /** Codes that the old recorder repeated at every step while they lasted. */
        private static final Set<Integer> LASTING = Set.of(250, 255, 257);

        private record Cause(String info, int code) {}

        private final Path file;
        private final List<FileFault> problems;
        private final List<EpisodeEvent> events = new ArrayList<>();
        private final Map<Cause, Integer> lastSteps = new HashMap<>();
        private int lastStatus;
        private double lastScore;

        /** @param problems where entries that are no steps are added */
        LegacyLog(Path file, List<FileFault> problems) {
            this.file = file;
            this.problems = problems;
        }

        /** Steps of the result count from 1. */
        List<EpisodeEvent> events(JsonNode steps) {
            for (int index = 0; index < steps.size(); index++) {
                JsonNode entry = steps.get(index);
                if (entry.isObject()) {
                    addStep(index + 1, entry);
                } else if (!entry.isNull()) {
                    problems.add(FileFault.leftOut(
                            file, "has an entry " + (index + 1) + " that is no step: " + entry, "mend the entry"));
                }
            }
            return events;
        }

        private void addStep(int step, JsonNode entry) {
            int status = LenientJson.integer(entry.path("status")).orElse(0);
            double score = LenientJson.number(entry.path("score")).orElse(0);
            JsonNode causes = entry.path("all_status_codes");
            if (causes.size() > 0) {
                addCauses(step, causes, score);
            } else if (status != 0 && (status != lastStatus || score != lastScore)) {
                add(step, status, entry.path("info").asText(""), score);
            } else {
                return;
            }
            lastStatus = status;
            lastScore = score;
        }

        /** One event per distinct code; the step's score is shared out among the entries. */
        private void addCauses(int step, JsonNode causes, double score) {
            Set<Integer> seen = new HashSet<>();
            double running = lastScore;
            for (JsonNode cause : causes) {
                OptionalInt code = LenientJson.integer(cause.path(1));
                if (code.isEmpty() || !seen.add(code.getAsInt())) {
                    continue;
                }
                running += score / causes.size();
                Cause known = new Cause(cause.path(0).asText(""), code.getAsInt());
                if (known.code() != 0 && !lasts(known, step)) {
                    add(step, known.code(), known.info(), running);
                }
            }
        }

        private boolean lasts(Cause cause, int step) {
            if (!LASTING.contains(cause.code())) {
                return false;
            }
            Integer last = lastSteps.put(cause, step);
            return last != null && last == step - 1;
        }

        private void add(int step, int code, String info, double score) {
            if (code < 0 || code > 65_535) {
                problems.add(FileFault.leftOut(
                        file, "has code " + code + " at step " + step + "; expected 0 to 65535", "mend the entry"));
                return;
            }
            double inRange = Math.max(0, Math.min(1, score));
            events.add(new EpisodeEvent(step, code, StatusCode.nameOf(code), info, inRange));
        }
    }
}
