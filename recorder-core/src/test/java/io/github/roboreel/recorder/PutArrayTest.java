package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A field of each dtype takes arrays of the dtype's Java type, and the recorder keeps their bits. */
@Timeout(120)
class PutArrayTest {
    private static final double[] VALUES = {'a', 0};

    @TempDir
    private Path folder;

    private byte[] seen;

    @ParameterizedTest
    @EnumSource(DType.class)
    void arraysOfTheJavaTypeAreTaken(DType dtype) {
        byte[] bytes = Elements.bytes(dtype, VALUES);
        Object array = dtype.isText() ? new String[] {"a"} : Elements.array(dtype, Elements.of(bytes));
        record(dtype, (row, field) -> row.putArray(field, array));
        assertArrayEquals(bytes, seen);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void otherObjectsAreRefusedWithTheTypeThatIsTaken(DType dtype) {
        record(dtype, (row, field) -> {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> row.putArray(field, "a"));
            assertEquals(
                    "field 'typed' expects an array of " + dtype.javaType().getSimpleName() + "; given String",
                    refused.getMessage());
            assertThrows(IllegalArgumentException.class, () -> row.putArray(field, null));
            row.putArray(
                    field,
                    dtype.isText() ? new String[] {"a"} : Elements.array(dtype, Elements.room(dtype, VALUES.length)));
        });
    }

    private void record(DType dtype, BiConsumer<StepWriter, Field> put) {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 1), FieldSpec.step("typed", dtype, VALUES.length));
        Field typed = schema.field("typed");
        RunSpec run = RunSpec.builder(folder, "Wave").dtSeconds(0.1).envs(1, "").build();
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) throws IOException {
                seen = new byte[typed.rowBytes()];
                row.bytes().get(typed.offsetBytes(), seen);
            }
        };
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).sink(sink).open()) {
            recorder.env(0).begin();
            recorder.env(0).step(row -> {
                row.put(schema.field("actions"), new float[1]);
                put.accept(row, typed);
            });
            recorder.env(0).end(EpisodeOutcome.success("")).join();
        }
    }
}
