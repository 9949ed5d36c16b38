package io.github.roboreel.recorder.metrics;

/**
 * Integral of the squared jerk over the episode.
 *
 * <p>Source: T. Flash, N. Hogan, "The coordination of arm movements: an experimentally confirmed mathematical model",
 * J. Neuroscience 5(7):1688-1703, 1985, the objective function {@code C = 1/2 integral(|d3x/dt3|^2 dt)} without its
 * constant factor. Jerk is taken by {@link Signal#derivative}, the integral by the trapezoidal rule.
 */
final class IntegratedSquaredJerk {
    private IntegratedSquaredJerk() {}

    /** Of a velocity, all columns summed; velocity unit squared per s^3. */
    static double ofVelocity(Signal velocity, double dtSeconds) {
        Signal jerk = velocity.derivative(dtSeconds).derivative(dtSeconds);
        return trapezoid(jerk.squaredNorms(), dtSeconds);
    }

    private static double trapezoid(double[] values, double dtSeconds) {
        double sum = 0;
        for (int k = 1; k < values.length; k++) {
            sum += (values[k - 1] + values[k]) / 2;
        }
        return sum * dtSeconds;
    }
}
