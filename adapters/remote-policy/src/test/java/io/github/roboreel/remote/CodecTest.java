package io.github.roboreel.remote;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.Observation;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages to and from Python's msgpack and numpy, and messages that must not be believed. */
class CodecTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"<f4", "<f8", "|i1", "|u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "|b1"})
    void arraysOfPythonAreRead(String dtype) throws Exception {
        String make = "a = np.array([[0, 1, 100], [127, 3, 2]], dtype='" + dtype + "')\n"
                + "if a.dtype.kind == 'i': a = -a\nif a.dtype.kind == 'f': a = a / 3\n";
        String write = "sys.stdout.buffer.write(%s)";
        double[] expected = doubles(Python.run(make + "sys.stdout.buffer.write(a.astype('>f8').tobytes())"));
        for (String packed : List.of(
                "pack({'x': {'actions': a}})",
                "msgpack.packb({'x': {'actions': {'__ndarray__': True, 'data': a.tobytes(), 'dtype': a.dtype.str,"
                        + " 'shape': a.shape}}})",
                "msgpack.packb({b'x': {b'actions': {b'__ndarray__': True, b'data': a.tobytes(), b'dtype': a.dtype.str,"
                        + " b'shape': a.shape}}}, use_bin_type=False)")) {
            Map<?, ?> message = MessageDecoder.decode(Python.run(make + write.formatted(packed)));
            WireArray array = WireArray.of(((Map<?, ?>) message.get("x")).get("actions"));
            assertEquals(List.of(2, 3), array.shape(), packed);
            for (int i = 0; i < 6; i++) {
                assertEquals(expected[i], array.get(i), packed);
            }
        }
    }

    private static double[] doubles(byte[] bytes) {
        double[] values = new double[bytes.length / 8];
        ByteBuffer.wrap(bytes).asDoubleBuffer().get(values);
        return values;
    }

    @Test
    void otherValuesOfPythonAreRead() throws Exception {
        Map<?, ?> message = MessageDecoder.decode(Python.run("""
                sys.stdout.buffer.write(pack({'n': None, 'yes': True, 'i': -5, 'big': 2**40, 'f': 0.1, 's': 'ö',
                    'list': [1, [2, {}]], 'zero': np.array(1.5), 'scalar': np.float32(0.5)}))
                """));
        assertEquals(null, message.get("n"));
        assertEquals(true, message.get("yes"));
        assertEquals(-5L, message.get("i"));
        assertEquals(1L << 40, message.get("big"));
        assertEquals(0.1, message.get("f"));
        assertEquals("ö", message.get("s"));
        assertEquals(List.of(1L, List.of(2L, Map.of())), message.get("list"));
        assertEquals(1.5, WireArray.of(message.get("zero")).get(0));
        assertEquals(0.5, ((Map<?, ?>) message.get("scalar")).get("data"));
    }

    @Test
    void everyKindOfFieldIsReadByPython() throws Exception {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 2),
                FieldSpec.step("obs/f4", DType.FLOAT32, 7),
                FieldSpec.step("obs/f2", DType.FLOAT16, 2),
                FieldSpec.step("obs/f8", DType.FLOAT64, 2, 3),
                FieldSpec.step("obs/u2", DType.UINT16, 3),
                FieldSpec.step("obs/i8", DType.INT64),
                FieldSpec.step("obs/flags", DType.BOOL, 2),
                FieldSpec.image("obs/camera", 24, 40));
        Observation now = new Observation(schema);
        now.put(schema.field("obs/f4"), new float[] {0, 1, 2, 3, 4, 5, 6.5f});
        now.put(schema.field("obs/f2"), new float[] {-1, 0.25f});
        now.put(schema.field("obs/f8"), new double[] {1, 2, 3, 4, 5, 0.1});
        now.put(schema.field("obs/u2"), new short[] {1, -1, 3});
        now.put(schema.field("obs/i8"), new long[] {-(1L << 40)});
        now.put(schema.field("obs/flags"), new boolean[] {false, true});
        new Random(1).nextBytes(now.bytes(schema.field("obs/camera")));
        Path file = Files.writeString(folder.resolve("policy.yaml"), """
                observation:
                  whole: obs/f8
                  joined: [obs/f2, "obs/f4[5:7]", "obs/f4[0:1]"]
                  unsigned: obs/u2
                  scalar: obs/i8
                  flags: obs/flags
                images: {as it is: obs/camera}
                prompt: task
                """);
        RequestWriter writer = new RequestWriter(OpenPiConfig.read(file), new Sketch(schema));
        writer.write(now);
        Path message = Files.write(folder.resolve("message"), bytes(writer.write(now)));
        Path camera = Files.write(folder.resolve("camera"), now.bytes(schema.field("obs/camera")));
        assertEquals("right", new String(Python.run("""
                m = unpack(open(sys.argv[1], 'rb').read())
                def same(key, expected):
                    assert m[key].dtype == expected.dtype and m[key].shape == expected.shape, (key, m[key])
                    assert np.array_equal(m[key], expected), (key, m[key])
                same('whole', np.array([[1, 2, 3], [4, 5, 0.1]]))
                same('joined', np.array([-1, 0.25, 5, 6.5, 0], np.float32))
                same('unsigned', np.array([1, 65535, 3], np.uint16))
                same('scalar', np.array(-2**40))
                same('flags', np.array([False, True]))
                same('as it is', np.fromfile(sys.argv[2], np.uint8).reshape(24, 40, 3))
                assert m['task'] == 'Do it.' and len(m) == 7, m.keys()
                print('right', end='')
                """, message, camera)));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(strings = {"16x16", "224x224", "33x100", "640x64", "40x24", "41x24"})
    void picturesAreResizedAsByTheReference(String size) throws Exception {
        byte[] picture = new byte[24 * 40 * 3];
        new Random(7).nextBytes(picture);
        Path file = Files.write(folder.resolve("picture"), picture);
        int width = Integer.parseInt(size.substring(0, size.indexOf('x')));
        int height = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        byte[] expected = Python.run(
                "a = np.fromfile(sys.argv[1], np.uint8).reshape(24, 40, 3)\nsys.stdout.buffer.write(resize_with_pad(a, "
                        + height + ", " + width + ").tobytes())",
                file);
        PaddedResize resize = new PaddedResize(24, 40, height, width);
        resize.apply(new byte[picture.length]);
        assertArrayEquals(expected, resize.apply(picture));
    }

    @Test
    void arraysThatAreNoneAreRefused() throws Exception {
        assertRefused("np.array([1, 2], dtype='>i4')", "dtype '>i4'");
        assertRefused("np.array(['a'])", "dtype '<U1'");
        assertRefused("[1, 2]", "an array of numbers was expected");
        assertRefused("{b'__ndarray__': True, b'data': b'', b'dtype': '|O', b'shape': [0]}", "dtype '|O'");
        assertRefused("{b'__ndarray__': True, b'data': b'1234', b'dtype': '<f4', b'shape': [2]}", "has 4 bytes");
        assertRefused("{b'__ndarray__': True, b'data': b'', b'dtype': '<f4', b'shape': [2**31-1] * 3}", "has 0 bytes");
        assertRefused("{b'__ndarray__': True, b'data': b'1234', b'dtype': '<f4', b'shape': [-1]}", "shape [-1]");
        assertRefused("np.zeros((1,) * 9)", "has 9 axes");
        assertRefused("{b'__ndarray__': True}", "lacks data");
    }

    private static void assertRefused(String value, String reason) throws Exception {
        byte[] message = Python.run("sys.stdout.buffer.write(pack({'x': " + value + "}))");
        Map<?, ?> decoded = MessageDecoder.decode(message);
        ServerException refusal = assertThrows(ServerException.class, () -> WireArray.of(decoded.get("x")), value);
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
    }

    @Test
    void messagesThatClaimMoreThanTheyHoldAreRefused() {
        refuse("not one map", 0x01);
        refuse("not one map", 0x80, 0x80);
        refuse("not MessagePack");
        refuse("not MessagePack", 0xc1);
        refuse("not MessagePack", 0xdf, 0x7f, 0xff, 0xff, 0xff);
        refuse("not MessagePack", 0xdd, 0x7f, 0xff, 0xff, 0xff);
        refuse("ends within a value of 2147483647 bytes", 0xc6, 0x7f, 0xff, 0xff, 0xff);
        refuse("ends within a value of 2147483647 bytes", 0xdb, 0x7f, 0xff, 0xff, 0xff);
        refuse("extension", 0x81, 0x01, 0xd4, 0x01, 0x00);
        int[] deep = new int[100_000];
        java.util.Arrays.fill(deep, 0x91);
        refuse("nested deeper than 16", deep);
        int[] many = new int[(1 << 20) + 5];
        java.util.Arrays.fill(many, 0x80);
        many[0] = 0xdd;
        many[1] = 0x00;
        many[2] = 0x10;
        many[3] = many[4] = 0x00;
        refuse("more than 1048576 values", many);
    }

    private static void refuse(String reason, int... message) {
        byte[] bytes = new byte[message.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) message[i];
        }
        ServerException refusal = assertThrows(ServerException.class, () -> MessageDecoder.decode(bytes));
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
    }
}
