package io.github.roboreel.recorder.metrics;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Spectral arc length of each arm joint. */
final class JointSparc {
    private JointSparc() {}

    /**
     * {@link Sparc} of the absolute velocity of each joint, shape (J); NaN for a motionless one.
     */
    static DoubleStream perJoint(EpisodeSignals signals) {
        return perColumn(signals.jointVelocity(), signals.dtSeconds());
    }

    static DoubleStream perColumn(Signal velocity, double dtSeconds) {
        return IntStream.range(0, velocity.columns())
                .mapToDouble(joint -> Sparc.STANDARD.of(speed(velocity, joint), dtSeconds));
    }

    private static double[] speed(Signal velocity, int joint) {
        return DoubleStream.of(velocity.column(joint)).map(Math::abs).toArray();
    }
}
