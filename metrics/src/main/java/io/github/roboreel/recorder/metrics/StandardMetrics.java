package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Definitions of the standard metrics. */
final class StandardMetrics {
    private static final double CM_PER_M = 100;
    private static final String EE_POSITION = DemoPaths.EE_POSITION;
    private static final String EE_MOTION = DemoPaths.EE_POSITION + " or " + DemoPaths.EE_LINEAR_VELOCITY;
    private static final String ROBOT = DemoPaths.ARTICULATIONS + "/<robot>/";
    private static final String JOINT_VELOCITY = ROBOT + "joint_velocity";
    private static final String JOINT_TARGETS = ROBOT + "joint_position and joint targets in " + DemoPaths.ACTIONS;

    /** Smoothness of the end effector: {@link Sparc} of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPARC = new Formula(
            MetricInfo.of("ee_sparc", "EE SPARC", "1").needing(EE_MOTION),
            signals -> signals.eeSpeed().map(speed -> Sparc.STANDARD.of(speed, signals.dtSeconds())));

    /**
     * Smoothness of the arm: mean over the joints of {@link Sparc} of the absolute joint velocity. Undefined as soon as
     * one joint is motionless, as in RoboLab; {@link #JOINT_SPARC_MOVING_MEAN} leaves such joints out.
     */
    static final EpisodeMetric JOINT_SPARC_MEAN = new Formula(
            MetricInfo.of("joint_sparc_mean", "Jt SPARC", "1").needing(JOINT_VELOCITY),
            signals -> signals.jointSparc().map(sparc -> mean(DoubleStream.of(sparc))));

    /** Jerkiness of the end effector: {@link IntegratedSquaredJerk} of its linear velocity. */
    static final EpisodeMetric EE_ISJ = new Formula(
            MetricInfo.of("ee_isj", "EE ISJ", "m^2/s^5").withDecimals(2).needing(EE_MOTION),
            signals -> signals.eeVelocity().map(v -> IntegratedSquaredJerk.ofVelocity(v, signals.dtSeconds())));

    /** Jerkiness of the arm: {@link IntegratedSquaredJerk} of the joint velocities, summed over the joints. */
    static final EpisodeMetric JOINT_ISJ = new Formula(
            MetricInfo.of("joint_isj", "Joint ISJ", "rad^2/s^5").withDecimals(1).needing(JOINT_VELOCITY),
            signals -> signals.jointVelocity().map(v -> IntegratedSquaredJerk.ofVelocity(v, signals.dtSeconds())));

    /**
     * Length of the end effector's path, the polygonal arc length: the sum over the steps of {@code |p[k+1] - p[k]|}.
     */
    static final EpisodeMetric EE_PATH_LENGTH = new Formula(
            MetricInfo.of("ee_path_length", "Path", "m").needing(EE_POSITION),
            signals -> signals.eePosition().map(Signal::pathLength));

    /**
     * Tracking error of the arm: per joint the root of the mean over the steps of {@code (target - position)^2}, then
     * the mean over the joints. Row k compares the command with the state after its step. Undefined when the actions
     * are no joint targets.
     */
    static final EpisodeMetric JOINT_RMSE_MEAN = new Formula(
            MetricInfo.of("joint_rmse_mean", "RMSE", "rad").withDecimals(4).needing(JOINT_TARGETS),
            signals -> signals.jointTargets()
                    .flatMap(targets -> signals.jointPosition().map(positions -> rmseMean(targets, positions))));

    /** Highest speed of the end effector: the maximum over the steps of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPEED_MAX = new Formula(
            MetricInfo.of("ee_speed_max", "Max", "m/s")
                    .shownIn("cm/s", CM_PER_M)
                    .withDecimals(1)
                    .needing(EE_MOTION),
            signals ->
                    signals.eeSpeed().map(speed -> orNaN(DoubleStream.of(speed).max())));

    /** Mean speed of the end effector: the mean over the steps of the norm of its linear velocity. */
    static final EpisodeMetric EE_SPEED_MEAN = new Formula(
            MetricInfo.of("ee_speed_mean", "Speed", "m/s")
                    .shownIn("cm/s", CM_PER_M)
                    .withDecimals(1)
                    .needing(EE_MOTION),
            signals -> signals.eeSpeed().map(speed -> mean(DoubleStream.of(speed))));

    /**
     * Smoothness of the joints that moved: mean over them of {@link Sparc} of the absolute joint velocity. Undefined
     * when no joint moved. Not among RoboLab's metrics.
     */
    static final EpisodeMetric JOINT_SPARC_MOVING_MEAN = new Formula(
            MetricInfo.of("joint_sparc_moving_mean", "Jt SPARC moving", "1").needing(JOINT_VELOCITY),
            signals -> signals.jointSparc()
                    .map(sparc -> mean(DoubleStream.of(sparc).filter(value -> !Double.isNaN(value)))));

    /** Those that RoboLab writes, in its order. */
    static final List<EpisodeMetric> ROBOLAB = List.of(
            EE_SPARC,
            JOINT_SPARC_MEAN,
            EE_ISJ,
            JOINT_ISJ,
            EE_PATH_LENGTH,
            JOINT_RMSE_MEAN,
            EE_SPEED_MAX,
            EE_SPEED_MEAN);

    /** RoboLab's, then RoboReel's own. */
    static final List<EpisodeMetric> ALL =
            Stream.concat(ROBOLAB.stream(), Stream.of(JOINT_SPARC_MOVING_MEAN)).toList();

    private StandardMetrics() {}

    /** Metric that a function of the signals gives; empty where it lacks one. */
    private record Formula(MetricInfo info, Function<EpisodeSignals, Optional<Double>> value) implements EpisodeMetric {
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
