package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.tools.FileFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Turns a schema-1 log, a list with an entry per step, into events as RoboLab does. */
final class LegacyLog {
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
