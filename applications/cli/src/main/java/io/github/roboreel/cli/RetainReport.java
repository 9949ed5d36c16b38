package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.Retention;
import io.github.roboreel.tools.retain.FolderRetention.FolderRetentionReport;
import java.util.List;
import java.util.Map;

/** What {@code retain} removed, in text and JSON. */
record RetainReport(FolderRetentionReport report, boolean isDryRun) {
    /** A line per file, and one for all. */
    String text() {
        StringBuilder text = new StringBuilder();
        String verb = isDryRun ? "would be removed" : "removed";
        for (Retention.Removed file : report.result().removed()) {
            String line = Sentence.of("%s: %s, %,d bytes", file.file(), verb, file.bytes());
            text.append(DisplayText.oneLine(line)).append('\n');
        }
        List<Retention.Removed> removed = report.result().removed();
        long bytes = removed.stream().mapToLong(Retention.Removed::bytes).sum();
        String total = Sentence.of(
                "%s %s with %,d bytes, %,d bytes of run files and videos left",
                DisplayText.counted(removed.size(), "file"),
                verb,
                bytes,
                report.result().bytesLeft());
        return text.append(total).append('\n').toString();
    }

    /** One JSON document. */
    String document() {
        return Json.document(new JsonFields()
                .with("dry_run", isDryRun)
                .with(
                        "removed",
                        report.result().removed().stream()
                                .map(RetainReport::json)
                                .toList())
                .with("bytes_left", report.result().bytesLeft())
                .with("refusals", report.refusals()));
    }

    private static Map<String, Object> json(Retention.Removed file) {
        return new JsonFields().with("file", file.file().toString()).with("bytes", file.bytes());
    }
}
