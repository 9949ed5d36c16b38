package io.github.roboreel.recorder.hdf5.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.ArrayFilesPy;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.OpenIds;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Array files, with h5py as the other side. */
class Hdf5ArrayFileIT {
    private static final Map<DType, String> NUMPY = Map.ofEntries(
            Map.entry(DType.FLOAT16, "<f2"),
            Map.entry(DType.FLOAT32, "<f4"),
            Map.entry(DType.FLOAT64, "<f8"),
            Map.entry(DType.INT8, "|i1"),
            Map.entry(DType.INT16, "<i2"),
            Map.entry(DType.INT32, "<i4"),
            Map.entry(DType.INT64, "<i8"),
            Map.entry(DType.UINT8, "|u1"),
            Map.entry(DType.UINT16, "<u2"),
            Map.entry(DType.UINT32, "<u4"),
            Map.entry(DType.UINT64, "<u8"),
            Map.entry(DType.BOOL, "bool"));

    @TempDir
    Path folder;

    private Path file;
    private ArrayFileFormat format;

    @BeforeEach
    void format() throws IOException {
        file = folder.resolve("arrays.hdf5");
        format = ArrayFileFormat.hdf5();
        assertInstanceOf(Hdf5ArrayFileFormat.class, format);
    }

    @Test
    void h5pyReadsEveryTypeAsWritten() throws Exception {
        Random random = new Random(5);
        Map<String, byte[]> written = new LinkedHashMap<>();
        try (ArrayFileWriter writer = format.create(file)) {
            for (DType dtype : NUMPY.keySet()) {
                for (boolean compressed : new boolean[] {false, true}) {
                    String path = "types/" + compressed + "/" + dtype.label();
                    byte[] rows = random(random, dtype, 23 * 6);
                    writer.array(path, dtype, List.of(3L, 2L), 5, compressed);
                    appendInPieces(writer, path, rows, 6 * dtype.bytes(), 7);
                    written.put(path, rows);
                }
            }
        }
        ArrayFilesPy seen = ArrayFilesPy.dump(file);
        for (DType dtype : NUMPY.keySet()) {
            for (String compressed : List.of("false", "true")) {
                String path = "types/" + compressed + "/" + dtype.label();
                String filters = compressed.equals("true") ? "shuffle+deflate" : "";
                assertEquals(
                        List.of("array", path, NUMPY.get(dtype), "(23, 3, 2)", "(None, 3, 2)", "(5, 3, 2)", filters),
                        seen.objects().get(path).subList(0, 7));
                assertArrayEquals(written.get(path), seen.values(path), path);
            }
        }
    }

    @Test
    void h5pyReadsRowsOfTextsAsTexts() throws Exception {
        List<String> texts = List.of("grasp", "", "zoë 🤖", "a", "place");
        ByteBuffer rows = ByteBuffer.allocate(9 * texts.size());
        for (int i = 0; i < texts.size(); i++) {
            rows.position(9 * i).put(texts.get(i).getBytes(StandardCharsets.UTF_8));
        }
        for (boolean compressed : new boolean[] {false, true}) {
            Path at = folder.resolve(compressed + ".hdf5");
            try (ArrayFileWriter writer = format.create(at)) {
                writer.array("label", DType.TEXT, List.of(9L), 2, compressed);
                appendInPieces(writer, "label", rows.array(), 9, 3);
            }
            assertEquals(
                    "object (5,) ['grasp', '', 'zoë 🤖', 'a', 'place']",
                    H5py.run(
                            at,
                            "import h5py, sys; a = h5py.File(sys.argv[1])['label'].asstr()[:];"
                                    + " print(a.dtype, a.shape, list(a))"));
            try (ArrayFileReader reader = format.open(at)) {
                assertEquals(texts, reader.readTexts("label"));
                assertEquals(DType.TEXT, reader.info("label").dtype());
                assertEquals(List.of(9L), reader.info("label").rowShape());
                assertArrayEquals(Arrays.copyOfRange(rows.array(), 18, 36), reader.readBytes("label", 2, 4));
            }
        }
    }

