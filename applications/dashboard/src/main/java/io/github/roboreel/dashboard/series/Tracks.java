package io.github.roboreel.dashboard.series;

import java.util.List;

/**
 * Where the end effector, objects and cameras of a demo are, for a view in space; m, in the env's frame.
 *
 * @param steps the steps that follow
 * @param ee position at each of them; empty without
 * @param objects those that move
 * @param cameras as they stood at the beginning
 */
record Tracks(List<Long> steps, List<List<Double>> ee, List<Track> objects, List<Camera> cameras) {
    /**
     * An object.
     *
     * @param positions at each step
     * @param boxes eight corners at each step; null without
     */
    record Track(String name, List<List<Double>> positions, List<List<List<Double>>> boxes) {}

    /**
     * A camera.
     *
     * @param orientation quaternion w, x, y, z; null without
     */
    record Camera(String name, List<Double> position, List<Double> orientation) {}
}
