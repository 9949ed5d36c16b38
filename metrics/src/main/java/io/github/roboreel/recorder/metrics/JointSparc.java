package io.github.roboreel.recorder.metrics;

/** Spectral arc length of each arm joint. */
final class JointSparc {
    private JointSparc() {}

    /** {@link Sparc} of the absolute velocity of each joint, shape (J); NaN for a motionless one. */
    static double[] perJoint(Signal velocity, double dtSeconds) {
        double[][] speeds = new double[velocity.columns()][];
        for (int joint = 0; joint < speeds.length; joint++) {
            speeds[joint] = speed(velocity, joint);
        }
        return Sparc.STANDARD.ofAll(speeds, dtSeconds);
    }

    private static double[] speed(Signal velocity, int joint) {
        double[] speed = velocity.column(joint);
        for (int row = 0; row < speed.length; row++) {
            speed[row] = Math.abs(speed[row]);
        }
        return speed;
    }
}
