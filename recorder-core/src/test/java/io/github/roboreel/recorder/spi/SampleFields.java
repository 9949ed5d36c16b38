package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Float16;
import io.github.roboreel.format.Uint64;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A schema with every dtype, an image and fields of every phase, and values for it that tell env, step and element
 * apart and that every dtype holds exactly.
 */
public final class SampleFields {
    /** Path of the image field. */
    public static final String IMAGE = "obs/camera";

    private static final Set<String> TIMESTAMPS = Set.of(DemoPaths.SIM_TIME, DemoPaths.WALL_TIME);

    private SampleFields() {}

    /** A new schema of all of them. */
    public static FieldSchema schema() {
        return FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 8),
                FieldSpec.step("types/f16", DType.FLOAT16, 3),
                FieldSpec.step("types/f64", DType.FLOAT64, 2),
                FieldSpec.step("types/i16", DType.INT16, 2, 3).withUnit("mm"),
                FieldSpec.step("types/i32", DType.INT32),
                FieldSpec.step("types/i64", DType.INT64, 2),
                FieldSpec.step("types/u8", DType.UINT8, 5),
                FieldSpec.step("types/u16", DType.UINT16),
                FieldSpec.step("types/i8", DType.INT8, 3),
                FieldSpec.step("types/u32", DType.UINT32, 2),
                FieldSpec.step("types/u64", DType.UINT64),
                FieldSpec.text("types/text", 7),
                FieldSpec.step("types/bool", DType.BOOL, 3),
                FieldSpec.image(IMAGE, 4, 5),
                FieldSpec.image("obs/depth_camera", DType.UINT16, 3, 4, 1),
                FieldSpec.image("obs/range_cam", DType.FLOAT32, 2, 5, 1),
                image("initial_state/depth", DType.UINT16, FieldPhase.INITIAL),
                image("final_obs/range_cam", DType.FLOAT32, FieldPhase.FINAL),
                FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7),
                FieldSpec.finalObservation("final_obs/joint_position", DType.FLOAT32, 2));
    }

    private static FieldSpec image(String path, DType dtype, FieldPhase phase) {
        return new FieldSpec(path, dtype, List.of(2, 5, 1), "", "", phase, true, false, true);
    }

    /** What the field holds in that env and step, row-major. */
    public static double[] values(FieldSpec field, int env, long step) {
        double[] values = new double[field.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(field.dtype(), env, step, i);
        }
        return values;
    }

    private static double value(DType dtype, int env, long step, int element) {
        long mixed = env * 31L + step * 7 + element * 3L;
        return switch (dtype) {
            case FLOAT16 -> mixed % 512 + 0.5;
            case FLOAT32 -> -(mixed % 100_000) - 0.25;
            case FLOAT64 -> env * 1e9 + step + element / 8.0;
            case INT16 -> -(mixed % 30_000);
            case INT32 -> -(env * 1_000_000L + step);
            case INT64 -> ((long) env << 40) + step * 2 + element;
            case UINT8 -> 255 - mixed % 251;
            case UINT16 -> 65_535 - mixed % 60_000;
            case INT8 -> 127 - mixed % 256;
            case UINT32 -> 4_294_967_295L - mixed;
            case UINT64 -> 0x1p63 + 2048.0 * mixed;
            case TEXT -> 'a' + mixed % 26;
            case BOOL -> (mixed >> 1) & 1;
        };
    }

    /** Puts every field of the phase but the timestamps. */
    public static void fill(StepWriter row, FieldSchema schema, FieldPhase phase, int env, long step) {
        for (Field field : schema.layout(phase).fields()) {
            if (!isTimestamp(field)) {
                put(row, field, values(field.spec(), env, step));
            }
        }
    }

    /** Puts every STEP field but the timestamps for envs 0 to {@code numEnvs - 1}. */
    public static void fill(BatchWriter rows, FieldSchema schema, int numEnvs, long step) {
        long[] steps = new long[numEnvs];
        Arrays.fill(steps, step);
        fill(rows, schema, IntStream.range(0, numEnvs).toArray(), steps);
    }

    /**
     * Puts every STEP field but the timestamps, for each env with the number and the step that its values are to have.
     */
    public static void fill(BatchWriter rows, FieldSchema schema, int[] numbers, long[] steps) {
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            if (!isTimestamp(field)) {
                put(rows, field, allEnvs(field.spec(), numbers, steps));
            }
        }
    }

    /** As {@link #fill(StepWriter, FieldSchema, FieldPhase, int, long)}, each field as it is stored. */
    public static void fillStored(StepWriter row, FieldSchema schema, FieldPhase phase, int env, long step) {
        for (Field field : schema.layout(phase).fields()) {
            if (!isTimestamp(field)) {
                row.put(field, stored(field.spec().dtype(), values(field.spec(), env, step)));
            }
        }
    }

    /** As {@link #fill(BatchWriter, FieldSchema, int, long)}, each field as it is stored. */
    public static void fillStored(BatchWriter rows, FieldSchema schema, int numEnvs, long step) {
        long[] steps = new long[numEnvs];
        Arrays.fill(steps, step);
        int[] numbers = IntStream.range(0, numEnvs).toArray();
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            if (!isTimestamp(field)) {
                rows.put(field, stored(field.spec().dtype(), allEnvs(field.spec(), numbers, steps)));
            }
        }
    }

    /** Little-endian, from the middle of a buffer that says otherwise. */
    private static ByteBuffer stored(DType dtype, double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * dtype.bytes() + 3)
                .position(2)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < values.length; i++) {
            encode(dtype, bytes, 2 + i * dtype.bytes(), values[i]);
        }
        return bytes.limit(bytes.capacity() - 1).order(ByteOrder.BIG_ENDIAN);
    }

    /** Whether the recorder fills this field itself. */
    public static boolean isTimestamp(Field field) {
        return TIMESTAMPS.contains(field.spec().path());
    }

    private static double[] allEnvs(FieldSpec field, int[] numbers, long[] steps) {
        double[] all = new double[numbers.length * field.elements()];
        for (int env = 0; env < numbers.length; env++) {
            double[] one = values(field, numbers[env], steps[env]);
            System.arraycopy(one, 0, all, env * one.length, one.length);
        }
        return all;
    }

    private static void put(StepWriter row, Field field, double[] values) {
        if (field.spec().image() && field.spec().dtype() != DType.UINT8) {
            putDepth(row, field, values);
            return;
        }
        switch (field.spec().dtype()) {
            case FLOAT16, FLOAT32 -> row.put(field, floats(values));
            case FLOAT64 -> row.put(field, values);
            case INT16, UINT16 -> row.put(field, shorts(values));
            case INT32, UINT32 -> row.put(field, ints(values));
            case INT64 -> row.put(field, longs(values));
            case UINT64 ->
                row.put(
                        field,
                        Arrays.stream(values).mapToLong(Uint64::fromDouble).toArray());
            case UINT8, INT8 -> row.put(field, bytes(values));
            case TEXT -> row.put(field, text(values));
            case BOOL -> row.put(field, booleans(values));
        }
    }

    /** From the middle of a buffer. */
    private static void putDepth(StepWriter row, Field field, double[] values) {
        if (field.spec().dtype() == DType.UINT16) {
            ShortBuffer shorts = ShortBuffer.allocate(values.length + 3).position(2);
            row.put(field, shorts.put(shorts(values)).flip().position(2));
        } else {
            FloatBuffer floats = FloatBuffer.allocate(values.length + 3).position(2);
            row.put(field, floats.put(floats(values)).flip().position(2));
        }
    }

    private static void put(BatchWriter rows, Field field, double[] values) {
        switch (field.spec().dtype()) {
            case FLOAT16, FLOAT32 -> rows.put(field, floats(values));
            case FLOAT64 -> rows.put(field, values);
            case INT16, UINT16 -> rows.put(field, shorts(values));
            case INT32, UINT32 -> rows.put(field, ints(values));
            case INT64 -> rows.put(field, longs(values));
            case UINT64 ->
                rows.put(
                        field,
                        Arrays.stream(values).mapToLong(Uint64::fromDouble).toArray());
            case UINT8, INT8 -> rows.put(field, bytes(values));
            case TEXT -> rows.put(field, text(values).split("(?<=\\G.{" + field.elements() + "})"));
            case BOOL -> rows.put(field, booleans(values));
        }
    }

    /** Writes one value little-endian, as a row stores it. */
    static void encode(DType dtype, ByteBuffer to, int at, double value) {
        switch (dtype) {
            case FLOAT16 -> to.putShort(at, Float16.fromFloat((float) value));
            case FLOAT32 -> to.putFloat(at, (float) value);
            case FLOAT64 -> to.putDouble(at, value);
            case INT16, UINT16 -> to.putShort(at, (short) (int) value);
            case INT32 -> to.putInt(at, (int) value);
            case UINT32 -> to.putInt(at, (int) (long) value);
            case INT64 -> to.putLong(at, (long) value);
            case UINT64 -> to.putLong(at, Uint64.fromDouble(value));
            case UINT8, INT8, BOOL, TEXT -> to.put(at, (byte) (int) value);
        }
    }

    /** Reads one value, the inverse of {@link #encode}. */
    static double decode(DType dtype, ByteBuffer from, int at) {
        return switch (dtype) {
            case FLOAT16 -> Float16.toFloat(from.getShort(at));
            case FLOAT32 -> from.getFloat(at);
            case FLOAT64 -> from.getDouble(at);
            case INT16 -> from.getShort(at);
            case UINT16 -> Short.toUnsignedInt(from.getShort(at));
            case INT32 -> from.getInt(at);
            case INT64 -> from.getLong(at);
            case INT8 -> from.get(at);
            case UINT32 -> Integer.toUnsignedLong(from.getInt(at));
            case UINT64 -> Uint64.toDouble(from.getLong(at));
            case UINT8, BOOL, TEXT -> Byte.toUnsignedInt(from.get(at));
        };
    }

    private static float[] floats(double[] values) {
        float[] out = new float[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = (float) values[i];
        }
        return out;
    }

    private static short[] shorts(double[] values) {
        short[] out = new short[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = (short) (int) values[i];
        }
        return out;
    }

    private static int[] ints(double[] values) {
        int[] out = new int[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = (int) (long) values[i];
        }
        return out;
    }

    private static long[] longs(double[] values) {
        long[] out = new long[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = (long) values[i];
        }
        return out;
    }

    private static byte[] bytes(double[] values) {
        byte[] out = new byte[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = (byte) (int) values[i];
        }
        return out;
    }

    private static String text(double[] values) {
        return new String(bytes(values), StandardCharsets.US_ASCII);
    }

    private static boolean[] booleans(double[] values) {
        boolean[] out = new boolean[values.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = values[i] != 0;
        }
        return out;
    }
}
