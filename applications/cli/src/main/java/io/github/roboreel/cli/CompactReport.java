package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.Json;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import io.github.roboreel.tools.compact.FolderCompaction.FolderCompactionReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compactions in text and JSON. */
final class CompactReport {
    private CompactReport() {}

    /** A line per run file. */
    static String text(List<FolderCompactionReport> reports) {
        StringBuilder text = new StringBuilder();
        for (FolderCompactionReport report : reports) {
            report.runs()
                    .forEach(run ->
                            text.append(DisplayText.oneLine(sentence(run))).append('\n'));
            if (report.runs().isEmpty() && report.isComplete()) {
                text.append(DisplayText.oneLine(report.folder() + ": holds no run file"));
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String sentence(CompactionReport run) {
        return run.compacted()
                ? Sentence.of("%s: %,d bytes, %,d before", run.runFile(), run.bytesAfter(), run.bytesBefore())
                : Sentence.of(
                        "%s: %,d bytes, as it was: it has no dead space to speak of", run.runFile(), run.bytesAfter());
    }

    /** One JSON document. */
    static String document(List<FolderCompactionReport> reports) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("ok", reports.stream().allMatch(FolderCompactionReport::isComplete));
        document.put("folders", reports.stream().map(CompactReport::document).toList());
        return Json.document(document);
    }

    private static Map<String, Object> document(FolderCompactionReport report) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("folder", report.folder().toString());
        document.put("complete", report.isComplete());
        document.put("runs", report.runs().stream().map(CompactReport::document).toList());
        document.put("refusals", report.refusals());
        return document;
    }

    private static Map<String, Object> document(CompactionReport run) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("run_file", run.runFile().toString());
        document.put("compacted", run.compacted());
        document.put("bytes_before", run.bytesBefore());
        document.put("bytes_after", run.bytesAfter());
        return document;
    }
}
