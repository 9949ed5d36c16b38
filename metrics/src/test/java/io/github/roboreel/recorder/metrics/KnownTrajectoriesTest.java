package io.github.roboreel.recorder.metrics;

import static io.github.roboreel.recorder.metrics.Trajectories.rows;
import static io.github.roboreel.recorder.metrics.Trajectories.signal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Trajectories whose numbers follow from a formula. */
class KnownTrajectoriesTest {
    private static final double DT = 0.02;
    private static final Signal IDLE = signal(rows(501, 7, (k, j) -> 0));

    @Test
    void straightLineAtConstantSpeed() {
        double[] velocity = {0.3, -0.4, 1.2};
        Map<String, Double> actual = compute((k, d) -> velocity[d] * k * DT, (k, d) -> velocity[d]);
        assertEquals(13, actual.get("ee_path_length"), 1e-9);
        assertEquals(1.3, actual.get("ee_speed_max"), 1e-12);
        assertEquals(1.3, actual.get("ee_speed_mean"), 1e-12);
        assertEquals(0, actual.get("ee_isj"), 1e-18);
    }

    @Test
    void circleHasConstantJerk() {
        double radius = 0.25;
        double omega = 2 * Math.PI / (500 * DT);
        Map<String, Double> actual = compute(
                (k, d) -> radius * onCircle(omega * k * DT, d),
                (k, d) -> radius * omega * onCircle(omega * k * DT + Math.PI / 2, d));
        assertEquals(2 * Math.PI * radius, actual.get("ee_path_length"), 1e-4);
        assertEquals(radius * omega, actual.get("ee_speed_mean"), 1e-12);
        double jerk = radius * Math.pow(omega, 3);
        assertEquals(jerk * jerk * 500 * DT, actual.get("ee_isj"), 1e-2 * actual.get("ee_isj"));
    }

    @Test
    void constantTrackingErrorPerJoint() {
        Signal targets = signal(rows(501, 7, (k, j) -> (k % 2 == 0 ? 0.01 : -0.01) * (j + 1)));
        EpisodeSignals signals = withTargets(Optional.of(targets));
        assertEquals(0.04, StandardMetrics.JOINT_RMSE_MEAN.compute(signals), 1e-12);
    }

    @Test
    void trackingErrorIsUndefinedWithoutTargets() {
        assertTrue(Double.isNaN(StandardMetrics.JOINT_RMSE_MEAN.compute(withTargets(Optional.empty()))));
    }

    @Test
    void sparcIgnoresTheAmplitude() {
        double[] speed = bump(0);
        double[] doubled = Arrays.stream(speed).map(v -> 2 * v).toArray();
        assertEquals(Sparc.STANDARD.of(speed, DT), Sparc.STANDARD.of(doubled, DT), 1e-12);
    }

    @Test
    void tremorMakesSparcMoreNegative() {
        double smooth = Sparc.STANDARD.of(bump(0), DT);
        double shaky = Sparc.STANDARD.of(bump(0.3), DT);
        assertTrue(shaky < smooth - 0.5, shaky + " against " + smooth);
    }

    @Test
    void sparcIsZeroWhenOnlyOneFrequencyIsBelowTheCutOff() {
        double[] speed = new double[16];
        Arrays.fill(speed, 1);
        Sparc narrow = new Sparc(1, 10, 0.05, 1e-6);
        assertEquals(0.0, narrow.of(speed, DT));
    }

    @Test
    void movingMeanIsUndefinedWhenNoJointMoves() {
        assertTrue(Double.isNaN(StandardMetrics.JOINT_SPARC_MOVING_MEAN.compute(withTargets(Optional.empty()))));
    }

    @Test
    void movingMeanEqualsTheMeanWhenAllJointsMove() {
        Signal velocity = signal(rows(501, 7, (k, j) -> Math.sin(0.01 * (j + 1) * k)));
        Signal ee = signal(rows(501, 3, (k, d) -> 0));
        EpisodeSignals signals = Trajectories.signals(DT, ee, ee, IDLE, velocity, Optional.empty());
        double mean = StandardMetrics.JOINT_SPARC_MEAN.compute(signals);
        assertTrue(mean < -1, "mean " + mean);
        assertEquals(mean, StandardMetrics.JOINT_SPARC_MOVING_MEAN.compute(signals), 1e-12);
    }

    private static double[] bump(double tremor) {
        double[][] rows =
                rows(200, 1, (k, d) -> Math.sin(Math.PI * k / 199) * (1 + tremor * Math.sin(2 * Math.PI * 6 * k * DT)));
        return signal(rows).column(0);
    }

    private static double onCircle(double angle, int dimension) {
        return dimension == 0 ? Math.cos(angle) : dimension == 1 ? Math.sin(angle) : 0;
    }

    private static EpisodeSignals withTargets(Optional<Signal> targets) {
        Signal ee = signal(rows(501, 3, (k, d) -> 0));
        return Trajectories.signals(DT, ee, ee, IDLE, IDLE, targets);
    }

    private static Map<String, Double> compute(Trajectories.Formula position, Trajectories.Formula velocity) {
        Signal p = signal(rows(501, 3, position));
        Signal v = signal(rows(501, 3, velocity));
        return EpisodeMetrics.STANDARD.compute(Trajectories.signals(DT, p, v, IDLE, IDLE, Optional.empty()));
    }
}
