package io.github.roboreel.dashboard.check;

import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

/** Service that checks a folder in a process of its own, so that no file can take the memory of the dashboard. */
final class CheckWorker implements Service<CheckWorker.Folder> {
    private static final long TOLD_MILLIS = 1000;

    /**
     * A folder to check.
     *
     * @param path of it
     * @param robot what the robot's datasets mean
     */
    record Folder(String path, MetricSettings robot) {}

    /** News: the process lives; files that native code reads have limits of their own. */
    record Alive() {}

    /**
     * What was found, as of {@link AuditReport}.
     *
     * @param findings errors and notes
     * @param runFiles run files read
     * @param episodes demos read
     * @param videos videos looked into
     */
    record Found(List<FileFault> findings, int runFiles, int episodes, int videos) {
        long count(FileFault.Severity severity) {
            return findings.stream().filter(f -> f.severity() == severity).count();
        }
    }

    @Override
    public Class<Folder> requestType() {
        return Folder.class;
    }

    @Override
    public Found answer(Folder folder, Progress progress) throws IOException {
        Timer timer = new Timer("roboreel-check-alive", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        progress.tell(new Alive());
                    }
                },
                TOLD_MILLIS,
                TOLD_MILLIS);
        try {
            AuditReport report = new FolderAudit(folder.robot()).audit(Path.of(folder.path()));
            return new Found(report.findings(), report.runFiles(), report.episodes(), report.videos());
        } finally {
            timer.cancel();
        }
    }
}
