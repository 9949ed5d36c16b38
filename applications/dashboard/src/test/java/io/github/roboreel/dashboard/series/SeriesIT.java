package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.series.FolderRecordings.Asked;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers about a real recording with every dtype. */
class SeriesIT {
    private static final int STEPS = 700;
    private static final FieldSchema SCHEMA = SampleFields.schema();

    @TempDir
    private static Path folder;

    private static final FolderRecordings.Current CURRENT = new FolderRecordings.Current();

    private static FolderRecordings recordings;
    private static SeriesEndpoints series;
    private static Asked asked;
    private static String episode;

    @BeforeAll
    static void record() throws IOException {
        Path output = folder.resolve("output");
        record(output, 0, 2);
        recordings = new FolderRecordings(output, Recording.Status.COMPLETE);
        CURRENT.set(recordings);
        series = SeriesEndpoints.of(CURRENT, folder.resolve("cache"), NewestData.NONE, place -> "row of the list");
        asked = new Asked(series.endpoints());
        episode = "/episodes/" + recordings.id("SampleEnv", "run_0.hdf5", "demo_1");
    }

    private static void record(Path output, int run, int envs) {
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(SampleRun.of(output, run, envs), SCHEMA).open()) {
            for (int id = 0; id < envs; id++) {
                int env = id;
                EnvRecorder recorded = recorder.env(env);
                recorded.begin(row -> SampleFields.fill(row, SCHEMA, FieldPhase.INITIAL, env, 0));
                for (int step = 0; step < STEPS; step++) {
                    StepWriter row = recorded.step();
                    SampleFields.fill(row, SCHEMA, FieldPhase.STEP, env, step);
                    row.publish();
                }
                recorded.end(
                                EpisodeOutcome.success("done"),
                                row -> SampleFields.fill(row, SCHEMA, FieldPhase.FINAL, env, STEPS))
                        .join();
            }
        }
    }

    @AfterAll
    static void close() {
        series.close();
    }

    private static double[] recorded(String path, int component, int from, int to) {
        double[] values = new double[to - from];
        for (int step = from; step < to; step++) {
            values[step - from] = SampleFields.values(SCHEMA.field(path).spec(), 1, step)[component];
        }
        return values;
    }

    @Test
    void theDocumentDescribesTheEpisode() throws IOException {
        JsonNode document = asked.json(episode);
        assertEquals("output", document.path("recording").path("name").asText());
        assertEquals("SampleTask", document.path("task_name").asText());
        assertEquals("put the banana away", document.path("instruction").asText());
        assertEquals(STEPS, document.path("num_samples").asInt());
        assertEquals("success", document.path("status").asText());
        assertEquals("row of the list", document.path("line").asText());
        assertEquals("{}", document.path("timing").toString(), "nobody timed it");
        assertEquals(
                0, document.path("problems").size(), document.path("problems").toString());
        assertTrue(document.path("recover_command").isNull());
        assertEquals(
                recordings.id("SampleEnv", "run_0.hdf5", "demo_0"),
                document.path("neighbours").path("previous").asText());
        assertTrue(document.path("neighbours").path("next").isNull());
        JsonNode field = field(document, "types/i16");
        assertEquals("[2,3]", field.path("shape").toString());
        assertEquals("mm", field.path("unit").asText());
        assertEquals("int16", field.path("dtype").asText());
        assertFalse(field.path("images").asBoolean());
        assertEquals(
                "[\"obs/camera\",\"obs/depth_camera\",\"obs/range_cam\"]",
                document.path("image_fields").toString());
    }

    private static JsonNode field(JsonNode document, String path) {
        for (JsonNode field : document.path("fields")) {
            if (field.path("path").asText().equals(path)) {
                return field;
            }
        }
        throw new AssertionError("no field " + path);
    }

    @Test
    void seriesAreTheRecordedRows() throws IOException {
        for (int pass = 0; pass < 2; pass++) {
            ReadColumns columns = ReadColumns.of(asked.bytes(
                    episode + "/series", "field=actions[3]", "field=types/f64", "field=types/i32", "width=175"));
            assertEquals(4, columns.header().path("fields").size());
            assertEquals(
                    "types/f64[1]",
                    columns.header().path("fields").path(2).path("field").asText());
            assertEquals(
                    "types/i32",
                    columns.header().path("fields").path(3).path("field").asText());
            assertEquals(STEPS, columns.header().path("rows").asInt());
            assertEquals(0.0625, columns.header().path("dt").asDouble());
            assertArrayEquals(recorded("actions", 3, 0, STEPS), columns.values(0));
            assertArrayEquals(recorded("types/f64", 1, 0, STEPS), columns.values(2));
            assertArrayEquals(recorded("types/i32", 0, 0, STEPS), columns.values(3));
            assertEquals(STEPS - 1, columns.steps(3)[STEPS - 1]);
            assertEquals("uint8 float32", columns.types(0));
            assertEquals("uint8 float64", columns.types(2));
        }
    }

    @Test
    void aZoomAnswersItsRangeAlone() throws IOException {
        ReadColumns columns =
                ReadColumns.of(asked.bytes(episode + "/series", "field=types/u8[4]", "from=100", "to=140", "width=10"));
        assertArrayEquals(recorded("types/u8", 4, 100, 140), columns.values(0));
        assertEquals(100, columns.steps(0)[0]);
        ReadColumns narrow =
                ReadColumns.of(asked.bytes(episode + "/series", "field=types/u8[4]", "from=100", "to=600", "width=3"));
        M4 expected = new M4(100, 600, 3);
        expected.accept(recorded("types/u8", 4, 100, 600), 500);
        assertArrayEquals(expected.steps(), narrow.steps(0));
        assertArrayEquals(expected.values(), narrow.values(0));
        ReadColumns beyond =
                ReadColumns.of(asked.bytes(episode + "/series", "field=types/u8[4]", "from=690", "to=90000"));
        assertEquals(10, beyond.values(0).length);
        assertEquals(STEPS, beyond.header().path("to").asInt());
    }

    @Test
    void whatCannotBeAskedIsASentence() {
        List<List<String>> wrong = List.of(
                List.of("/series"),
                List.of("/series", "field=nothing"),
                List.of("/series", "field=actions[8]"),
                List.of("/series", "field=../demo_0/actions"),
                List.of("/series", "field=/data/demo_0/actions"),
                List.of("/series", "field=types/text"),
                List.of("/series", "field=obs/camera"),
                List.of("/series", "field=actions", "width=4001"),
                List.of("/series", "field=actions", "width=0"),
                List.of("/series", "field=actions", "from=5", "to=4"),
                List.of("/series", "field=actions", "from=-1"),
                List.of("/rows", "field=actions"),
                List.of("/rows", "field=obs/camera", "row=0"),
                List.of("/rows", "field=actions[9]", "row=0"),
                List.of("/signals.csv", "field=nothing"),
                List.of("/frames/" + id("actions") + "/0"),
                List.of("/frames/" + id("obs/camera") + "/700"),
                List.of("/frames/" + id("obs/camera") + "/-1"),
                List.of("/frames/!/0"));
        for (List<String> request : wrong) {
            String[] parameters = request.subList(1, request.size()).toArray(String[]::new);
            Refusal refusal = assertThrows(
                    Refusal.class, () -> asked.get(episode + request.get(0), parameters), request.toString());
            assertEquals(400, refusal.status(), request + ": " + refusal.getMessage());
        }
        Refusal refusal = assertThrows(Refusal.class, () -> asked.get("/episodes/none/series", "field=actions"));
        assertEquals(404, refusal.status());
    }

    private static String id(String field) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(field.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void valuesOfARowAreExact() throws IOException {
        JsonNode row = asked.json(
                episode + "/rows",
                "field=types/i64",
                "field=types/u64",
                "field=types/bool",
                "field=types/text",
                "field=types/i16[5]",
                "field=initial_state/joint_position",
                "row=9");
        JsonNode values = row.path("values");
        assertEquals(9, row.path("row").asInt());
        assertEquals((1L << 40) + 18, values.path("types/i64").path(0).asLong());
        assertEquals(
                recorded("types/u64", 0, 9, 10)[0],
                values.path("types/u64").path(0).asDouble());
        assertTrue(values.path("types/bool").path(0).isBoolean());
        assertTrue(values.path("types/text").path(0).isTextual());
        assertEquals(
                recorded("types/i16", 5, 9, 10)[0],
                values.path("types/i16[5]").path(0).asDouble());
        assertEquals("mm", row.path("unit").path("types/i16[5]").asText());
        assertEquals(0, values.path("initial_state/joint_position").size());
    }

    @Test
    void signalsAreATableOfAllRows() throws IOException {
        Answer.Stream csv = (Answer.Stream)
                asked.get(episode + "/signals.csv", "field=actions[1]", "field=types/text", "field=types/f16");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        csv.writer().accept(out);
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
        assertEquals("step,time_s,actions[1],types/text,types/f16[0],types/f16[1],types/f16[2]", lines[0]);
        assertEquals(STEPS + 1, lines.length);
        String[] last = lines[STEPS].split(",");
        assertEquals("700", last[0]);
        assertEquals(700 * 0.0625, Double.parseDouble(last[1]));
        assertEquals(recorded("actions", 1, 699, 700)[0], Double.parseDouble(last[2]));
        assertEquals(recorded("types/f16", 2, 699, 700)[0], Double.parseDouble(last[6]));
        assertEquals("SampleEnv_run_0_demo_1.csv", csv.fileName().orElseThrow());
    }

    @Test
    void storedPicturesArePngs() throws IOException {
        byte[] png = asked.bytes(episode + "/frames/" + id("obs/camera") + "/33");
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        double[] pixels = SampleFields.values(SCHEMA.field("obs/camera").spec(), 1, 33);
        assertEquals(5, picture.getWidth());
        assertEquals(4, picture.getHeight());
        int at = 3 * (2 * 5 + 1);
        int rgb = (int) pixels[at] << 16 | (int) pixels[at + 1] << 8 | (int) pixels[at + 2];
        assertEquals(rgb, picture.getRGB(1, 2) & 0xffffff);
        byte[] depth = asked.bytes(episode + "/frames/" + id("obs/depth_camera") + "/0");
        assertEquals(4, ImageIO.read(new ByteArrayInputStream(depth)).getWidth());
    }

    @Test
    void theTreeNamesAllDatasets() throws IOException {
        JsonNode tree = asked.json(episode + "/tree");
        assertEquals("data/demo_1", tree.path("groups").path(1).path("path").asText());
        assertEquals(
                STEPS,
                tree.path("groups")
                        .path(1)
                        .path("attributes")
                        .path("num_samples")
                        .asInt());
        assertTrue(tree.path("datasets").toString().contains("\"path\":\"data/demo_1/types/i16\",\"shape\":[700,2,3]"));
    }

    @Test
    void aDamagedFileIsASentenceAndTheNextRequestWorks() throws IOException {
        Path output = folder.resolve("damaged");
        record(output, 0, 1);
        Path run = output.resolve("SampleEnv/run_0.hdf5");
        try (RandomAccessFile file = new RandomAccessFile(run.toFile(), "rw")) {
            byte[] rubbish = new byte[(int) file.length() - 200];
            Arrays.fill(rubbish, (byte) 0x5a);
            file.seek(200);
            file.write(rubbish);
        }
        FolderRecordings damaged = new FolderRecordings(output, Recording.Status.COMPLETE);
        String id = "/episodes/" + damaged.id("SampleEnv", "run_0.hdf5", "demo_0");
        CURRENT.set(damaged);
        try {
            JsonNode document = asked.json(id);
            assertEquals(1, document.path("problems").size());
            assertTrue(document.path("problems").path(0).asText().contains("run_0.hdf5"));
            assertEquals(STEPS, document.path("num_samples").asInt());
            assertThrows(IOException.class, () -> asked.get(id + "/series", "field=actions"));
            Files.delete(run);
            JsonNode missing = asked.json(id);
            assertTrue(missing.path("problems").path(0).asText().contains("is not there"));
            assertEquals("success", missing.path("status").asText());
        } finally {
            CURRENT.set(recordings);
        }
        assertEquals(STEPS, asked.json(episode).path("num_samples").asInt());
    }
}
