package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.RecorderConfig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Forces a run's files to the disk after each flush, as far as {@link Hdf5Settings#DURABILITY} asks
 * for it. For the HDF5 thread.
 */
final class Durability implements AutoCloseable {
    private final StagingFile staging;
    private final FileChannel runFile;
    private final boolean metadata;

    private Durability(StagingFile staging, FileChannel runFile, boolean metadata) {
        this.staging = staging;
        this.runFile = runFile;
        this.metadata = metadata;
    }

    /** For a run whose files have their names. */
    static Durability of(RecorderConfig config, Path runFile, StagingFile staging)
            throws IOException {
        String level = config.get(Hdf5Settings.DURABILITY);
        if (level.equals("process")) {
            return new Durability(staging, null, false);
        }
        boolean full = level.equals("full");
        if (full) {
            Disk.forceFolder(runFile);
        }
        FileChannel channel = FileChannel.open(runFile, StandardOpenOption.WRITE);
        return new Durability(staging, channel, full);
    }

    /** Waits until everything flushed before is on the disk. */
    void force() throws IOException {
        if (runFile != null) {
            staging.force(metadata);
            runFile.force(metadata);
        }
    }

    /** After the run file was closed, which writes once more. */
    @Override
    public void close() throws IOException {
        if (runFile != null) {
            runFile.force(metadata);
            runFile.close();
        }
    }
}
