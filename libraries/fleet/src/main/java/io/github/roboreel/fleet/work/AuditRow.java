package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.check.AuditReport;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * An {@link AuditReport} on its way between processes.
 *
 * @param folder its name
 * @param isDone whether the folder was looked at; if not, the one finding says why
 */
record AuditRow(String folder, ArrayList<FaultRow> findings, int runFiles, int episodes, int videos, boolean isDone)
        implements Serializable {
    /** Of a report that names files as the view does. */
    static AuditRow of(String folder, FolderView view, AuditReport report) {
        ArrayList<FaultRow> findings = new ArrayList<>();
        report.findings().forEach(finding -> findings.add(FaultRow.of(view.named(finding))));
        return new AuditRow(folder, findings, report.runFiles(), report.episodes(), report.videos(), true);
    }

    /** Of a folder that could not be looked at. */
    static AuditRow failed(String folder, FileFault fault) {
        return new AuditRow(folder, new ArrayList<>(List.of(FaultRow.of(fault))), 0, 0, 0, false);
    }

    AuditReport report() {
        List<FileFault> faults = findings.stream().map(FaultRow::fault).toList();
        return new AuditReport(Path.of(folder), faults, runFiles, episodes, videos, OptionalInt.empty());
    }
}
