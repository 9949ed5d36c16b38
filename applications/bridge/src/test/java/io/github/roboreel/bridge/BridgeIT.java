package io.github.roboreel.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon in this process; its clients keep to the protocol, or do not. */
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
    void close() {
        bridge.close();
    }

    private TestClient client(String name) throws IOException {
        return new TestClient(socket, temp.resolve(name));
    }

    private Path output() {
        return temp.resolve("output");
    }

    private static float[] actions(Episode episode) throws IOException {
        return (float[]) episode.read("actions");
    }

    private static float[] expected(int from, int to) {
        float[] values = new float[2 * (to - from)];
        for (int i = from; i < to; i++) {
            values[2 * (i - from)] = i;
            values[2 * (i - from) + 1] = i + 0.5f;
        }
        return values;
    }

    @Test
    void recordsWhatTheSlotsHold() throws Exception {
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
            JsonNode closed = client.closeRecording();
            assertEquals("[0]", closed.path("runs").toString());
            assertEquals("[]", closed.path("problems").toString());
        }
        try (Recordings recordings = Recordings.open(output())) {
            List<Episode> episodes = recordings.episodes();
            assertArrayEquals(expected(0, 200), actions(episodes.get(0)));
            assertArrayEquals(expected(0, 201), actions(episodes.get(1)));
            assertEquals("success", episodes.get(0).status());
            assertEquals("failure", episodes.get(1).status());
        }
        String results = Files.readString(output().resolve("episode_results.jsonl"));
        assertTrue(results.contains("\"SLIPPED\":1") && results.contains("fell"), results);
        assertTrue(served.get(), "nothing was lost");
    }
}
