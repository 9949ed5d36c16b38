package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.List;

/** Objects on an env's table: models by index, and their poses as last read. */
final class TabletopObjects {
    private final List<String> names;
    private final List<ObjectModel> models = new ArrayList<>();
    private final List<RigidTransform> frames = new ArrayList<>();
    private final double[] scratch = new double[4];

    TabletopObjects(TaskDefinition task) {
        names = List.copyOf(task.objects().keySet());
        for (TaskDefinition.Placement object : task.objects().values()) {
            models.add(object.model());
            frames.add(new RigidTransform());
        }
    }

    /** Reads all poses from the world. */
    void read(TabletopPhysics physics) {
        for (int i = 0; i < frames.size(); i++) {
            physics.readPose(i, frames.get(i));
        }
    }

    List<String> names() {
        return names;
    }

    List<ObjectModel> models() {
        return models;
    }

    ObjectModel model(int object) {
        return models.get(object);
    }

    RigidTransform frame(int object) {
        return frames.get(object);
    }

    /** Writes position and quaternion, 7 values. */
    void rootPose(int object, float[] out) {
        RigidTransform frame = frames.get(object);
        TabletopEnv.copy(frame.p, 3, out, 0);
        frame.quaternion(scratch, 0);
        TabletopEnv.copy(scratch, 4, out, 3);
    }

    /** Writes the local bounding box's corners, 8 x 3 values. */
    void corners(int object, float[] out) {
        double[] min = models.get(object).box().min();
        double[] max = models.get(object).box().max();
        for (int corner = 0; corner < 8; corner++) {
            double x = (corner & 1) == 0 ? min[0] : max[0];
            double y = (corner & 2) == 0 ? min[1] : max[1];
            double z = (corner & 4) == 0 ? min[2] : max[2];
            frames.get(object).apply(x, y, z, scratch, 0);
            TabletopEnv.copy(scratch, 3, out, 3 * corner);
        }
    }

    /** Writes the bounding box's centre, 3 values. */
    void centroid(int object, float[] out) {
        double[] min = models.get(object).box().min();
        double[] max = models.get(object).box().max();
        double x = (min[0] + max[0]) / 2;
        double y = (min[1] + max[1]) / 2;
        double z = (min[2] + max[2]) / 2;
        frames.get(object).apply(x, y, z, scratch, 0);
        TabletopEnv.copy(scratch, 3, out, 0);
    }
}
