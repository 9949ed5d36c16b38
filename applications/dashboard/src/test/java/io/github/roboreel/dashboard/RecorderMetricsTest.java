package io.github.roboreel.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dashboard.health.MetricsAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorder's endpoint, asked by another's HTTP client. */
class RecorderMetricsTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void whoBearsTheTokenGetsTheMetersAsTextOrAsOpenMetrics() throws Exception {
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0)) {
            metrics.registry().counter("seen").increment(3);
            MetricsAddress address = MetricsAddress.read(folder).orElseThrow();
            assertEquals(metrics.port(), address.port());
            assertEquals(32, address.token().length(), "192 bits");
            HttpResponse<String> text = ask("GET", address.uri(), address.token(), "*/*");
            assertEquals(200, text.statusCode());
            assertEquals("text/plain; version=0.0.4; charset=utf-8", header(text, "content-type"));
            assertEquals("no-store", header(text, "cache-control"));
            assertFalse(text.headers().firstValue("server").isPresent());
            assertTrue(text.body().contains("\nseen_total 3.0\n"), text.body());
            assertTrue(text.body().contains("\njvm_memory_used_bytes{area=\"heap\"} "), text.body());
            assertFalse(text.body().contains("# EOF"));
            HttpResponse<String> open =
                    ask("GET", address.uri(), address.token(), "application/openmetrics-text;version=1.0.0,*/*;q=0.1");
            assertTrue(header(open, "content-type").startsWith("application/openmetrics-text; version=1.0.0"));
            assertTrue(open.body().endsWith("# EOF\n"), open.body());
            HttpResponse<String> head = ask("HEAD", address.uri(), address.token(), "*/*");
            assertEquals(200, head.statusCode());
            assertEquals("", head.body());
        }
    }

    @Test
    void nobodyElseLearnsAnything() throws Exception {
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0, "a-token-of-my-own")) {
            URI uri = MetricsAddress.read(folder).orElseThrow().uri();
            for (String token : new String[] {"", "a-token-of-my-ow", "a-token-of-my-own2", "A-token-of-my-own"}) {
                HttpResponse<String> refused = ask("GET", uri, token, "*/*");
                assertEquals(401, refused.statusCode(), token);
                assertEquals("", refused.body());
                assertEquals("Bearer", header(refused, "www-authenticate"));
            }
            HttpResponse<String> bare = CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
            assertEquals(401, bare.statusCode());
            assertEquals(
                    401,
                    ask("GET", URI.create(uri + "?token=a-token-of-my-own"), "", "*/*")
                            .statusCode());
            assertEquals(401, ask("GET", uri.resolve("/other"), "", "*/*").statusCode());
            assertEquals(
                    404,
                    ask("GET", uri.resolve("/other"), "a-token-of-my-own", "*/*")
                            .statusCode());
            assertEquals(
                    404,
                    ask("GET", uri.resolve("/metrics/"), "a-token-of-my-own", "*/*")
                            .statusCode());
            HttpResponse<String> posted = ask("POST", uri, "a-token-of-my-own", "*/*");
            assertEquals(405, posted.statusCode());
            assertEquals("GET, HEAD", header(posted, "allow"));
            assertTrue(isRefused(metrics.port()), "it is seen from outside");
        }
    }

    @Test
    void whenItIsClosedTheFileIsGoneAndThePortIsFree() throws Exception {
        RecorderMetrics metrics = RecorderMetrics.start(folder, 0);
        URI uri = MetricsAddress.read(folder).orElseThrow().uri();
        int port = metrics.port();
        assertThrows(IOException.class, () -> RecorderMetrics.start(folder, port));
        assertEquals(port, MetricsAddress.read(folder).orElseThrow().port());
        metrics.close();
        assertFalse(Files.exists(folder.resolve(".recording.metrics.json")));
        assertThrows(ConnectException.class, () -> ask("GET", uri, "t", "*/*"));
        RecorderMetrics.start(folder, port).close();
    }

    @Test
    void whereTheFileCannotBeWrittenThePortIsFreedAgain() {
        assertThrows(IOException.class, () -> RecorderMetrics.start(folder.resolve("absent"), 0));
    }

    /** Counters of one run after the other are one series, so that a scrape does not grow with the runs. */
    @Test
    void countersGoOnFromRunToRunAndGaugesDoNot() throws Exception {
        try (RecorderMetrics metrics = RecorderMetrics.start(folder, 0)) {
            for (int run = 0; run < 3; run++) {
                metrics.registry()
                        .counter("steps", "run", Integer.toString(run))
                        .increment(2);
                metrics.registry()
                        .gauge(
                                "backlog",
                                java.util.List.of(io.micrometer.core.instrument.Tag.of("run", Integer.toString(run))),
                                run);
            }
            MetricsAddress address = MetricsAddress.read(folder).orElseThrow();
            String body = ask("GET", address.uri(), address.token(), "*/*").body();
            assertTrue(body.contains("\nsteps_total{run=\"all\"} 6.0\n"), body);
            assertTrue(body.contains("\nbacklog{run=\"2\"} 2.0\n"), body);
        }
    }

    private static boolean isRefused(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), port), 1000);
            return false;
        } catch (ConnectException e) {
            return true;
        }
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    private static HttpResponse<String> ask(String method, URI uri, String token, String accept) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(method, BodyPublishers.noBody())
                .header("Accept", accept)
                .header("Authorization", "Bearer " + token);
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
