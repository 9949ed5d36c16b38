package io.github.roboreel.recorder.spi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a sink reads with the typed getters is what was put. */
@Timeout(120)
class RowViewTest {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("half", DType.FLOAT16, 2),
            FieldSpec.step("double", DType.FLOAT64),
            FieldSpec.step("i8", DType.INT8, 2),
            FieldSpec.step("u16", DType.UINT16, 2),
            FieldSpec.step("i32", DType.INT32, 2),
            FieldSpec.step("u64", DType.UINT64),
            FieldSpec.step("flag", DType.BOOL, 2),
            FieldSpec.step("note", DType.TEXT, 8),
            FieldSpec.image("camera", 1, 2),
            FieldSpec.image("depth", DType.FLOAT32, 1, 2, 1));

    @TempDir
    Path folder;

    private final Map<String, Object> seen = new LinkedHashMap<>();

    @Test
    void gettersReturnWhatWasPutAndRefuseOtherTypes() throws Exception {
        RunSpec run = RunSpec.builder(folder, "Wave").envs(1, "").dtSeconds(0.1).build();
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) throws IOException {
                read(row);
            }
        };
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, SCHEMA).sink(sink).open()) {
            recorder.env(0).begin();
            recorder.env(0)
                    .step()
                    .put(SCHEMA.field("actions"), new float[] {1.5f, -2.25f})
                    .put(SCHEMA.field("half"), new float[] {0.5f, -65504f})
                    .put(SCHEMA.field("double"), Math.PI)
                    .put(SCHEMA.field("i8"), new byte[] {-128, 127})
                    .put(SCHEMA.field("u16"), new short[] {-1, 7})
                    .put(SCHEMA.field("i32"), new int[] {Integer.MIN_VALUE, 3})
                    .put(SCHEMA.field("u64"), -1L)
                    .put(SCHEMA.field("flag"), new boolean[] {true, false})
                    .put(SCHEMA.field("note"), "h\u00e9y")
                    .put(SCHEMA.field("camera"), new byte[] {1, 2, 3, 4, 5, -6})
                    .put(SCHEMA.field("depth"), new float[] {0.25f, 8f})
                    .publish();
            recorder.env(0).end(EpisodeOutcome.success("")).join();
        }
        assertArrayEquals(new float[] {1.5f, -2.25f}, (float[]) seen.get("actions"));
        assertArrayEquals(new float[] {0.5f, -65504f}, (float[]) seen.get("half"));
        assertArrayEquals(new double[] {Math.PI}, (double[]) seen.get("double"));
        assertArrayEquals(new byte[] {-128, 127}, (byte[]) seen.get("i8"));
        assertArrayEquals(new short[] {-1, 7}, (short[]) seen.get("u16"));
        assertArrayEquals(new int[] {Integer.MIN_VALUE, 3}, (int[]) seen.get("i32"));
        assertArrayEquals(new long[] {-1L}, (long[]) seen.get("u64"));
        assertArrayEquals(new boolean[] {true, false}, (boolean[]) seen.get("flag"));
        assertEquals("h\u00e9y", seen.get("note"));
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, -6}, (byte[]) seen.get("camera"));
        assertArrayEquals(new float[] {0.25f, 8f}, (float[]) seen.get("depth"));
        String refused = (String) seen.get("refused");
        assertTrue(refused.contains("'actions'") && refused.contains("float32") && refused.contains("'ints'"), refused);
    }

    private void read(RowView row) {
        seen.put("actions", row.floats(SCHEMA.field("actions")));
        seen.put("half", row.floats(SCHEMA.field("half")));
        seen.put("double", row.doubles(SCHEMA.field("double")));
        seen.put("i8", row.bytes(SCHEMA.field("i8")));
        seen.put("u16", row.shorts(SCHEMA.field("u16")));
        seen.put("i32", row.ints(SCHEMA.field("i32")));
        seen.put("u64", row.longs(SCHEMA.field("u64")));
        seen.put("flag", row.booleans(SCHEMA.field("flag")));
        seen.put("note", row.text(SCHEMA.field("note")));
        seen.put("camera", row.bytes(SCHEMA.field("camera")));
        seen.put("depth", row.floats(SCHEMA.field("depth")));
        seen.put(
                "refused",
                assertThrows(IllegalArgumentException.class, () -> row.ints(SCHEMA.field("actions")))
                        .getMessage());
    }
}
