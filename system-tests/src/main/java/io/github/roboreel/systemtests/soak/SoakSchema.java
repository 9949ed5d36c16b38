package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What runs of one kind record. No quaternions and boxes: {@code check} would find that their values, which follow a
 * formula, are none.
 */
enum SoakSchema {
    /** No images. */
    PROPRIO,
    /** Two cameras in the run file and in the sensor video. */
    CAMERAS,
    /** A camera and a viewport in videos only. */
    UNSTORED,
    /** Every dtype, scalars and matrices. */
    TYPES;

    static final String SENSOR = "obs/wrist_camera";
    static final String VIEWPORT = "obs/viewport_cam/front";
    private static final String SECOND_SENSOR = "obs/side_camera";
    private static final String JOINTS = "articulation/robot/joint_position";

    /** Name of the env and of its folder. */
    String envName() {
        return "Soak" + name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    boolean hasSensorVideo() {
        return this == CAMERAS || this == UNSTORED;
    }

    boolean hasViewportVideo() {
        return this == UNSTORED;
    }

    /** Mode of videos that makes just these. */
    String videoMode() {
        return switch (this) {
            case PROPRIO, TYPES -> "none";
            case CAMERAS -> "sensor";
            case UNSTORED -> "all";
        };
    }

    /** A new schema, its images of that size in pixels. */
    FieldSchema fields(int height, int width) {
        List<FieldSpec> fields = new ArrayList<>(proprio());
        switch (this) {
            case PROPRIO -> {}
            case CAMERAS -> {
                fields.add(FieldSpec.image(SENSOR, height, width));
                fields.add(FieldSpec.image(SECOND_SENSOR, height, width));
                fields.add(FieldSpec.image(SENSOR, height, width).finalObservation());
                fields.add(FieldSpec.image(SECOND_SENSOR, height, width).finalObservation());
            }
            case UNSTORED -> {
                fields.add(FieldSpec.image(SENSOR, height, width).unstored());
                fields.add(FieldSpec.image(VIEWPORT, height, width).unstored());
            }
            case TYPES -> fields.addAll(types());
        }
        return FieldSchema.of(fields);
    }

    private static List<FieldSpec> proprio() {
        return List.of(
                FieldSpec.step("actions", DType.FLOAT32, 8),
                FieldSpec.step("obs/arm_joint_pos", DType.FLOAT32, 7).withUnit("rad"),
                FieldSpec.step("obs/gripper_pos", DType.FLOAT32, 1),
                FieldSpec.step(DemoPaths.EE_POSITION, DType.FLOAT32, 3).withUnit("m"),
                FieldSpec.step("states/" + JOINTS, DType.FLOAT32, 13).withUnit("rad"),
                FieldSpec.step("states/articulation/robot/joint_velocity", DType.FLOAT32, 13),
                FieldSpec.step(DemoPaths.SUBTASK_COMPLETED, DType.UINT8),
                FieldSpec.step(DemoPaths.SUBTASK_SCORE, DType.FLOAT32),
                FieldSpec.step(DemoPaths.SUBTASK_STATUS, DType.UINT16),
                FieldSpec.initial("initial_state/" + JOINTS, DType.FLOAT32, 13),
                FieldSpec.finalObservation(DemoPaths.finalOf("obs/arm_joint_pos"), DType.FLOAT32, 7));
    }

    private static List<FieldSpec> types() {
        List<FieldSpec> fields = new ArrayList<>();
        List<DType> numbers =
                Arrays.stream(DType.values()).filter(t -> !t.isText()).toList();
        for (DType type : numbers) {
            fields.add(FieldSpec.step("types/" + type.label() + "/scalar", type));
            fields.add(FieldSpec.step("types/" + type.label() + "/matrix", type, 3, 5));
        }
        return fields;
    }
}
