package io.github.roboreel.simulator;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import java.util.Map;
import java.util.TreeMap;

/** Every quantity of a tabletop env by its dataset path, read through buffers that are allocated once. */
final class TabletopQuantities {
    /** Puts one quantity's present value into a row. */
    interface Quantity {
        void put(StepWriter row, Field field);
    }

    /** Reads one quantity's present values. */
    interface Reading {
        void read(float[] out);
    }

    private final Map<String, Quantity> byPath = new TreeMap<>();
    private final Map<String, Reading> observations = new TreeMap<>();
    private final TabletopEnv env;

    TabletopQuantities(TabletopEnv env) {
        this.env = env;
        addObservations(TabletopSchema.OBS);
        addObservations(TabletopSchema.FINAL_OBS);
        addStates(DemoPaths.STATES + "/");
        addStates(DemoPaths.INITIAL_STATE + "/");
        addEndEffector();
        addBoxes();
        addSubtask();
        PinholeCamera.sensors().forEach(this::addExtrinsics);
    }

    /**
     * Where the values of a path come from.
     *
     * @throws IllegalArgumentException listing the known paths when there is none
     */
    Quantity get(String path) {
        return known(byPath, path);
    }

    /**
     * Where the values of an observation come from, a picture's aside.
     *
     * @throws IllegalArgumentException listing the known paths when there is none
     */
    Reading observation(String path) {
        return known(observations, path);
    }

    private static <T> T known(Map<String, T> sources, String path) {
        T source = sources.get(path);
        if (source == null) {
            throw new IllegalArgumentException(
                    "The tabletop has no field '" + path + "'; known are " + String.join(", ", sources.keySet()) + ".");
        }
        return source;
    }

    private void addObservations(String prefix) {
        observations.put(prefix + "arm_joint_pos", env::armJointPosition);
        observations.put(prefix + "gripper_pos", out -> out[0] = env.gripperPosition());
    }

    private void addStates(String prefix) {
        String robot = prefix + "articulation/robot/";
        add(robot + "root_pose", 7, env::robotRootPose);
        add(robot + "root_velocity", 6, env::robotRootVelocity);
        add(robot + "joint_position", TabletopEnv.JOINTS, env::jointPosition);
        add(robot + "joint_velocity", TabletopEnv.JOINTS, env::jointVelocity);
        for (int i = 0; i < env.objectNames().size(); i++) {
            int object = i;
            String path = prefix + "rigid_object/" + env.objectNames().get(i) + "/";
            add(path + "root_pose", 7, out -> env.objectRootPose(object, out));
            add(path + "root_velocity", 6, out -> env.objectRootVelocity(object, out));
        }
    }

    private void addEndEffector() {
        add(DemoPaths.EE_POSITION, 3, env::eePosition);
        add(DemoPaths.EE_ORIENTATION, 4, env::eeOrientation);
        add(DemoPaths.EE_LINEAR_VELOCITY, 3, env::eeLinearVelocity);
        add(DemoPaths.EE_ANGULAR_VELOCITY, 3, env::eeAngularVelocity);
    }

    private void addBoxes() {
        for (int i = 0; i < env.objectNames().size(); i++) {
            int object = i;
            float[] corners = new float[24];
            byPath.put(DemoPaths.in(DemoPaths.BBOX_MM, env.objectNames().get(i)), (row, field) -> {
                env.objectCorners(object, corners);
                row.putMetres(field, corners);
            });
            add(
                    DemoPaths.in(DemoPaths.BBOX_CENTROID, env.objectNames().get(i)),
                    3,
                    out -> env.objectCentroid(object, out));
        }
    }

    private void addSubtask() {
        byPath.put(
                DemoPaths.SUBTASK_STATUS,
                (row, field) -> row.put(field, env.subtaskStatus().number()));
        byPath.put(DemoPaths.SUBTASK_COMPLETED, (row, field) -> row.put(field, env.completedSubtasks()));
        byPath.put(DemoPaths.SUBTASK_SCORE, (row, field) -> row.put(field, (float) env.score()));
    }

    private void addExtrinsics(PinholeCamera camera) {
        String path = DemoPaths.INITIAL_STATE + "/cameras/" + camera.cameraName() + "/";
        add(path + "position", 3, out -> env.cameraPosition(camera, out));
        add(path + "orientation", 4, out -> env.cameraOrientation(camera, out));
    }

    private void add(String path, int size, Reading reading) {
        float[] buffer = new float[size];
        byPath.put(path, (row, field) -> {
            reading.read(buffer);
            row.put(field, buffer);
        });
    }
}
