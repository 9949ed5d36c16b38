package io.github.roboreel.cli.base;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.recover.FolderRecovery;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Recovers one folder or run after the other and says what came of it. */
public final class RecoverySession {
    private final MetricSets metrics;
    private final RecoveryPlace place;
    private final Terminal terminal;
    private final List<FolderRecoveryReport> reports = new ArrayList<>();

    /** @param workDir where new files are made; null for beside the old ones */
    public static RecoverySession at(MetricSets metrics, boolean inPlace, Path workDir, Terminal terminal) {
        RecoveryPlace other = workDir == null ? RecoveryPlace.BESIDE : RecoveryPlace.in(workDir);
        return new RecoverySession(metrics, inPlace ? RecoveryPlace.IN_PLACE : other, terminal);
    }

    public RecoverySession(MetricSets metrics, RecoveryPlace place, Terminal terminal) {
        this.metrics = metrics;
        this.place = place;
        this.terminal = terminal;
    }

    /** Refuses what is neither there nor of a run; a run file may be missing as long as its staging is there. */
    public static void requireThere(Path target) {
        boolean there = Files.exists(target) || isRunFile(target) && hasFolder(target);
        if (!there) {
            throw RoboReelException.badArgument(
                    "there is no %s; expected an output folder or a run file in one", target);
        }
        if (Files.exists(target.resolve(RunFolder.ENV_CONFIG))) {
            throw RoboReelException.badArgument(
                    "%s is the folder of one env; give the output folder %s",
                    target, target.toAbsolutePath().normalize().getParent());
        }
        if (!Files.isDirectory(target) && !isRunFile(target)) {
            throw RoboReelException.badArgument(
                    "%s is not named like a run file (run_0.hdf5); give it or its folder", target);
        }
    }

    private static boolean isRunFile(Path target) {
        return RunFolder.runOf(target.getFileName().toString()).isPresent();
    }

    private static boolean hasFolder(Path target) {
        return Files.isDirectory(target.toAbsolutePath().getParent());
    }

    public void recover(Path target) throws IOException {
        if (Files.isDirectory(target)) {
            try (OutputLock lock = OutputLock.acquire(target)) {
                recover(lock);
            }
        } else {
            try (CopyProgress progress = new CopyProgress(terminal)) {
                reports.add(FolderRecovery.recoverRun(target, metrics, place, progress));
            }
        }
    }

    /** Recovers a folder whose lock the caller holds. */
    public void recover(OutputLock lock) throws IOException {
        try (CopyProgress progress = new CopyProgress(terminal)) {
            reports.add(FolderRecovery.recover(lock, metrics, place, progress));
        }
    }

    public boolean isComplete() {
        return reports.stream().allMatch(FolderRecoveryReport::isComplete);
    }

    /** What could not be restored. */
    public List<String> losses() {
        List<String> losses = new ArrayList<>();
        for (FolderRecoveryReport report : reports) {
            report.runs().forEach(run -> losses.addAll(run.findings()));
            losses.addAll(report.losses());
        }
        return losses.stream().map(DisplayText::oneLine).toList();
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        for (FolderRecoveryReport report : reports) {
            report.runs().forEach(run -> text.append(text(run)));
            report.finishedVideos().forEach(v -> line(text, "finished " + v));
            report.notes().forEach(note -> line(text, note));
            line(text, summary(report));
        }
        return text.toString();
    }

    private static String summary(FolderRecoveryReport report) {
        if (report.runs().isEmpty()
                && report.resultLines() == 0
                && report.finishedVideos().isEmpty()) {
            return report.folder() + ": nothing to recover";
        }
        return Sentence.of(
                "%s: %d runs looked into, %d result lines re-created, %d videos finished%s",
                report.folder(),
                report.runs().size(),
                report.resultLines(),
                report.finishedVideos().size(),
                report.isComplete() ? "; everything acknowledged is back" : "");
    }

    public static String text(RecoveryReport run) {
        StringBuilder text = new StringBuilder();
        line(text, run.runFile() + ": " + label(run) + total(run.demos()));
        LikeLines.fold(run.demos().stream().map(RecoverySession::text).toList()).forEach(demo -> line(text, demo));
        run.setAside().forEach(file -> line(text, "  kept " + file));
        run.removed()
                .forEach(file ->
                        line(text, "  removed " + file + ": the run file, which was read, holds all of" + " it"));
        return text.toString();
    }

    private static String text(DemoRecovery demo) {
        return Sentence.of(
                "  %s %s: %d steps, %d of them from staging%s%s%s%s",
                demo.demo(),
                demo.status().label(),
                demo.numSamples(),
                demo.rows().replayed(),
                demo.rows().torn() > 0 ? ", " + demo.rows().torn() + " cut that were never acknowledged" : "",
                demo.rows().lost() > 0 ? ", " + demo.rows().lost() + " LOST" : "",
                demo.events().isEmpty() ? "" : ", " + demo.events().size() + " events",
                demo.eventsLost() > 0 ? ", " + demo.eventsLost() + " events LOST" : "");
    }

    /** What the demos come to, where there are several. */
    private static String total(List<DemoRecovery> demos) {
        if (demos.size() < 2) {
            return "";
        }
        long lost = demos.stream().mapToLong(demo -> demo.rows().lost()).sum();
        return Sentence.of(
                ", %d demos, %d steps%s",
                demos.size(),
                demos.stream().mapToLong(DemoRecovery::numSamples).sum(),
                lost > 0 ? ", " + lost + " LOST" : "");
    }

    private static String label(RecoveryReport run) {
        return run.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void line(StringBuilder text, String sentence) {
        text.append(DisplayText.oneLine(sentence)).append('\n');
    }

    /** What was recovered, as JSON. */
    public String document() {
        return Json.document(reports.stream().map(RecoverySession::document).toList());
    }

    private static Map<String, Object> document(FolderRecoveryReport report) {
        return new JsonFields()
                .with("folder", report.folder().toString())
                .with("complete", report.isComplete())
                .with(
                        "runs",
                        report.runs().stream().map(RecoverySession::document).toList())
                .with("result_lines", report.resultLines())
                .with(
                        "finished_videos",
                        report.finishedVideos().stream().map(Path::toString).toList())
                .with("notes", report.notes())
                .with("losses", report.losses());
    }

    private static Map<String, Object> document(RecoveryReport run) {
        return new JsonFields()
                .with("run_file", run.runFile().toString())
                .with("outcome", label(run))
                .with(
                        "demos",
                        run.demos().stream().map(RecoverySession::document).toList())
                .with("findings", run.findings())
                .with("set_aside", run.setAside().stream().map(Path::toString).toList())
                .with("removed", run.removed().stream().map(Path::toString).toList());
    }

    private static Map<String, Object> document(DemoRecovery demo) {
        return new JsonFields()
                .with("demo", demo.demo())
                .with("status", demo.status().label())
                .with("num_samples", demo.numSamples())
                .with("rows_replayed", demo.rows().replayed())
                .with("rows_lost", demo.rows().lost())
                .with("rows_torn", demo.rows().torn())
                .with("events", demo.events().size())
                .with("events_lost", demo.eventsLost());
    }
}
