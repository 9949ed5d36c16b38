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

    /** Up to so many datasets are copied whatever that gives back: each takes one or two milliseconds. */
    private static final long MAX_CHEAP_DATASETS = 100;

    /** What must be given back for each of more datasets. */
    private static final long MIN_DEAD_BYTES_PER_DATASET = 4 << 10;

    private final Path runFile;
    private final boolean wanted;
    private final boolean forcesNames;
    private final SinkContext context;
    private volatile boolean isDue;

    ClosingCompaction(SinkContext context, Path runFile) {
        this.runFile = runFile;
        this.context = context;
        wanted = context.config().get(Hdf5Settings.COMPACT_ON_CLOSE);
        forcesNames = context.config().get(Hdf5Settings.DURABILITY).equals("full");
    }

    /**
     * Decides, before the file is closed, whether it is done then: where it is worth its time.
     *
     * @param deadBytes of the file
     * @param numDatasets to be copied
     * @return whether it is
     */
    boolean decide(long deadBytes, long numDatasets) throws IOException {
        isDue = wanted
                && deadBytes >= MIN_DEAD_SHARE * Files.size(runFile)
                && (numDatasets <= MAX_CHEAP_DATASETS || deadBytes >= MIN_DEAD_BYTES_PER_DATASET * numDatasets);
        return isDue;
    }

    /** Whether there is time for what only saves room. */
    boolean hasTime() {
        return !context.stopRequest().isUrgent();
    }

    /** Does it where it is due, or says why not. */
    void run() throws IOException {
        if (!isDue) {
            return;
        }
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
        if (!hasTime()) {
            throw new IOException("the recording was to end soon");
        }
        if (context.timeToClose().toNanos() < leastLeftNanos) {
            throw new IOException(
                    "compacting it took more than half of what was left of " + RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        }
    }
}
