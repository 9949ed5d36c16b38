package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.LikeLines;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.check.AuditReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Printer of audits: a text per folder as soon as it is audited, or one JSON document at the end. */
final class AuditPrinter {
    private final Terminal terminal;
    private final boolean json;
    private final List<AuditReport> reports = new ArrayList<>();
    private boolean isDamaged;
    private long numEpisodes;

    public AuditPrinter(Terminal terminal, boolean json) {
        this.terminal = terminal;
        this.json = json;
    }

    /** One folder's. */
    public void print(AuditReport report) {
        isDamaged |= report.isDamaged();
        numEpisodes += report.episodes();
        if (json) {
            reports.add(report);
        } else {
            terminal.print(text(report));
        }
    }

    /** How many episodes were looked at so far. */
    public long numEpisodes() {
        return numEpisodes;
    }

    /** The end; what the command comes to. */
    public Outcome end() {
        if (json) {
            terminal.print(document(reports));
        }
        return isDamaged ? Outcome.DATA_LOST : Outcome.OK;
    }

    private static String text(AuditReport report) {
        List<String> lines = report.findings().stream().map(AuditPrinter::line).toList();
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
                        DisplayText.oneLine(FileFault.name(report.folder())),
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
        return Json.document(new JsonFields()
                .with("ok", reports.stream().noneMatch(AuditReport::isDamaged))
                .with("folders", reports.stream().map(AuditPrinter::jsonOf).toList()));
    }

    private static Map<String, Object> jsonOf(AuditReport report) {
        JsonFields folder = new JsonFields()
                .with("folder", FileFault.name(report.folder()))
                .with("ok", !report.isDamaged())
                .with("errors", report.count(FileFault.Severity.ERROR))
                .with("notes", report.count(FileFault.Severity.NOTE))
                .with("run_files", report.runFiles())
                .with("episodes", report.episodes())
                .with("videos", report.videos());
        report.replayed().ifPresent(count -> folder.put("replayed", count));
        folder.put(
                "findings", report.findings().stream().map(AuditPrinter::jsonOf).toList());
        return folder;
    }

    private static Map<String, Object> jsonOf(FileFault finding) {
        return new JsonFields()
                .with("severity", finding.severity().name().toLowerCase(Locale.ROOT))
                .with("file", FileFault.name(finding.file()))
                .with("inside", finding.place())
                .with("problem", finding.problem())
                .with("advice", finding.advice());
    }
}
