package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.series.FolderRecordings.Asked;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Videos and rows of an episode while the recorder writes them, and after. */
class EpisodeVideosIT {
    private static final int STEPS = 40;
    private static final int HEIGHT = 48;
    private static final int WIDTH = 64;
    private static final int FLUSH = 10;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2), FieldSpec.image("obs/wrist_camera", HEIGHT, WIDTH));

    @TempDir
    private static Path folder;

    private static final FolderRecordings.Current CURRENT = new FolderRecordings.Current();

    private static Path output;
    private static SeriesEndpoints series;
    private static Asked asked;
    private static String episode;

    /** What was answered while the episode was recorded. */
    private static JsonNode growing;

    private static ReadColumns growingRows;
    private static Answer growingVideo;

    @BeforeAll
    @Timeout(120)
    static void record() throws Exception {
        output = Files.createDirectory(folder.resolve("output"));
        CURRENT.set(new FolderRecordings(output, Recording.Status.RECORDING));
        series = SeriesEndpoints.of(CURRENT, folder.resolve("cache"), NewestData.NONE, place -> "line");
        asked = new Asked(series.endpoints());
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, FLUSH)
                .build();
        RunSpec run = RunSpec.builder(output, "Blinking")
                .run(0)
                .envs(1, "Blink")
                .dtSeconds(0.1)
                .build();
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, SCHEMA).config(config).open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 0; step < STEPS; step++) {
                StepWriter row = env.step();
                row.put(SCHEMA.field("actions"), new float[] {step, -step});
                row.put(SCHEMA.field("obs/wrist_camera"), picture(step));
                row.publish();
            }
            lookAtGrowing();
            env.end(EpisodeOutcome.success("done")).join();
        }
        FolderRecordings recordings = new FolderRecordings(output, Recording.Status.COMPLETE);
        CURRENT.set(recordings);
        episode = "/episodes/" + recordings.id("Blinking", "run_0.hdf5", "demo_0");
    }

    private static void lookAtGrowing() throws IOException, InterruptedException {
        String id = "/episodes/" + Ids.of(CURRENT.all().get(0).path().toString(), "Blinking", "run_0.hdf5", "demo_0");
        growing = asked.json(id);
        while (growing.path("num_samples").asInt() < STEPS
                || !growing.path("cameras").path(0).hasNonNull("codec")) {
            Thread.sleep(20);
            growing = asked.json(id);
        }
        Path copy = Files.createDirectories(folder.resolve("it's killed/Blinking"));
        Files.copy(output.resolve("Blinking/run_0.hdf5"), copy.resolve("run_0.hdf5"));
        Files.copy(output.resolve("Blinking/env_cfg.json"), copy.resolve("env_cfg.json"));
        growingRows = ReadColumns.of(asked.bytes(id + "/series", "field=actions"));
        growingVideo =
                asked.get("/media/" + growing.path("cameras").path(0).path("id").asText());
    }

    private static byte[] picture(int step) {
        byte[] pixels = new byte[HEIGHT * WIDTH * 3];
        Arrays.fill(pixels, (byte) grey(step));
        return pixels;
    }

    private static int grey(int step) {
        return 20 + 5 * step;
    }

    @AfterAll
    static void close() {
        series.close();
    }

    @Test
    void anEpisodeThatIsBeingRecordedShowsWhatIsFlushed() {
        assertTrue(growing.path("live").asBoolean());
        assertEquals("recording", growing.path("status").asText());
        assertEquals(0, growing.path("problems").size(), growing.toString());
        assertTrue(growing.path("recover_command").isNull());
        assertEquals(STEPS, growing.path("num_samples").asInt());
        double[] expected = new double[STEPS];
        Arrays.setAll(expected, step -> -step);
        assertArrayEquals(expected, growingRows.values(1));
        JsonNode camera = growing.path("cameras").path(0);
        assertTrue(camera.path("recording").asBoolean(), growing.path("cameras").toString());
        assertTrue(((Answer.FileContent) growingVideo).path().toString().endsWith(".recording.mp4"));
    }

    @Test
    void aKilledRecorderIsShownWithTheCommandThatRecovers() throws IOException {
        Path killed = folder.resolve("it's killed");
        FolderRecordings recordings = new FolderRecordings(killed, Recording.Status.NEEDS_RECOVER);
        CURRENT.set(recordings);
        try {
            String id = recordings.id("Blinking", "run_0.hdf5", "demo_0");
            JsonNode document = asked.json("/episodes/" + id);
            assertEquals("needs-recover", document.path("status").asText());
            assertFalse(document.path("live").asBoolean());
            String quoted = killed.toRealPath().toString().replace("'", "'\\''");
            assertEquals(
                    "roboreel recover '" + quoted + "'",
                    document.path("recover_command").asText());
            assertTrue(
                    document.path("problems").toString().contains("run_0.staging is not there"), document.toString());
            assertTrue(document.path("num_samples").asInt() > 0, document.toString());
        } finally {
            CURRENT.set(new FolderRecordings(output, Recording.Status.COMPLETE));
        }
    }

    @Test
    void aVideoIsDescribedAndFetched() throws IOException {
        JsonNode document = asked.json(episode);
        assertEquals(1, document.path("cameras").size());
        JsonNode camera = document.path("cameras").path(0);
        assertEquals("cameras", camera.path("name").asText());
        assertEquals(WIDTH / 2, camera.path("width").asInt());
        assertEquals(HEIGHT / 2, camera.path("height").asInt());
        assertEquals(10, camera.path("fps").asDouble(), 1e-9);
        assertEquals(STEPS, camera.path("frames").asInt(), 1);
        assertTrue(camera.path("codec").asText().matches("avc1\\.[0-9a-f]{6}"), camera.toString());
        assertFalse(camera.path("recording").asBoolean());
        assertEquals(
                "/api/v1/media/" + camera.path("id").asText(),
                camera.path("url").asText());
        Answer.FileContent video =
                (Answer.FileContent) asked.get("/media/" + camera.path("id").asText());
        assertEquals("video/mp4", video.type());
        assertTrue(video.path().startsWith(output.toRealPath()));
    }

    @Test
    void poster_ofAFrame_showsIt() throws IOException {
        JsonNode camera = asked.json(episode).path("cameras").path(0);
        String poster = "/media/" + camera.path("id").asText() + "/poster";
        byte[] jpeg = asked.bytes(poster, "frame=17");
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(jpeg));
        assertEquals(WIDTH / 2, picture.getWidth());
        assertEquals(grey(18), picture.getRGB(9, 9) & 0xff, 6);
        try (Stream<Path> kept = Files.list(folder.resolve("cache"))) {
            assertTrue(kept.anyMatch(file -> file.toString().endsWith(".jpg")));
        }
        assertArrayEquals(jpeg, asked.bytes(poster, "frame=17"));
        Path video =
                ((Answer.FileContent) asked.get("/media/" + camera.path("id").asText())).path();
        Files.setLastModifiedTime(video, FileTime.from(Instant.now()));
        assertFalse(((Answer.Bytes) asked.get(poster, "frame=17")).stays(), "it may still grow");
        Files.setLastModifiedTime(video, FileTime.from(Instant.now().minusSeconds(60)));
        assertTrue(((Answer.Bytes) asked.get(poster, "frame=17")).stays());
    }

    @Test
    void videosOutsideTheRecordingAreNone() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.mp4"), "not for everybody");
        Path link = Files.createSymbolicLink(output.resolve("Blinking/x_0_env0__stolen.mp4"), secret);
        try {
            assertEquals(1, asked.json(episode).path("cameras").size());
        } finally {
            Files.delete(link);
        }
        for (String id : new String[] {"..", "secret.mp4", "%2e%2e%2fsecret.mp4"}) {
            Refusal refusal = assertThrows(Refusal.class, () -> asked.get("/media/" + id));
            assertEquals(404, refusal.status());
        }
    }

    @Test
    void aDamagedVideoIsASentence() throws IOException {
        Path damaged = Files.write(output.resolve("Blinking/x_0__broken.mp4"), new byte[500]);
        try {
            JsonNode document = asked.json(episode);
            assertEquals(2, document.path("cameras").size());
            assertTrue(document.path("problems").toString().contains("holds no video"), document.toString());
            JsonNode camera = document.path("cameras").path(0);
            assertEquals("broken", camera.path("name").asText());
            assertThrows(
                    IOException.class,
                    () -> asked.get("/media/" + camera.path("id").asText() + "/poster"));
        } finally {
            Files.delete(damaged);
        }
        assertEquals(0, asked.json(episode).path("problems").size());
    }
}
