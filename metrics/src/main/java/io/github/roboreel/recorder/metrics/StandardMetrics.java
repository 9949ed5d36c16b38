package io.github.roboreel.recorder.metrics;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Definitions of the standard metrics. */
final class StandardMetrics {
    /** Smoothness of the end effector: {@link Sparc} of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPARC = new Formula(
            "ee_sparc", "1", signals -> signals.eeSpeed().map(speed -> Sparc.STANDARD.of(speed, signals.dtSeconds())));

    /**
     * Smoothness of the arm: mean over the joints of {@link Sparc} of the absolute joint velocity. Undefined as soon as
     * one joint is motionless, as in RoboLab; {@link #JOINT_SPARC_MOVING_MEAN} leaves such joints out.
     */
    static final EpisodeMetric JOINT_SPARC_MEAN = new Formula(
            "joint_sparc_mean", "1", signals -> signals.jointSparc().map(sparc -> mean(DoubleStream.of(sparc))));

    /** Jerkiness of the end effector: {@link IntegratedSquaredJerk} of its linear velocity. */
    static final EpisodeMetric EE_ISJ = new Formula(
            "ee_isj",
            "m^2/s^5",
            signals -> signals.eeVelocity().map(v -> IntegratedSquaredJerk.ofVelocity(v, signals.dtSeconds())));

    /** Jerkiness of the arm: {@link IntegratedSquaredJerk} of the joint velocities, summed over the joints. */
    static final EpisodeMetric JOINT_ISJ = new Formula(
            "joint_isj",
            "rad^2/s^5",
            signals -> signals.jointVelocity().map(v -> IntegratedSquaredJerk.ofVelocity(v, signals.dtSeconds())));

    /**
     * Length of the end effector's path, the polygonal arc length: the sum over the steps of {@code |p[k+1] - p[k]|}.
     */
    static final EpisodeMetric EE_PATH_LENGTH =
            new Formula("ee_path_length", "m", signals -> signals.eePosition().map(Signal::pathLength));

    /**
     * Tracking error of the arm: per joint the root of the mean over the steps of {@code (target - position)^2}, then
     * the mean over the joints. Row k compares the command with the state after its step. Undefined when the actions
     * are no joint targets.
     */
    static final EpisodeMetric JOINT_RMSE_MEAN = new Formula(
            "joint_rmse_mean",
            "rad",
            signals -> signals.jointTargets()
                    .flatMap(targets -> signals.jointPosition().map(positions -> rmseMean(targets, positions))));

    /** Highest speed of the end effector: the maximum over the steps of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPEED_MAX = new Formula(
            "ee_speed_max",
            "m/s",
            signals ->
                    signals.eeSpeed().map(speed -> orNaN(DoubleStream.of(speed).max())));

    /** Mean speed of the end effector: the mean over the steps of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPEED_MEAN = new Formula(
            "ee_speed_mean", "m/s", signals -> signals.eeSpeed().map(speed -> mean(DoubleStream.of(speed))));

    /**
     * Smoothness of the joints that moved: mean over them of {@link Sparc} of the absolute joint velocity. Undefined
     * when no joint moved. Not among RoboLab's metrics.
     */
    static final EpisodeMetric JOINT_SPARC_MOVING_MEAN = new Formula(
            "joint_sparc_moving_mean",
            "1",
            signals -> signals.jointSparc()
                    .map(sparc -> mean(DoubleStream.of(sparc).filter(value -> !Double.isNaN(value)))));

    /** RoboLab's eight in its order, then RoboReel's own. */
    static final List<EpisodeMetric> ALL = List.of(
            EE_SPARC,
            JOINT_SPARC_MEAN,
            EE_ISJ,
            JOINT_ISJ,
            EE_PATH_LENGTH,
            JOINT_RMSE_MEAN,
            EE_SPEED_MAX,
            EE_SPEED_MEAN,
            JOINT_SPARC_MOVING_MEAN);

    private StandardMetrics() {}

    /** Metric that a function of the signals gives; empty where it lacks one. */
    private record Formula(String name, String unit, Function<EpisodeSignals, Optional<Double>> value)
            implements EpisodeMetric {
        @Override
        public double compute(EpisodeSignals signals) {
            return value.apply(signals).orElse(Double.NaN);
        }
    }

    private static double mean(DoubleStream values) {
        return orNaN(values.average());
    }

    private static double orNaN(OptionalDouble value) {
        return value.orElse(Double.NaN);
    }

    private static double rmseMean(Signal targets, Signal positions) {
        return mean(
                IntStream.range(0, positions.columns()).mapToDouble(joint -> targets.rmsDifference(positions, joint)));
    }
}
