package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Debian's Prometheus in a process of its own, on a free port of 127.0.0.1. */
final class Prometheus implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int MAX_ATTEMPTS = 3;

    private final Process process;
    private final int port;
    private final Path log;

    private Prometheus(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
    }

    /** Starts it and waits until it answers; another process may take the port that was free a moment ago. */
    static Prometheus start(Path config, Path folder) throws Exception {
        for (int attempt = 1; ; attempt++) {
            Prometheus started = begin(config, Files.createTempDirectory(folder, "prometheus"));
            while (started.process.isAlive() && !started.isReady()) {
                Thread.sleep(20);
            }
            if (started.process.isAlive()) {
                return started;
            }
            if (attempt == MAX_ATTEMPTS) {
                throw new AssertionError("Prometheus does not start: " + Files.readString(started.log));
            }
        }
    }

    private static Prometheus begin(Path config, Path data) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            port = socket.getLocalPort();
        }
        Path log = data.resolve("log.txt");
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + data.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Prometheus(process, port, log);
    }

    private boolean isReady() throws InterruptedException {
        try {
            return CLIENT.send(HttpRequest.newBuilder(uri("/-/ready")).build(), BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Results of an expression at this instant. */
    JsonNode query(String expression) throws Exception {
        return ask("/api/v1/query?query=", expression).at("/data/result");
    }

    /** An expression as it understands it; fails when it does not. */
    String formatted(String expression) throws Exception {
        return ask("/api/v1/format_query?query=", expression).at("/data").asText();
    }

    JsonNode targets() throws Exception {
        return ask("/api/v1/targets", "").at("/data/activeTargets");
    }

    private JsonNode ask(String path, String parameter) throws Exception {
        String body = CLIENT.send(
                        HttpRequest.newBuilder(uri(path + URLEncoder.encode(parameter, StandardCharsets.UTF_8)))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        JsonNode json = new ObjectMapper().readTree(body);
        assertEquals("success", json.path("status").asText(), parameter + ": " + body);
        return json;
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Nothing of it is kept, so it need not end in order. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
