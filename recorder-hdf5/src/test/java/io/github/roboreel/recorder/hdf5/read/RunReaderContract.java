package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.RunReaderFixture;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every reader of run files gives: everything that h5py reads in a file, it reads alike. */
public abstract class RunReaderContract {
    /** Of types that cannot be read here, or too big. */
    private static final List<String> NOT_DUMPED = List.of("types/c8", "types/text", "shapes/huge");

    @TempDir
    Path folder;

    /** Opens a run file with the reader that is tested. */
    protected abstract RunReader open(Path file) throws IOException;

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void examplesReadAsH5pyReadsThem(String mode) throws IOException {
        List<Path> files = RunReaderFixture.runFiles(RunReaderFixture.example(folder, mode));
        assertEquals(mode.equals("--legacy") ? 1 : 2, files.size(), "run files");
        int datasets = 0;
        for (Path file : files) {
            datasets += compare(file);
        }
        assertEquals(4 * 36, datasets, "4 demos of 36 datasets compared");
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "latest"})
    void oddFilesReadAsH5pyReadsThem(String version) throws IOException {
        assertTrue(compare(odd(version)) >= 15, "datasets compared");
    }

    @Test
    void foreignQuirksAreSeen() throws IOException {
        Path run = RunReaderFixture.runFiles(RunReaderFixture.example(folder, "--foreign"))
                .get(1);
        try (RunReader reader = open(run)) {
            assertEquals("2.2.0", reader.attributes().get("isaaclab_version"));
            EpisodeReader demo = reader.demo("demo_1");
            assertFalse(demo.attributes().containsKey("success"));
            assertEquals(82, demo.numSamples());
            assertEquals(
                    2, demo.info("initial_state/articulation/robot/root_pose").rows());
            assertEquals(3, demo.info("subtask/score").rows());
            assertEquals(List.of(7L), demo.info("obs/proprio_obs/arm_joint_pos").rowShape());
            assertFalse(demo.has("obs/arm_joint_pos"));
        }
    }

    @Test
    void posesOfIsaacLab3AreReadInOurOrder() throws Exception {
        Path run = folder.resolve("run_0.hdf5");
        H5py.run(run, """
                import sys, h5py, numpy as np
                with h5py.File(sys.argv[1], 'w') as f:
                    f.attrs['format_version'] = 1
                    f.create_group('data').attrs['format_version'] = 1
                    d = f.create_group('data/demo_0')
                    d.attrs['num_samples'] = 600
                    poses = np.arange(600 * 7, dtype='f4').reshape(600, 7)
                    for name in ('states/cube/root_pose', 'obs/cube_pose'):
                        d.create_dataset(name, data=poses, chunks=(500, 7), shuffle=True, compression='gzip')
                """);
        try (RunReader reader = open(run)) {
            EpisodeReader demo = reader.demo("demo_0");
            demo.infos();
            float[] row = new float[7];
            byte[] bytes = demo.readBytes("states/cube/root_pose", 501, 502);
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer()
                    .get(row);
            float first = 501 * 7;
            assertArrayEquals(
                    new float[] {first, first + 1, first + 2, first + 6, first + 3, first + 4, first + 5}, row);
            assertArrayEquals(new double[] {0, 1, 2, 6, 3, 4, 5}, demo.readDoubles("states/cube/root_pose", 0, 1));
            assertArrayEquals(new double[] {0, 1, 2, 3, 4, 5, 6}, demo.readDoubles("obs/cube_pose", 0, 1));
        }
    }

    @Test
    void onlyTheOnePathOfADatasetLeadsToIt() throws IOException {
        Path run = RunReaderFixture.runFiles(RunReaderFixture.example(folder, "--foreign"))
                .get(1);
        try (RunReader reader = open(run)) {
            for (boolean listed : List.of(false, true)) {
                EpisodeReader demo = reader.demo("demo_1");
                if (listed) {
                    assertTrue(demo.paths().contains("subtask/score"));
                }
                assertTrue(demo.has("subtask/score"));
                for (String path : List.of(
                        "",
                        "/",
                        "subtask",
                        "subtask/",
                        "/subtask/score",
                        "subtask//score",
                        "subtask/./score",
                        "../demo_1/subtask/score",
                        "subtask/score/x",
                        "nothing/score")) {
                    assertFalse(demo.has(path), path);
                    IOException refused = assertThrows(IOException.class, () -> demo.info(path));
                    assertTrue(
                            refused.getMessage().contains("there is no dataset '" + path + "'"), refused.getMessage());
                }
            }
        }
    }

    @Test
    void demosAndAttributesOfOddFile() throws IOException {
        try (RunReader reader = open(odd("latest"))) {
            assertEquals(List.of("demo_0", "demo_1", "demo_2", "demo_10", "extra"), reader.demoNames());
            Map<String, Object> attributes = reader.attributes();
            assertEquals("Räume den Würfel 方块 auf 🤖", attributes.get("instruction"));
            assertEquals("recording", attributes.get("status"));
            assertEquals("Größe", attributes.get("padded"));
            assertEquals(List.of(0L, 1L, 2L), attributes.get("list"));
            assertEquals(List.of("a", "ß"), attributes.get("names"));
            assertEquals("", attributes.get("empty"));
            assertEquals(true, reader.demo("demo_0").attributes().get("success"));
            assertEquals(4, reader.demo("demo_2").numSamples());
        }
    }

    @Test
    void infoTellsUnitFrameAndStorage() throws IOException {
        try (RunReader reader = open(odd("latest"))) {
            EpisodeReader demo = reader.demo("demo_0");
            DatasetInfo position = demo.info("ee_pose/position");
            assertEquals("m", position.unit());
            assertEquals("env", position.frame());
            assertEquals(700 * 3 * 4, position.rawBytes());
            assertEquals(List.of("shuffle", "deflate"), demo.info("types/f2").filters());
            assertEquals(List.of(), demo.info("types/u2").chunkShape());
            assertEquals("", demo.info("types/u2").unit());
        }
    }

    @Test
    void anyRangeIsASliceOfTheWhole() throws IOException {
        Random random = new Random(11);
        try (RunReader reader = open(odd("earliest"))) {
            EpisodeReader demo = reader.demo("demo_0");
            for (String path : demo.paths()) {
                if (!NOT_DUMPED.contains(path)) {
                    compareRanges(demo, path, random);
                }
            }
        }
    }

    private static void compareRanges(EpisodeReader demo, String path, Random random) throws IOException {
        DatasetInfo info = demo.info(path);
        double[] all = demo.readDoubles(path);
        byte[] bytes = demo.readBytes(path, 0, info.rows());
        int width = (int) info.rowElements();
        int size = info.dtype().bytes() * width;
        for (int i = 0; i < 20; i++) {
            int from = random.nextInt((int) info.rows() + 1);
            int to = from + random.nextInt((int) info.rows() - from + 1);
            assertArrayEquals(
                    Arrays.copyOfRange(all, from * width, to * width),
                    demo.readDoubles(path, from, to),
                    path + " " + from + " to " + to);
            assertArrayEquals(
                    Arrays.copyOfRange(bytes, from * size, to * size),
                    demo.readBytes(path, from, to),
                    path + " " + from + " to " + to);
        }
    }

    @Test
    void wideningInBatchesKeepsEveryRow() throws IOException {
        try (RunReader reader = open(odd("latest"))) {
            EpisodeReader demo = reader.demo("demo_0");
            double[] frames = demo.readDoubles("shapes/huge", 40, 60);
            assertEquals(20 * 720 * 1280 * 3, frames.length);
            assertEquals(0.0, Arrays.stream(frames).sum());
        }
    }

    private Path odd(String version) throws IOException {
        Path file = folder.resolve("odd_" + version + ".hdf5");
        RunReaderFixture.run("odd", file.toString(), version);
        return file;
    }

    private int compare(Path file) throws IOException {
        List<String[]> lines = RunReaderFixture.run("dump", file.toString()).stream()
                .map(line -> line.split("\t", -1))
                .toList();
        int datasets = 0;
        List<String> demos = new ArrayList<>();
        try (RunReader reader = open(file)) {
            for (String[] line : lines) {
                switch (line[0]) {
                    case "demo" -> demos.add(line[1]);
                    case "attribute" -> compareAttribute(reader, line);
                    default -> {
                        compareDataset(reader.demo(line[1]), line);
                        datasets++;
                    }
                }
            }
            assertEquals(new TreeSet<>(demos), new TreeSet<>(reader.demoNames()));
            comparePaths(reader, lines);
        }
        return datasets;
    }

    /** Same datasets in the same order; those of types we do not read are left out by the dump. */
    private static void comparePaths(RunReader reader, List<String[]> lines) throws IOException {
        for (String name : reader.demoNames()) {
            List<String> expected = lines.stream()
                    .filter(line -> line[0].equals("dataset") && line[1].equals(name))
                    .map(line -> line[2])
                    .toList();
            List<String> paths = new ArrayList<>(reader.demo(name).paths());
            paths.removeAll(NOT_DUMPED);
            assertEquals(expected, paths, name);
        }
    }

    private static void compareAttribute(RunReader reader, String[] line) throws IOException {
        Map<String, Object> attributes =
                line[1].isEmpty() ? reader.attributes() : reader.demo(line[1]).attributes();
        String expected = new String(Base64.getDecoder().decode(line[3]), StandardCharsets.UTF_8);
        Object value = attributes.get(line[2]);
        String kind = expected.substring(0, expected.indexOf(':'));
        String text = expected.substring(kind.length() + 1);
        Object wanted = switch (kind) {
            case "int" -> Long.valueOf(text);
            case "float" -> Double.valueOf(text);
            case "bool" -> Boolean.valueOf(text);
            default -> text;
        };
        assertEquals(wanted, value, line[1] + "@" + line[2]);
    }

    private static void compareDataset(EpisodeReader demo, String[] line) throws IOException {
        String path = line[2];
        DatasetInfo info = demo.info(path);
        assertEquals(line[3], info.dtype().label(), path);
        List<Long> shape = numbers(line[4]);
        assertEquals(shape.isEmpty() ? 1 : shape.get(0), info.rows(), path);
        assertEquals(shape.isEmpty() ? shape : shape.subList(1, shape.size()), info.rowShape(), path);
        assertEquals(numbers(line[5]), info.chunkShape(), path);
        assertEquals(line[6], String.join(",", info.filters()), path);
        assertEquals(Long.parseLong(line[7]), info.storedBytes(), path);
        assertEquals(line[8], info.unit(), path);
        assertArrayEquals(Base64.getDecoder().decode(line[9]), demo.readBytes(path, 0, info.rows()), path);
        assertArrayEquals(doubles(line[10]), demo.readDoubles(path), path);
    }

    private static List<Long> numbers(String listing) {
        return Stream.of(listing.split(","))
                .filter(n -> !n.isEmpty())
                .map(Long::valueOf)
                .collect(Collectors.toList());
    }

    private static double[] doubles(String base64) {
        ByteBuffer raw = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
        double[] values = new double[raw.remaining() / 8];
        raw.order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
        return values;
    }
}
