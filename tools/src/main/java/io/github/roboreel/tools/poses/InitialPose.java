package io.github.roboreel.tools.poses;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * Pose of one robot or object when an episode began.
 *
 * @param folder the output folder
 * @param envName name of the env
 * @param run index of the run; empty in a legacy file
 * @param envId index of the environment; empty in a legacy file
 * @param episode number of the episode
 * @param kind {@code articulation} or {@code rigid_object}
 * @param name its name
 * @param position x, y, z in the env's frame, m
 * @param orientation quaternion w, x, y, z
 */
public record InitialPose(
        Path folder,
        String envName,
        OptionalInt run,
        OptionalInt envId,
        int episode,
        String kind,
        String name,
        List<Double> position,
        List<Double> orientation) {
    /** Copies the lists. */
    public InitialPose {
        position = List.copyOf(position);
        orientation = List.copyOf(orientation);
    }
}