    /** More arrays than are kept open, so that rows come to arrays that were opened again. */
    @Test
    void picturesAreCompressedAsTheRecordersAre_andH5pyReadsThem() throws Exception {
        Map<String, byte[]> written = new LinkedHashMap<>();
        int pixelBytes = 30 * 40 * 3;
        Random random = new Random(8);
        try (ArrayFileWriter writer = format.create(file)) {
            for (int i = 0; i < 40; i++) {
                byte[] pictures = random(random, DType.UINT8, 4 * pixelBytes);
                for (int at = 0; at < (i % 2 == 0 ? 0 : pictures.length); at++) {
                    pictures[at] = (byte) (at / 3 % 40 / 8 * 20 + at / 120 % 30 / 6);
                }
                writer.array("cam/" + i, DType.UINT8, List.of(30L, 40L, 3L), 1, true);
                written.put("cam/" + i, pictures);
            }
            for (int piece = 0; piece < 4; piece += 2) {
                for (Map.Entry<String, byte[]> array : written.entrySet()) {
                    int from = piece * pixelBytes;
                    writer.append(array.getKey(), Arrays.copyOfRange(array.getValue(), from, from + 2 * pixelBytes));
                }
            }
        }
        ArrayFilesPy seen = ArrayFilesPy.dump(file);
        for (String path : written.keySet()) {
            assertEquals("shuffle+deflate", seen.objects().get(path).get(6));
            assertArrayEquals(written.get(path), seen.values(path), path);
        }
        try (ArrayFileReader reader = format.open(file)) {
            assertTrue(reader.info("cam/1").storedBytes() < pixelBytes / 4, "of four pictures of squares");
            assertArrayEquals(written.get("cam/1"), reader.readBytes("cam/1", 0, 4));
        }
    }

