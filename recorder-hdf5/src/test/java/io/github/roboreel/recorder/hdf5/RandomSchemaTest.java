package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Uint64;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.jhdf.HdfFile;
import io.jhdf.api.Dataset;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What goes in comes out, read by a reader that is not ours and not HDF5's own library. */
class RandomSchemaTest {
    @Property(tries = 40)
    @Domain(RandomSchemas.class)
    @Domain(DomainContext.Global.class)
    void jhdfReadsEveryValueBack(
            @ForAll FieldSchema schema,
            @ForAll @Size(min = 1, max = 3) List<@IntRange(max = 1300) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 700) int flushIntervalSteps,
            @ForAll("compressions") String compression)
            throws Exception {
        Path folder = Files.createTempDirectory("roboreel-property");
        SinkHarness run = new SinkHarness(
                folder,
                schema,
                lengths.size(),
                SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, flushIntervalSteps)
                        .set(Hdf5Settings.COMPRESSION, compression));
        try {
            run.record(() -> recordInterleaved(run, lengths));
            assertNull(run.context.failure().get());
            try (HdfFile file = new HdfFile(run.file())) {
                for (int env = 0; env < lengths.size(); env++) {
                    assertDemo(file, schema, env, lengths.get(env));
                }
            }
        } finally {
            Files.deleteIfExists(run.file());
            Files.deleteIfExists(run.file().getParent());
            Files.deleteIfExists(folder);
        }
    }

    private static void recordInterleaved(SinkHarness run, List<Integer> lengths) throws Exception {
        for (int env = 0; env < lengths.size(); env++) {
            run.begin(env);
        }
        for (int step = 0; step <= 1300; step++) {
            for (int env = 0; env < lengths.size(); env++) {
                if (step < lengths.get(env)) {
                    run.steps(env, 1);
                } else if (step == lengths.get(env)) {
                    run.end(env, EpisodeOutcome.success(""));
                }
            }
        }
    }

    private static void assertDemo(HdfFile file, FieldSchema schema, int env, int length) {
        String demo = "/data/demo_" + env;
        assertEquals(
                (long) length, file.getByPath(demo).getAttribute("num_samples").getData());
        for (FieldPhase phase : FieldPhase.values()) {
            int first = phase == FieldPhase.FINAL ? length : 0;
            int rows = phase == FieldPhase.STEP ? length : 1;
            for (Field field : schema.layout(phase).fields()) {
                Dataset dataset =
                        file.getDatasetByPath(demo + "/" + field.spec().path());
                assertEquals(rows, dataset.getDimensions()[0], field.spec().path());
                assertRows(field, dataset, env, first, rows);
            }
        }
    }

    private static void assertRows(Field field, Dataset dataset, int env, int first, int rows) {
        int elements = field.spec().elements();
        double[] expected = new double[rows * elements];
        for (int row = 0; row < rows; row++) {
            ByteBuffer bytes = ByteBuffer.wrap(TestRow.values(field, env, first + row));
            bytes.order(ByteOrder.LITTLE_ENDIAN);
            for (int c = 0; c < elements; c++) {
                expected[row * elements + c] = next(field.spec().dtype(), bytes);
            }
        }
        List<Double> values = new ArrayList<>();
        if (rows > 0) {
            collect(dataset.getDataFlat(), field.spec().dtype().isText(), values);
        }
        double[] actual = values.stream().mapToDouble(Double::doubleValue).toArray();
        assertArrayEquals(expected, actual, field.spec().toString());
    }

    private static double next(DType dtype, ByteBuffer bytes) {
        return switch (dtype) {
            case FLOAT16 -> half(bytes.getShort());
            case FLOAT32 -> bytes.getFloat();
            case FLOAT64 -> bytes.getDouble();
            case INT16 -> bytes.getShort();
            case INT32 -> bytes.getInt();
            case INT64 -> bytes.getLong();
            case INT8 -> bytes.get();
            case UINT32 -> bytes.getInt() & 0xffff_ffffL;
            case UINT64 -> Uint64.toDouble(bytes.getLong());
            case UINT8, BOOL, TEXT -> bytes.get() & 0xff;
            case UINT16 -> bytes.getShort() & 0xffff;
        };
    }

    /** The test's float16 values are small integers as bit patterns: subnormal numbers. */
    private static double half(short bits) {
        return bits * Math.pow(2, -24);
    }

    private static void collect(Object array, boolean isText, List<Double> into) {
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
            Object value = java.lang.reflect.Array.get(array, i);
            if (value instanceof Number number) {
                into.add(number.doubleValue());
            } else if (isText) {
                ((String) value).chars().forEach(c -> into.add((double) c));
            } else {
                into.add("TRUE".equals(value) ? 1.0 : 0.0);
            }
        }
    }

    @Provide
    Arbitrary<String> compressions() {
        return Arbitraries.of("fast", "balanced", "none");
    }
}
