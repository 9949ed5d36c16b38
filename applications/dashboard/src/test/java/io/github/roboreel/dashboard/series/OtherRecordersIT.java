package io.github.roboreel.dashboard.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.series.FolderRecordings.Asked;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings that other recorders left, read by h5py as well, whole and damaged. */
class OtherRecordersIT {
    private static final String ENV = "RubiksCubeAndBananaTask";
    private static final Path CONFORMANCE = Checkout.file("conformance");

    /** Every number of a demo, by path. */
    private static final String VALUES = """
            import sys, h5py, json
            found = {}
            def take(name, item):
                if isinstance(item, h5py.Dataset):
                    found[name] = item[()].reshape(item.shape[0], -1).astype(float).tolist()
            with h5py.File(sys.argv[1]) as f:
                f["data/" + sys.argv[2]].visititems(take)
            print(json.dumps(found))
            """;

    /** Makes the stored times of a demo a chunk that does not inflate. */
    private static final String DAMAGE_TIMES = """
            import sys, h5py
            with h5py.File(sys.argv[1], "r+") as f:
                demo = f["data/" + sys.argv[2]]
                rows = len(demo["actions"])
                if "timestamps/sim_time_s" in demo:
                    del demo["timestamps/sim_time_s"]
                times = demo.create_dataset("timestamps/sim_time_s", (rows,), "f8", chunks=(rows,), compression="gzip")
                times.id.write_direct_chunk((0,), b"rubbish")
            """;

    private static final FolderRecordings.Current CURRENT = new FolderRecordings.Current();

    @TempDir
    private static Path cache;

    private static SeriesEndpoints series;
    private static Asked asked;

    @TempDir
    private Path folder;

    @BeforeAll
    static void open() {
        series = SeriesEndpoints.of(CURRENT, cache, NewestData.NONE, place -> Map.of());
        asked = new Asked(series.endpoints());
    }

    @AfterAll
    static void close() {
        series.close();
    }

    private static String python(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-B"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        return printed;
    }

