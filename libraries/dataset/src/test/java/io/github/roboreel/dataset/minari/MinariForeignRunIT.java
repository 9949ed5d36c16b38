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
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.minari.EpisodeLayout.LastObservation;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports of run files as other recorders write them: two reset rows, sparse rows, own flags. */
class MinariForeignRunIT {
    private static final String ID = "robolab/foreign-v0";
    private static final int STEPS = 5;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    private final Random random = new Random(5);
    private Path root;
    private ArrayFileWriter run;

    @BeforeEach
    void begin() throws IOException {
        root = folder.resolve("datasets");
        run = ArrayFileFormat.hdf5().create(folder.resolve("run_0.hdf5"));
        put("actions", DType.FLOAT32, List.of(3L), STEPS);
        put("states/robot/q", DType.FLOAT32, List.of(4L), STEPS);
        put("initial_state/robot/q", DType.FLOAT32, List.of(4L), 2);
        run.attribute("data/demo_0", "num_samples", (long) STEPS);
    }

    private void put(String path, DType dtype, List<Long> rowShape, int rows) throws IOException {
        int elements = (int) (rows * rowShape.stream().reduce(1L, (a, b) -> a * b));
        byte[] bytes = new byte[elements * dtype.bytes()];
        random.nextBytes(bytes);
        if (dtype == DType.BOOL) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 1;
            }
        }
        put(path, dtype, rowShape, bytes);
    }

    private void put(String path, DType dtype, List<Long> rowShape, byte[] rows) throws IOException {
        run.array("data/demo_0/" + path, dtype, rowShape, 4, true);
        run.append("data/demo_0/" + path, rows);
    }

    private EpisodeFacts facts(Ending ending, Map<String, Object> attributes) {
        return new EpisodeFacts(
                folder.resolve("run_0.hdf5"),
                "demo_0",
                "Foreign",
                0,
                0,
                0,
                "",
                Optional.empty(),
                ending,
                ending == Ending.INCOMPLETE ? Optional.empty() : Optional.of(true),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                0.1,
                Map.of(),
                attributes,
                Map.of(),
                "");
    }

    private EpisodeSource source(Ending ending, Map<String, Object> attributes) {
        Path file = folder.resolve("run_0.hdf5");
        EpisodeFacts facts = facts(ending, attributes);
        return visitor -> {
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                visitor.visit(facts, reader.demo("demo_0"));
            }
        };
    }

    private ExportSummary export(
            Observations observations, RewardPolicy reward, Ending ending, Map<String, Object> free)
            throws IOException {
        run.close();
        MinariOptions options = new MinariOptions(
                root, ID, DataFormat.HDF5, false, observations, reward, false, MinariDescription.NONE);
        return new MinariExporter(options).export(source(ending, free), ExportProgress.NONE);
    }

    private String refusal(Observations observations, Map<String, Object> free) {
        String message = assertThrows(
                        ExportRefusedException.class,
                        () -> export(observations, RewardPolicy.RECORDED, Ending.TERMINATED, free))
                .getMessage();
        assertFalse(Files.exists(root), "a refused export left something");
        return message;
    }

    @Test
    void theLastOfSeveralResetRowsCounts() throws Exception {
        put("subtask/score", DType.FLOAT32, List.of(), 2);
        put("states/grid", DType.UINT8, List.of(40L, 32L), STEPS);
        put("initial_state/grid", DType.UINT8, List.of(40L, 32L), 2);
        put("states/mask", DType.BOOL, List.of(40L, 32L), STEPS);
        put("initial_state/mask", DType.BOOL, List.of(40L, 32L), 1);
        ExportSummary summary = export(Observations.STATES, RewardPolicy.SUCCESS, Ending.TERMINATED, Map.of());
        assertTrue(summary.notes().get(0).startsWith("'states/grid' is in infos as it is"), summary.notes()::toString);
        Map<String, String> seen = MinariCheck.run(folder.getParent().getParent(), root, ID, "states");
        assertEquals("/mask,/robot/q", seen.get("observations"));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith("'initial_state/robot/q' has several rows")),
                summary.notes()::toString);
        assertEquals(
                "{\"observations/mask\":" + "{\"dtype\":\"bool\",\"path\":\"states/mask\",\"shape\":[40,32]}}",
                recorded(seen));
        assertEquals("True\tFalse", seen.get("ends_0"));
        requireImported();
    }

    /** The import gives the last reset row back, and booleans as such. */
    private void requireImported() throws IOException {
        Path imported = folder.resolve("imported");
        new MinariFormat().importer().orElseThrow().run(root.resolve(ID), imported, ExportProgress.NONE);
        try (Hdf5RunReader before = Hdf5RunReader.open(folder.resolve("run_0.hdf5"));
                Hdf5RunReader after = Hdf5RunReader.open(imported.resolve("Foreign/run_0.hdf5"))) {
            EpisodeReader recorded = before.demo("demo_0");
            EpisodeReader again = after.demo("demo_0");
            for (String path : List.of("initial_state/robot/q", "initial_state/mask")) {
                assertArrayEquals(RowBlocks.last(recorded, path), again.readBytes(path, 0, 1), path);
            }
            assertEquals(DType.BOOL, again.info("states/mask").dtype());
            assertArrayEquals(recorded.readBytes("states/mask", 0, STEPS), again.readBytes("states/mask", 0, STEPS));
        }
    }

    private static String recorded(Map<String, String> seen) throws Exception {
        return JSON.readTree(seen.get("metadata")).get("recorded").toString();
    }

    @Test
    void whatTheLastActionEarnedIsKeptWhenItIsLeftOut() throws Exception {
        put("obs/q", DType.FLOAT32, List.of(1L), STEPS);
        ByteBuffer scores = ByteBuffer.allocate(STEPS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float score : new float[] {0, 0.25f, 0.25f, 0.5f, 1}) {
            scores.putFloat(score);
        }
        put("subtask/score", DType.FLOAT32, List.of(), scores.array());
        export(Observations.OBS, RewardPolicy.SCORE_DELTA, Ending.TERMINATED, Map.of());
        assertEquals(
                "1.0\t0.75",
                MinariCheck.run(folder.getParent().getParent(), root, ID, "dropped")
                        .get("rewards_0"));
    }

    @Test
    void recordedFlagsAndRewardsAreTaken() throws Exception {
        put("rewards", DType.INT16, List.of(1L), STEPS);
        put("terminations", DType.BOOL, List.of(), new byte[STEPS]);
        put("truncations", DType.UINT8, List.of(), new byte[] {0, 0, 0, 0, 1});
        run.attribute("data/demo_0/actions", "frame", "base");
        export(Observations.STATES, RewardPolicy.RECORDED, Ending.TERMINATED, Map.of());
        Map<String, String> seen = MinariCheck.run(folder.getParent().getParent(), root, ID, "states");
        assertEquals("False\tTrue", seen.get("ends_0"));
        JsonNode episode = JSON.readTree(seen.get("episode_0"));
        assertEquals("recorded", episode.get("rewards_source").asText());
        assertEquals(
                "{\"rewards\":{\"dtype\":\"int16\",\"path\":\"rewards\",\"shape\":[1]},"
                        + "\"truncations\":"
                        + "{\"dtype\":\"uint8\",\"path\":\"truncations\",\"shape\":[]}}",
                recorded(seen));
        JsonNode ours = JSON.readTree(seen.get("metadata"));
        assertEquals("{\"actions\":\"base\"}", ours.get("frames").toString());
        assertEquals("recorded", ours.get("flags_source").asText());
        assertFalse(episode.has("seed"));
    }

    @Test
    void anIncompleteEpisodeIsTruncatedAndSaysSo() throws Exception {
        ExportSummary summary = export(
                Observations.STATES,
                RewardPolicy.RECORDED,
                Ending.INCOMPLETE,
                Map.of("a/b", 1L, "a/c", "x", "d", true, "e", 0.5));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith("1 of the episodes are incom")),
                summary.notes()::toString);
        Map<String, String> seen = MinariCheck.run(folder.getParent().getParent(), root, ID, "states");
        assertEquals("False\tTrue", seen.get("ends_0"));
        JsonNode episode = JSON.readTree(seen.get("episode_0"));
        assertTrue(episode.get("robolab").get("incomplete").booleanValue());
        assertFalse(episode.has("success"));
        assertEquals(
                "{\"a\":{\"b\":1,\"c\":\"x\"},\"d\":true,\"e\":0.5}",
                episode.get("robolab").get("attributes").toString());
    }

    @Test
    void anEpisodeThatGoesOnAfterItsEndIsRefused() throws Exception {
        put("terminations", DType.BOOL, List.of(), new byte[] {0, 1, 0, 0, 1});
        put("truncations", DType.BOOL, List.of(), new byte[STEPS]);
        String message = refusal(Observations.STATES, Map.of());
        assertTrue(message.contains("continues after step 1"), message);
    }

    @Test
    void attributesThatHideEachOtherAreRefused() {
        String message = refusal(Observations.STATES, Map.of("a", 1L, "a/b", 2L));
        assertTrue(message.contains("'a' and 'a/b', and Minari cannot read both"), message);
    }

    @Test
    void namesWithAnEmojiAreRefused() {
        String name = refusal(Observations.STATES, Map.of("banana \ud83c\udf4c", 1L));
        assertTrue(name.contains("no character beyond U+FFFF"), name);
    }

    @Test
    void textsWithHalfACharacterAreRefused() {
        String text = refusal(Observations.STATES, Map.of("note", "half \ud83c"));
        assertTrue(text.endsWith("'robolab/attributes/note', which cannot be stored; remove it"), text);
    }

    @Test
    void int64RewardsThatFloat64CannotHoldAreRefused() throws Exception {
        byte[] rewards = new byte[STEPS * Long.BYTES];
        rewards[6] = 0x20;
        put("rewards", DType.INT64, List.of(), rewards);
        String message = refusal(Observations.STATES, Map.of());
        assertTrue(message.contains("int64 rewards beyond 2^53"), message);
    }

    @Test
    void anEpisodeOfMoreThanOneBatchOfArrowIsRefused() throws Exception {
        EpisodeFacts facts = facts(Ending.TERMINATED, Map.of());
        EpisodeTraits.requireOneBatch(LastObservation.STATE, facts, 131_071);
        EpisodeTraits.requireOneBatch(LastObservation.DROPPED, facts, 131_072);
        String message = assertThrows(
                        ExportRefusedException.class,
                        () -> EpisodeTraits.requireOneBatch(LastObservation.STATE, facts, 131_072))
                .getMessage();
        assertTrue(message.contains("has 131073 observations"), message);
        run.close();
    }

    @Test
    void aMissingRowIsRefused() throws Exception {
        put("obs/q", DType.FLOAT32, List.of(1L), STEPS - 1);
        String message = refusal(Observations.OBS, Map.of());
        assertTrue(message.contains("has 4 rows in 'obs/q' for 5 steps"), message);
    }

    @Test
    void anEpisodeWithoutFirstStateIsRefused() throws Exception {
        put("states/cup/pose", DType.FLOAT32, List.of(7L), STEPS);
        put("initial_state/cup/pose", DType.FLOAT32, List.of(7L), 0);
        String message = refusal(Observations.STATES, Map.of());
        assertTrue(message.contains("no row in 'initial_state/cup/pose'"), message);
    }
}
