package io.github.roboreel.bridge;

import static io.github.roboreel.bridge.TestClient.field;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each lie of a client ends in one error that names it. The daemon continues for a client that was there before, and
 * the liar's folder is free again.
 */
@Timeout(TestClient.HANG_SECONDS)
class BridgeLiesIT {
    private static final String TOO_LONG = "x".repeat(300);

    @TempDir
    Path temp;

    private Path socket;
    private Bridge bridge;
    private CompletableFuture<Boolean> served;
    private TestClient honest;
    private int clients;

    /** What a client does to its memory or socket. */
    @FunctionalInterface
    interface Lie {
        void tell(TestClient client, Path memory) throws IOException;
    }

    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwx------"));
        socket = temp.resolve("s");
        bridge = Bridge.open(socket, RecorderConfig::builder, Duration.ZERO);
        served = CompletableFuture.supplyAsync(bridge::serve);
        honest = client();
        honest.open(honest.openRun(temp.resolve("honest"), 1));
        honest.begin(0);
        honest.step(0, 0);
    }

    @AfterEach
    void close() throws Exception {
        honest.close();
        bridge.close();
        served.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS);
    }

    private TestClient client() throws IOException {
        return new TestClient(socket, temp.resolve("memory" + clients++));
    }

    private Path folder() {
        return temp.resolve("liar");
    }

    /** The only message but summaries, until the daemon has closed the socket. */
    private static JsonNode onlyError(TestClient client) throws IOException {
        List<JsonNode> errors = new ArrayList<>(client.rest());
        errors.removeIf(message -> List.of("summary", "welcome", "layout")
                .contains(message.path("type").asText()));
        assertEquals(
                List.of("error"),
                errors.stream().map(message -> message.path("type").asText()).toList(),
                errors + "");
        String sentence = errors.get(0).path("message").asText();
        assertFalse(sentence.contains("\n") || sentence.contains("Exception"), sentence);
        return errors.get(0);
    }

    private static void assertRefused(String kind, String sentence, JsonNode error) {
        assertEquals(kind, error.path("kind").asText(), error + "");
        assertTrue(
                error.path("message").asText().contains(sentence),
                error.path("message").asText());
    }

    /** The honest client records on, and another one where the liar was. */
    private void assertUnharmed(boolean isLossSaid) throws Exception {
        honest.step(1, 0);
        honest.end(0, "", 0);
        assertEquals("[]", honest.closeRecording().path("problems").toString());
        try (Recordings recordings = Recordings.open(temp.resolve("honest"))) {
            assertArrayEquals(
                    new long[] {0, 1}, recordings.episode(0).read("obs/count").longs());
        }
        honest.close();
        assertEquals(!isLossSaid, served.get(TestClient.HANG_SECONDS, TimeUnit.SECONDS));
    }

    private void assertFolderIsFree() throws IOException {
        try (TestClient next = client()) {
            next.open(next.openRun(folder(), 1));
            assertEquals("[]", next.closeRecording().path("problems").toString());
        }
    }

    private static Arguments open(String kind, String key, Object value, String sentence) {
        return arguments(kind, key, value, sentence);
    }

    static Stream<Arguments> requests() {
        String protocol = "protocol";
        String argument = "bad_argument";
        return Stream.of(
                open(protocol, "type", "open", "a message is of type 'open'; expected open_run or join_run"),
                open(protocol, "folder", null, "'folder' of open_run is null; expected a text"),
                open(protocol, "folder", 7, "'folder' of open_run is 7; expected a text"),
                open(protocol, "folder", "output", "folder 'output' is no absolute path"),
                open(protocol, "folder", "/tmp/\0", "'folder' is no path"),
                open(protocol, "env_name", 5, "'env_name' of open_run is 5; expected a text"),
                open(argument, "env_name", "../up", "../up"),
                open(protocol, "num_envs", 0, "'num_envs' of open_run is 0; expected a whole number from 1 to 1048576"),
                open(protocol, "num_envs", "2", "'num_envs' of open_run is \"2\""),
                open(protocol, "num_envs", 1.5, "'num_envs' of open_run is 1.5"),
                open(protocol, "num_envs", 1L << 40, "'num_envs' of open_run is 1099511627776"),
                open(protocol, "dt_seconds", 0, "'dt_seconds' of open_run is 0; expected a finite number above 0"),
                open(protocol, "dt_seconds", -0.5, "'dt_seconds' of open_run is -0.5"),
                open(protocol, "dt_seconds", "0.02", "'dt_seconds' of open_run is \"0.02\""),
                open(protocol, "dt_seconds", null, "'dt_seconds' of open_run is null"),
                open(protocol, "decimation", 0, "'decimation' of open_run is 0"),
                open(protocol, "decimation", "4", "'decimation' of open_run is \"4\""),
                open(protocol, "slots", 0, "'slots' of open_run is 0"),
                open(protocol, "slots", "64", "'slots' of open_run is \"64\""),
                open(argument, "slots", 1 << 20, "expected at most 68719476736, ask for fewer slots"),
                open(protocol, "max_bytes", -1, "'max_bytes' of open_run is -1"),
                open(protocol, "max_bytes", "much", "'max_bytes' of open_run is \"much\""),
                open(protocol, "block_rows", 0, "'block_rows' of open_run is 0"),
                open(protocol, "block_rows", 1 << 30, "'block_rows' of open_run is 1073741824"),
                open(argument, "block_rows", 1 << 20, "a step of all envs takes more than 2147479552 bytes"),
                open(protocol, "envs", "all", "'envs' of open_run is \"all\"; expected a list"),
                open(argument, "envs", List.of(2), "envs is [2]; expected some of the run's envs 0 to 1, each once"),
                open(protocol, "envs", List.of("0"), "'envs' of open_run holds \"0\""),
                open(
                        argument,
                        "envs",
                        List.of(0, 0),
                        "envs is [0, 0]; expected some of the run's envs 0 to 1, each once"),
                open(argument, "envs", List.of(), "envs is []"),
                open(protocol, "fields", null, "open_run has no 'fields'"),
                open(protocol, "fields", "actions", "'fields' of open_run is \"actions\"; expected a list"),
                open(protocol, "fields", List.of(), "open_run has no 'fields'"),
                open(argument, "fields", List.of(5), "field 0 (no path)"),
                open(argument, "fields", List.of(field("a/../b", "float32")), "field 0 (a/../b)"),
                open(argument, "fields", List.of(field("obs/q", "float33")), "float33"),
                open(
                        argument,
                        "fields",
                        List.of(field("obs/q", "float32", -1)),
                        "field 0 (obs/q): shape [-1] must be a list"),
                open(
                        argument,
                        "fields",
                        List.of(Map.of("path", "obs/q", "dtype", "float32", "shape", "3")),
                        "shape \"3\" must be a list of whole numbers"),
                open(argument, "fields", List.of(field("obs/q", "int8"), field("obs/q", "int8")), "obs/q"),
                open(argument, "fields", List.of(field("obs/q", "uint8", 1 << 28, 1 << 10)), "too large for one row"),
                open(
                        argument,
                        "fields",
                        List.of(field("obs/q", "float64", 1 << 27)),
                        "makes the row larger than 1073741824 bytes"),
                open(argument, "fields", List.of(field(TOO_LONG, "uint8")), "is not a path of names"),
                open(protocol, "settings", 5, "'settings' of open_run is 5; expected an object"),
                open(argument, "settings", Map.of("recorder.ring_size", "many"), "recorder.ring_size is many"),
                open(argument, "settings", Map.of("recorder.ring_size", List.of(4)), "recorder.ring_size is [4]"),
                open(argument, "settings", Map.of("recorder.ring_size", 1000), "expected a power of two"),
                open(argument, "settings", Map.of("recorder.rings", 4), "key 'recorder.rings' is unknown"),
                open(protocol, "seed", "x", "'seed' of open_run is \"x\""),
                open(protocol, "instruction", 5, "'instruction' of open_run is 5"),
                open(protocol, "attributes", "easy", "'attributes' of open_run is \"easy\""),
                open(protocol, "attributes", List.of(1), "'attributes' of open_run holds 1; expected texts"),
                open(protocol, "env_config", List.of(1), "'env_config' of open_run is [1]; expected an object"),
                open(protocol, "simulator", "mujoco", "'simulator' of open_run is \"mujoco\""),
                open(protocol, "run", -1, "'run' of open_run is -1"),
                open(protocol, "continuous", "yes", "'continuous' of open_run is \"yes\"; expected true or false"),
                open(protocol, "continue", 1, "'continue' of open_run is 1"),
                open(protocol, "episodes", List.of(Map.of("env", 7)), "'env' of an entry of 'episodes' is 7"),
                open(protocol, "memory", "/nowhere/at all", "/nowhere/at all: no such file or folder"));
    }

    @Test
    void requests_thatAreWrong_areRefusedInASentenceAndOpenNothing() throws Exception {
        for (Arguments lie : (Iterable<Arguments>) requests()::iterator) {
            Object[] told = lie.get();
            try (TestClient client = client()) {
                Map<String, Object> request = client.openRun(folder(), 2);
                if (told[1].equals("slots") && told[2].equals(1 << 20)) {
                    request.put("fields", List.of(field("obs/picture", "uint8", 1 << 20)));
                }
                if (told[1].equals("block_rows") && told[2].equals(1 << 20)) {
                    request.put("fields", List.of(field("obs/q", "float64", 1 << 10)));
                }
                request.put((String) told[1], told[2]);
                client.hello();
                client.send(request);
                client.sendUnlessClosed(Map.of("type", "mapped"));
                JsonNode error = onlyError(client);
                boolean isIo = told[3].toString().startsWith("/nowhere");
                assertRefused(isIo ? "io" : (String) told[0], (String) told[3], error);
            }
            assertFalse(Files.exists(folder()), Arrays.toString(told));
        }
        assertFolderIsFree();
        assertUnharmed(false);
    }

    static Stream<Arguments> hellos() {
        return Stream.of(
                arguments(Map.of("protocol", 0, "client", "old 0.1", "pid", 1), "version", "old 0.1 speaks protocol 0"),
                arguments(
                        Map.of("protocol", 9, "min_protocol", 8, "client", "new 9", "pid", 1),
                        "version",
                        "new 9 needs protocol 8"),
                arguments(Map.of("protocol", "1", "pid", 1), "protocol", "'protocol' of hello is \"1\""),
                arguments(Map.of("pid", 1), "protocol", "'protocol' of hello is not there"),
                arguments(Map.of("protocol", 1), "protocol", "'pid' of hello is not there"),
                arguments(Map.of("protocol", 1, "pid", -4), "protocol", "'pid' of hello is -4"),
                arguments(Map.of("protocol", 1, "pid", 1L << 40), "protocol", "names process 1099511627776"),
                arguments(Map.of("protocol", 1, "client", 7, "pid", 1), "protocol", "'client' of hello is 7"));
    }

    @Test
    void hellos_thatAreWrong_areRefusedAndNewerOnesThatSpeakOursAreNot() throws Exception {
        for (Arguments lie : (Iterable<Arguments>) hellos()::iterator) {
            Object[] told = lie.get();
            try (TestClient client = client()) {
                Map<String, Object> hello = new LinkedHashMap<>(cast(told[0]));
                hello.put("type", "hello");
                client.send(hello);
                assertRefused((String) told[1], (String) told[2], onlyError(client));
            }
        }
        try (TestClient client = client()) {
            client.send(Map.of(
                    "type",
                    "hello",
                    "protocol",
                    7,
                    "min_protocol",
                    1,
                    "pid",
                    ProcessHandle.current().pid(),
                    "more",
                    1));
            assertEquals(1, client.answer("welcome").path("protocol").asInt());
        }
        assertUnharmed(false);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> cast(Object map) {
        return (Map<String, Object>) map;
    }

    private static ByteBuffer frame(int length, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(4 + bytes.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .put(bytes)
                .flip();
    }

    static Stream<Arguments> frames() {
        return Stream.of(
                arguments(frame(Integer.MIN_VALUE, "{"), "a message has 2147483648 bytes; expected at most 67108864"),
                arguments(frame(1 << 27, "{"), "a message has 134217728 bytes"),
                arguments(frame(5, "hello"), "a message of 5 bytes is no JSON"),
                arguments(frame(3, "\"\u00ff\""), "a message of 3 bytes is no"),
                arguments(frame(2, "[]"), "a message has no text 'type'"),
                arguments(frame(10, "{\"type\":1}"), "a message has no text 'type'"),
                arguments(frame(4, "    "), "a message has no text 'type'"),
                arguments(frame(2000, "[".repeat(2000)), "a message of 2000 bytes is no JSON"));
    }

    @Test
    void frames_thatAreNone_areRefused() throws Exception {
        for (Arguments lie : (Iterable<Arguments>) frames()::iterator) {
            try (TestClient client = client()) {
                client.sendBytes(((ByteBuffer) lie.get()[0]).duplicate());
                assertRefused("protocol", (String) lie.get()[1], onlyError(client));
            }
        }
        assertUnharmed(false);
    }

    static Stream<Arguments> slots() {
        return Stream.of(
                slot("protocol", "slot 2 holds the number 9", (client, memory) -> {
                    int at = client.claim(TestClient.STEP, 0);
                    client.memory().putLong(at, 9);
                    client.publish();
                }),
                slot("protocol", "a slot is of kind 9; expected 1 to 5", (client, memory) -> {
                    int at = client.claim(TestClient.STEP, 0);
                    client.memory().putInt(at + 8, 9);
                    client.publish();
                }),
                slot("bad_state", "env 1 has not begun its episode", (client, memory) -> client.step(1, 0, 1)),
                slot(
                        "protocol",
                        "'published' is 5000000; expected 2 to ",
                        (client, memory) -> client.setPublished(5_000_000)),
                slot("protocol", "'published' is 0; expected 2 to ", (client, memory) -> client.setPublished(0)),
                slot("protocol", "'published' is 18446744073709551615", (client, memory) -> client.setPublished(-1)),
                slot(
                        "protocol",
                        "slot 2 says that the episode of env 0 has 7 steps after it; expected 2",
                        (client, memory) -> {
                            int at = client.claim(TestClient.STEP, 0);
                            client.memory().putInt(at + client.state("steps"), 7);
                            client.publish();
                        }),
                slot("bad_argument", "field 'actions' expects finite values; given NaN", (client, memory) -> {
                    int at = client.claim(TestClient.STEP, 0);
                    client.memory().putFloat(at + client.column("actions"), Float.NaN);
                    client.publish();
                }),
                slot("protocol", "a block has 0 rows; expected 1 to 2", (client, memory) -> client.block(0, 0, 0)),
                slot("protocol", "a block has 2000000000 rows", (client, memory) -> {
                    int at = client.claim(TestClient.BLOCK);
                    client.memory().putInt(at + 12, 2_000_000_000);
                    client.publish();
                }),
                slot("protocol", "a slot is of env 2; expected 0 to 1", (client, memory) -> {
                    int at = client.claim(TestClient.BLOCK);
                    client.memory().putInt(at + 12, 1).putInt(at + 16, 2);
                    client.publish();
                }),
                slot("protocol", "a slot's text has 4294967295 bytes, more than its room", (client, memory) -> {
                    int at = client.claim(TestClient.END, 0);
                    client.memory().putInt(at + 20, -1);
                    client.publish();
                }),
                slot("protocol", "the text of a slot is no JSON", (client, memory) -> client.end(0, "{", 0)),
                slot(
                        "protocol",
                        "the text of a slot is []; expected an object",
                        (client, memory) -> client.end(0, "[]", 0)),
                slot(
                        "protocol",
                        "'outcomes' of the text of a slot is 5; expected a list",
                        (client, memory) -> client.end(0, "{\"outcomes\":5}", 0)),
                slot(
                        "protocol",
                        "'env' of an entry of 'outcomes' is \"0\"",
                        (client, memory) -> client.end(0, "{\"outcomes\":[{\"env\":\"0\"}]}", 0)),
                slot(
                        "protocol",
                        "'outcomes' of the text of a slot holds env 0 twice",
                        (client, memory) -> client.end(0, "{\"outcomes\":[{\"env\":0},{\"env\":0}]}", 0)),
                slot(
                        "protocol",
                        "'metadata' of an entry of 'outcomes' is 5; expected an object",
                        (client, memory) -> client.end(0, "{\"outcomes\":[{\"env\":0,\"metadata\":5}]}", 0)),
                slot(
                        "protocol",
                        "an episode ends with code 99, which has no meaning",
                        (client, memory) -> client.end(99, "", 0)),
                slot(
                        "protocol",
                        "an episode ends with code 20, which has no meaning",
                        (client, memory) -> client.end(20, "", 0)),
                slot(
                        "bad_state",
                        "ends the episode of env 1, which has none",
                        (client, memory) -> client.end(0, "", 1)),
                slot("protocol", "the count of an END slot is 3", (client, memory) -> {
                    int at = client.claim(TestClient.END, 0);
                    client.memory().putInt(at + 12, 3);
                    client.publish();
                }),
                slot("bad_state", "has already begun its episode of run 0", (client, memory) -> client.begin(0)),
                slot("protocol", "'seed' of an entry of 'episodes' is \"x\"", (client, memory) -> {
                    int at = client.claim(TestClient.BEGIN, 1);
                    client.text(at, "begin", "{\"episodes\":[{\"env\":1,\"seed\":\"x\"}]}");
                    client.publish();
                }),
                slot("protocol", "an EVENT slot has no 'events'", (client, memory) -> client.event(0, "{}")),
                slot(
                        "protocol",
                        "'step' of an event is \"1\"",
                        (client, memory) -> client.event(0, "{\"events\":[{\"name\":\"A\",\"step\":\"1\"}]}")),
                slot(
                        "bad_argument",
                        "event 'A' has step 5",
                        (client, memory) -> client.event(0, "{\"events\":[{\"name\":\"A\",\"step\":5}]}")),
                slot(
                        "protocol",
                        "says that the episode of env 0 has 1 events after it; expected 2",
                        (client, memory) -> client.event(0, "{\"events\":[{\"name\":\"A\"},{\"name\":\"B\"}]}")),
                slot("protocol", "the memory has shrunk", (client, memory) -> {
                    try (FileChannel file = FileChannel.open(memory, StandardOpenOption.WRITE)) {
                        file.truncate(RingLayout.PAGE_BYTES);
                    }
                    client.setPublished(3);
                }));
    }

    private static Arguments slot(String kind, String sentence, Lie lie) {
        return arguments(sentence, kind, lie);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slots")
    void slot_thatIsWrong_endsItsRecordingOnly(String sentence, String kind, Lie lie) throws Exception {
        try (TestClient client = client()) {
            client.open(client.openRun(folder(), 2));
            client.begin(0);
            client.step(0, 0);
            client.awaitConsumed();
            lie.tell(client, temp.resolve("memory1"));
            assertRefused(kind, sentence, onlyError(client));
        }
        try (Recordings recordings = Recordings.open(folder())) {
            assertEquals(0, recordings.episode(0).read("obs/count").longs()[0]);
            assertTrue(recordings.problems().isEmpty(), recordings.problems() + "");
        }
        String results = Files.readString(folder().resolve("episode_results.jsonl"));
        assertTrue(results.contains("the client's session failed: "), results);
        assertFolderIsFree();
        assertUnharmed(true);
    }

    @Test
    void message_thatIsNoneWhileRecording_losesNothingThatWasPublished() throws Exception {
        try (TestClient client = client()) {
            client.open(client.openRun(folder(), 1));
            client.begin(0);
            for (int i = 0; i < 50; i++) {
                client.step(i, 0);
            }
            client.send(Map.of("type", "begin"));
            assertRefused("protocol", "a message is of type 'begin'; expected close", onlyError(client));
        }
        try (Recordings recordings = Recordings.open(folder())) {
            assertEquals(50, recordings.episode(0).steps());
        }
        assertUnharmed(false);
    }

    @Test
    void memory_thatIsNone_isRefusedAndLeftAlone() throws Exception {
        Path diary = Files.writeString(temp.resolve("memory1"), "dear diary".repeat(1_000_000));
        assertRefused("protocol", "the memory holds something already", refusedMemory());
        assertEquals("dear diary".repeat(1_000_000), Files.readString(diary));
        Files.writeString(temp.resolve("memory2"), "");
        assertRefused("protocol", " has 0 bytes; expected at least ", refusedMemory());
        Files.createDirectory(temp.resolve("memory3"));
        assertEquals("io", refusedMemory().path("kind").asText());
        assertFalse(Files.exists(folder()));
        assertUnharmed(false);
    }

    private JsonNode refusedMemory() throws IOException {
        try (TestClient client = client()) {
            client.hello();
            client.send(client.openRun(folder(), 1));
            client.answer("layout");
            client.send(Map.of("type", "mapped"));
            return onlyError(client);
        }
    }

    @Test
    void memory_ofAnotherRing_isNotContinued() throws Exception {
        try (TestClient client = client()) {
            client.open(client.openRun(folder(), 1));
            client.begin(0);
            client.step(0, 0);
            client.closeRecording();
        }
        clients--;
        assertRefused(
                "protocol",
                "the memory is a ring of other fields, envs, slots",
                continued("fields", List.of(field("actions", "float32", 3), field("obs/count", "int64"))));
        clients--;
        assertRefused(
                "protocol",
                "of another folder",
                continued("folder", temp.resolve("other").toString()));
        assertRefused("protocol", "the memory is of no ring that a daemon has had", continued("env_name", "Lift"));
        assertUnharmed(false);
    }

    private JsonNode continued(String key, Object value) throws IOException {
        try (TestClient client = client()) {
            Map<String, Object> request = client.openRun(folder(), 1);
            request.put("continue", true);
            request.put(key, value);
            client.hello();
            client.send(request);
            client.map(client.answer("layout"));
            client.send(Map.of("type", "mapped"));
            return onlyError(client);
        }
    }

    @Test
    void folder_ofAnOpenRecording_isLocked() throws Exception {
        try (TestClient client = client()) {
            client.hello();
            client.send(client.openRun(temp.resolve("honest"), 1));
            client.map(client.answer("layout"));
            client.send(Map.of("type", "mapped"));
            JsonNode error = onlyError(client);
            assertRefused("locked", temp.resolve("honest").toString(), error);
        }
        assertUnharmed(false);
    }

    @Test
    void join_ofNoRecording_isRefused() throws Exception {
        try (TestClient client = client()) {
            client.hello();
            client.send(client.joinRun(folder(), 0));
            assertRefused("bad_state", "no recording is open in " + folder(), onlyError(client));
        }
        assertUnharmed(false);
    }

    @Test
    @Tag("slow")
    void fields_fiveThousand_areRecorded() throws Exception {
        List<Map<String, Object>> fields = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            fields.add(field("obs/f" + i, "float32"));
        }
        fields.add(field("actions", "float32", 2));
        fields.add(field("obs/count", "int64"));
        try (TestClient client = client()) {
            Map<String, Object> request = client.openRun(folder(), 1);
            request.put("fields", fields);
            client.open(request);
            client.begin(0);
            client.step(3, 0);
            client.end(0, "", 0);
            assertEquals("[]", client.closeRecording().path("problems").toString());
        }
        try (Recordings recordings = Recordings.open(folder())) {
            assertArrayEquals(
                    new float[] {3, 3.5f}, recordings.episode(0).read("actions").floats());
        }
        assertUnharmed(false);
    }
}
