package io.github.roboreel.simulator.record;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.simulator.TabletopEnv;
import io.github.roboreel.simulator.physics.PandaArm;
import io.github.roboreel.simulator.render.Camera;
import io.github.roboreel.simulator.render.CameraRenderer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Every quantity of a tabletop env by its dataset path, read through buffers that are allocated once. */
public final class TabletopQuantities {
    /** Puts one quantity's present value into a row. */
    public interface Quantity {
        void put(StepWriter row, Field field);
    }

    private final Map<String, Quantity> byPath = new TreeMap<>();
    private final TabletopEnv env;
    private final float[] action = new float[TabletopEnv.ACTION_SIZE];
    private final float[] armJointPosition = new float[PandaArm.JOINTS];
    private final float[] gripperPosition = new float[1];
    private final List<Camera> cameras;
    private final byte[][] images;

    /** Renders the given cameras, in frames of so many bytes. */
    public TabletopQuantities(TabletopEnv env, List<Camera> cameras, int frameBytes) {
        this.env = env;
        this.cameras = List.copyOf(cameras);
        images = new byte[cameras.size()][frameBytes];
        byPath.put(DemoPaths.ACTIONS, (row, field) -> row.put(field, action));
        byPath.put(DemoPaths.SIM_TIME, (row, field) -> row.put(field, env.simTimeSeconds()));
        addObservations(TabletopSchema.OBS);
        addObservations(TabletopSchema.FINAL_OBS);
        addStates(DemoPaths.STATES + "/");
        addStates(DemoPaths.INITIAL_STATE + "/");
        addEndEffector();
        addBoxes();
        addSubtask();
        Camera.sensors().forEach(this::addExtrinsics);
    }

    /**
     * Where the values of a path come from.
     *
     * @throws IllegalArgumentException listing the known paths when there is none
     */
    public Quantity get(String path) {
        Quantity quantity = byPath.get(path);
        if (quantity == null) {
            throw new IllegalArgumentException(
                    "The tabletop has no field '" + path + "'; known are " + String.join(", ", byPath.keySet()) + ".");
        }
        return quantity;
    }

    public void setAction(double[] values) {
        for (int i = 0; i < action.length; i++) {
            action[i] = (float) values[i];
        }
    }

    /** Keeps what a policy sees now. */
    public void observe(CameraRenderer renderer) {
        env.armJointPosition(armJointPosition);
        gripperPosition[0] = env.gripperPosition();
        for (int i = 0; i < cameras.size(); i++) {
            renderer.render(env, cameras.get(i), images[i]);
        }
    }

    private void addObservations(String prefix) {
        byPath.put(prefix + "arm_joint_pos", (row, field) -> row.put(field, armJointPosition));
        byPath.put(prefix + "gripper_pos", (row, field) -> row.put(field, gripperPosition));
        for (int i = 0; i < cameras.size(); i++) {
            byte[] image = images[i];
            byPath.put(prefix + cameras.get(i).observationPath(), (row, field) -> row.put(field, image));
        }
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

    private void addExtrinsics(Camera camera) {
        String path = DemoPaths.INITIAL_STATE + "/cameras/" + camera.cameraName() + "/";
        add(path + "position", 3, out -> env.cameraPosition(camera, out));
        add(path + "orientation", 4, out -> env.cameraOrientation(camera, out));
    }

    private void add(String path, int size, Consumer<float[]> read) {
        float[] buffer = new float[size];
        byPath.put(path, (row, field) -> {
            read.accept(buffer);
            row.put(field, buffer);
        });
    }
}
