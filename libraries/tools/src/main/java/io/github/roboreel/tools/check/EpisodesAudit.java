package io.github.roboreel.tools.check;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Brings demos, result lines, logs and videos of an env folder together. */
final class EpisodesAudit {
    /** Of continuous episodes: one that is filled, one that is prepared, one that is closed. */
    private static final int MAX_OPEN_RUNS = 3;

    private final Scope scope;
    private final Findings findings;
    private final List<ScannedRun> runs;
    private final List<EpisodeRecord> records;
    private final boolean hasResults;
    private final VideosAudit videos;
    private final Set<Path> usedLogs = new HashSet<>();

    EpisodesAudit(
            Scope scope,
            List<ScannedRun> runs,
            List<EpisodeRecord> records,
            boolean hasResults,
            AuditReport.Counts counts) {
        this.scope = scope;
        this.findings = scope.findings();
        this.runs = runs;
        this.records = records;
        this.hasResults = hasResults;
        this.videos = new VideosAudit(scope, runs, counts);
    }

    void run() {
        Map<DemoLocation, EpisodeRecord> lines = linesByDemo();
        for (ScannedRun run : runs) {
            for (DemoFacts demo : run.facts().demos()) {
                if (Scope.number(demo).isPresent()) {
                    EpisodeRecord line = lines.remove(new DemoLocation(run.path(), demo.name()));
                    checkEpisode(run, demo, Optional.ofNullable(line));
                }
            }
        }
        lines.forEach(this::checkLost);
        if (scope.isWhole()) {
            videos.checkOrphans();
            checkOrphanLogs();
        }
    }

    /** The last line of a repeated episode counts: it is the one that the data belong to. */
    private Map<DemoLocation, EpisodeRecord> linesByDemo() {
        Map<DemoLocation, EpisodeRecord> lines = new LinkedHashMap<>();
        for (EpisodeRecord record : records) {
            Optional<DemoLocation> demo = scope.env().demoOf(record);
            if (demo.isPresent()) {
                lines.put(demo.get(), record);
            } else {
                String problem = "names no demo: it has neither run and env_id nor an episode that tells them";
                findings.error(record, "", problem, "mend the line");
            }
        }
        return lines;
    }

    private void checkEpisode(ScannedRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        Optional<EpisodeStatus> status = EpisodeStatus.of(demo.status());
        if (status.filter(EpisodeStatus.DISCARDED::equals).isPresent()) {
            String problem = "is of an episode that was discarded: " + run.path() + " " + demo.path();
            line.ifPresent(l -> findings.error(l, "", problem, "delete the line"));
            return;
        }
        if (status.filter(EpisodeStatus.RECORDING::equals).isPresent()) {
            return;
        }
        if (line.isEmpty() && hasResults && isSettled(run)) {
            String advice = "re-create it: "
                    + Operation.REBUILD.command(scope.env().path().getParent());
            findings.error(run.path(), demo.path(), "has no line in the results", advice);
        }
        line.ifPresent(l -> new LineAudit(scope, run, demo, l).run());
        Optional<LogFile> log = log(run, demo, line);
        log.ifPresent(l -> usedLogs.add(l.path()));
        if (isSettled(run)) {
            new LogAudit(scope, run, demo, line).run(log);
            videos.check(run, demo, line);
        }
    }

    /** The runs that a recording in progress may have open still get their side files. */
    private boolean isSettled(ScannedRun run) {
        int open = run.isContinuous() ? MAX_OPEN_RUNS : 1;
        boolean isLast = runs.stream().skip(Math.max(0, runs.size() - open)).anyMatch(last -> last == run);
        return !run.facts().isLive() && !(scope.isBeingRecorded() && isLast);
    }

    private Optional<LogFile> log(ScannedRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        OptionalInt number = Scope.number(demo);
        return line.isPresent() ? scope.env().logOf(line.get()) : scope.env().logOf(run.file(), number.orElseThrow());
    }

    private void checkLost(DemoLocation demo, EpisodeRecord line) {
        Optional<ScannedRun> run =
                runs.stream().filter(r -> r.path().equals(demo.file())).findFirst();
        if (scope.env().removed().contains(demo.file())) {
            return;
        }
        if (run.filter(r -> isUnread(r, DemoPaths.inData(demo.demo()))).isPresent()) {
            return;
        }
        boolean neverEnded = !scope.isOurs()
                && line.success().isEmpty()
                && line.episodeStep().isEmpty();
        if (neverEnded) {
            findings.habit(line, "", "has no demo: the episode never ended");
        } else {
            String problem = run.isPresent()
                    ? "has no demo: " + demo.file() + " holds no " + demo.demo()
                    : "has no demo: there is no " + demo.file();
            findings.error(line, "", problem, "take the run file from a backup, or delete the line");
        }
    }

    /** Whether the demo may be there, but its file could not be read that far. */
    private static boolean isUnread(ScannedRun run, String demo) {
        Set<String> places = Set.of("", DemoPaths.DATA, demo);
        return run.facts().faults().stream().anyMatch(f -> places.contains(f.inside()));
    }

    private void checkOrphanLogs() {
        if (!Scope.areSound(runs) || !runs.stream().allMatch(this::isSettled)) {
            return;
        }
        Severity severity = scope.isOurs() ? Severity.ERROR : Severity.NOTE;
        for (LogFile log : scope.env().logs()) {
            if (!usedLogs.contains(log.path()) && !scope.env().isRemoved(log.number())) {
                findings.add(severity, log.path(), "", "belongs to no demo", "find its run file, or move it away");
            }
        }
    }
}
