package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.types.Types;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets in Arrow, read value by value with Arrow's own reader. */
class MinariArrowIT {
    private static final String ID = "robolab/banana-v0";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int FEW = 2;
    private static final int FEW_STEPS = RecordedRuns.steps(0, 0) + RecordedRuns.steps(0, 1);
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    @TempDir
    static Path recordings;

    private static RecordedRuns images;
    private static EpisodeSource few;

    @TempDir
    Path root;

    @BeforeAll
    static void record() {
        images = RecordedRuns.record(recordings, true);
        few = RecordedEpisodes.first(FEW, images);
    }

    private ExportSummary export(Observations observations, boolean append) throws IOException {
        return export(observations, append, few, ExportProgress.NONE);
    }

    private ExportSummary export(
            Observations observations, boolean append, EpisodeSource source, ExportProgress progress)
            throws IOException {
        MinariOptions options = new MinariOptions(
                root, ID, DataFormat.ARROW, false, observations, RewardPolicy.SUCCESS, append, MinariDescription.NONE);
        return new MinariExporter(options).export(source, progress);
    }

    @Test
    void statesAreOneRowLongerThanActions() throws IOException {
        ExportSummary summary = export(Observations.STATES, false, images, ExportProgress.NONE);
        assertEquals(EPISODES, summary.episodes());
        assertEquals(RecordedEpisodes.steps(), summary.steps());
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith("'final_obs/clock' is left")),
                summary.notes()::toString);
        JsonNode metadata = JSON.readTree(data().resolve("metadata.json").toFile());
        assertEquals("arrow", metadata.get("data_format").asText());
        assertEquals(EPISODES, metadata.get("total_episodes").asInt());
        int[] number = {0};
        images.visit((facts, episode) -> requireStates(number[0]++, facts, episode));
        assertEquals(EPISODES, number[0]);
    }

    @Test
    void scalarsAreListsOfOneInABoxAndNoListsInADiscrete() throws IOException {
        EpisodeSource choices = RecordedRuns.record(root.resolve("choices"), scalars(true));
        export(Observations.OBS, false, choices, ExportProgress.NONE);
        assertScalars(Types.MinorType.TINYINT, Types.MinorType.FIXED_SIZE_LIST);

        Files.move(root.resolve("robolab"), root.resolve("apart"));
        EpisodeSource plain = RecordedRuns.record(root.resolve("plain"), scalars(false));
        export(Observations.OBS, false, plain, ExportProgress.NONE);
        assertScalars(Types.MinorType.FIXED_SIZE_LIST, Types.MinorType.FIXED_SIZE_LIST);
        ExportSummary added = export(Observations.OBS, true, choices, ExportProgress.NONE);
        assertEquals(2 * EPISODES, added.episodes());
        assertScalars(Types.MinorType.FIXED_SIZE_LIST, Types.MinorType.FIXED_SIZE_LIST);
    }

    private void assertScalars(Types.MinorType actions, Types.MinorType clock) throws IOException {
        int episodes = JSON.readTree(data().resolve("metadata.json").toFile())
                .get("total_episodes")
                .asInt();
        for (int number = 0; number < episodes; number++) {
            try (Table table = new Table(data().resolve(number + "/part-0.arrow"))) {
                assertEquals(actions, table.column("actions").getMinorType());
                assertEquals(clock, table.column("observations", "clock").getMinorType());
            }
        }
    }

    private static FieldSchema scalars(boolean areChoices) {
        FieldSpec actions = FieldSpec.step("actions", DType.INT8);
        return FieldSchema.of(
                areChoices ? actions.withNumValues(100) : actions,
                FieldSpec.step("obs/clock", DType.FLOAT64),
                FieldSpec.step("obs/arm", DType.FLOAT64, 2),
                FieldSpec.finalObservation("final_obs/clock", DType.FLOAT64),
                FieldSpec.finalObservation("final_obs/arm", DType.FLOAT64, 2));
    }

    private void requireStates(int number, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        int steps = (int) episode.numSamples();
        JsonNode noted = JSON.readTree(data().resolve(number + "/metadata.json").toFile());
        assertEquals(number, noted.get("id").asInt());
        assertEquals(steps, noted.get("total_steps").asInt());
        assertEquals(
                RecordedRuns.INSTRUCTION,
                noted.get("robolab").get("instruction").asText());
        try (Table table = new Table(data().resolve(number + "/part-0.arrow"))) {
            assertEquals(steps + 1, table.root.getRowCount());
            String joints = "articulation/robot/joint_position";
            for (int step = 0; step <= steps; step++) {
                assertEquals(
                        step == 0
                                ? floats(episode, "initial_state/" + joints, 0)
                                : floats(episode, "states/" + joints, step - 1),
                        table.column("observations", joints.split("/")).getObject(step));
            }
            FieldVector actions = table.column("actions");
            FieldVector positions = table.column("infos", "ee_pose/position");
            assertEquals("3", positions.getField().getMetadata().get("shape"));
            FieldVector clock = table.column("infos", "obs/clock");
            BitVector contact = (BitVector) table.column("infos", "contact");
            for (int step = 0; step < steps; step++) {
                assertEquals(floats(episode, "actions", step), actions.getObject(step));
                assertEquals(floats(episode, "ee_pose/position", step), positions.getObject(step + 1));
                assertEquals(episode.readDoubles("obs/clock", step, step + 1)[0], clock.getObject(step));
                assertEquals(episode.readBytes("contact", step, step + 1)[0], contact.get(step + 1));
                requireFrame(episode.readBytes(RecordedRuns.CAMERA, step, step + 1), (byte[])
                        table.column("infos", RecordedRuns.CAMERA).getObject(step));
            }
            assertEquals(List.of(0f, 0f, 0f), positions.getObject(0));
            assertEquals(episode.readDoubles("final_obs/clock", 0, 1)[0], clock.getObject(steps));
            assertEquals(List.of(0f, 0f, 0f, 0f, 0f, 0f, 0f), actions.getObject(steps));
            requireEnd(facts.env(), steps, table);
        }
    }

    private static void requireEnd(int env, int steps, Table table) {
        Float8Vector rewards = (Float8Vector) table.column("rewards");
        BitVector terminations = (BitVector) table.column("terminations");
        BitVector truncations = (BitVector) table.column("truncations");
        for (int step = 0; step <= steps; step++) {
            boolean last = step == steps - 1;
            boolean success = env == 0 || env == 3;
            assertEquals(last && success ? 1 : 0, rewards.get(step));
            assertEquals(last && env != 2 ? 1 : 0, terminations.get(step));
            assertEquals(last && env == 2 ? 1 : 0, truncations.get(step));
        }
    }

    @Test
    void camerasAmongObservationsArePictures() throws IOException {
        export(Observations.OBS, false);
        JsonNode metadata = JSON.readTree(data().resolve("metadata.json").toFile());
        assertEquals("0.5.3", metadata.get("minari_version").asText());
        images.visit((facts, episode) -> {
            if (facts.episode() == 1) {
                requirePictures(episode);
            }
        });
    }

    private void requirePictures(EpisodeReader episode) throws IOException {
        int steps = (int) episode.numSamples();
        try (Table table = new Table(data().resolve("1/part-0.arrow"))) {
            FieldVector camera = table.column("observations", "wrist_cam");
            FieldVector clock = table.column("observations", "clock");
            for (int step = 0; step <= steps; step++) {
                String group = step < steps ? "" : "final_";
                int row = step < steps ? step : 0;
                requireFrame(
                        episode.readBytes(group + RecordedRuns.CAMERA, row, row + 1), (byte[]) camera.getObject(step));
                double time = episode.readDoubles(group + "obs/clock", row, row + 1)[0];
                assertEquals(List.of(time), clock.getObject(step));
            }
        }
    }

    @Test
    void moreEpisodesAreNumberedOn() throws IOException {
        export(Observations.STATES, false);
        Path first = data().resolve("0/part-0.arrow");
        byte[] before = Files.readAllBytes(first);
        assertThrows(ExportRefusedException.class, () -> export(Observations.STATES, false));
        ExportSummary summary = export(Observations.STATES, true);
        assertEquals(2 * FEW, summary.episodes());
        assertArrayEquals(before, Files.readAllBytes(first));
        requireAdded();
        JsonNode metadata = JSON.readTree(data().resolve("metadata.json").toFile());
        assertEquals(2 * FEW_STEPS, metadata.get("total_steps").asInt());
        assertFalse(Files.exists(root.resolve(ID).resolve(".data.appending")));
    }

    private void requireAdded() throws IOException {
        few.visit((facts, episode) -> requireStates(FEW + facts.episode(), facts, episode));
    }

    @Test
    void aMoveThatFailsIsFinishedByTheNextExport() throws IOException {
        export(Observations.STATES, false);
        byte[] before = Files.readAllBytes(data().resolve("metadata.json"));
        Path obstacle = data().resolve("3/obstacle");
        ExportProgress inTheWay = RecordedEpisodes.atPhase("checking", () -> Files.createDirectories(obstacle));
        String failure = assertThrows(IOException.class, () -> export(Observations.STATES, true, few, inTheWay))
                .getMessage();
        assertTrue(failure.contains("the next episodes that are appended go on from there"), failure);
        assertArrayEquals(before, Files.readAllBytes(data().resolve("metadata.json")));
        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        String finished = assertThrows(ExportRefusedException.class, () -> export(Observations.STATES, true))
                .getMessage();
        assertTrue(finished.contains("that is done now, and the dataset has 4 episodes"), finished);
        requireAdded();
        assertFalse(Files.exists(root.resolve(ID).resolve(".data.appending")));
        assertEquals(3 * FEW, export(Observations.STATES, true).episodes());
    }

    private Path data() {
        return root.resolve(ID).resolve("data");
    }

    private static List<Float> floats(EpisodeReader episode, String path, int row) throws IOException {
        ByteBuffer bytes =
                ByteBuffer.wrap(episode.readBytes(path, row, row + 1)).order(ByteOrder.LITTLE_ENDIAN);
        return Stream.generate(bytes::getFloat)
                .limit(bytes.capacity() / Float.BYTES)
                .toList();
    }

    private static void requireFrame(byte[] rgb, byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        assertEquals(RecordedRuns.IMAGE_WIDTH, image.getWidth());
        assertEquals(RecordedRuns.IMAGE_HEIGHT, image.getHeight());
        for (int i = 0; i < rgb.length / 3; i++) {
            int pixel = image.getRGB(i % image.getWidth(), i / image.getWidth());
            int expected = (rgb[3 * i] & 255) << 16 | (rgb[3 * i + 1] & 255) << 8 | rgb[3 * i + 2] & 255;
            assertEquals(expected, pixel & 0xffffff);
        }
    }

    /** The only record batch of a file. */
    private static final class Table implements AutoCloseable {
        private final BufferAllocator allocator = new RootAllocator();
        private final FileChannel channel;
        private final ArrowFileReader reader;
        private final VectorSchemaRoot root;

        Table(Path file) throws IOException {
            channel = FileChannel.open(file);
            reader = new ArrowFileReader(channel, allocator);
            assertEquals(1, reader.getRecordBlocks().size());
            assertTrue(reader.loadNextBatch());
            root = reader.getVectorSchemaRoot();
        }

        FieldVector column(String name, String... below) {
            FieldVector column = root.getVector(name);
            for (String child : below) {
                column = ((StructVector) column).getChild(child, FieldVector.class);
            }
            return column;
        }

        @Override
        public void close() throws IOException {
            reader.close();
            channel.close();
            allocator.close();
        }
    }
}
