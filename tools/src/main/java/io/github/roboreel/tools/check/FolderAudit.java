package io.github.roboreel.tools.check;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.isolation.Worker;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.check.scan.IsolatedScans;
import io.github.roboreel.tools.folder.EnvFolder;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Audits output folders. A folder of RoboReel is held to all that RoboReel promises, another recorder's to what it
 * contains. Run files are read in a process of their own, since damaged ones can bring the HDF5 library down; that
 * process lives until {@link #close}. For one thread.
 */
public final class FolderAudit implements AutoCloseable {
    private final IsolatedScans scans;

    /**
     * Starts nothing yet.
     *
     * @param robot what the robot's datasets mean, for the metrics
     */
    public FolderAudit(MetricSettings robot) {
        this(robot, Worker.longestSilence());
    }

    FolderAudit(MetricSettings robot, Duration longestSilence) {
        scans = new IsolatedScans(robot, longestSilence);
    }

    /**
     * Reads everything in a folder and holds it together.
     *
     * @throws IOException when there is no such folder, it cannot be listed, or the process that reads run files cannot
     *     be started; damage is no exception but a finding
     */
    public AuditReport audit(Path path) throws IOException {
        Findings findings = new Findings();
        ResultFolder folder = ResultFolder.open(path);
        boolean isBeingRecorded = RecordingSign.isBeingRecorded(path);
        if (folder.isEmpty()) {
            findings.error(
                    path,
                    "",
                    "holds no recording: expected " + RunFolder.RESULTS + " and a folder per env",
                    "give an output folder");
        }
        AuditReport.Counts counts = new AuditReport.Counts();
        Map<String, List<EpisodeRecord>> records = folder.episodesByEnv();
        boolean isOurs = false;
        for (EnvFolder env : envs(folder, records.keySet())) {
            EnvAudit audit = new EnvAudit(
                    env,
                    records.getOrDefault(env.name(), List.of()),
                    folder.resultsFile().isPresent(),
                    isBeingRecorded,
                    findings);
            isOurs |= audit.run(scans, counts);
        }
        new ResultsAudit(folder, isOurs, findings).run();
        return new AuditReport(path, findings.list(), counts);
    }

    /** Those that are there, and those that only the results name. */
    private static List<EnvFolder> envs(ResultFolder folder, Set<String> named) {
        Set<String> names = new TreeSet<>(named);
        folder.envs().forEach(env -> names.add(env.name()));
        return names.stream()
                .map(name -> folder.env(name)
                        .orElseGet(() ->
                                folder.envOf(folder.episodesByEnv().get(name).get(0))))
                .toList();
    }

    /** Ends the process that reads. */
    @Override
    public void close() {
        scans.close();
    }
}
