package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.WantedEpisodes;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Audits output folders. A folder of RoboReel is held to all that RoboReel promises, another recorder's to what it
 * contains. For one thread at a time.
 */
public final class FolderAudit {
    private final RunScans scans;

    /**
     * An audit of folders on this machine.
     *
     * @param robot what the robot's datasets mean, for the metrics
     */
    public FolderAudit(MetricSettings robot) {
        this(robot, RunFileReaders::open);
    }

    /**
     * An audit whose run files are opened by other readers.
     *
     * @param robot what the robot's datasets mean, for the metrics
     * @param readers what opens the run files; no damage may bring it down
     */
    public FolderAudit(MetricSettings robot, RunReaders readers) {
        scans = new RunScans(robot, readers);
    }

    /**
     * Reads everything in a folder and holds it together.
     *
     * @param path an output folder, or a run file in its env folder
     * @throws IOException when there is no such folder, it cannot be listed, or the audit was interrupted; damage is no
     *     exception but a finding
     */
    public AuditReport audit(Path path) throws IOException {
        return audit(path, EpisodeChoice.all(), Optional.empty());
    }

    /**
     * Reads wanted episodes and holds them to their lines, logs and videos. Of less than a folder, a note says what was
     * not looked at.
     *
     * @param isListed whether an episode may be wanted besides; empty lets all pass
     * @throws IOException as {@link #audit(Path)}
     */
    public AuditReport audit(Path path, EpisodeChoice choice, Optional<? extends Predicate<EpisodeFacts>> isListed)
            throws IOException {
        boolean isFile = Files.isRegularFile(path);
        ResultFolder folder = isFile ? ResultFolder.ofRun(path) : ResultFolder.open(path);
        WantedEpisodes wanted = new WantedEpisodes(folder, choice, isListed);
        return new EpisodeAudits(path, folder, wanted, scans).run();
    }
}
