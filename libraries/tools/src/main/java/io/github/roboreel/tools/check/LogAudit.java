package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Holds the event log of an episode against its demo and its result line. */
record LogAudit(Scope scope, ScannedRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
    private static final String EVENTS_OF_SCHEMA = "events";

    void run(Optional<LogFile> file) {
        if (file.isPresent()) {
            check(file.get());
            return;
        }
        checkIsCounted(hasLogOfEachEpisode());
        if (isExpected()) {
            reportMissing();
        }
    }

    private boolean hasLogOfEachEpisode() {
        return RunHeader.hasLogOfEachEpisode(run.facts().attributes());
    }

    /** Other recorders write logs for all episodes or none. */
    private boolean isExpected() {
        boolean isTallied = line.filter(l -> !l.eventCounts().isEmpty()).isPresent();
        boolean isOfEach =
                scope.isOurs() ? hasLogOfEachEpisode() : !scope.env().logs().isEmpty();
        return isTallied || isOfEach;
    }

    /** A line of ours leaves the count out when events are lost, and only then. */
    private void checkIsCounted(boolean isLost) {
        if (scope.isOurs() && !isLost && line.filter(l -> !l.hasEvents()).isPresent()) {
            scope.findings().error(line.get(), ResultLine.EVENTS, "is missing, and no event is lost", Scope.COMPARE);
        }
    }

    /** A recovery makes the log of what a dead recorder had written; without that the events are gone. */
    private void reportMissing() {
        int number = Scope.number(demo).orElse(-1);
        String name = run.file().isLegacy()
                ? RunFolder.legacyLogFile(number)
                : RunFolder.logFile(run.file().run().getAsInt(), number);
        Path file = scope.env().path().resolve(name);
        String problem = "is missing: the event log of " + run.place(demo);
        boolean isLineRecovered = line.filter(EpisodeRecord::isRecovered).isPresent();
        boolean isRecovered = isLineRecovered || demo.status().equals(EpisodeStatus.RECOVERED.label());
        if (isRecovered && hasLogOfEachEpisode()) {
            scope.findings().note(file, "", problem + ", whose recorder died", "nothing brings its events back");
        } else {
            scope.findings().error(file, "", problem, Scope.BACKUP);
        }
    }

    private void error(Path file, String place, String problem, Object... values) {
        scope.findings().error(file, place, Sentence.of(problem, values), Scope.COMPARE);
    }

    private void check(LogFile file) {
        Path path = file.path();
        try {
            JsonNode json = LenientJson.read(path);
            EventLog log = EventLog.of(path, json);
            log.problems().forEach(problem -> scope.findings().add(problem, problem.severity()));
            if (log.schema() == 0) {
                error(path, "", "is no event log: expected schema_version 2 or a list of steps");
                return;
            }
            if (scope.isOurs() && log.schema() == 2) {
                checkFields(path, json);
            }
            checkIdentity(file, log);
            checkEvents(path, log);
            checkIsCounted(log.eventsLost() > 0);
            if (log.eventsLost() > 0) {
                String problem = "lacks %s events that were lost when the recorder died";
                scope.findings().note(path, "", Sentence.of(problem, log.eventsLost()), "nothing brings them back");
            } else if (log.problems().isEmpty()
                    && line.filter(EpisodeRecord::hasEvents).isPresent()) {
                checkTallies(path, log, line.get());
            }
        } catch (IOException e) {
            scope.findings().error(path, "", "is not JSON (" + LenientJson.reason(e) + ")", Scope.COMPARE);
        }
    }

    /** What is wrong with single events, their reader says. */
    private void checkFields(Path path, JsonNode json) {
        for (DocumentSchema.Fault fault : DocumentSchema.EVENT_LOG.faults(json)) {
            if (!fault.field().startsWith(EVENTS_OF_SCHEMA + ".")) {
                scope.findings().error(path, fault.field(), fault.problem(), Scope.COMPARE);
            }
        }
    }

    private void checkIdentity(LogFile file, EventLog log) {
        Path path = file.path();
        if (log.schema() == 2 && file.envId().isPresent()) {
            expect(path, "run", log.identity().run(), file.number());
            expect(path, "env_id", log.identity().envId(), file.envId().getAsInt());
        }
        if (log.finalStep().isPresent() && demo.numSamples() >= 0) {
            checkSteps(path, log, log.finalStep().getAsInt());
        }
        if (!scope.isPeriod(log.dtSeconds())) {
            error(
                    path,
                    "dt",
                    "is %s; env_cfg.json gives %s",
                    log.dtSeconds().getAsDouble(),
                    scope.dtSeconds().getAsDouble());
        }
        Optional<Boolean> ofLine = line.flatMap(EpisodeRecord::success);
        if (log.schema() == 2 && line.isPresent() && !log.success().equals(ofLine)) {
            error(
                    path,
                    "success",
                    "is %s; the result line says %s",
                    log.success().orElse(null),
                    ofLine.orElse(null));
        }
    }

    private void checkSteps(Path path, EventLog log, long given) {
        OptionalInt ofLine = line.isPresent() ? line.get().episodeStep() : OptionalInt.empty();
        boolean isOfLine = ofLine.isPresent() && ofLine.getAsInt() == given;
        if (given != demo.numSamples() && !isOfLine) {
            boolean isList = log.schema() == 1;
            error(
                    path,
                    isList ? "" : "final_step",
                    isList ? "has %d steps; the demo holds %d" : "is %d; the demo holds %d",
                    given,
                    demo.numSamples());
        }
    }

    /** A log of ours that lacks the field is reported by the schema check. */
    private void expect(Path path, String field, OptionalInt given, int expected) {
        boolean isOther = given.isPresent() ? given.getAsInt() != expected : !scope.isOurs();
        if (isOther) {
            String text = given.isPresent() ? String.valueOf(given.getAsInt()) : "missing";
            error(path, field, "is %s; its name says %d", text, expected);
        }
    }

    private void checkEvents(Path path, EventLog log) {
        int last = 1;
        for (int i = 0; i < log.events().size(); i++) {
            EpisodeEvent event = log.events().get(i);
            String place = "event " + (i + 1);
            boolean isTooLate = demo.numSamples() >= 0 && event.step() > demo.numSamples();
            if (event.step() < last || isTooLate) {
                error(path, place, "has step %d; expected %d to %d", event.step(), last, demo.numSamples());
            }
            last = Math.max(last, event.step());
            String known = StatusCode.nameOf(event.code());
            boolean isNamed = event.name().equals(known)
                    || known.startsWith("UNKNOWN(")
                    || known.equals(event.name() + "_FAILURE");
            if (!isNamed) {
                error(path, place, "has code %d named %s; expected %s", event.code(), event.name(), known);
            }
        }
    }

    private void checkTallies(Path path, EventLog log, EpisodeRecord result) {
        JsonNode json = result.json();
        Map<String, Integer> own = EventSummary.ownTally(log.events());
        checkTally(path, result, ResultLine.EVENTS, json, EventSummary.tally(log.events()));
        if (own.isEmpty() || json.has(ResultLine.OWN_EVENTS)) {
            checkTally(path, result, ResultLine.OWN_EVENTS, json, own.isEmpty() ? null : own);
        } else {
            // Recorders of 0.1.0 counted RoboLab's events only.
            String problem = Sentence.of(
                    "leave out the users' own events that %s holds, which its recorder did not count",
                    path.getFileName());
            scope.findings()
                    .note(result, ResultLine.EVENTS, problem, "read them from the log: " + Operation.EVENTS.command());
        }
    }

    private void checkTally(Path path, EpisodeRecord result, String field, JsonNode line, Map<String, ?> counted) {
        JsonNode given = line.path(field);
        boolean isSame = counted == null ? given.isMissingNode() : given.equals(FormatJson.tree(counted));
        if (!isSame) {
            String expected = counted == null ? "none" : FormatJson.text(counted);
            String problem = Sentence.of("are %s; %s gives %s", given, path.getFileName(), expected);
            scope.findings().error(result, field, problem, Scope.COMPARE);
        }
    }
}
