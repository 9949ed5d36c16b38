package io.github.roboreel.recorder.metrics;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Made-up trajectories; rows are steps. */
final class Trajectories {
    private Trajectories() {}

    /** A value at (step, column). */
    @FunctionalInterface
    interface Formula {
        double at(int step, int column);
    }

    static double[][] rows(int steps, int columns, Formula formula) {
        double[][] result = new double[steps][columns];
        for (int k = 0; k < steps; k++) {
            int step = k;
            Arrays.setAll(result[k], column -> formula.at(step, column));
        }
        return result;
    }

    static Signal signal(double[][] rows) {
        double[] values = Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
        return Signal.of(values, rows[0].length);
    }

    /** Signals of an episode that lacks nothing but, perhaps, targets. */
    static EpisodeSignals signals(
            double dtSeconds,
            Signal eePosition,
            Signal eeVelocity,
            Signal jointPosition,
            Signal jointVelocity,
            Optional<Signal> jointTargets) {
        return new EpisodeSignals(
                dtSeconds,
                Optional.of(eePosition),
                Optional.of(eeVelocity),
                Optional.of(jointPosition),
                Optional.of(jointVelocity),
                jointTargets);
    }

    static double[][] minimumJerk(int steps, double[] from, double[] to) {
        return rows(steps, from.length, (k, d) -> {
            double s = k / (steps - 1.0);
            double share = 10 * s * s * s - 15 * s * s * s * s + 6 * s * s * s * s * s;
            return from[d] + (to[d] - from[d]) * share;
        });
    }

    static double[][] minimumJerkVelocity(int steps, double dtSeconds, double[] from, double[] to) {
        return rows(steps, from.length, (k, d) -> {
            double s = k / (steps - 1.0);
            double shape = 30 * s * s - 60 * s * s * s + 30 * s * s * s * s;
            return (to[d] - from[d]) * shape / ((steps - 1) * dtSeconds);
        });
    }

    static double[][] asFloat32(double[][] values) {
        return rows(values.length, values[0].length, (k, d) -> (float) values[k][d]);
    }

    /** A random walk of the end effector and eight joints, seven of them with targets. */
    static MemoryEpisode randomEpisode(long seed, int steps) {
        Random random = new Random(seed);
        double[][] joints = randomWalk(random, steps, 8);
        return new MemoryEpisode()
                .with(MemoryEpisode.EE_POSITION, randomWalk(random, steps, 3))
                .with(MemoryEpisode.EE_ORIENTATION, rows(steps, 4, (k, d) -> d == 0 ? 1 : 0))
                .with(MemoryEpisode.EE_VELOCITY, randomWalk(random, steps, 3))
                .with(MemoryEpisode.JOINT_POSITION, joints)
                .with(MemoryEpisode.JOINT_VELOCITY, randomWalk(random, steps, 8))
                .with(MemoryEpisode.ACTIONS, rows(steps, 8, (k, d) -> joints[k][d] + 0.05 * random.nextGaussian()));
    }

    private static double[][] randomWalk(Random random, int steps, int columns) {
        double[][] result = rows(steps, columns, (k, d) -> 0.02 * random.nextGaussian());
        for (int k = 1; k < steps; k++) {
            for (int d = 0; d < columns; d++) {
                result[k][d] += 0.95 * result[k - 1][d];
            }
        }
        return result;
    }
}
