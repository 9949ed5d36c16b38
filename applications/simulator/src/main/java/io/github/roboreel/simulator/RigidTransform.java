package io.github.roboreel.simulator;

/** A mutable rigid transform (row-major rotation and position in metres), reused as a workspace. */
final class RigidTransform {
    final double[] r = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    final double[] p = new double[3];

    /** Position and yaw about z, the pose of an object that stands on the table. */
    static RigidTransform atYaw(double x, double y, double z, double yaw) {
        RigidTransform frame = new RigidTransform();
        frame.setPosition(x, y, z);
        frame.setAxisAngle(0, 0, 1, yaw);
        return frame;
    }

    /** A transform without rotation. */
    static RigidTransform at(double x, double y, double z) {
        return atYaw(x, y, z, 0);
    }

    /** Columns of the rotation are the axes of this frame; they are orthonormal and right-handed. */
    static RigidTransform ofAxes(double[] xAxis, double[] yAxis, double[] zAxis, double[] position) {
        RigidTransform frame = new RigidTransform();
        for (int i = 0; i < 3; i++) {
            frame.r[3 * i] = xAxis[i];
            frame.r[3 * i + 1] = yAxis[i];
            frame.r[3 * i + 2] = zAxis[i];
            frame.p[i] = position[i];
        }
        return frame;
    }

    RigidTransform set(RigidTransform other) {
        System.arraycopy(other.r, 0, r, 0, 9);
        System.arraycopy(other.p, 0, p, 0, 3);
        return this;
    }

    void setPosition(double x, double y, double z) {
        p[0] = x;
        p[1] = y;
        p[2] = z;
    }

    /** Rodrigues' rotation formula; the axis has unit length. */
    void setAxisAngle(double x, double y, double z, double angle) {
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        double t = 1 - c;
        r[0] = t * x * x + c;
        r[1] = t * x * y - s * z;
        r[2] = t * x * z + s * y;
        r[3] = t * x * y + s * z;
        r[4] = t * y * y + c;
        r[5] = t * y * z - s * x;
        r[6] = t * x * z - s * y;
        r[7] = t * y * z + s * x;
        r[8] = t * z * z + c;
    }

    /** this = a b; neither argument may be this frame. */
    RigidTransform setProduct(RigidTransform a, RigidTransform b) {
        for (int i = 0; i < 3; i++) {
            double a0 = a.r[3 * i];
            double a1 = a.r[3 * i + 1];
            double a2 = a.r[3 * i + 2];
            for (int j = 0; j < 3; j++) {
                r[3 * i + j] = a0 * b.r[j] + a1 * b.r[3 + j] + a2 * b.r[6 + j];
            }
            p[i] = a0 * b.p[0] + a1 * b.p[1] + a2 * b.p[2] + a.p[i];
        }
        return this;
    }

    /** Transforms a point and writes it to {@code out[offset..offset+2]}. */
    void apply(double x, double y, double z, double[] out, int offset) {
        out[offset] = r[0] * x + r[1] * y + r[2] * z + p[0];
        out[offset + 1] = r[3] * x + r[4] * y + r[5] * z + p[1];
        out[offset + 2] = r[6] * x + r[7] * y + r[8] * z + p[2];
    }

    /** Height above the table of a point given in this frame, in metres. */
    double heightOf(double x, double y, double z) {
        return r[6] * x + r[7] * y + r[8] * z + p[2];
    }

    /** Writes the unit quaternion (w, x, y, z), w not negative, to {@code out[offset..offset+3]}. */
    void quaternion(double[] out, int offset) {
        double trace = r[0] + r[4] + r[8];
        double w;
        double x;
        double y;
        double z;
        if (trace > 0) {
            double s = 2 * Math.sqrt(trace + 1);
            w = s / 4;
            x = (r[7] - r[5]) / s;
            y = (r[2] - r[6]) / s;
            z = (r[3] - r[1]) / s;
        } else if (r[0] > r[4] && r[0] > r[8]) {
            double s = 2 * Math.sqrt(1 + r[0] - r[4] - r[8]);
            w = (r[7] - r[5]) / s;
            x = s / 4;
            y = (r[1] + r[3]) / s;
            z = (r[2] + r[6]) / s;
        } else if (r[4] > r[8]) {
            double s = 2 * Math.sqrt(1 + r[4] - r[0] - r[8]);
            w = (r[2] - r[6]) / s;
            x = (r[1] + r[3]) / s;
            y = s / 4;
            z = (r[5] + r[7]) / s;
        } else {
            double s = 2 * Math.sqrt(1 + r[8] - r[0] - r[4]);
            w = (r[3] - r[1]) / s;
            x = (r[2] + r[6]) / s;
            y = (r[5] + r[7]) / s;
            z = s / 4;
        }
        double sign = w < 0 ? -1 : 1;
        out[offset] = sign * w;
        out[offset + 1] = sign * x;
        out[offset + 2] = sign * y;
        out[offset + 3] = sign * z;
    }
}
