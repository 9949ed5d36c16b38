package io.github.roboreel.dashboard.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.github.roboreel.dashboard.RecorderMetrics;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.health.Health.Status;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.TestRecording;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real recorders and endpoints of this process, asked over the wire; and servers that are none. */
class RecorderHealthTest {
    @TempDir
    private Path temporary;

    private final RecorderHealth health = new RecorderHealth(Duration.ofSeconds(30));
    private Path folder;
    private Recording recording;

    @BeforeEach
    void findFolder() throws IOException {
        folder = temporary.toRealPath();
        recording = new Recording(Ids.of(folder.toString()), "a", folder, Recording.Status.RECORDING);
    }

    @AfterEach
    void close() {
        health.close();
    }

    @Test
    void itSaysWhatTheRecorderCountsUntilTheEndpointIsClosed() throws Exception {
        assertEquals(Status.NO_ENDPOINT, health.of(recording).status());
        TestRecording run = new TestRecording(folder, 2);
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0);
                EpisodeRecorder recorder = EpisodeRecorder.builder(run.run, run.schema)
                        .sink(run.memorySink())
                        .meters(metrics.registry())
                        .open()) {
            run.begin(recorder.env(0));
            run.steps(recorder.env(0), 30);
            run.end(recorder.env(0), EpisodeOutcome.success("")).join();
            Health first = health.of(recording);
            assertEquals(Status.OK, first.status(), first.detail());
            assertEquals(30L, first.state().get("steps"));
            assertNull(first.state().get("steps_per_second"));
            assertEquals(0L, first.state().get("backlog"));
            assertEquals(0L, first.state().get("drops"));
            assertEquals(0L, first.state().get("waits"));
            assertEquals(0L, first.state().get("durable_lag_steps"));
            assertEquals(1L, ((Map<?, ?>) first.state().get("episodes")).get("success"));
            assertTrue((long) first.state().get("heap_used_bytes") > 0);
            assertNull(first.state().get("encoder_queue"), "there is no video");
            run.begin(recorder.env(1));
            run.steps(recorder.env(1), 50);
            run.end(recorder.env(1), EpisodeOutcome.failure("")).join();
            Health later = first;
            while (later.state().get("steps").equals(30L)) {
                Thread.sleep(50);
                later = health.of(recording);
            }
            assertEquals(80L, later.state().get("steps"));
            double rate = (double) later.state().get("steps_per_second");
            assertTrue(rate > 0 && rate <= 50, "50 steps in a second or more: " + rate);
        }
        assertEquals(Status.NO_ENDPOINT, health.of(recording).status());
    }

    @Test
    void whoeverLooksARecorderIsAskedOnceASecond() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0)) {
            metrics.registry().gauge("asked", asked, AtomicInteger::incrementAndGet);
            health.of(recording);
            int once = asked.get();
            long began = System.nanoTime();
            for (int i = 0; i < 200; i++) {
                assertEquals(Status.OK, health.of(recording).status());
            }
            long seconds = (System.nanoTime() - began) / 1_000_000_000L;
            assertTrue(asked.get() <= once * (2 + seconds), asked + " times in " + seconds + " s");
        }
    }

    @Test
    void inJsonItsNumbersStandBesideTheStatus() throws Exception {
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0)) {
            JsonNode json = json(health.of(recording));
            assertEquals(recording.id(), json.get("recording").asText());
            assertEquals("ok", json.get("status").asText());
            assertTrue(json.get("heap_used_bytes").asLong() > 0, json.toString());
            assertTrue(json.get("durable_lag_steps").isNull(), json.toString());
            assertTrue(metrics.port() > 0);
        }
        JsonNode json = json(health.of(recording));
        assertEquals("no_endpoint", json.get("status").asText());
        assertTrue(json.get("detail").asText().contains("--metrics-port"), json.toString());
    }

    private static JsonNode json(Health health) {
        ObjectMapper mapper = new ObjectMapper();
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);
        return mapper.valueToTree(health);
    }

    @Test
    void aProcessThatDiedIsNotAsked() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        String started = other.info().startInstant().orElseThrow().toString();
        other.destroyForcibly().waitFor();
        try (ServerSocket socket = listen()) {
            new MetricsAddress(socket.getLocalPort(), "t", other.pid(), started).write(folder);
            assertEquals(Status.DEAD, health.of(recording).status());
            socket.setSoTimeout(1);
            assertTrue(isUntouched(socket));
        }
    }

    @Test
    void aPortThatRefusesIsNoEndpoint() throws Exception {
        int port;
        try (ServerSocket socket = listen()) {
            port = socket.getLocalPort();
        }
        MetricsAddress.ofThisProcess(port, "t").write(folder);
        assertEquals(Status.NO_ENDPOINT, health.of(recording).status());
    }

    @Test
    void aFileThatNamesAnotherMachineIsNotFollowed() throws Exception {
        java.nio.file.Files.writeString(
                folder.resolve(".recording.metrics.json"),
                "{\"url\":\"http://192.0.2.1:80/metrics\",\"token\":\"t\",\"pid\":1}");
        Health refused = health.of(recording);
        assertEquals(Status.NO_ENDPOINT, refused.status());
        assertTrue(refused.detail().contains("http://192.0.2.1:80/metrics"), refused.detail());
    }

    /** The last one is silent after its headers. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n",
                "no HTTP\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n@",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
            })
    void whatAnswersSomethingElseIsNoAnswer(String answer) throws Exception {
        try (RecorderHealth usual = new RecorderHealth();
                ServerSocket socket = listen()) {
            Thread server = new Thread(() -> serve(socket, answer));
            server.setDaemon(true);
            server.start();
            MetricsAddress.ofThisProcess(socket.getLocalPort(), "t").write(folder);
            Health none = usual.of(recording);
            assertEquals(Status.NO_ANSWER, none.status(), none.detail());
            assertTrue(none.detail().contains("does not answer"), none.detail());
        }
    }

    /** An answer that ends in @ continues with a million bytes, one after the other. */
    private static void serve(ServerSocket socket, String answer) {
        try (Socket client = socket.accept()) {
            InputStream in = client.getInputStream();
            in.read();
            OutputStream out = client.getOutputStream();
            out.write(answer.getBytes(StandardCharsets.UTF_8));
            byte[] more = new byte[1 << 20];
            for (int i = 0; answer.endsWith("@") && i < 90; i++) {
                out.write(more);
            }
            while (in.read() >= 0) {
                // Until the client goes.
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    }

    private static boolean isUntouched(ServerSocket socket) throws IOException {
        try {
            socket.accept().close();
            return false;
        } catch (java.net.SocketTimeoutException e) {
            return true;
        }
    }
}
