package io.github.roboreel.dataset.trajectories;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where a trajectory stands.
 *
 * @param file that holds it
 * @param group in the file; empty for the whole file
 * @param name for messages and as its origin
 * @param about what files beside it say of it and of its dataset, the nearest first
 */
record TrajectoryPlace(Path file, String group, String name, List<Map<String, Object>> about) {
    TrajectoryPlace {
        about = List.copyOf(about);
    }

    /** Path of an array in the file. */
    String path(String array) {
        return group.isEmpty() ? array : group + "/" + array;
    }
}
