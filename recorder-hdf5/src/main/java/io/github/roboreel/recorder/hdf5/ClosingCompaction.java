package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.RecorderSettings;
import io.github.roboreel.recorder.StopRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compaction of a run file that its recorder has just closed. It is given up, with a warning,
 * when somebody waits for the end, when half the time for closing is over, or when it fails: the
 * file is whole without it.
 */
final class ClosingCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(ClosingCompaction.class);

    private final Path runFile;
    private final boolean wanted;
    private final long limitNanos;
    private final boolean forcesNames;
    private final StopRequest stopRequest;

    ClosingCompaction(RecorderConfig config, Path runFile, StopRequest stopRequest) {
        this.runFile = runFile;
        this.stopRequest = stopRequest;
        wanted = config.get(Hdf5Settings.COMPACT_ON_CLOSE);
        forcesNames = config.get(Hdf5Settings.DURABILITY).equals("full");
        int closeSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        limitNanos = TimeUnit.SECONDS.toNanos(closeSeconds) / 2;
    }

    /** Does it, or says why not. */
    void run() {
        if (!wanted) {
            return;
        }
        long beganNanos = System.nanoTime();
        try {
            new RunCompaction(new RunPaths(runFile), () -> requireTime(beganNanos), step -> {})
                    .run();
            if (forcesNames) {
                Disk.forceFolder(runFile);
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "{} is whole, but keeps its dead space: {}; 'roboreel compact {}' takes it out",
                    runFile,
                    RunCompaction.reason(e),
                    runFile);
        }
    }

    private void requireTime(long beganNanos) throws IOException {
        if (stopRequest.isUrgent()) {
            throw new IOException("the recording was to end soon");
        }
        if (System.nanoTime() - beganNanos > limitNanos) {
            throw new IOException(
                    "compacting it took more than half of "
                            + RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        }
    }
}
