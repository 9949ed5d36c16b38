package io.github.roboreel.cli.commands;

import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.replay.ReplayAudit;
import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.Json;
import io.github.roboreel.cli.ui.LikeLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code check}: is everything there, and is it true? */
@Command(
        name = "check",
        description = {
            "Read everything in output folders and find what is missing, damaged or contradictory.",
            "",
            "Folders that RoboReel recorded are held to all that it promises, other recorders' to"
                    + " what they contain; their known habits are notes. Findings that differ"
                    + " in numbers only are shown once, with a count; --json lists all. Exit code 3"
                    + " when an error was found."
        })
public final class CheckCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Path home;

    @Mixin
    FolderOperands folders;

    @Mixin
    RobotOptions robot;

    @Option(
            names = "--replay",
            description = "Also replay every episode from its seed and actions, as command replay does: one that does"
                    + " not come out as recorded is an error, why others cannot be replayed is a note.")
    boolean replay;

    @Option(names = "--json", description = "Print one JSON document.")
    boolean json;

    public CheckCommand(Terminal terminal, Path home) {
        this.terminal = terminal;
        this.home = home;
    }

    @Override
    public Outcome call() throws IOException {
        List<AuditReport> reports = new ArrayList<>();
        try (FolderAudit audit = new FolderAudit(RobotOptions.Robot.of(robot, home))) {
            for (Path folder : folders.paths()) {
                AuditReport audited = audit.audit(folder);
                AuditReport report = replay ? new ReplayAudit(home).extend(audited) : audited;
                reports.add(report);
                if (!json) {
                    terminal.print(text(report));
                }
            }
        }
        if (json) {
            terminal.print(document(reports));
        }
        boolean isDamaged = reports.stream().anyMatch(AuditReport::isDamaged);
        return isDamaged ? Outcome.DATA_LOST : Outcome.OK;
    }

    private static String text(AuditReport report) {
        List<String> lines = report.findings().stream().map(CheckCommand::line).toList();
        StringBuilder text = new StringBuilder();
        LikeLines.fold(lines).forEach(line -> text.append(line).append('\n'));
        return text.append(verdict(report)).append('\n').toString();
    }

    private static String line(FileFault finding) {
        String severity = finding.severity().name().toLowerCase(Locale.ROOT);
        return severity + ": " + DisplayText.oneLine(finding.finding());
    }

    private static String verdict(AuditReport report) {
        String read = Sentence.of(
                        "%s: %s, %s, %s",
                        DisplayText.oneLine(report.folder().toString()),
                        DisplayText.counted(report.runFiles(), "run file"),
                        DisplayText.counted(report.episodes(), "episode"),
                        DisplayText.counted(report.videos(), "video"))
                + (report.replayed().isPresent()
                        ? Sentence.of(", %d replayed", report.replayed().getAsInt())
                        : "");
        long notes = report.count(FileFault.Severity.NOTE);
        String noted = notes == 0 ? "" : ", " + DisplayText.counted(notes, "note");
        return report.isDamaged()
                ? "damaged: " + read + ", " + DisplayText.counted(report.count(FileFault.Severity.ERROR), "error")
                        + noted
                : "ok: " + read + noted;
    }

    private static String document(List<AuditReport> reports) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("ok", reports.stream().noneMatch(AuditReport::isDamaged));
        document.put("folders", reports.stream().map(CheckCommand::jsonOf).toList());
        return Json.document(document);
    }

    private static Map<String, Object> jsonOf(AuditReport report) {
        Map<String, Object> folder = new LinkedHashMap<>();
        folder.put("folder", report.folder().toString());
        folder.put("ok", !report.isDamaged());
        folder.put("errors", report.count(FileFault.Severity.ERROR));
        folder.put("notes", report.count(FileFault.Severity.NOTE));
        folder.put("run_files", report.runFiles());
        folder.put("episodes", report.episodes());
        folder.put("videos", report.videos());
        report.replayed().ifPresent(count -> folder.put("replayed", count));
        folder.put(
                "findings", report.findings().stream().map(CheckCommand::jsonOf).toList());
        return folder;
    }

    private static Map<String, Object> jsonOf(FileFault finding) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
        entry.put("file", finding.file().toString());
        entry.put("inside", finding.place());
        entry.put("problem", finding.problem());
        entry.put("advice", finding.advice());
        return entry;
    }
}
