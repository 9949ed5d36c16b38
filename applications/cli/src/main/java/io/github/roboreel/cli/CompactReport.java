package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import io.github.roboreel.tools.compact.FolderCompaction.FolderCompactionReport;
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
        return Json.document(new JsonFields()
                .with("ok", reports.stream().allMatch(FolderCompactionReport::isComplete))
                .with("folders", reports.stream().map(CompactReport::document).toList()));
    }

    private static Map<String, Object> document(FolderCompactionReport report) {
        return new JsonFields()
                .with("folder", report.folder().toString())
                .with("complete", report.isComplete())
                .with(
                        "runs",
                        report.runs().stream().map(CompactReport::document).toList())
                .with("refusals", report.refusals());
    }

    private static Map<String, Object> document(CompactionReport run) {
        return new JsonFields()
                .with("run_file", run.runFile().toString())
                .with("compacted", run.compacted())
                .with("bytes_before", run.bytesBefore())
                .with("bytes_after", run.bytesAfter());
    }
}
