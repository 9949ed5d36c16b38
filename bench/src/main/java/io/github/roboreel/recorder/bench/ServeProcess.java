package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;

/** A {@code roboreel serve} in a process of its own, asked over HTTP. */
final class ServeProcess implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration MAX_ANSWER = Duration.ofMinutes(5);
    private static final int CLOSING_SECONDS = 20;
    private static final int POLL_MILLIS = 5;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final long startNanos = System.nanoTime();
    private final Process process;
    private final double addressMillis;
    private final String address;
    private final String token;

    /**
     * What was answered.
     *
     * @param firstByteMillis from the request to the first byte of the body
     * @param millis to the last one
     * @param body all bytes
     */
    record Answered(double firstByteMillis, double millis, byte[] body) {
        JsonNode json() throws IOException {
            return JSON.readTree(body);
        }
    }

    /**
     * Starts one, and returns when it has printed its address.
     *
     * @param served folder that it shows
     * @param scratch folder for its token, its complaints and {@code cache}, what it keeps from one start to the next
     * @param heapMb limit of its heap, MiB
     */
    ServeProcess(Path served, Path scratch, int heapMb) throws IOException, InterruptedException {
        Path tokenFile = scratch.resolve("token");
        Path complaints = scratch.resolve("serve.stderr");
        List<String> jvm = launcherOptions();
        jvm.add("-Xmx" + heapMb + "m");
        process = Child.java(jvm, Child.CLI, "serve", served, "--port", 0, "--token-file", tokenFile)
                .with("XDG_CACHE_HOME", scratch.resolve("cache").toAbsolutePath())
                .start(complaints);
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null) {
            throw new IOException(
                    "serve ended at once: " + Files.readString(complaints).strip());
        }
        addressMillis = millisSince(startNanos);
        address = line.strip().replaceFirst("/\\?.*", "");
        token = Files.readString(tokenFile).strip();
    }

    private static double millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    /** Those that the launcher gives the command. */
    private static List<String> launcherOptions() throws IOException, InterruptedException {
        String ask = ". \"$0\" && program_options \"$1\" && command_options serve";
        Path script = Child.home().resolve("dist/launch.sh");
        String options = Child.of("sh", "-c", ask, script, Runtime.version().feature())
                .run()
                .get(0);
        return new ArrayList<>(List.of(options.strip().split("\\s+")));
    }

    /** From the command to its address, ms. */
    double addressMillis() {
        return addressMillis;
    }

    /** From the command to when every recording is listed with its episodes, ms. */
    double awaitList(int recordings) throws IOException, InterruptedException {
        while (true) {
            JsonNode progress = get("/recordings?limit=1").json().path("indexing");
            int total = progress.path("total").asInt();
            if (total >= recordings && progress.path("done").asInt() == total) {
                return millisSince(startNanos);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Ids of its recordings, at most 1000. */
    List<String> recordings() throws IOException, InterruptedException {
        JsonNode rows = get("/recordings?limit=1000").json().path("recordings");
        return StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.path("id").asText())
                .toList();
    }

    /** What a path below {@code /api/v1} answers. */
    Answered get(String path) throws IOException, InterruptedException {
        return fetch("/api/v1" + path);
    }

    /** What is sent to a browser for a path below {@code /api/v1}, kB: text is compressed. */
    double sentKb(String path) throws IOException, InterruptedException {
        return fetch("/api/v1" + path, "Accept-Encoding", "gzip").body().length / 1e3;
    }

    /** What a path answers, with more headers: names and values in turn. */
    Answered fetch(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(MAX_ANSWER)
                .header("Authorization", "Bearer " + token);
        if (headers.length > 0) {
            request.headers(headers);
        }
        long start = System.nanoTime();
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(in.readNBytes(1));
            double firstByteMillis = millisSince(start);
            in.transferTo(all);
            if (response.statusCode() / 100 != 2) {
                throw new IOException("the dashboard answered " + response.statusCode() + " to " + path + ": "
                        + all.toString(StandardCharsets.UTF_8).strip());
            }
            return new Answered(firstByteMillis, millisSince(start), all.toByteArray());
        }
    }

    /** Memory that is resident, of the server alone, MB. */
    double residentMb() {
        return ProcessFigures.residentMb(process.pid());
    }

    /** Heap in use, garbage included, MB; NaN when it does not say. */
    double heapMb() throws IOException, InterruptedException {
        return new String(fetch("/metrics").body(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("memory_used") && line.contains("area=\"heap\""))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)) / 1e6)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Processor time of the server and the processes that it has now, s. */
    double cpuSeconds() {
        return ProcessFigures.cpuSeconds(process.toHandle());
    }

    /** Ends it in order, so that it leaves no process. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
