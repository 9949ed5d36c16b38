package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;

/** What a RoboLab episode without cameras holds: the 26 fields that {@code peers/} record too. */
final class ProprioFields {
    private static final List<String> OBJECTS = List.of("banana", "bowl", "rubiks_cube");

    private ProprioFields() {}

    /** A new schema of them. */
    static FieldSchema schema() {
        String robot = "states/articulation/robot/";
        List<FieldSpec> fields = new ArrayList<>(List.of(
                FieldSpec.step("actions", DType.FLOAT32, 8),
                FieldSpec.step(DemoPaths.EE_POSITION, DType.FLOAT32, 3),
                FieldSpec.step(DemoPaths.EE_ORIENTATION, DType.FLOAT32, 4),
                FieldSpec.step(DemoPaths.EE_LINEAR_VELOCITY, DType.FLOAT32, 3),
                FieldSpec.step(DemoPaths.EE_ANGULAR_VELOCITY, DType.FLOAT32, 3),
                FieldSpec.step("obs/arm_joint_pos", DType.FLOAT32, 7),
                FieldSpec.step("obs/gripper_pos", DType.FLOAT32, 1),
                FieldSpec.step(robot + "joint_position", DType.FLOAT32, 13),
                FieldSpec.step(robot + "joint_velocity", DType.FLOAT32, 13),
                FieldSpec.step(robot + "root_pose", DType.FLOAT32, 7),
                FieldSpec.step(robot + "root_velocity", DType.FLOAT32, 6),
                FieldSpec.step(DemoPaths.SUBTASK_COMPLETED, DType.UINT8),
                FieldSpec.step(DemoPaths.SUBTASK_SCORE, DType.FLOAT32),
                FieldSpec.step(DemoPaths.SUBTASK_STATUS, DType.UINT16)));
        for (String object : OBJECTS) {
            String body = "states/rigid_object/" + object;
            fields.add(FieldSpec.step(body + "/root_pose", DType.FLOAT32, 7));
            fields.add(FieldSpec.step(body + "/root_velocity", DType.FLOAT32, 6));
            fields.add(FieldSpec.step("bbox/bbox_mm/" + object, DType.INT16, 8, 3));
            fields.add(FieldSpec.step("bbox/centroid/" + object, DType.FLOAT16, 3));
        }
        return FieldSchema.of(fields);
    }
}
