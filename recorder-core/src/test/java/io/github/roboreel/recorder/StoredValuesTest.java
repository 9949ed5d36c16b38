package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Fields of every dtype take their values in a ByteBuffer, as they are stored, and keep those bytes. */
@Timeout(120)
class StoredValuesTest {
    private static final int ELEMENTS = 6;
    private static final int NUM_ENVS = 3;
    private static final double[] VALUES = {'a', 'b', 'c', 0, 0, 0};
    private static final double[] OTHERS = {'x', 'y', 0, 0, 0, 0};

    @TempDir
    private Path folder;

    /** Bytes of the field under test by env, of the last row. */
    private final Map<Integer, byte[]> stored = new TreeMap<>();

    @ParameterizedTest
    @EnumSource(DType.class)
    void aRowKeepsTheBytesOfAnyBuffer(DType dtype) {
        for (byte[] bytes : new byte[][] {bytes(dtype, VALUES), bytes(dtype, OTHERS)}) {
            for (ByteBuffer values : buffers(bytes)) {
                assertRowKeeps(plain(dtype), bytes, values);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"UINT8", "UINT16", "FLOAT32"})
    void anImageKeepsTheBytesOfAnyBuffer(DType dtype) {
        byte[] bytes = bytes(dtype, VALUES);
        for (ByteBuffer values : buffers(bytes)) {
            assertRowKeeps(FieldSpec.image("typed", dtype, 2, 3, 1), bytes, values);
        }
    }

    private void assertRowKeeps(FieldSpec typed, byte[] bytes, ByteBuffer values) {
        int position = values.position();
        ByteOrder order = values.order();
        FieldSchema schema = schema(typed);
        try (EpisodeRecorder recorder = open(schema)) {
            recorder.env(0).begin();
            recorder.env(0)
                    .step(row -> row.put(schema.field("actions"), bytes(0.5f)).put(schema.field("typed"), values));
            recorder.env(0).end(EpisodeOutcome.success("")).join();
        }
        assertArrayEquals(bytes, stored.get(0));
        assertEquals(position, values.position());
        assertEquals(order, values.order());
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void aBatchKeepsEachEnvsBytes(DType dtype) {
        byte[] first = bytes(dtype, VALUES);
        byte[] third = bytes(dtype, OTHERS);
        byte[] all = Arrays.copyOf(first, NUM_ENVS * first.length);
        System.arraycopy(third, 0, all, 2 * third.length, third.length);
        FieldSchema schema = schema(plain(dtype));
        for (ByteBuffer values : buffers(all)) {
            int position = values.position();
            try (EpisodeRecorder recorder = open(schema)) {
                recorder.env(0).begin();
                recorder.env(2).begin();
                recorder.stepAll()
                        .put(schema.field("actions"), bytes(0.5f, 1.5f, 2.5f))
                        .put(schema.field("typed"), values)
                        .publish();
                end(recorder, 0, 2);
            }
            assertEquals(position, values.position());
            assertArrayEquals(first, stored.get(0));
            assertArrayEquals(third, stored.get(2));
            assertEquals(2, stored.size());
        }
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void otherSizesAreRefusedInBytes(DType dtype) {
        FieldSchema schema = schema(plain(dtype));
        Field typed = schema.field("typed");
        int rowBytes = ELEMENTS * dtype.bytes();
        try (EpisodeRecorder recorder = open(schema)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            StepWriter row = env.step();
            String expected = "env 0: field 'typed' expects " + dtype.label() + "[6], " + rowBytes + " bytes; given ";
            String refused = refusal(() -> row.put(typed, ByteBuffer.allocate(rowBytes + 1)));
            assertEquals(expected + (rowBytes + 1) + " bytes of type ByteBuffer", refused);
            assertEquals(expected + "1 byte of type ByteBuffer", refusal(() -> row.put(typed, ByteBuffer.allocate(1))));
            env.discardRow();
            BatchWriter rows = recorder.stepAll();
            String tooFew = refusal(() -> rows.put(typed, ByteBuffer.allocate(rowBytes)));
            assertTrue(tooFew.contains(NUM_ENVS * rowBytes + " bytes; given " + rowBytes + " bytes"), tooFew);
            rows.discardRow();
        }
    }

    static Stream<Arguments> refusedBytes() {
        return Stream.of(
                floats(DType.FLOAT16, Double.NaN, "finite values; given NaN at element 4"),
                floats(DType.FLOAT16, Double.NEGATIVE_INFINITY, "finite values; given -Infinity at element 4"),
                floats(DType.FLOAT32, Double.NaN, "finite values; given NaN at element 4"),
                floats(DType.FLOAT32, Double.POSITIVE_INFINITY, "finite values; given Infinity at element 4"),
                floats(DType.FLOAT64, Double.NaN, "finite values; given NaN at element 4"),
                floats(DType.FLOAT64, Double.NEGATIVE_INFINITY, "finite values; given -Infinity at element 4"),
                Arguments.of(DType.BOOL, new byte[] {0, 1, 1, 2, 0, 0}, "0 or 1; given 2 at element 3"),
                Arguments.of(DType.BOOL, new byte[] {0, -1, 1, 0, 0, 0}, "0 or 1; given 255 at element 1"),
                Arguments.of(DType.TEXT, text("ab\0c\0\0"), "byte 0x63 at 3, behind a NUL"),
                Arguments.of(
                        DType.TEXT, new byte[] {'a', (byte) 0xff, 0, 0, 0, 0}, "0xff at 1, which begins no character"),
                Arguments.of(DType.TEXT, Arrays.copyOf(text("1234€"), 6), "0xe2 at 4, which begins no character"));
    }

    private static Arguments floats(DType dtype, double bad, String message) {
        return Arguments.of(dtype, bytes(dtype, 0, -1, 0, 0, bad, 0), message);
    }

    @ParameterizedTest
    @MethodSource("refusedBytes")
    void valuesThatTheFieldDoesNotHoldCostOneEnvItsRow(DType dtype, byte[] refused, String message) {
        FieldSchema schema = schema(plain(dtype));
        byte[] taken = bytes(dtype, VALUES);
        ByteBuffer values = ByteBuffer.allocate(NUM_ENVS * taken.length);
        values.put(taken).put(refused).put(taken).flip();
        try (EpisodeRecorder recorder = open(schema)) {
            for (int env = 0; env < NUM_ENVS; env++) {
                recorder.env(env).begin();
            }
            BatchWriter rows = recorder.stepAll()
                    .put(schema.field("actions"), bytes(1, 2, 3))
                    .put(schema.field("typed"), values);
            String told = refusal(rows::publish);
            assertTrue(told.startsWith("env 1: field 'typed' expects "), told);
            assertTrue(told.contains(message), told);
            assertEquals(
                    1, recorder.env(1).end(EpisodeOutcome.success("")).join().droppedRows());
            end(recorder, 0, 2);
        }
        assertArrayEquals(taken, stored.get(0));
        assertArrayEquals(taken, stored.get(2));
        assertEquals(2, stored.size());
    }

    @ParameterizedTest
    @MethodSource("refusedBytes")
    void aRefusedValueLeavesTheRowAsItWas(DType dtype, byte[] refused, String message) {
        FieldSchema schema = schema(plain(dtype));
        byte[] taken = bytes(dtype, VALUES);
        try (EpisodeRecorder recorder = open(schema)) {
            recorder.env(0).begin();
            recorder.env(0).step(row -> {
                row.put(schema.field("actions"), bytes(1)).put(schema.field("typed"), ByteBuffer.wrap(taken));
                String told = refusal(() -> row.put(schema.field("typed"), ByteBuffer.wrap(refused)));
                assertTrue(told.contains(message), told);
            });
            end(recorder, 0);
        }
        assertArrayEquals(taken, stored.get(0));
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FLOAT16", "FLOAT32", "FLOAT64"})
    void floatsThatAreNotFiniteKeepTheirBitsWhereTheyAreAllowed(DType dtype) {
        byte[] bytes = bytes(dtype, Double.NaN, Double.NEGATIVE_INFINITY, 1, 2, 3, Double.POSITIVE_INFINITY);
        bytes[0] |= 1;
        assertRowKeeps(plain(dtype).allowingNonFinite(), bytes, ByteBuffer.wrap(bytes));
    }

    @Test
    void anImageThatIsNotFiniteIsRefused() {
        FieldSchema schema = schema(FieldSpec.image("typed", DType.FLOAT32, 2, 3, 1));
        try (EpisodeRecorder recorder = open(schema)) {
            recorder.env(0).begin();
            StepWriter row = recorder.env(0).step();
            ByteBuffer values = ByteBuffer.wrap(bytes(DType.FLOAT32, 0, 0, Double.NaN, 0, 0, 0));
            String told = refusal(() -> row.put(schema.field("typed"), values));
            assertTrue(told.contains("given NaN at element 2"), told);
            recorder.env(0).discardRow();
        }
    }

    /** On the heap and outside it, to read only, in both orders, from an odd place on. */
    private static ByteBuffer[] buffers(byte[] bytes) {
        ByteBuffer heap = surrounded(bytes, ByteBuffer.allocate(bytes.length + 5));
        ByteBuffer direct = surrounded(bytes, ByteBuffer.allocateDirect(bytes.length + 5));
        return new ByteBuffer[] {
            heap,
            direct.duplicate().order(ByteOrder.LITTLE_ENDIAN),
            direct.asReadOnlyBuffer().order(ByteOrder.BIG_ENDIAN)
        };
    }

    private static ByteBuffer surrounded(byte[] bytes, ByteBuffer room) {
        while (room.hasRemaining()) {
            room.put((byte) 0xff);
        }
        return room.position(3).put(bytes).flip().position(3);
    }

    private static byte[] bytes(DType dtype, double... values) {
        return Elements.bytes(dtype, dtype.isBool() ? new double[] {1, 0, 1, 1, 0, values[0] % 2} : values);
    }

    private static ByteBuffer bytes(float... actions) {
        ByteBuffer bytes =
                ByteBuffer.allocateDirect(actions.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(actions);
        return bytes;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FieldSpec plain(DType dtype) {
        return FieldSpec.step("typed", dtype, ELEMENTS);
    }

    private static FieldSchema schema(FieldSpec typed) {
        return FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 1), typed);
    }

    private EpisodeRecorder open(FieldSchema schema) {
        stored.clear();
        RunSpec run = RunSpec.builder(folder, "Wave")
                .dtSeconds(0.1)
                .envs(NUM_ENVS, "")
                .build();
        Field typed = schema.field("typed");
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) throws IOException {
                byte[] bytes = new byte[typed.rowBytes()];
                boolean image = typed.spec().image();
                (image ? row.frame(typed).bytes() : row.bytes()).get(Math.max(0, typed.offsetBytes()), bytes);
                stored.put(env, bytes);
            }
        };
        return EpisodeRecorder.builder(run, schema).sink(sink).open();
    }

    private static void end(EpisodeRecorder recorder, int... envs) {
        for (int env : envs) {
            recorder.env(env).end(EpisodeOutcome.success("")).join();
        }
    }

    private static String refusal(Runnable put) {
        return assertThrows(IllegalArgumentException.class, put::run).getMessage();
    }
}
