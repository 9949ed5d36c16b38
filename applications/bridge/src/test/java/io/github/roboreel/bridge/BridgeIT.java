package io.github.roboreel.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The daemon in this process; its clients keep to the protocol. */
@Timeout(TestClient.HANG_SECONDS)
class BridgeIT {
    @TempDir
    Path temp;

    private Path socket;
    private Bridge bridge;
    private CompletableFuture<Boolean> served;

    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwx------"));
        socket = temp.resolve("s");
        bridge = Bridge.open(socket, RecorderConfig::builder, Duration.ZERO);
        served = CompletableFuture.supplyAsync(bridge::serve);
    }

    @AfterEach
    void close() throws Exception {
        bridge.close();
        served.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS);
    }

    private TestClient client(String name) throws IOException {
        return new TestClient(socket, temp.resolve(name));
    }

    private Path output() {
        return temp.resolve("output");
    }

    private void assertNothingLost() throws Exception {
        assertTrue(served.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS), "nothing was lost");
        assertFalse(Files.exists(socket));
    }

    /** Actions of an episode whose steps had the values from one to another, exclusive. */
    private static void assertActions(int from, int to, Episode episode) throws IOException {
        float[] expected = new float[2 * (to - from)];
        for (int i = from; i < to; i++) {
            expected[2 * (i - from)] = i;
            expected[2 * (i - from) + 1] = i + 0.5f;
        }
        assertArrayEquals(expected, episode.read("actions").floats());
        long[] counts = episode.read("obs/count").longs();
        assertEquals(to - from, counts.length);
        assertEquals(from, counts[0]);
        assertEquals(to - 1, counts[counts.length - 1]);
    }

    /** By run and env. */
    private Map<String, JsonNode> results() throws IOException {
        Map<String, JsonNode> results = new LinkedHashMap<>();
        for (String line : Files.readAllLines(output().resolve("episode_results.jsonl"))) {
            JsonNode result = FormatJson.read(line);
            results.put(result.path("run").asInt() + "/" + result.path("env_id").asInt(), result);
        }
        return results;
    }

    private static String statuses(JsonNode closed) {
        return closed.path("runs") + " " + closed.path("problems");
    }

    @Test
    void steps_ofTwoEnvs_areReadBackWithEventsAndOutcomes() throws Exception {
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 2));
            client.begin(0, 1);
            for (int i = 0; i < 200; i++) {
                client.step(i, 0, 1);
            }
            client.step(200, 1);
            client.event(1, "{\"events\":[{\"name\":\"SLIPPED\",\"info\":\"on ice\",\"step\":5}]}");
            client.end(0, "", 0);
            client.end(1, "{\"outcomes\":[{\"env\":1,\"reason\":\"fell\",\"metadata\":{\"mass\":3}}]}", 1);
            assertEquals("[0] []", statuses(client.closeRecording()));
            assertEquals(0, client.word("pending_ends"));
            assertEquals(client.word("published"), client.word("durable"));
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(0, 200, recordings.episode(0));
            assertActions(0, 201, recordings.episode(1));
            long[] times = recordings.episode(0).read("timestamps/wall_time_ns").longs();
            assertEquals(1_000_000_199L, times[199]);
        }
        String results = Files.readString(output().resolve("episode_results.jsonl"));
        assertTrue(results.contains("\"SLIPPED\":1") && results.contains("fell") && results.contains("\"mass\":3"));
        assertNothingLost();
    }

    @Test
    void steps_ofEnvsInTheMaskOnly_areRecorded() throws Exception {
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 3));
            client.begin(0, 1, 2);
            for (int i = 0; i < 30; i++) {
                client.step(i, i % 2 == 0 ? new int[] {0, 2} : new int[] {1});
            }
            client.end(0, "", 0, 1, 2);
            client.closeRecording();
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertEquals(15, recordings.episode(1).steps());
            assertEquals(29, recordings.episode(1).read("obs/count").longs()[14]);
            assertEquals(28, recordings.episode(2).read("obs/count").longs()[14]);
        }
        assertNothingLost();
    }

    @Test
    void blocks_andStepsOfAnEnv_followEachOther() throws Exception {
        try (TestClient client = client("memory")) {
            Map<String, Object> request = client.openRun(output(), 2);
            request.put("block_rows", 16);
            client.open(request);
            client.begin(0, 1);
            client.block(1, 0, 16);
            client.step(16, 1);
            client.block(1, 17, 3);
            client.block(0, 100, 16);
            client.end(0, "", 0, 1);
            client.closeRecording();
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(100, 116, recordings.episode(0));
            assertActions(0, 20, recordings.episode(1));
        }
        assertNothingLost();
    }

    @Test
    void initialAndFinal_ofAnEpisode_areReadBack() throws Exception {
        try (TestClient client = client("memory")) {
            Map<String, Object> request = client.openRun(output(), 2);
            List<Map<String, Object>> fields = new ArrayList<>();
            fields.add(TestClient.field("actions", "float32", 2));
            fields.add(TestClient.field("obs/count", "int64"));
            Map<String, Object> start = new LinkedHashMap<>(TestClient.field("initial_state/pose", "float64", 3));
            start.put("phase", "initial");
            fields.add(start);
            Map<String, Object> last = new LinkedHashMap<>(TestClient.field("final_obs/pose", "float64", 3));
            last.put("phase", "final");
            fields.add(last);
            request.put("fields", fields);
            client.open(request);
            int at = client.claim(TestClient.BEGIN, 0, 1);
            client.memory().putDouble(at + client.column("initial_state/pose") + 24, 7.25);
            client.publish();
            client.step(3, 0, 1);
            at = client.claim(TestClient.END, 0, 1);
            client.memory().putInt(at + 12, 1);
            client.memory().putDouble(at + client.column("final_obs/pose") + 24 + 16, -2.5);
            client.publish();
            client.closeRecording();
        }
        try (Recordings recordings = Recordings.open(output())) {
            Episode second = recordings.episode(1);
            assertArrayEquals(
                    new double[] {7.25, 0, 0}, second.read("initial_state/pose").doubles());
            assertArrayEquals(
                    new double[] {0, 0, -2.5}, second.read("final_obs/pose").doubles());
        }
        assertNothingLost();
    }

    @Test
    void begin_withATextOfItsOwn_hasSeedInstructionAndResetOptions() throws Exception {
        try (TestClient client = client("memory")) {
            Map<String, Object> request = client.openRun(output(), 2);
            request.put("seed", 5);
            request.put("instruction", "lift it");
            client.open(request);
            int at = client.claim(TestClient.BEGIN, 0, 1);
            client.text(
                    at,
                    "begin",
                    "{\"episodes\":[{\"env\":1,\"seed\":99,\"instruction\":\"push it\",\"reset_options\":{\"mass\":2}}]}");
            client.publish();
            client.step(0, 0, 1);
            client.end(0, "", 0, 1);
            client.closeRecording();
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertEquals("lift it", recordings.episode(0).facts().instruction());
            assertEquals(5, recordings.episode(0).facts().seed().orElseThrow());
            assertEquals("push it", recordings.episode(1).facts().instruction());
            assertEquals(99, recordings.episode(1).facts().seed().orElseThrow());
            assertEquals(
                    "{\"mass\":2}", recordings.episode(1).facts().attributes().get("reset_options"));
        }
        assertNothingLost();
    }

    @Test
    void period_ofSeveralPhysicsSteps_isTheOneThatWasGiven() throws Exception {
        try (TestClient client = client("memory")) {
            Map<String, Object> request = client.openRun(output(), 1);
            request.put("dt_seconds", 0.0667);
            request.put("decimation", 7);
            client.open(request);
            client.begin(0);
            client.step(0, 0);
            client.end(0, "", 0);
            client.closeRecording();
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertEquals(0.0667, recordings.episode(0).facts().dtSeconds());
        }
        assertNothingLost();
    }

    @Test
    void episodes_runAfterRun_areInRunsOfTheirOwn() throws Exception {
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 2));
            for (int run = 0; run < 3; run++) {
                client.begin(0, 1);
                for (int i = 0; i < 20; i++) {
                    client.step(100 * run + i, 0, 1);
                }
                client.end(1, "", 0, 1);
            }
            assertEquals("[0,1,2] []", statuses(client.closeRecording()));
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertEquals(6, recordings.episodes().size());
            for (Episode episode : recordings.episodes()) {
                int first = 100 * episode.facts().run();
                assertActions(first, first + 20, episode);
            }
        }
        assertNothingLost();
    }

    @Test
    void episodes_continuous_areOneAfterTheOtherAndDiscardedOnesAreNot() throws Exception {
        try (TestClient client = client("memory")) {
            Map<String, Object> request = client.openRun(output(), 2);
            request.put("continuous", true);
            client.open(request);
            client.begin(0, 1);
            for (int episode = 0; episode < 10; episode++) {
                for (int i = 0; i < 5; i++) {
                    client.step(10 * episode + i, 0, 1);
                }
                client.end(episode == 4 ? 4 : 16, "", 0);
                client.begin(0);
            }
            client.step(1000, 0);
            assertEquals("[0] []", statuses(client.closeRecording()));
        }
        try (Recordings recordings = Recordings.open(output())) {
            List<Long> firstCounts = new ArrayList<>();
            for (Episode episode : recordings.episodes()) {
                if (episode.steps() > 0) {
                    firstCounts.add(episode.read("obs/count").longs()[0]);
                }
            }
            assertTrue(firstCounts.containsAll(List.of(0L, 10L, 20L, 30L, 50L, 60L, 70L, 80L, 90L)), firstCounts + "");
            assertFalse(firstCounts.contains(40L), "it was discarded");
        }
        assertNothingLost();
    }

    @Test
    void join_twoClients_recordTheirOwnEnvs() throws Exception {
        try (TestClient first = client("first");
                TestClient second = client("second");
                TestClient third = client("third")) {
            Map<String, Object> request = first.openRun(output(), 3);
            request.put("envs", List.of(0, 2));
            first.open(request);
            second.open(second.joinRun(output(), 1));
            third.hello();
            third.send(third.joinRun(output(), 1));
            third.map(third.answer("layout"));
            third.send(Map.of("type", "mapped"));
            JsonNode refused = third.answer("opened");
            assertEquals("bad_state", refused.path("kind").asText());
            assertTrue(refused.path("message").asText().startsWith("env 1 of the recording in "), refused + "");
            first.begin(0, 1);
            second.begin(0);
            for (int i = 0; i < 100; i++) {
                first.step(i, 0, 1);
                second.step(1000 + i, 0);
            }
            first.end(0, "", 0, 1);
            assertEquals("closed", first.closeRecording().path("type").asText());
            second.step(1100, 0);
            second.end(0, "", 0);
            assertEquals("[0] []", statuses(second.closeRecording()));
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(0, 100, recordings.episode(0));
            assertActions(1000, 1101, recordings.episode(1));
            assertActions(0, 100, recordings.episode(2));
        }
        assertNothingLost();
    }

    @Test
    void join_oneBeginsAgain_waitsUntilTheOtherHasEnded() throws Exception {
        try (TestClient first = client("first");
                TestClient second = client("second")) {
            Map<String, Object> request = first.openRun(output(), 2);
            request.put("envs", List.of(0));
            first.open(request);
            second.open(second.joinRun(output(), 1));
            second.begin(0);
            second.awaitConsumed();
            record(first, 0);
            record(first, 100);
            second.step(500, 0);
            second.awaitConsumed();
            assertTrue(first.word("consumed") < first.word("published"), "its second begin waits");
            second.end(0, "", 0);
            first.awaitConsumed();
            record(second, 600);
            first.closeRecording();
            assertEquals("[0,1] []", statuses(second.closeRecording()));
        }
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(0, 5, recordings.episode(0));
            assertActions(500, 501, recordings.episode(1));
            assertActions(100, 105, recordings.episode(2));
            assertActions(600, 605, recordings.episode(3));
        }
        assertNothingLost();
    }

    private static void record(TestClient client, int firstValue) throws IOException {
        client.begin(0);
        for (int i = 0; i < 5; i++) {
            client.step(firstValue + i, 0);
        }
        client.end(0, "", 0);
    }

    @Test
    void join_otherIsGoneWhileOneWaits_continuesInTheNextRun() throws Exception {
        try (TestClient first = client("first");
                TestClient second = client("second")) {
            Map<String, Object> request = first.openRun(output(), 2);
            request.put("envs", List.of(0));
            first.open(request);
            second.open(second.joinRun(output(), 1));
            second.begin(0);
            second.step(500, 0);
            second.awaitConsumed();
            record(first, 0);
            record(first, 100);
            second.vanish();
            first.awaitConsumed();
            assertEquals("[0,1] []", statuses(first.closeRecording()));
        }
        assertEquals("the client is gone", results().get("0/1").path("reason").asText());
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(500, 501, recordings.episode(1));
            assertActions(100, 105, recordings.episode(2));
        }
        assertNothingLost();
    }

    @Test
    void join_manyRunsAtOnce_loseNoEpisode() throws Exception {
        int episodes = 8;
        try (TestClient first = client("first");
                TestClient second = client("second")) {
            Map<String, Object> request = first.openRun(output(), 2);
            request.put("envs", List.of(0));
            first.open(request);
            second.open(second.joinRun(output(), 1));
            CompletableFuture<JsonNode> other = CompletableFuture.supplyAsync(() -> recordMany(second, episodes));
            JsonNode closed = recordMany(first, episodes);
            assertEquals("closed", closed.path("type").asText(), closed + "");
            JsonNode last = other.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS);
            assertEquals("closed", last.path("type").asText(), last + "");
        }
        Map<Integer, List<Long>> found = new LinkedHashMap<>(Map.of(0, new ArrayList<>(), 1, new ArrayList<>()));
        try (Recordings recordings = Recordings.open(output())) {
            for (Episode episode : recordings.episodes()) {
                if (episode.steps() > 0) {
                    found.get(episode.facts().env())
                            .add(episode.read("obs/count").longs()[0]);
                }
            }
        }
        List<Long> expected = List.of(0L, 10L, 20L, 30L, 40L, 50L, 60L, 70L);
        assertEquals(Map.of(0, expected, 1, expected), found);
        assertNothingLost();
    }

    private static JsonNode recordMany(TestClient client, int episodes) {
        try {
            for (int episode = 0; episode < episodes; episode++) {
                record(client, 10 * episode);
            }
            return client.closeRecording();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void client_isGone_itsEpisodesEndAsAbortedAndNothingIsLost() throws Exception {
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 2));
            client.begin(0, 1);
            client.step(0, 0, 1);
            client.end(0, "", 0);
        }
        assertNothingLost();
        assertEquals("the client is gone", results().get("0/1").path("reason").asText());
        try (Recordings recordings = Recordings.open(output())) {
            assertActions(0, 1, recordings.episode(1));
        }
    }

    @Test
    void process_isGoneAndItsChildKeepsTheSocket_sessionEnds() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        try (TestClient client = client("memory")) {
            client.hello(process.pid());
            client.openAfterHello(client.openRun(output(), 1));
            client.begin(0);
            client.step(0, 0);
            process.destroyForcibly().waitFor();
            assertTrue(client.rest().stream()
                    .noneMatch(message -> message.path("type").asText().equals("error")));
            assertNothingLost();
        } finally {
            process.destroyForcibly();
        }
        assertEquals("the client is gone", results().get("0/0").path("reason").asText());
    }

    @Test
    void client_isGoneBeforeItMapped_leavesNothing() throws Exception {
        try (TestClient client = client("memory")) {
            client.hello();
            client.send(client.openRun(output(), 1));
            client.answer("layout");
        }
        assertNothingLost();
        assertFalse(Files.exists(output()), "no run was opened");
    }

    @Test
    void close_givesItsReasonToOpenEpisodes() throws Exception {
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 1));
            client.begin(0);
            client.step(0, 0);
            client.closeRecording();
        }
        assertEquals("done", results().get("0/0").path("reason").asText());
        assertNothingLost();
    }

    @Test
    void summaries_comeBeforeTheRecordingIsClosed() throws Exception {
        List<JsonNode> messages;
        try (TestClient client = client("memory")) {
            client.open(client.openRun(output(), 2));
            client.begin(0, 1);
            client.step(0, 0, 1);
            client.end(0, "", 0);
            client.end(34, "", 1);
            client.send(Map.of("type", "close"));
            messages = client.rest();
        }
        assertEquals(
                List.of("summary", "summary", "closed"),
                messages.stream().map(message -> message.path("type").asText()).toList());
        JsonNode first = messages.get(0).path("episodes").path(0);
        JsonNode second = messages.get(1).path("episodes").path(0);
        boolean isSuccess = (first.path("env").asInt() == 0 ? first : second)
                .path("success")
                .asBoolean();
        assertTrue(isSuccess
                && (first.path("env").asInt() == 1 ? first : second)
                        .path("success")
                        .isNull());
        assertNothingLost();
    }

    @Test
    void run_thatIsAskedForOrTheNextFreeOne_isOpened() throws Exception {
        try (TestClient client = client("first")) {
            Map<String, Object> request = client.openRun(output(), 1);
            request.put("run", 4);
            client.open(request);
            client.begin(0);
            client.step(0, 0);
            client.end(0, "", 0);
            assertEquals("[4] []", statuses(client.closeRecording()));
        }
        bridge.close();
        served.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS);
        open();
        try (TestClient client = client("second")) {
            client.open(client.openRun(output(), 1));
            assertEquals("[5] []", statuses(client.closeRecording()));
        }
        assertNothingLost();
    }
}
