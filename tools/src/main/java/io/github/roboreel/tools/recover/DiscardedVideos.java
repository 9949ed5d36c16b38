package io.github.roboreel.tools.recover;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.video.recover.VideoRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;

/** Unfinished videos of discarded episodes, which their recorder had no time to delete. */
final class DiscardedVideos {
    private DiscardedVideos() {}

    static void drop(Path runFile, RecoveryReport report) throws IOException {
        OptionalInt run = RunFolder.runOf(runFile.getFileName().toString());
        if (run.isEmpty()) {
            return;
        }
        for (DemoRecovery demo : report.demos()) {
            OptionalInt env = DemoPaths.demoNumber(demo.demo());
            if (demo.status() == EpisodeStatus.DISCARDED && env.isPresent()) {
                int envId = env.getAsInt();
                int numEnvs = Math.max(envId + 1, report.demos().size());
                VideoRecovery.discard(
                        runFile.toAbsolutePath().getParent(), new EpisodeId(run.getAsInt(), envId, numEnvs));
            }
        }
    }
}