    private FolderRecordings make(String mode) throws Exception {
        Path output = folder.resolve("made");
        String script = CONFORMANCE.resolve("make_example.py").toString();
        if (mode.isEmpty()) {
            python(script, output.toString());
        } else {
            python(script, output.toString(), mode);
        }
        FolderRecordings recordings = new FolderRecordings(output, Recording.Status.COMPLETE);
        CURRENT.set(recordings);
        return recordings;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--foreign", "--legacy"})
    void everyNumberIsWhatH5pyReads(String mode) throws Exception {
        FolderRecordings recordings = make(mode);
        EpisodePlace place = recordings.episodes().get(1);
        JsonNode expected = FormatJson.read(python("-c", VALUES, place.runFile().toString(), place.demo()));
        String episode = "/episodes/" + place.id();
        JsonNode document = asked.json(episode);
        assertEquals(
                0, document.path("problems").size(), document.path("problems").toString());
        assertEquals(expected.size(), document.path("fields").size());
        for (JsonNode field : document.path("fields")) {
            String path = field.path("path").asText();
            ReadColumns columns = ReadColumns.of(asked.bytes(episode + "/series", "field=" + path));
            requireEqual(expected.path(path), columns, path);
        }
        requireLabels(document);
        requireTracks(expected, asked.json(episode + "/tracks", "stride=7"));
        requireEvents(asked.json(episode + "/events"), expected.path("timestamps/sim_time_s"));
    }

    private static void requireEqual(JsonNode expected, ReadColumns columns, String path) {
        assertEquals(expected.path(0).size(), columns.header().path("fields").size(), path);
        for (int component = 0; component < expected.path(0).size(); component++) {
            double[] values = columns.values(component);
            assertEquals(expected.size(), values.length, path);
            for (int row = 0; row < values.length; row++) {
                assertEquals(expected.path(row).path(component).asDouble(), values[row], path + " row " + row);
            }
        }
    }

    private static void requireLabels(JsonNode document) {
        for (JsonNode field : document.path("fields")) {
            if (field.path("path").asText().equals("states/rigid_object/banana/root_pose")) {
                assertEquals(
                        "[\"x\",\"y\",\"z\",\"qw\",\"qx\",\"qy\",\"qz\"]",
                        field.path("components").toString());
                assertEquals("m, quaternion wxyz", field.path("unit").asText());
                return;
            }
        }
        throw new AssertionError("no pose of the banana");
    }

    private static void requireTracks(JsonNode expected, JsonNode tracks) {
        assertEquals(21, tracks.path("steps").path(3).asInt());
        assertEquals(
                expected.path("ee_pose/position").path(21).path(2).asDouble(),
                tracks.path("ee").path(3).path(2).asDouble(),
                1e-4);
        JsonNode banana = tracks.path("objects").path(0);
        assertEquals("banana", banana.path("name").asText());
        assertEquals(
                expected.path("states/rigid_object/banana/root_pose")
                        .path(21)
                        .path(1)
                        .asDouble(),
                banana.path("positions").path(3).path(1).asDouble(),
                1e-4);
        assertEquals(
                expected.path("bbox/bbox_mm/banana").path(21).path(3 * 5 + 2).asDouble() / 1000,
                banana.path("boxes").path(3).path(5).path(2).asDouble(),
                1e-4);
    }

    /** @param times as h5py reads them; missing where none are stored */
    private static void requireEvents(JsonNode events, JsonNode times) {
        assertEquals(events.path("num_events").asInt(), events.path("events").size());
        assertTrue(events.path("events").size() > 0);
        for (JsonNode event : events.path("events")) {
            int row = event.path("step").asInt() - 1;
            assertEquals(row, event.path("row").asInt());
            double time = times.isMissingNode()
                    ? (row + 1) * events.path("dt").asDouble()
                    : times.path(row).asDouble();
            assertEquals(time, event.path("time_s").asDouble(), 1e-9);
        }
        assertEquals(0, events.path("problems").size(), events.path("problems").toString());
    }

    @Test
    void eventsOfASuccessCountFromOneAndHaveASeverity() throws Exception {
        FolderRecordings recordings = make("");
        String episode = "/episodes/" + recordings.id(ENV, "run_0.hdf5", "demo_0");
        JsonNode events = asked.json(episode + "/events");
        assertEquals(7, events.path("events").path(0).path("step").asInt());
        assertEquals("info", events.path("events").path(0).path("severity").asText());
        assertEquals("good", events.path("events").path(2).path("severity").asText());
        assertEquals("bad", EpisodeEvents.severity(250));
        assertEquals("warning", EpisodeEvents.severity(258));
        assertEquals("info", EpisodeEvents.severity(40_000));
        JsonNode score = events.path("score");
        assertEquals(1, score.path(score.size() - 1).path(1).asDouble());
        assertEquals("done", events.path("subtasks").path(0).path("state").asText());
    }

    @Test
    void events_ofARunFileWithDamagedTimes_haveTheirSubtasks() throws Exception {
        FolderRecordings recordings = make("");
        EpisodePlace place = recordings.episodes().get(0);
        String path = "/episodes/" + place.id() + "/events";
        JsonNode whole = asked.json(path);
        assertTrue(whole.path("subtasks").size() > 0, whole.toString());

        python("-c", DAMAGE_TIMES, place.runFile().toString(), place.demo());

        assertThrows(
                IOException.class,
                () -> asked.get("/episodes/" + place.id() + "/series", "field=timestamps/sim_time_s"));
        JsonNode damaged = asked.json(path);
        assertEquals(whole.path("subtasks"), damaged.path("subtasks"));
        assertEquals(whole.path("score"), damaged.path("score"));
        requireEvents(damaged, MissingNode.getInstance());
    }

    @Test
    void damageAnywhereIsAnAnswerOrASentence() throws Exception {
        FolderRecordings recordings = make("");
        Path run = recordings.episodes().get(0).runFile();
        byte[] whole = Files.readAllBytes(run);
        Random random = new Random(18);
        String episode = "/episodes/" + recordings.id(ENV, "run_0.hdf5", "demo_0");
        for (int round = 0; round < 8; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i < 20; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Files.write(run, damaged);
            JsonNode document = asked.json(episode);
            assertEquals(recordings.id(ENV, "run_0.hdf5", "demo_1"), next(document));
            for (String what : List.of("/series", "/rows", "/signals.csv", "/tracks", "/tree", "/events")) {
                require(asked, episode + what);
            }
        }
        Files.write(run, whole);
        ReadColumns columns = ReadColumns.of(asked.bytes(episode + "/series", "field=actions[0]"));
        assertEquals(60, columns.values(0).length);
        Files.write(run, new byte[0]);
        JsonNode document = asked.json(episode);
        assertTrue(document.path("problems").path(0).asText().contains("is not an HDF5 file"), document.toString());
    }

    private static String next(JsonNode document) {
        return document.path("neighbours").path("next").asText();
    }

    private static void require(Asked asked, String path) {
        try {
            asked.get(path, "field=actions", "row=3");
        } catch (IOException e) {
            assertTrue(e.getMessage() != null && !e.getMessage().isBlank(), path);
        }
    }

    @Test
    void withoutItsRunFileAnEpisodeStillHasItsEvents() throws Exception {
        FolderRecordings recordings = make("");
        EpisodePlace place = recordings.episodes().get(0);
        Files.delete(place.runFile());
        JsonNode document = asked.json("/episodes/" + place.id());
        assertEquals("[]", document.path("fields").toString());
        assertEquals(1, document.path("problems").size());
        JsonNode events = asked.json("/episodes/" + place.id() + "/events");
        assertEquals(3, events.path("num_events").asInt());
        assertEquals(0.5, events.path("score").path(1).path(1).asDouble());
    }
}
