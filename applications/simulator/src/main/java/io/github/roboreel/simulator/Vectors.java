package io.github.roboreel.simulator;

/** Small vector helpers for set-up code. */
final class Vectors {
    private Vectors() {}

    static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    static double[] normalized(double[] v) {
        double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        return new double[] {v[0] / length, v[1] / length, v[2] / length};
    }

    /** A frame at {@code origin} whose z axis is the given unit vector; x and y are any that fit. */
    static RigidTransform frameAlongZ(double[] z, double[] origin) {
        double[] helper = Math.abs(z[0]) < 0.9 ? new double[] {1, 0, 0} : new double[] {0, 1, 0};
        double[] y = normalized(cross(z, helper));
        return RigidTransform.ofAxes(cross(y, z), y, z, origin);
    }

    /** A camera frame in the ROS optical convention: z looks at the target, x right, y down. */
    static RigidTransform lookAt(double[] eye, double[] target) {
        double[] z = normalized(new double[] {target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]});
        double[] x = normalized(cross(z, new double[] {0, 0, 1}));
        return RigidTransform.ofAxes(x, cross(z, x), z, eye);
    }
}
