package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.EventLog;
import io.github.roboreel.tools.folder.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Holds the event log of an episode against its demo and its result line. */
final class LogAudit {
    private static final String ADVICE = "find out which of the two was changed";

    private final Scope scope;
    private final StoredRun run;
    private final DemoFacts demo;
    private final Optional<EpisodeRecord> line;

    LogAudit(Scope scope, StoredRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        this.scope = scope;
        this.run = run;
        this.demo = demo;
        this.line = line;
    }

    void run(Optional<LogFile> file) {
        if (file.isPresent()) {
            check(file.get());
        } else if (isExpected()) {
            reportMissing();
        }
    }

    /** The events of an episode die with its recorder, unless that had written them. */
    private void reportMissing() {
        Path file = scope.env().path().resolve(name());
        String what = "is missing: the event log of " + run.path().getFileName() + " " + demo.path();
        boolean isLineRecovered = line.filter(EpisodeRecord::isRecovered).isPresent();
        if (isLineRecovered || demo.status().equals(EpisodeStatus.RECOVERED.label())) {
            scope.findings().note(file, "", what + ", whose recorder died", "nothing brings its events back");
        } else {
            scope.findings().error(file, "", what, "take it from a backup");
        }
    }

    /** Other recorders write logs for all episodes or none. */
    private boolean isExpected() {
        boolean isTallied = line.filter(l -> !l.eventCounts().isEmpty()).isPresent();
        return scope.isOurs() || isTallied || !scope.env().logs().isEmpty();
    }

    private String name() {
        int number = StoredRun.number(demo).orElse(-1);
        return run.file().isLegacy()
                ? RunFolder.legacyLogFile(number)
                : RunFolder.logFile(run.file().run().getAsInt(), number);
    }

    private void check(LogFile file) {
        try {
            EventLog log = EventLog.read(file.path());
            for (FileFault problem : log.problems()) {
                report(problem);
            }
            if (log.schema() == 0) {
                error(file.path(), "", "is no event log: expected schema_version 2 or a list of steps");
                return;
            }
            checkIdentity(file, log);
            checkEvents(file.path(), log);
            if (log.problems().isEmpty()) {
                checkTally(file.path(), log);
            }
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            String prefix = file.path() + " ";
            error(file.path(), "", message.startsWith(prefix) ? message.substring(prefix.length()) : message);
        }
    }

    private void report(FileFault problem) {
        if (problem.isLeftOut()) {
            scope.findings().error(problem.file(), "", problem.problem(), problem.advice());
        } else {
            scope.findings().note(problem.file(), "", problem.problem(), problem.advice());
        }
    }

    private void error(Path file, String inside, String problem) {
        scope.findings().error(file, inside, problem, ADVICE);
    }

    private void checkIdentity(LogFile file, EventLog log) {
        Path path = file.path();
        if (log.schema() == 2 && file.envId().isPresent()) {
            expect(path, "run", log.run(), OptionalInt.of(file.number()), "its name");
            expect(path, "env_id", log.envId(), file.envId(), "its name");
        }
        if (log.finalStep().isPresent() && demo.numSamples() >= 0) {
            long given = log.finalStep().getAsInt();
            long expected = line.isPresent() && line.get().episodeStep().isPresent()
                    ? line.get().episodeStep().getAsInt()
                    : demo.numSamples();
            if (given != expected && given != demo.numSamples()) {
                error(
                        path,
                        log.schema() == 1 ? "" : "final_step",
                        (log.schema() == 1 ? "has " + given + " steps" : "is " + given)
                                + "; the demo holds "
                                + demo.numSamples());
            }
        }
        if (log.dtSeconds().isPresent()
                && scope.dtSeconds().isPresent()
                && !Scope.agree(log.dtSeconds().getAsDouble(), scope.dtSeconds().getAsDouble(), 1e-9)) {
            error(
                    path,
                    "dt",
                    "is "
                            + log.dtSeconds().getAsDouble()
                            + "; env_cfg.json gives "
                            + scope.dtSeconds().getAsDouble());
        }
        if (log.schema() == 2
                && line.isPresent()
                && !log.success().equals(line.get().success())) {
            error(
                    path,
                    "success",
                    "is "
                            + log.success().map(String::valueOf).orElse("null")
                            + "; the result line says "
                            + line.get().success().map(String::valueOf).orElse("null"));
        }
    }

    private void expect(Path path, String field, OptionalInt given, OptionalInt expected, String source) {
        if (!given.equals(expected)) {
            error(
                    path,
                    field,
                    "is "
                            + (given.isPresent() ? given.getAsInt() : "missing")
                            + "; "
                            + source
                            + " says "
                            + expected.getAsInt());
        }
    }

    private void checkEvents(Path path, EventLog log) {
        int last = 1;
        for (int i = 0; i < log.events().size(); i++) {
            EpisodeEvent event = log.events().get(i);
            String inside = "event " + (i + 1);
            boolean isTooLate = demo.numSamples() >= 0 && event.step() > demo.numSamples();
            if (event.step() < last || isTooLate) {
                error(path, inside, "has step " + event.step() + "; expected " + last + " to " + demo.numSamples());
            }
            last = Math.max(last, event.step());
            String known = StatusCode.nameOf(event.code());
            boolean isNamed = event.name().equals(known)
                    || known.startsWith("UNKNOWN(")
                    || known.equals(event.name() + "_FAILURE");
            if (!isNamed) {
                error(path, inside, "has code " + event.code() + " named " + event.name() + "; expected " + known);
            }
        }
    }

    private void checkTally(Path path, EventLog log) {
        if (line.isEmpty() || !line.get().hasEvents()) {
            return;
        }
        JsonNode own = FormatJson.tree(EventSummary.ownTally(log.events()));
        checkTally(path, ResultLine.EVENTS, FormatJson.tree(EventSummary.tally(log.events())));
        if (!own.isEmpty() && !line.get().json().has(ResultLine.OWN_EVENTS)) {
            noteUncounted(path);
        } else {
            checkTally(path, ResultLine.OWN_EVENTS, own.isEmpty() ? MissingNode.getInstance() : own);
        }
    }

    private void checkTally(Path path, String field, JsonNode expected) {
        JsonNode given = line.get().json().path(field);
        if (!given.equals(expected)) {
            scope.findings()
                    .error(
                            line.get().file(),
                            "line " + line.get().line() + ", " + field,
                            "are " + given + "; " + path.getFileName() + " gives " + counted(expected),
                            ADVICE);
        }
    }

    private static String counted(JsonNode tally) {
        return tally.isMissingNode() ? "none" : tally.toString();
    }

    /** Recorders of 0.1.0 counted RoboLab's events only. */
    private void noteUncounted(Path path) {
        scope.findings()
                .note(
                        line.get().file(),
                        "line " + line.get().line() + ", " + ResultLine.EVENTS,
                        "leave out the users' own events that "
                                + path.getFileName()
                                + " holds, which its recorder did not count",
                        "read them from the log: roboreel events");
    }
}
