package io.github.roboreel.recorder.hdf5.recover;

import java.nio.file.Path;

/** Hears how far recoveries are, on the thread that recovers. */
@FunctionalInterface
public interface RecoveryProgress {
    /** Shows nothing. */
    RecoveryProgress NONE = (runFile, bytes, ofBytes) -> {};

    /**
     * Called every few megabytes.
     *
     * @param bytes that the new run file holds
     * @param ofBytes about what it will hold
     */
    void copied(Path runFile, long bytes, long ofBytes);
}
