package io.github.roboreel.tools.recover;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.video.VideoRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Unfinished videos of discarded episodes, which their recorder had no time to delete. */
final class DiscardedVideos {
    private static final Pattern RUN_FILE = Pattern.compile("run_(\\d{1,9})\\.hdf5");
    private static final Pattern DEMO = Pattern.compile("demo_(\\d{1,9})");

    private DiscardedVideos() {}

    static void drop(Path runFile, RecoveryReport report) throws IOException {
        Matcher run = RUN_FILE.matcher(runFile.getFileName().toString());
        if (!run.matches()) {
            return;
        }
        int index = Integer.parseInt(run.group(1));
        for (DemoRecovery demo : report.demos()) {
            Matcher env = DEMO.matcher(demo.demo());
            if (demo.status() == EpisodeStatus.DISCARDED && env.matches()) {
                int envId = Integer.parseInt(env.group(1));
                int numEnvs = Math.max(envId + 1, report.demos().size());
                VideoRecovery.discard(runFile.toAbsolutePath().getParent(), new EpisodeId(index, envId, numEnvs));
            }
        }
    }
}
