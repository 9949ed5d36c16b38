package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.InOrder;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.export.FolderChoice;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.folders.FolderView.Part;
import io.github.roboreel.recorder.metrics.MetricConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.util.List;

/** Audits output folders, each by one task. */
public final class FleetCheck {
    private FleetCheck() {}

    /**
     * What was found in a folder.
     *
     * @param isDone whether the folder was looked at; if not, the one finding says why
     */
    public record Audited(AuditReport report, boolean isDone) {}

    /**
     * Audits them.
     *
     * @param folders output folders or, on this machine, run files, and which of their episodes
     * @param choice which of those
     * @param reports takes a report of each folder, in their order
     * @throws IOException when the engine fails; what is wrong with a folder is in its report
     */
    public static void run(
            Engine engine,
            FleetSettings settings,
            List<FolderChoice> folders,
            EpisodeChoice choice,
            Results<Audited> reports,
            Runnable folderDone)
            throws IOException {
        MetricSettings robot = MetricConfig.robot(settings.config());
        Results<AuditRow> ordered =
                new InOrder<>((index, row) -> reports.take(index, new Audited(row.report(), row.isDone())));
        Batches.run(engine, "check", folders, new Audit(settings, robot, choice), (index, row) -> {
            folderDone.run();
            ordered.take(index, row);
        });
    }

    private record Audit(FleetSettings settings, MetricSettings robot, EpisodeChoice choice)
            implements Task<FolderChoice, AuditRow> {
        @Override
        public AuditRow run(FolderChoice chosen) throws IOException {
            FleetFolder folder = chosen.folder();
            return new FolderWork<AuditRow>(folder, settings.storages(), Part.ALL) {
                @Override
                AuditRow of(FolderView view) throws IOException {
                    RunReaders readers = view.runReaders(settings.isNativeAtHand());
                    FolderAudit audit = new FolderAudit(robot, readers);
                    return AuditRow.of(folder.name(), view, audit.audit(view.path(), choice, chosen.listed(view)));
                }

                @Override
                AuditRow failed(FileFault fault) {
                    return AuditRow.failed(folder.name(), fault);
                }
            }.run();
        }
    }
}
