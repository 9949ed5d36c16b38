package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Values of a Java type other than the field's: widened exactly, double rounded to float32. */
class ConvertingPutTest {
    private static final double BEYOND_FLOAT32 = 0x1.ffffffp127;

    private final FieldSchema schema = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("open/f32", DType.FLOAT32, 2).allowingNonFinite(),
            FieldSpec.step("scalar/f32", DType.FLOAT32),
            FieldSpec.step("f64", DType.FLOAT64, 2),
            FieldSpec.step("open/f64", DType.FLOAT64, 2).allowingNonFinite(),
            FieldSpec.step("scalar/f64", DType.FLOAT64),
            FieldSpec.step("i64", DType.INT64, 2),
            FieldSpec.step("scalar/i64", DType.INT64),
            FieldSpec.image("obs/range", DType.FLOAT32, 1, 2, 1));

    @TempDir
    private Path folder;

    private MemoryRuns runs;
    private RunSpec run;

    @BeforeEach
    void makeRun() {
        runs = new MemoryRuns();
        run = RunSpec.builder(folder, "Wave").dtSeconds(0.1).envs(2, "").build();
    }

    @Test
    void intsAreWidenedExactly() {
        record(row -> row.put(field("i64"), new int[] {Integer.MIN_VALUE, 7})
                .put(field("scalar/i64"), Integer.MAX_VALUE)
                .put(field("f64"), new int[] {Integer.MIN_VALUE, -7})
                .put(field("scalar/f64"), Integer.MAX_VALUE));
        assertStored("i64", Integer.MIN_VALUE, 7);
        assertStored("scalar/i64", Integer.MAX_VALUE);
        assertStored("f64", Integer.MIN_VALUE, -7);
        assertStored("scalar/f64", Integer.MAX_VALUE);
    }

    @Test
    void floatsAreWidenedExactly() {
        FloatBuffer buffer = FloatBuffer.wrap(new float[] {9, 0.1f, Float.NaN}).position(1);
        record(row -> row.put(field("f64"), new float[] {0.1f, Float.MIN_VALUE})
                .put(field("scalar/f64"), 0.3f)
                .put(field("open/f64"), buffer));
        assertStored("f64", 0.1f, Float.MIN_VALUE);
        assertStored("scalar/f64", 0.3f);
        assertStored("open/f64", 0.1f, Double.NaN);
    }

    @Test
    void doublesAreRoundedToFloat32() {
        record(row -> row.put(field("actions"), new double[] {0.1, 1e-60})
                .put(field("scalar/f32"), -Math.PI)
                .put(field("obs/range"), new double[] {Float.MAX_VALUE, 2.0 / 3})
                .put(field("open/f32"), new double[] {Double.NaN, Double.NEGATIVE_INFINITY}));
        assertStored("actions", 0.1f, 0);
        assertStored("scalar/f32", (float) -Math.PI);
        assertStored("obs/range", Float.MAX_VALUE, 2f / 3);
        assertStored("open/f32", Double.NaN, Double.NEGATIVE_INFINITY);
    }

    @Test
    void aFiniteDoubleBeyondFloat32IsRefusedWhereverNonFiniteValuesAreAllowedToo() {
        record(row -> {
            assertRefused(
                    () -> row.put(field("open/f32"), new double[] {0, -BEYOND_FLOAT32}),
                    "env 0: field 'open/f32'",
                    "float32",
                    "3.4e38",
                    "element 1");
            assertRefused(() -> row.put(field("scalar/f32"), 1e300), "'scalar/f32'", "1.0E300");
            assertRefused(() -> row.put(field("actions"), new double[] {Double.NaN, 0}), "'actions'", "finite", "NaN");
            assertRefused(() -> row.put(field("f64"), new float[] {0, Float.NaN}), "'f64'", "finite", "element 1");
        });
    }

    @Test
    void aBatchConvertsAsARowDoes() {
        try (EpisodeRecorder recorder = open()) {
            recorder.env(0).begin();
            recorder.env(1).begin();
            recorder.stepAll()
                    .put(field("actions"), new double[] {0.1, 0.2, 0.3, 0.4})
                    .put(field("open/f32"), new double[] {0, 0, Double.NaN, 1e-3})
                    .put(field("scalar/f32"), new double[] {1, 1.1})
                    .put(field("f64"), new float[] {0.1f, 0.2f, 0.3f, 0.4f})
                    .put(field("open/f64"), FloatBuffer.wrap(new float[] {1, 2, Float.NaN, 0.4f}))
                    .put(field("scalar/f64"), new int[] {3, -4})
                    .put(field("i64"), new int[] {1, 2, Integer.MIN_VALUE, 4})
                    .put(field("scalar/i64"), new int[] {5, 6})
                    .put(field("obs/range"), new double[] {1, 2, 3, 0.7})
                    .publish();
        }
        assertStoredOf(1, "actions", 0.3f, 0.4f);
        assertStoredOf(1, "open/f32", Double.NaN, 1e-3f);
        assertStoredOf(1, "scalar/f32", 1.1f);
        assertStoredOf(1, "f64", 0.3f, 0.4f);
        assertStoredOf(1, "open/f64", Double.NaN, 0.4f);
        assertStoredOf(1, "scalar/f64", -4);
        assertStoredOf(1, "i64", Integer.MIN_VALUE, 4);
        assertStoredOf(1, "scalar/i64", 6);
        assertStoredOf(1, "obs/range", 3, 0.7f);
    }

    /** One step of env 0, in which every field is zero that is not put. */
    private void record(Consumer<StepWriter> puts) {
        try (EpisodeRecorder recorder = open()) {
            recorder.env(0).begin();
            recorder.env(0).step(row -> {
                row.put(field("actions"), new float[2])
                        .put(field("open/f32"), new float[2])
                        .put(field("scalar/f32"), 0f)
                        .put(field("f64"), new double[2])
                        .put(field("open/f64"), new double[2])
                        .put(field("scalar/f64"), 0.0)
                        .put(field("i64"), new long[2])
                        .put(field("scalar/i64"), 0L)
                        .put(field("obs/range"), new float[2]);
                puts.accept(row);
            });
        }
    }

    private EpisodeRecorder open() {
        return EpisodeRecorder.builder(run, schema)
                .sink(new MemorySink("memory", EpisodeSink.Role.DATA, run, runs))
                .open();
    }

    private Field field(String path) {
        return schema.field(path);
    }

    private void assertStored(String path, double... values) {
        assertStoredOf(0, path, values);
    }

    private void assertStoredOf(int env, String path, double... values) {
        assertArrayEquals(values, runs.readDoubles(run, env, path), path);
    }

    private static void assertRefused(Executable put, String... words) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, put);
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage());
        }
    }
}
