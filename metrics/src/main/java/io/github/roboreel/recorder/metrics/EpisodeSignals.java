package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Optional;

/**
 * What the metrics see of an episode, float64, one row per step. Immutable. T is the number of
 * steps, J that of arm joints.
 *
 * @param dtSeconds time between two steps, s
 * @param eePosition end-effector position, (T, 3), m
 * @param eeVelocity end-effector linear velocity in the frame of the position, (T, 3), m/s
 * @param jointPosition joint positions, (T, J), rad
 * @param jointVelocity joint velocities, (T, J), rad/s
 * @param jointTargets commanded joint positions, (T, J), rad; row k is the command that led to row
 *     k of the positions; empty when the actions are no joint targets
 */
public record EpisodeSignals(
        double dtSeconds,
        Signal eePosition,
        Signal eeVelocity,
        Signal jointPosition,
        Signal jointVelocity,
        Optional<Signal> jointTargets) {
    /** Shorter episodes have no metrics. */
    public static final int MINIMUM_STEPS = 3;

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if dt is not positive and finite, the episode is shorter
     *     than {@link #MINIMUM_STEPS}, the signals differ in length, or targets and positions in
     *     width
     */
    public EpisodeSignals {
        if (!(dtSeconds > 0) || Double.isInfinite(dtSeconds)) {
            throw new IllegalArgumentException(
                    "dtSeconds must be positive and finite, given " + dtSeconds);
        }
        if (eePosition.rows() < MINIMUM_STEPS) {
            throw new IllegalArgumentException(
                    "metrics need at least %d steps, given %d; skip the episode"
                            .formatted(MINIMUM_STEPS, eePosition.rows()));
        }
        checkRows("eeVelocity", eeVelocity, eePosition.rows());
        checkRows("jointPosition", jointPosition, eePosition.rows());
        checkRows("jointVelocity", jointVelocity, eePosition.rows());
        if (jointTargets.isPresent()) {
            checkRows("jointTargets", jointTargets.get(), eePosition.rows());
            checkWidth(jointTargets.get(), jointPosition.columns());
        }
    }

    /**
     * Reads the signals of a stored episode: {@code ee_pose/position}, {@code
     * states/articulation/<robot>/joint_position}, {@code joint_velocity}, {@code actions} when
     * they are joint targets, and {@code ee_pose/linear_velocity}; without the last one the
     * velocity is {@link Signal#derivative} of the position. {@code ee_pose/orientation} must exist
     * too, as RoboLab asks for it.
     *
     * @param dtSeconds time between two steps, s
     * @return empty when a required dataset is missing or the episode is shorter than {@link
     *     #MINIMUM_STEPS}
     * @throws IOException if the episode cannot be read or its datasets differ in length
     * @throws IllegalArgumentException if {@code dtSeconds} is not positive and finite
     */
    public static Optional<EpisodeSignals> read(
            EpisodeReader episode, double dtSeconds, MetricSettings settings) throws IOException {
        return new SignalReader(episode, settings).read(dtSeconds);
    }

    private static void checkRows(String name, Signal signal, int rows) {
        if (signal.rows() != rows) {
            throw new IllegalArgumentException(
                    "%s must have %d rows as eePosition has, given %d"
                            .formatted(name, rows, signal.rows()));
        }
    }

    private static void checkWidth(Signal targets, int joints) {
        if (targets.columns() != joints) {
            throw new IllegalArgumentException(
                    "jointTargets must have %d columns as jointPosition has, given %d"
                            .formatted(joints, targets.columns()));
        }
    }
}
