package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.live.Live;
import io.github.roboreel.dashboard.live.RecordingChild;
import io.github.roboreel.dashboard.series.FolderRecordings.Asked;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.hdf5.read.LiveEpisode;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of an episode whose recorder was killed, with all files and with damaged ones. */
@Timeout(120)
class KilledRecorderIT {
    /** More than a chunk, which stands in the run file, and rows that stay in staging. */
    private static final int STEPS = 740;

    private static final int FLUSHED = 500;
    private static final int SHORT = 40;

    @TempDir
    private static Path folder;

    private static RecordingIndex index;
    private static Live live;
    private static SeriesEndpoints series;
    private static Asked asked;

    @BeforeAll
    static void record() throws Exception {
        folder = folder.toRealPath();
        Path served = Files.createDirectory(folder.resolve("served"));
        Path output = Files.createDirectory(served.resolve("killed"));
        try (RecordingChild child = RecordingChild.start(output, true)) {
            child.order("step 0 " + SHORT);
            child.order("step 1 " + STEPS);
            child.order("event 1 SLIPPED");
            while (size(env(output).resolve(RunFolder.liveLogFile(0, 1))) == 0
                    || size(video(output)) == 0
                    || !isFlushed(env(output).resolve("run_0.hdf5"))
                    || !isAcknowledged(env(output).resolve("run_0.hdf5"))) {
                Thread.sleep(20);
            }
            child.kill();
        }
        copy(output, served.resolve("without-staging"));
        Files.delete(env(served.resolve("without-staging")).resolve("run_0.staging"));
        copy(output, served.resolve("staging-damaged"));
        zero(env(served.resolve("staging-damaged")).resolve("run_0.staging"), 0, 64 << 10);
        copy(output, served.resolve("without-run-file"));
        Files.delete(env(served.resolve("without-run-file")).resolve("run_0.hdf5"));
        copy(output, served.resolve("run-file-damaged"));
        zero(env(served.resolve("run-file-damaged")).resolve("run_0.hdf5"), 0, 4096);
        index = RecordingIndex.open(List.of(served), folder.resolve("cache"));
        live = Live.open(index, recording -> Map.of());
        series = SeriesEndpoints.of(index, folder.resolve("posters"), live.newest(), place -> "line");
        asked = new Asked(series.endpoints());
        for (String recording :
                List.of("killed", "without-staging", "staging-damaged", "without-run-file", "run-file-damaged")) {
            while (index.episode(id(recording, 1)).isEmpty()) {
                index.lookSoon();
                Thread.sleep(20);
            }
        }
    }

    private static boolean isFlushed(Path run) throws IOException {
        try (var reader = IsolatedReader.openRun(run)) {
            return reader.demo("demo_1").numSamples() >= FLUSHED;
        }
    }

    private static boolean isAcknowledged(Path run) throws IOException {
        try (UnfinishedRun reader = UnfinishedRun.openLive(run)) {
            List<Long> steps =
                    reader.episodes().stream().map(LiveEpisode::numSamples).toList();
            return steps.equals(List.of((long) SHORT, (long) STEPS));
        }
    }

    private static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static Path env(Path output) {
        return output.resolve(RecordingChild.ENV);
    }

