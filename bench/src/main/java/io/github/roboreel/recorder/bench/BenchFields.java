package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What one step of one env holds.
 *
 * @param specs the fields, timestamps not among them
 * @param imageKind what the cameras see, if there are any
 * @param schema of the fields
 */
record BenchFields(List<FieldSpec> specs, ImageKind imageKind, FieldSchema schema) {
    private static final List<String> OBJECTS = List.of("banana", "bowl", "rubiks_cube");
    private static final List<String> LOGGED = List.of(
            "position",
            "velocity",
            "acceleration",
            "torque",
            "desired_position",
            "desired_velocity",
            "desired_torque",
            "motor_current",
            "temperature",
            "encoder_ticks");
    private static final int COLUMNS_PER_FIELD = 512;
    private static final long SWEEP_BYTES = 100_000_000;
    private static final int MIN_SWEEP_STEPS = 600;
    private static final int MAX_SWEEP_STEPS = 8000;

    BenchFields(List<FieldSpec> specs, ImageKind imageKind) {
        this(List.copyOf(specs), imageKind, FieldSchema.of(specs));
    }

    /** A RoboLab episode without cameras: the 26 fields of {@code peers/peer_h5py.py}. */
    static BenchFields proprio() {
        String robot = "states/articulation/robot/";
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(floats("actions", 8));
        fields.add(floats(DemoPaths.EE_POSITION, 3));
        fields.add(floats(DemoPaths.EE_ORIENTATION, 4));
        fields.add(floats(DemoPaths.EE_LINEAR_VELOCITY, 3));
        fields.add(floats(DemoPaths.EE_ANGULAR_VELOCITY, 3));
        fields.add(floats("obs/arm_joint_pos", 7));
        fields.add(floats("obs/gripper_pos", 1));
        fields.add(floats(robot + "joint_position", 13));
        fields.add(floats(robot + "joint_velocity", 13));
        fields.add(floats(robot + "root_pose", 7));
        fields.add(floats(robot + "root_velocity", 6));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_COMPLETED, DType.UINT8));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_SCORE, DType.FLOAT32));
        fields.add(FieldSpec.step(DemoPaths.SUBTASK_STATUS, DType.UINT16));
        for (String object : OBJECTS) {
            String body = "states/rigid_object/" + object;
            fields.add(floats(body + "/root_pose", 7));
            fields.add(floats(body + "/root_velocity", 6));
            fields.add(FieldSpec.step("bbox/bbox_mm/" + object, DType.INT16, 8, 3));
            fields.add(FieldSpec.step("bbox/centroid/" + object, DType.FLOAT16, 3));
        }
        return new BenchFields(fields, ImageKind.GRADIENT);
    }

    private static FieldSpec floats(String path, int columns) {
        return FieldSpec.step(path, DType.FLOAT32, columns);
    }

    /** What a small task of reinforcement learning has: with the timestamps 5 datasets. */
    static BenchFields small() {
        return new BenchFields(
                List.of(
                        FieldSpec.step("actions", DType.FLOAT32, 2),
                        FieldSpec.step("obs/state", DType.FLOAT32, 4),
                        FieldSpec.step("reward", DType.FLOAT32)),
                ImageKind.GRADIENT);
    }

    /** A humanoid's log: so many scalars, each with a name, in one field. */
    static BenchFields log(int numVariables) {
        String[] names = IntStream.range(0, numVariables)
                .mapToObj(i -> "joint_" + i / 10 + "/" + LOGGED.get(i % 10))
                .toArray(String[]::new);
        FieldSpec log = FieldSpec.step("log/variables", DType.FLOAT32, numVariables);
        return new BenchFields(List.of(log.withNames(names)), ImageKind.GRADIENT);
    }

    /** Bytes of one env's step, timestamps not counted, as the peers count. */
    long rowBytes() {
        return specs.stream().mapToLong(FieldSpec::rowBytes).sum();
    }

    /** Steps of each env that make up 100 MB of rows, within 600 to 8000: a point of a sweep over numbers of envs. */
    int sweepSteps(int numEnvs) {
        long steps = SWEEP_BYTES / (numEnvs * rowBytes());
        return (int) Math.max(MIN_SWEEP_STEPS, Math.min(MAX_SWEEP_STEPS, steps));
    }

    /** The same fields and cameras that see this. */
    BenchFields withCameras(FrameSize size, int cameras, ImageKind kind) {
        List<FieldSpec> fields = new ArrayList<>(specs);
        fields.addAll(cameras(size, cameras, kind).specs);
        return new BenchFields(fields, kind);
    }

    /** Cameras that see this, and nothing else. */
    static BenchFields cameras(FrameSize size, int cameras, ImageKind kind) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int camera = 0; camera < cameras; camera++) {
            FieldSpec image = FieldSpec.image("obs/camera_" + camera, size.height(), size.width());
            fields.add(kind == ImageKind.RENDERED ? image.withoutNoise() : image);
        }
        return new BenchFields(fields, kind);
    }

    /** Rows of float32 of so many bytes, a multiple of 4, in as many fields, each of up to 2 kB. */
    static BenchFields ofRowBytes(int rowBytes, int minFields) {
        if (rowBytes < Float.BYTES || rowBytes % Float.BYTES != 0) {
            throw new IllegalArgumentException("--row-bytes has " + rowBytes + "; expected multiples of 4 from 4");
        }
        List<FieldSpec> fields = new ArrayList<>();
        int left = rowBytes / Float.BYTES;
        int maxColumns = Math.max(1, Math.min(COLUMNS_PER_FIELD, left / minFields));
        while (left > 0) {
            int columns = Math.min(left, maxColumns);
            String path = fields.isEmpty() ? "actions" : "obs/part_" + fields.size();
            fields.add(FieldSpec.step(path, DType.FLOAT32, columns));
            left -= columns;
        }
        return new BenchFields(fields, ImageKind.GRADIENT);
    }
}