    private static byte[] random(Random random, DType dtype, int elements) {
        byte[] bytes = new byte[elements * dtype.bytes()];
        random.nextBytes(bytes);
        if (dtype == DType.BOOL) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 1;
            }
        }
        return bytes;
    }

    private static void appendInPieces(ArrayFileWriter writer, String path, byte[] rows, int rowBytes, int pieceRows)
            throws IOException {
        for (int at = 0; at < rows.length; at += pieceRows * rowBytes) {
            int end = Math.min(rows.length, at + pieceRows * rowBytes);
            writer.append(path, Arrays.copyOfRange(rows, at, end));
        }
    }

    @Test
    void h5pyReadsScalarRowsBlobsTextsAndAttributes() throws Exception {
        List<byte[]> blobs = List.of(new byte[] {1, 2, 3}, new byte[0], new byte[70_000]);
        blobs.get(2)[69_999] = 9;
        List<String> texts = List.of("demo_0", "démo 方块 🤖", "");
        try (ArrayFileWriter writer = format.create(file)) {
            writer.array("rewards", DType.FLOAT64, List.of(), 4, true);
            writer.append("rewards", doubles(0.1, -0.0, Double.NaN));
            writer.array("none", DType.FLOAT32, List.of(2L), 4, true);
            writer.blobs("images/png");
            writer.appendBlobs("images/png", blobs.subList(0, 2));
            writer.appendBlobs("images/png", List.of());
            writer.appendBlobs("images/png", blobs.subList(2, 3));
            writer.texts("mask/train", texts);
            writer.texts("mask/valid", List.of());
            writer.group("infos/Würfel");
            writer.group("infos");
            writer.attribute("", "total", 12L);
            writer.attribute("", "total", 1L << 62);
            writer.attribute("", "small", -7);
            writer.attribute("infos", "größe", 0.1);
            writer.attribute("infos", "success", true);
            writer.attribute("infos", "options/a", "方块 🤖");
            writer.attribute("infos", "changed", "long text before");
            writer.attribute("infos", "changed", false);
            writer.attribute("rewards", "long", "x".repeat(100_000));
        }
        ArrayFilesPy seen = ArrayFilesPy.dump(file);
        assertArrayEquals(doubles(0.1, -0.0, Double.NaN), seen.values("rewards"));
        assertEquals("(0, 2)", seen.objects().get("none").get(3));
        assertEquals("uint8", seen.objects().get("images/png").get(2));
        for (int i = 0; i < blobs.size(); i++) {
            assertArrayEquals(blobs.get(i), seen.items("images/png").get(i));
        }
        assertEquals(List.of("utf-8", "17"), seen.objects().get("mask/train").subList(2, 4));
        assertEquals(
                texts,
                seen.items("mask/train").stream().map(Hdf5ArrayFileIT::utf8).toList());
        assertEquals("", seen.objects().get("mask/valid").get(4));
        assertEquals("group", seen.objects().get("infos/Würfel").get(0));
        assertEquals(
                Map.of(
                        "@total", List.of("int64", "" + (1L << 62)),
                        "@small", List.of("int32", "-7"),
                        "infos@größe", List.of("float64", "0.1"),
                        "infos@success", List.of("bool", "True"),
                        "infos@options/a", List.of("str", "方块 🤖"),
                        "infos@changed", List.of("bool", "False"),
                        "rewards@long", List.of("str", "x".repeat(100_000))),
                seen.attributes());
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] doubles(double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return bytes.array();
    }

    @Test
    void rowsAddedAfterReopeningFollow() throws Exception {
        byte[] rows = random(new Random(6), DType.INT32, 40);
        try (ArrayFileWriter writer = format.create(file)) {
            writer.array("grown", DType.INT32, List.of(2L), 6, true);
            writer.append("grown", Arrays.copyOf(rows, 4 * 8));
            writer.blobs("blobs");
            writer.appendBlobs("blobs", List.of(new byte[] {1}));
            writer.attribute("grown", "rows", 4L);
        }
        try (ArrayFileWriter writer = format.append(file)) {
            writer.append("grown", Arrays.copyOfRange(rows, 4 * 8, rows.length));
            writer.appendBlobs("blobs", List.of(new byte[] {2, 3}));
            writer.attribute("grown", "rows", 20L);
            writer.array("new/array", DType.UINT8, List.of(), 3, false);
            writer.append("new/array", new byte[] {5});
        }
        ArrayFilesPy seen = ArrayFilesPy.dump(file);
        assertArrayEquals(rows, seen.values("grown"));
        assertArrayEquals(new byte[] {2, 3}, seen.items("blobs").get(1));
        assertEquals(List.of("int64", "20"), seen.attributes().get("grown@rows"));
        assertArrayEquals(new byte[] {5}, seen.values("new/array"));
    }

    @Test
    void anotherProcessGivesLargeBlobsAndRefusesWhatIsClosed() throws IOException {
        byte[] large = new byte[60 << 20];
        new Random(2).nextBytes(large);
        try (ArrayFileWriter writer = format.create(file)) {
            writer.blobs("blobs");
            writer.appendBlobs("blobs", List.of(large, new byte[0], new byte[] {3}, large));
        }
        ArrayFileReader reader = format.openDoubtful(file);
        try (reader) {
            List<byte[]> blobs = reader.readBlobs("blobs", 0, 4);
            assertArrayEquals(large, blobs.get(0));
            assertEquals(0, blobs.get(1).length);
            assertArrayEquals(new byte[] {3}, blobs.get(2));
            assertArrayEquals(large, blobs.get(3));
            assertEquals(List.of(), reader.readBlobs("blobs", 2, 2));
            assertEquals(4, reader.info("blobs").rows());
        }
        assertThrows(IOException.class, () -> reader.info("blobs"));
    }

    @Test
    void moreArraysThanStayOpenKeepAllRows() throws IOException {
        try (ArrayFileWriter writer = format.create(file)) {
            for (int i = 0; i < 40; i++) {
                writer.array("a" + i, DType.UINT8, List.of(), 4, true);
            }
            for (int row = 0; row < 5; row++) {
                for (int i = 0; i < 40; i++) {
                    writer.append("a" + i, new byte[] {(byte) (row + i)});
                }
            }
        }
        try (ArrayFileReader reader = format.open(file)) {
            for (int i = 0; i < 40; i++) {
                byte[] expected = {(byte) i, (byte) (i + 1), (byte) (i + 2), (byte) (i + 3), 0};
                expected[4] = (byte) (i + 4);
                assertArrayEquals(expected, reader.readBytes("a" + i, 0, 5));
            }
        }
    }

    @Test
    void whatH5pyWroteIsRead() throws Exception {
        ArrayFilesPy.run(file, "foreign");
        try (ArrayFileReader reader = format.open(file)) {
            assertArrayEquals(floats(2, 3, 4, 5), reader.readBytes("plain/f4", 1, 3));
            assertArrayEquals(floats(0, 1), reader.readBytes("soft", 0, 1));
            assertArrayEquals(new byte[] {0, 0x3e, 0, (byte) 0x80, 0, 0x7c}, reader.readBytes("plain/f2", 0, 3));
            assertArrayEquals(ints(1, -2, 70_000), reader.readBytes("plain/big", 0, 3));
            assertEquals(DType.INT32, reader.info("plain/big").dtype());
            assertArrayEquals(doubles(2.5), reader.readBytes("plain/scalar", 0, 1));
            assertEquals(List.of(), reader.info("plain/scalar").rowShape());
            assertEquals(DType.BOOL, reader.info("plain/flag").dtype());
            assertArrayEquals(new byte[] {1}, reader.readBytes("plain/flag", 0, 1));
            assertEquals(0, reader.info("plain/null").rows());
            assertArrayEquals(new byte[] {1, 0, 2, 0, 3, 0, -1, -1}, reader.readBytes("compact", 0, 4));
            assertArrayEquals(new byte[] {-25, 3}, reader.readBytes("gzip", 999, 1000));
            DatasetInfo gzip = reader.info("gzip");
            assertEquals(List.of("deflate", "fletcher32"), gzip.filters());
            assertEquals(List.of(7L), gzip.chunkShape());
            assertEquals(1_000_000, reader.info("linked/rows").rows());
            assertArrayEquals(longs(15, 16, 17, 18, 19), reader.readBytes("linked/rows", 3, 4));
            assertEquals(Map.of("from", "the other file"), reader.attributes("linked"));
        }
    }

    @Test
    void textsBlobsNamesAndAttributesOfH5pyAreRead() throws Exception {
        ArrayFilesPy.run(file, "foreign");
        try (ArrayFileReader reader = format.open(file)) {
            assertEquals(List.of("a", "Größe 🤖", ""), reader.readTexts("text/variable"));
            assertEquals(List.of("demo_0", "demo_10"), reader.readTexts("text/fixed"));
            assertEquals(List.of("single"), reader.readTexts("text/one"));
            assertEquals(List.of(), reader.readTexts("text/none"));
            List<byte[]> blobs = reader.readBlobs("blobs", 0, 3);
            assertEquals(List.of(300, 0, 1), blobs.stream().map(b -> b.length).toList());
            assertEquals(43, blobs.get(0)[299]);
            assertArrayEquals(new byte[] {7}, reader.readBlobs("blobs", 2, 3).get(0));
            assertEquals(3, reader.info("blobs").rows());
            assertEquals(List.of("episode_1", "episode_2", "episode_10", "z", "é"), reader.members("many"));
            assertEquals(
                    Map.of(
                            "int",
                            -5L,
                            "unsigned",
                            7L,
                            "float",
                            0.5,
                            "flag",
                            false,
                            "text",
                            "Größe 🤖",
                            "bytes",
                            "fixed",
                            "texts",
                            "a",
                            "too_large",
                            "9223372036854775809"),
                    reader.attributes("plain"));
            assertEquals(List.of("empty", "list"), reader.otherAttributes("plain"));
            List<Kind> kinds = Stream.of("", "many", "gzip", "blobs", "text/one", "nowhere", "gzip/below")
                    .map(path -> kind(reader, path))
                    .toList();
            assertEquals(
                    List.of(Kind.GROUP, Kind.GROUP, Kind.ARRAY, Kind.BLOBS, Kind.TEXTS, Kind.NOTHING, Kind.NOTHING),
                    kinds);
        }
    }

    private static Kind kind(ArrayFileReader reader, String path) {
        try {
            return reader.kind(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] floats(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }

    private static byte[] longs(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return bytes.array();
    }

    @Test
    void typesThatCannotBeReadAreNamed() throws Exception {
        ArrayFilesPy.run(file, "foreign");
        try (ArrayFileReader reader = format.open(file)) {
            assertSays("plain/compound: stored type compound is not", () -> reader.info("plain/compound"));
            assertSays("stored type compound", () -> reader.readBytes("plain/compound", 0, 1));
            assertSays("has GROUP at 'many', but [ARRAY, TEXTS] is expected", () -> reader.readBytes("many", 0, 1));
            assertSays("link that leads nowhere, at 'nowhere'", () -> reader.attributes("nowhere"));
            assertSays("lost: it takes values from 'lost.h5', which is no file in", () -> reader.members("lost"));
            assertSays("lost/rows: it takes values from", () -> reader.readBytes("lost/rows", 0, 1));
            IllegalArgumentException range =
                    assertThrows(IllegalArgumentException.class, () -> reader.readBytes("plain/f4", 1, 4));
            assertTrue(range.getMessage().contains("it has rows 0 to 3"), range.getMessage());
        }
        try (ArrayFileWriter writer = format.append(file)) {
            assertSays("fixed size", () -> writer.append("plain/f4", new byte[8]));
        }
    }

    private interface Doing {
        void run() throws IOException;
    }

    private static void assertSays(String part, Doing doing) {
        IOException e = assertThrows(IOException.class, doing::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void filesThatAreNoneOrInTheWayAreRefused() throws Exception {
        assertSays("does not exist", () -> format.open(file));
        assertSays("does not exist", () -> format.append(file));
        assertSays("is no file", () -> format.open(folder));
        Files.writeString(file, "not HDF5");
        assertSays("is not an HDF5 file", () -> format.open(file));
        assertSays("exists already", () -> format.create(file));
        assertEquals("not HDF5", Files.readString(file));
        assertSays("No such file", () -> format.create(folder.resolve("no/folder.hdf5")));
        Path whole = folder.resolve("whole.hdf5");
        try (ArrayFileWriter writer = format.create(whole)) {
            writer.array("a", DType.UINT8, List.of(), 9, false);
            writer.append("a", new byte[9]);
        }
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));
        assertSays("is truncated", () -> format.open(file));
    }

    @Test
    void mistakesAreRefusedAndLeaveTheRest() throws Exception {
        try (ArrayFileWriter writer = format.create(file)) {
            writer.array("a", DType.INT16, List.of(3L), 2, true);
            assertSays("has 'a' already", () -> writer.blobs("a"));
            assertSays("has 'a' already", () -> writer.group("a"));
            assertSays("has NOTHING at 'b'", () -> writer.append("b", new byte[6]));
            assertSays("has ARRAY at 'a'", () -> writer.appendBlobs("a", List.of()));
            assertSays("has no 'b'", () -> writer.attribute("b", "x", 1L));
            assertMistake("rows have 6 each", () -> writer.append("a", new byte[7]));
            assertMistake("given 1.0", () -> writer.attribute("a", "x", 1f));
            assertMistake("has a NUL", () -> writer.attribute("a", "x", "a\0b"));
            assertMistake("surrogate", () -> writer.texts("t", List.of("\ud83e")));
            assertMistake("emoji", () -> writer.attribute("a", "🤖", 1L));
            assertMistake("'..'", () -> writer.group("x/../y"));
            assertMistake("less than 2 GiB", () -> writer.array("b", DType.FLOAT64, List.of(1L << 20), 1 << 20, true));
            assertMistake("'t' is of texts", () -> writer.array("t", DType.TEXT, List.of(), 1, true));
            assertMistake("at least one value", () -> writer.array("b", DType.INT16, List.of(0L), 1, true));
            writer.append("a", new byte[] {1, 0, 2, 0, 3, 0});
        }
        ArrayFilesPy seen = ArrayFilesPy.dump(file);
        assertEquals(List.of("a"), List.copyOf(seen.objects().keySet()));
        assertArrayEquals(new byte[] {1, 0, 2, 0, 3, 0}, seen.values("a"));
        ArrayFileWriter closed = format.append(file);
        closed.close();
        closed.close();
        assertSays("is closed", () -> closed.append("a", new byte[6]));
    }

    private static void assertMistake(String part, Doing doing) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, doing::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }

    @Test
    void closingGivesBackEveryHandle() throws Exception {
        ArrayFilesPy.run(file, "foreign");
        long before = OpenIds.count();
        try (ArrayFileReader reader = format.open(file)) {
            reader.readBytes("linked/rows", 0, 1);
            reader.readTexts("text/variable");
            reader.readTexts("text/fixed");
            reader.readBlobs("blobs", 0, 3);
            reader.attributes("plain");
            reader.members("many");
            assertThrows(IOException.class, () -> reader.info("plain/compound"));
            assertThrows(IOException.class, () -> reader.members("lost"));
        }
        try (ArrayFileWriter writer = format.append(file)) {
            writer.array("half", DType.FLOAT16, List.of(), 4, true);
            writer.append("half", new byte[2]);
            writer.blobs("more");
            writer.appendBlobs("more", List.of(new byte[1]));
            writer.texts("names", List.of("a"));
            writer.attribute("half", "flag", true);
            writer.attribute("half", "text", "a");
            assertThrows(IOException.class, () -> writer.append("plain/f4", new byte[8]));
        }
        assertEquals(before, OpenIds.count());
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            List<Path> left = open.filter(Hdf5ArrayFileIT::isOurs).toList();
            assertEquals(List.of(), left);
        }
    }

    private static boolean isOurs(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("arrays.hdf5");
        } catch (IOException gone) {
            return false;
        }
    }
}
