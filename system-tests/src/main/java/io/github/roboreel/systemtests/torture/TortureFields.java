package io.github.roboreel.systemtests.torture;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;

/** The fields that the peers record, the state each episode begins with, and cameras. */
final class TortureFields {
    private static final List<String> OBJECTS = List.of("banana", "bowl", "rubiks_cube");

    private TortureFields() {}

    static FieldSchema schema(CameraSize size, int cameras) {
        List<FieldSpec> fields = new ArrayList<>();
        addActions(fields);
        addStates(fields, "states", FieldPhase.STEP);
        addStates(fields, "initial_state", FieldPhase.INITIAL);
        for (String object : OBJECTS) {
            fields.add(FieldSpec.step("bbox/bbox_mm/" + object, DType.INT16, 8, 3));
            fields.add(FieldSpec.step("bbox/centroid/" + object, DType.FLOAT16, 3));
        }
        for (int camera = 0; camera < cameras; camera++) {
            fields.add(FieldSpec.image("obs/camera_" + camera, size.height(), size.width()));
        }
        return FieldSchema.of(fields);
    }

    private static void addActions(List<FieldSpec> fields) {
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 8));
        fields.add(FieldSpec.step(DemoPaths.EE_POSITION, DType.FLOAT32, 3));
        fields.add(FieldSpec.step(DemoPaths.EE_ORIENTATION, DType.FLOAT32, 4));
        fields.add(FieldSpec.step(DemoPaths.EE_LINEAR_VELOCITY, DType.FLOAT32, 3));
        fields.add(FieldSpec.step(DemoPaths.EE_ANGULAR_VELOCITY, DType.FLOAT32, 3));
        fields.add(FieldSpec.step("obs/arm_joint_pos", DType.FLOAT32, 7));
        fields.add(FieldSpec.step("obs/gripper_pos", DType.FLOAT32, 1));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_COMPLETED, DType.UINT8));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_SCORE, DType.FLOAT32));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_STATUS, DType.UINT16));
    }

    private static void addStates(List<FieldSpec> fields, String top, FieldPhase phase) {
        String robot = top + "/articulation/robot/";
        fields.add(state(robot + "joint_position", phase, 13));
        fields.add(state(robot + "joint_velocity", phase, 13));
        fields.add(state(robot + "root_pose", phase, 7));
        fields.add(state(robot + "root_velocity", phase, 6));
        for (String object : OBJECTS) {
            String body = top + "/rigid_object/" + object;
            fields.add(state(body + "/root_pose", phase, 7));
            fields.add(state(body + "/root_velocity", phase, 6));
        }
    }

    private static FieldSpec state(String path, FieldPhase phase, int size) {
        return phase == FieldPhase.INITIAL
                ? FieldSpec.initial(path, DType.FLOAT32, size)
                : FieldSpec.step(path, DType.FLOAT32, size);
    }
}
