package io.github.roboreel.recorder.hdf5.recover;

import java.nio.file.Path;

/**
 * Where a recovery makes the whole run file. Immutable.
 *
 * @param inPlace whether the run file itself is completed, for a disk without room for a second one
 * @param workFolder where a new file is made and verified before it takes its place; null for beside the run file
 */
public record RecoveryPlace(boolean inPlace, Path workFolder) {
    /** Beside the run file; the disk needs room for a second one. */
    public static final RecoveryPlace BESIDE = new RecoveryPlace(false, null);

    /** The run file itself; refused where its own index does not agree with what is staged. */
    public static final RecoveryPlace IN_PLACE = new RecoveryPlace(true, null);

    /** A folder on a disk with room; it need not be there. */
    public static RecoveryPlace in(Path workFolder) {
        return new RecoveryPlace(false, workFolder.toAbsolutePath());
    }
}
