package io.github.roboreel.recorder.hdf5.recover;

/** Hears how the recovery of a run gets on, on its thread. */
@FunctionalInterface
interface RecoveryWatch {
    void done(RecoveryStep step);

    /**
     * Called every few megabytes.
     *
     * @param bytes that the new file holds
     * @param ofBytes about what it will hold
     */
    default void copied(long bytes, long ofBytes) {}
}
