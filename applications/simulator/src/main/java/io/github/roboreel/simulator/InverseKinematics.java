package io.github.roboreel.simulator;

/**
 * Damped-least-squares inverse kinematics of the flange with a null-space pull to the rest posture.
 *
 * <p>dq = J^T (J J^T + lambda^2 I)^-1 e, after Wampler (1986) and Nakamura and Hanafusa (1986). One instance belongs to
 * one thread.
 */
final class InverseKinematics {
    private static final int N = PandaArm.JOINTS;
    private static final int MAX_ITERATIONS = 30;
    private static final double DAMPING_SQUARED = 1e-4;
    private static final double REST_GAIN = 0.02;
    private static final double TOLERANCE = 1e-5;
    private static final double MAX_STEP_RAD = 0.3;

    private final PandaArm arm = new PandaArm();
    private final double[] jacobian = new double[6 * N];
    private final double[] system = new double[6 * 7];
    private final double[] error = new double[6];
    private final double[] pull = new double[N];
    private final double[] step = new double[N];

    /**
     * Moves {@code q} (7 joint positions in rad, in and out) towards the target flange pose.
     *
     * @return the remaining error: metres plus radians
     */
    double solve(RigidTransform target, double[] q) {
        arm.updatePositions(q);
        double remaining = updateError(target);
        for (int i = 0; i < MAX_ITERATIONS && remaining > TOLERANCE; i++) {
            arm.jacobian(jacobian);
            computeStep(q);
            for (int j = 0; j < N; j++) {
                double limited = Math.max(-MAX_STEP_RAD, Math.min(MAX_STEP_RAD, step[j]));
                q[j] = PandaArm.clampPosition(j, q[j] + limited);
            }
            arm.updatePositions(q);
            remaining = updateError(target);
        }
        return remaining;
    }

    private double updateError(RigidTransform target) {
        RigidTransform now = arm.link(PandaArm.FLANGE);
        for (int i = 0; i < 3; i++) {
            error[i] = target.p[i] - now.p[i];
        }
        rotationError(target.r, now.r);
        return norm(0) + norm(3);
    }

    /** Half the sum of the axes' cross products; the small-angle rotation vector from now to target. */
    private void rotationError(double[] target, double[] now) {
        error[3] = 0;
        error[4] = 0;
        error[5] = 0;
        for (int c = 0; c < 3; c++) {
            double nx = now[c];
            double ny = now[3 + c];
            double nz = now[6 + c];
            double tx = target[c];
            double ty = target[3 + c];
            double tz = target[6 + c];
            error[3] += 0.5 * (ny * tz - nz * ty);
            error[4] += 0.5 * (nz * tx - nx * tz);
            error[5] += 0.5 * (nx * ty - ny * tx);
        }
    }

    private double norm(int offset) {
        double sum = 0;
        for (int i = offset; i < offset + 3; i++) {
            sum += error[i] * error[i];
        }
        return Math.sqrt(sum);
    }

    /** step = pull + J# (e - J pull): reaches the target first, the rest posture with what is left. */
    private void computeStep(double[] q) {
        for (int j = 0; j < N; j++) {
            pull[j] = REST_GAIN * (PandaArm.rest(j) - q[j]);
        }
        for (int i = 0; i < 6; i++) {
            for (int k = 0; k < 6; k++) {
                system[7 * i + k] = dotRows(i, k) + (i == k ? DAMPING_SQUARED : 0);
            }
            system[7 * i + 6] = error[i] - dotPull(i);
        }
        eliminate();
        for (int j = 0; j < N; j++) {
            step[j] = pull[j];
            for (int i = 0; i < 6; i++) {
                step[j] += jacobian[i * N + j] * system[7 * i + 6];
            }
        }
    }

    private double dotRows(int a, int b) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            sum += jacobian[a * N + j] * jacobian[b * N + j];
        }
        return sum;
    }

    private double dotPull(int row) {
        double sum = 0;
        for (int j = 0; j < N; j++) {
            sum += jacobian[row * N + j] * pull[j];
        }
        return sum;
    }

    /** Gauss-Jordan without pivoting: the damped matrix is symmetric positive definite. */
    private void eliminate() {
        for (int i = 0; i < 6; i++) {
            double pivot = system[7 * i + i];
            for (int k = i; k < 7; k++) {
                system[7 * i + k] /= pivot;
            }
            for (int row = 0; row < 6; row++) {
                double factor = system[7 * row + i];
                for (int k = i; row != i && k < 7; k++) {
                    system[7 * row + k] -= factor * system[7 * i + k];
                }
            }
        }
    }
}
