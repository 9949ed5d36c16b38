package io.github.roboreel.recorder.hdf5.recover;

/** Where a recovery may die. */
enum RecoveryStep {
    REPAIRED,
    REPLAYED_DEMO,
    CLOSED,
    VERIFIED,
    ORIGINAL_NAMED,
    REPLACED,
    STAGING_REMOVED
}
