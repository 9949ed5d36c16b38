package io.github.roboreel.tools.check;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.check.scan.DemoFacts;
import io.github.roboreel.tools.folder.DemoLocation;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.LogFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Brings demos, result lines, logs and videos of an env folder together. */
final class EpisodesAudit {
    private final Scope scope;
    private final List<StoredRun> runs;
    private final List<EpisodeRecord> records;
    private final boolean hasResults;
    private final AuditReport.Counts counts;
    private final Set<Path> usedLogs = new LinkedHashSet<>();

    EpisodesAudit(
            Scope scope,
            List<StoredRun> runs,
            List<EpisodeRecord> records,
            boolean hasResults,
            AuditReport.Counts counts) {
        this.scope = scope;
        this.runs = runs;
        this.records = records;
        this.hasResults = hasResults;
        this.counts = counts;
    }

    void run() {
        Map<DemoLocation, EpisodeRecord> lines = linesByDemo();
        VideosAudit videos = new VideosAudit(scope, runs, counts);
        for (StoredRun run : runs) {
            for (DemoFacts demo : run.facts().demos()) {
                if (StoredRun.number(demo).isEmpty()) {
                    continue;
                }
                EpisodeRecord line = lines.remove(new DemoLocation(run.path(), demo.name()));
                checkEpisode(run, demo, Optional.ofNullable(line), videos);
            }
        }
        lines.forEach(this::checkLost);
        videos.checkOrphans();
        checkOrphanLogs();
    }

    /** The last line of a repeated episode counts: it is the one that the data belong to. */
    private Map<DemoLocation, EpisodeRecord> linesByDemo() {
        Map<DemoLocation, EpisodeRecord> lines = new LinkedHashMap<>();
        for (EpisodeRecord record : records) {
            Optional<DemoLocation> demo = scope.env().demoOf(record);
            if (demo.isPresent()) {
                lines.put(demo.get(), record);
            } else {
                scope.findings()
                        .error(
                                record.file(),
                                "line " + record.line(),
                                "names no demo: it has neither run and env_id nor an episode that" + " tells them",
                                "mend the line");
            }
        }
        return lines;
    }

    private void checkEpisode(StoredRun run, DemoFacts demo, Optional<EpisodeRecord> line, VideosAudit videos) {
        boolean isDiscarded = demo.status().equals(EpisodeStatus.DISCARDED.label());
        if (isDiscarded && line.isPresent()) {
            scope.findings()
                    .error(
                            line.get().file(),
                            "line " + line.get().line(),
                            "is of an episode that was discarded: " + run.path() + " " + demo.path(),
                            "delete the line");
        }
        if (isDiscarded || demo.status().equals("recording")) {
            return;
        }
        if (line.isEmpty() && hasResults && isSettled(run)) {
            scope.findings()
                    .error(
                            run.path(),
                            demo.path(),
                            "has no line in the results",
                            "re-create it: roboreel rebuild "
                                    + scope.env().path().getParent());
        }
        line.ifPresent(l -> new LineAudit(scope, run, demo, l).run());
        Optional<LogFile> log = log(run, demo, line);
        log.ifPresent(l -> usedLogs.add(l.path()));
        if (isSettled(run)) {
            new LogAudit(scope, run, demo, line).run(log);
            videos.check(run, demo, line);
        }
    }

    /** The last run of a recording that goes on still gets its side files. */
    private boolean isSettled(StoredRun run) {
        boolean isLast = run == runs.get(runs.size() - 1);
        return !run.facts().isLive() && !(scope.isBeingRecorded() && isLast);
    }

    private Optional<LogFile> log(StoredRun run, DemoFacts demo, Optional<EpisodeRecord> line) {
        if (line.isPresent()) {
            return scope.env().logOf(line.get());
        }
        OptionalInt number = StoredRun.number(demo);
        return number.isPresent() ? scope.env().logOf(run.file(), number.getAsInt()) : Optional.empty();
    }

    private void checkLost(DemoLocation demo, EpisodeRecord line) {
        Optional<StoredRun> run =
                runs.stream().filter(r -> r.path().equals(demo.file())).findFirst();
        if (run.isPresent() && isUnread(run.get(), DemoPaths.inData(demo.demo()))) {
            return;
        }
        boolean neverEnded = !scope.isOurs()
                && line.success().isEmpty()
                && line.episodeStep().isEmpty();
        String problem = run.isPresent()
                ? "has no demo: " + demo.file() + " holds no " + demo.demo()
                : "has no demo: there is no " + demo.file();
        if (neverEnded) {
            scope.findings().habit(line.file(), "line " + line.line(), "has no demo: the episode never ended");
        } else {
            scope.findings()
                    .error(
                            line.file(),
                            "line " + line.line(),
                            problem,
                            "take the run file from a backup, or delete the line");
        }
    }

    /** Whether the demo may be there, but its file could not be read that far. */
    private static boolean isUnread(StoredRun run, String demo) {
        return !run.facts().isComplete()
                || run.facts().faults().stream()
                        .anyMatch(f -> f.inside().isEmpty()
                                || f.inside().equals("data")
                                || f.inside().equals(demo));
    }

    private void checkOrphanLogs() {
        List<Path> orphans = new ArrayList<>();
        scope.env().logs().stream()
                .map(LogFile::path)
                .filter(p -> !usedLogs.contains(p))
                .forEach(orphans::add);
        boolean allRead = runs.stream()
                .allMatch(r -> r.facts().isComplete() && r.facts().faults().isEmpty());
        if (!allRead || runs.stream().anyMatch(r -> !isSettled(r))) {
            return;
        }
        for (Path log : orphans) {
            scope.findings()
                    .add(
                            scope.isOurs() ? FileFault.Severity.ERROR : FileFault.Severity.NOTE,
                            log,
                            "",
                            "belongs to no demo",
                            "find its run file, or move it away");
        }
    }
}
