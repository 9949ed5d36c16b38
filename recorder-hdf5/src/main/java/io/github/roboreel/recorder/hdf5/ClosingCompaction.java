package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compaction of a run file that its recorder has just closed. It is given up, with a warning, when a caller waits
 * for the end, when half the time that is left for closing is over, or when it fails: the file is whole without it.
 */
final class ClosingCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(ClosingCompaction.class);

    /** Of the chunks that are dead; with their indexes and headers it is up to a tenth of the file. */
    private static final double MIN_DEAD_SHARE = 0.05;

    /** A copy of so many datasets takes no time that is worth saving; each takes one or two milliseconds. */
    private static final long MAX_DATASETS_AT_ONCE = 100;

    /** What must be given back for each of more datasets. */
    private static final long MIN_DEAD_BYTES_PER_DATASET = 8 << 10;

    private final Path runFile;
    private final boolean wanted;
    private final boolean forcesNames;
    private final SinkContext context;

    ClosingCompaction(SinkContext context, Path runFile) {
        this.runFile = runFile;
        this.context = context;
        wanted = context.config().get(Hdf5Settings.COMPACT_ON_CLOSE);
        forcesNames = context.config().get(Hdf5Settings.DURABILITY).equals("full");
    }

    /**
     * Whether the copy is worth its time.
     *
     * @param deadBytes of the file
     * @param numDatasets to be copied
     */
    boolean isWorthwhile(long deadBytes, long numDatasets) throws IOException {
        return wanted
                && deadBytes >= MIN_DEAD_SHARE * Files.size(runFile)
                && (numDatasets <= MAX_DATASETS_AT_ONCE || deadBytes >= MIN_DEAD_BYTES_PER_DATASET * numDatasets);
    }

    /** Does it, or says why not. */
    void run() throws IOException {
        long leastLeftNanos = context.timeToClose().toNanos() / 2;
        try {
            new RunCompaction(new RunPaths(runFile), () -> requireTime(leastLeftNanos), step -> {}).run();
        } catch (Exception | OutOfMemoryError | LinkageError e) {
            LOG.warn(
                    "{} is whole, but keeps its dead space: {}; '{}' takes it out",
                    runFile,
                    RunCompaction.reason(e),
                    Operation.COMPACT.command(runFile));
        }
        forceName();
    }

    private void forceName() {
        try {
            if (forcesNames) {
                Disk.forceFolder(runFile);
            }
        } catch (IOException e) {
            LOG.warn("the name of {} could not be forced to the disk: {}", runFile, e.toString());
        }
    }

    private void requireTime(long leastLeftNanos) throws IOException {
        if (context.stopRequest().isUrgent()) {
            throw new IOException("the recording was to end soon");
        }
        if (context.timeToClose().toNanos() < leastLeftNanos) {
            throw new IOException(
                    "compacting it took more than half of what was left of " + RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        }
    }
}
