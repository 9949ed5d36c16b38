package io.github.roboreel.tools.folder;

/** Kind of recorder that wrote a folder. */
public enum FolderKind {
    /** RoboReel: {@code format_version} is present. */
    ROBOREEL,
    /** RoboLab, or another writer of its format. */
    ROBOLAB,
    /** An older RoboLab: {@code data.hdf5} with a demo per episode. */
    LEGACY
}
