package io.github.roboreel.dataset.trajectories;

import java.nio.file.Path;

/**
 * Where a trajectory stands.
 *
 * @param file that holds it
 * @param group in the file; empty for the whole file
 * @param name for messages and as its origin
 */
record TrajectoryPlace(Path file, String group, String name) {
    /** Path of an array in the file. */
    String path(String array) {
        return group.isEmpty() ? array : group + "/" + array;
    }

    @Override
    public String toString() {
        return file + (group.isEmpty() ? "" : ", " + group);
    }
}
