package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import io.github.roboreel.recorder.hdf5.staging.StagingFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Forces a run's files to the disk after each flush, as far as {@link Hdf5Settings#DURABILITY} asks for it, and sees
 * that they still have their names. For the HDF5 thread.
 */
final class Durability implements AutoCloseable {
    private final StagingFile staging;
    private final Path path;
    private final FileChannel runFile;
    private final boolean metadata;
    private final FilesInPlace names;

    private Durability(StagingFile staging, Path path, FileChannel runFile, boolean metadata) throws IOException {
        this.staging = staging;
        this.path = path;
        this.runFile = runFile;
        this.metadata = metadata;
        names = new FilesInPlace(path, staging.path());
    }

    /** For a run whose files have their names. */
    static Durability of(RecorderConfig config, Path runFile, StagingFile staging) throws IOException {
        String level = config.get(Hdf5Settings.DURABILITY);
        if (level.equals("process")) {
            return new Durability(staging, runFile, null, false);
        }
        boolean full = level.equals("full");
        if (full) {
            Disk.forceFolder(runFile);
        }
        FileChannel channel = FileChannel.open(runFile, StandardOpenOption.WRITE);
        return new Durability(staging, runFile, channel, full);
    }

    /**
     * Waits until everything flushed before is on the disk.
     *
     * @param settling whether episodes are finalized by this flush
     */
    void force(boolean settling) throws IOException {
        if (runFile != null) {
            staging.force(metadata);
            forceRunFile();
        }
        if (settling) {
            names.require();
        } else {
            names.requireNowAndThen();
        }
    }

    /** After the run file was closed, which writes once more. */
    void forceClosed() throws IOException {
        if (runFile != null) {
            forceRunFile();
        }
        names.require();
    }

    private void forceRunFile() throws IOException {
        try {
            runFile.force(metadata);
        } catch (IOException e) {
            throw new IOException(path + " cannot be forced to the disk: " + e.getMessage(), e);
        }
    }

    /** Forces nothing. */
    @Override
    public void close() throws IOException {
        if (runFile != null) {
            runFile.close();
        }
    }
}
