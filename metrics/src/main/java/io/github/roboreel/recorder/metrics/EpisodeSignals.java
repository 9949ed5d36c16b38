package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Signals of an episode that the metrics use, float64, one row per step. A signal that was not recorded is empty.
 * Immutable; any thread may use it. T is the number of steps, J that of arm joints.
 */
public final class EpisodeSignals {
    /** Shorter episodes have no metrics. */
    public static final int MINIMUM_STEPS = 3;

    private final double dtSeconds;
    private final Optional<Signal> eePosition;
    private final Optional<Signal> eeVelocity;
    private final Optional<Signal> jointPosition;
    private final Optional<Signal> jointVelocity;
    private final Optional<Signal> jointTargets;
    private final Optional<double[]> eeSpeed;

    /** Two metrics need it and nothing costs more; computed when first asked for. */
    private volatile Optional<double[]> jointSparc = Optional.empty();

    /**
     * Checks.
     *
     * @param dtSeconds time between two steps, s
     * @param eePosition end-effector position, (T, 3), m
     * @param eeVelocity end-effector linear velocity in the frame of the position, (T, 3), m/s
     * @param jointPosition joint positions, (T, J), rad
     * @param jointVelocity joint velocities, (T, J), rad/s
     * @param jointTargets commanded joint positions, (T, J), rad; row k is the command that led to row k of the
     *     positions; empty as well when the actions are no joint targets
     * @throws IllegalArgumentException if dt is not positive and finite, the episode is shorter than
     *     {@link #MINIMUM_STEPS}, the signals differ in length, or targets and positions in width
     */
    public EpisodeSignals(
            double dtSeconds,
            Optional<Signal> eePosition,
            Optional<Signal> eeVelocity,
            Optional<Signal> jointPosition,
            Optional<Signal> jointVelocity,
            Optional<Signal> jointTargets) {
        this.dtSeconds = requirePeriod(dtSeconds);
        this.eePosition = eePosition;
        this.eeVelocity = eeVelocity;
        this.jointPosition = jointPosition;
        this.jointVelocity = jointVelocity;
        this.jointTargets = jointTargets;
        requireEqualRows();
        requireEqualWidth();
        this.eeSpeed = eeVelocity.map(Signal::norms);
    }

    /**
     * Reads the signals of a stored episode: {@code ee_pose/position},
     * {@code states/articulation/<robot>/joint_position}, {@code joint_velocity}, {@code actions} when they are joint
     * targets, and {@code ee_pose/linear_velocity}; without the last one the velocity is {@link Signal#derivative} of
     * the position. Datasets that are missing give empty signals. The number of steps is that of the first of these
     * datasets, or the episode's own when none is there.
     *
     * @param dtSeconds time between two steps, s
     * @return empty when the episode is shorter than {@link #MINIMUM_STEPS}
     * @throws IOException if the episode cannot be read or its datasets differ in length
     * @throws IllegalArgumentException if {@code dtSeconds} is not positive and finite
     */
    public static Optional<EpisodeSignals> read(EpisodeReader episode, double dtSeconds, MetricSettings settings)
            throws IOException {
        return new SignalReader(JoinedActions.of(episode), settings).read(requirePeriod(dtSeconds));
    }

    /** Time between two steps, s. */
    public double dtSeconds() {
        return dtSeconds;
    }

    /** End-effector position, (T, 3), m. */
    public Optional<Signal> eePosition() {
        return eePosition;
    }

    /** End-effector linear velocity in the frame of the position, (T, 3), m/s. */
    public Optional<Signal> eeVelocity() {
        return eeVelocity;
    }

    /** Joint positions, (T, J), rad. */
    public Optional<Signal> jointPosition() {
        return jointPosition;
    }

    /** Joint velocities, (T, J), rad/s. */
    public Optional<Signal> jointVelocity() {
        return jointVelocity;
    }

    /** Commanded joint positions, (T, J), rad; row k led to row k of the positions. */
    public Optional<Signal> jointTargets() {
        return jointTargets;
    }

    /** Norm of the end-effector velocity, shape (T), m/s; not to be written to. */
    Optional<double[]> eeSpeed() {
        return eeSpeed;
    }

    /** {@link JointSparc} of the joint velocities, shape (J); not to be written to. */
    Optional<double[]> jointSparc() {
        if (jointSparc.isEmpty()) {
            jointSparc = jointVelocity.map(velocity -> JointSparc.perJoint(velocity, dtSeconds));
        }
        return jointSparc;
    }

    private static double requirePeriod(double dtSeconds) {
        if (!(dtSeconds > 0) || Double.isInfinite(dtSeconds)) {
            throw new IllegalArgumentException("dtSeconds must be positive and finite, given " + dtSeconds);
        }
        return dtSeconds;
    }

    private void requireEqualRows() {
        OptionalInt first = Stream.of(eePosition, eeVelocity, jointPosition, jointVelocity, jointTargets)
                .flatMap(Optional::stream)
                .mapToInt(Signal::rows)
                .findFirst();
        if (first.isEmpty()) {
            return;
        }
        int rows = first.getAsInt();
        if (rows < MINIMUM_STEPS) {
            throw new IllegalArgumentException(
                    Sentence.of("metrics need at least %d steps, given %d; skip the episode", MINIMUM_STEPS, rows));
        }
        requireRows("eeVelocity", eeVelocity, rows);
        requireRows("jointPosition", jointPosition, rows);
        requireRows("jointVelocity", jointVelocity, rows);
        requireRows("jointTargets", jointTargets, rows);
    }

    private static void requireRows(String name, Optional<Signal> signal, int rows) {
        if (signal.isPresent() && signal.get().rows() != rows) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s must have %d rows as the other signals have, given %d",
                    name, rows, signal.get().rows()));
        }
    }

    private void requireEqualWidth() {
        if (jointTargets.isEmpty() || jointPosition.isEmpty()) {
            return;
        }
        int joints = jointPosition.get().columns();
        if (jointTargets.get().columns() != joints) {
            throw new IllegalArgumentException(Sentence.of(
                    "jointTargets must have %d columns as jointPosition has, given %d",
                    joints, jointTargets.get().columns()));
        }
    }
}