    private static Path video(Path output) throws IOException {
        try (Stream<Path> files = Files.list(env(output))) {
            return files.filter(file -> file.toString().endsWith("_env1.recording.mp4")
                            || file.toString().contains("_env1")
                                    && file.toString().endsWith(".recording.mp4"))
                    .findFirst()
                    .orElse(output.resolve("none"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void zero(Path file, long from, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(bytes), from);
        }
    }

    private static Map<String, String> content(Path output) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(
                        file.toString(),
                        Files.getLastModifiedTime(file) + " " + Arrays.hashCode(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    @AfterAll
    static void close() {
        series.close();
        live.close();
        index.close();
    }

    private static String id(String recording, int env) {
        String output = folder.resolve("served").resolve(recording).toString();
        return Ids.of(output, RecordingChild.ENV, "run_0.hdf5", "demo_" + env);
    }

    private static String episode(String recording, int env) {
        return "/episodes/" + id(recording, env);
    }

    private static double[] actions(int env, int from, int to) {
        double[] actions = new double[to];
        Arrays.setAll(actions, step -> step < from ? Double.NaN : RecordingChild.action(env, step, 1));
        return Arrays.copyOfRange(actions, from, to);
    }

    private static void assertRows(String episode, int env, int from, int to) throws IOException {
        ReadColumns columns = ReadColumns.of(
                asked.bytes(episode + "/series", "field=actions[1]", "field=states/counter", "width=4000"));
        assertEquals(to, columns.header().path("rows").asInt());
        double[] values = columns.values(0);
        assertArrayEquals(
                actions(env, from, to), Arrays.copyOfRange(values, values.length - (to - from), values.length));
        JsonNode last = asked.json(episode + "/rows", "field=actions", "field=states/counter", "row=" + (to - 1));
        assertEquals(
                List.of(RecordingChild.action(env, to - 1, 0), RecordingChild.action(env, to - 1, 1))
                        .toString(),
                "[" + last.at("/values/actions/0").asDouble() + ", "
                        + last.at("/values/actions/1").asDouble() + "]");
        assertEquals(to - 1, last.at("/values/states~1counter/0").asInt());
    }

    @Test
    void allThatIsOnDiskIsShownAndNothingIsChanged() throws IOException {
        Path output = folder.resolve("served").resolve("killed");
        Map<String, String> before = content(output);
        String episode = episode("killed", 1);
        JsonNode document = asked.json(episode);
        assertEquals("needs-recover", document.path("status").asText());
        assertFalse(document.path("live").asBoolean());
        assertEquals(
                "roboreel recover " + output, document.path("recover_command").asText());
        assertEquals(STEPS, document.path("num_samples").asInt());
        assertEquals(5, document.path("fields").size(), document.toString());
        assertEquals("actions", document.at("/fields/0/path").asText());
        assertEquals(STEPS, document.at("/fields/0/rows").asInt());
        assertEquals("[]", document.path("problems").toString());
        assertRows(episode, 1, 0, STEPS);
        assertRows(episode("killed", 0), 0, 0, SHORT);

        JsonNode events = asked.json(episode + "/events");
        assertEquals("SLIPPED", events.at("/events/0/name").asText());
        assertEquals(STEPS, events.at("/events/0/step").asInt());
        assertEquals(STEPS - 1, events.at("/events/0/row").asInt());
        assertEquals(0, events.path("problems").size(), events.toString());
        assertEquals(STEPS, asked.json(episode + "/tracks").path("steps").size());
        assertTrue(asked.json(episode + "/tree").toString().contains("states/counter"));

        ByteArrayOutputStream csv = new ByteArrayOutputStream();
        ((Answer.Stream) asked.get(episode + "/signals.csv", "field=states/counter"))
                .writer()
                .accept(csv);
        List<String> lines = csv.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(STEPS + 1, lines.size());
        assertTrue(lines.get(STEPS).endsWith("," + (STEPS - 1)), lines.get(STEPS));

        JsonNode camera = document.at("/cameras/0");
        assertTrue(
                camera.path("recording").asBoolean(), document.path("cameras").toString());
        assertTrue(camera.path("frames").asInt() > 0, camera.toString());
        Answer.FileContent video =
                (Answer.FileContent) asked.get("/media/" + camera.path("id").asText());
        assertTrue(video.path().toString().endsWith(".recording.mp4"));
        assertPicture(episode, 0);
        assertPicture(episode, STEPS - 1);
        assertEquals(before, content(output));
    }

    private static void assertPicture(String episode, int step) throws IOException {
        String field = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("obs/wrist_camera".getBytes(StandardCharsets.UTF_8));
        byte[] png = asked.bytes(episode + "/frames/" + field + "/" + step);
        BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png));
        byte[] pixels = RecordingChild.picture(step);
        for (int i = 0; i < pixels.length / 3; i++) {
            int expected = (pixels[3 * i] & 0xff) << 16 | (pixels[3 * i + 1] & 0xff) << 8 | pixels[3 * i + 2] & 0xff;
            assertEquals(expected, picture.getRGB(i % 64, i / 64) & 0xffffff, "pixel " + i + " of step " + step);
        }
    }

    @Test
    void withoutAStagingFileFlushedRowsAreShown() throws IOException {
        for (String recording : List.of("without-staging", "staging-damaged")) {
            String episode = episode(recording, 1);
            JsonNode document = asked.json(episode);
            assertEquals("needs-recover", document.path("status").asText());
            int flushed = document.path("num_samples").asInt();
            assertTrue(flushed >= FLUSHED && flushed <= STEPS, document.toString());
            assertRows(episode, 1, 0, flushed);
            String problem = recording.equals("without-staging")
                    ? "run_0.staging is not there, so steps"
                    : "run_0.staging has no header that this version reads, so steps";
            assertTrue(document.path("problems").toString().contains(problem), document.toString());
        }
    }

    @Test
    void aRunFileWithoutReadableMetadataIsShownByTheLedger() throws IOException {
        String episode = episode("run-file-damaged", 1);
        JsonNode document = asked.json(episode);
        assertEquals("needs-recover", document.path("status").asText(), document.toString());
        assertEquals(STEPS, document.path("num_samples").asInt(), document.toString());
        assertRows(episode, 1, 0, STEPS);
        assertPicture(episode, STEPS - 1);
    }

    @Test
    void withoutARunFileStagedRowsAreShown() throws IOException {
        JsonNode document = asked.json(episode("without-run-file", 1));
        assertEquals("needs-recover", document.path("status").asText(), document.toString());
        assertEquals(STEPS, document.path("num_samples").asInt(), document.toString());
        assertTrue(document.path("problems").toString().contains("run_0.hdf5 is not there"), document.toString());
        assertRows(episode("without-run-file", 1), 1, STEPS - 200, STEPS);
        assertEquals(
                "SLIPPED",
                asked.json(episode("without-run-file", 1) + "/events")
                        .at("/events/0/name")
                        .asText());
    }
}
