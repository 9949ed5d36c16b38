package io.github.roboreel.format;

import java.util.List;
import java.util.Map;

/**
 * The order in which a file stores the quaternions of its poses, which are the datasets named {@code root_pose} whose
 * rows end in 7 values: position, quaternion. Isaac Lab 3 stores x, y, z, w and says so with the integer attribute
 * {@code format_version}, 1 or more, of the file's root group; every other recorder stores w, x, y, z.
 */
public enum PoseOrder {
    /** As RoboReel and RoboLab store them. */
    WXYZ,
    /** As Isaac Lab 3 stores them. */
    XYZW;

    /** The last name of a pose's path. */
    public static final String ROOT_POSE = "root_pose";

    /** Of the file's root group, by Isaac Lab 3: version of its format, int64. */
    public static final String VERSION = "format_version";

    private static final int POSITION_VALUES = 3;

    /** Values of a quaternion. */
    public static final int QUATERNION_VALUES = 4;

    /** Values of a pose: position, quaternion. */
    public static final int POSE_VALUES = POSITION_VALUES + QUATERNION_VALUES;

    /**
     * The order in a file.
     *
     * @param version attribute {@link #VERSION} of its root group; anything but a number where there is none
     */
    public static PoseOrder of(Object version) {
        return version instanceof Number number && number.longValue() >= 1 ? XYZW : WXYZ;
    }

    /** As {@link #of(Object)}, by all attributes of the file's root group. */
    public static PoseOrder of(Map<String, Object> rootAttributes) {
        return of(rootAttributes.get(VERSION));
    }

    /**
     * Whether rows of a dataset are to be turned by {@link #toWxyz} when they are read.
     *
     * @param path of the dataset
     * @param rowShape of one row
     */
    public boolean isToTurn(String path, List<? extends Number> rowShape) {
        return this == XYZW
                && path.substring(path.lastIndexOf('/') + 1).equals(ROOT_POSE)
                && !rowShape.isEmpty()
                && rowShape.get(rowShape.size() - 1).longValue() == POSE_VALUES;
    }

    /**
     * Turns poses with quaternions x, y, z, w into those with w, x, y, z, in place and without rounding.
     *
     * @param values elements as they are stored
     * @param length bytes of {@code values} that hold whole poses
     * @param elementBytes bytes of one element
     */
    public static void toWxyz(byte[] values, int length, int elementBytes) {
        byte[] w = new byte[elementBytes];
        for (int pose = 0; pose + POSE_VALUES * elementBytes <= length; pose += POSE_VALUES * elementBytes) {
            int x = pose + POSITION_VALUES * elementBytes;
            int last = pose + (POSE_VALUES - 1) * elementBytes;
            System.arraycopy(values, last, w, 0, elementBytes);
            System.arraycopy(values, x, values, x + elementBytes, last - x);
            System.arraycopy(w, 0, values, x, elementBytes);
        }
    }
}
