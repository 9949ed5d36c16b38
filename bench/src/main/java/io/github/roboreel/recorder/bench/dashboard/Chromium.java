package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.recorder.bench.record.ProcessFigures;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Debian's headless Chromium with a new profile, driven by its DevTools protocol over a pipe: it ends with the pipe,
 * also when this process is killed, and nothing else runs beside what is measured.
 */
final class Chromium implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium-headless-shell");

    /** It reads from 3 and writes to 4. */
    private static final String WITH_PIPE = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null";

    private static final List<String> FLAGS = List.of(
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-quic",
            "--no-first-run",
            "--window-size=1440,900");

    /** Flag of one that draws without OpenGL, also without one in software. */
    static final String NO_GPU = "--disable-gpu";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_SECONDS = 60;
    private static final int CLOSING_SECONDS = 5;

    private final Process process;
    private final OutputStream out;
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private int lastId;

    private Chromium(Process process) {
        this.process = process;
        out = process.getOutputStream();
        Thread reader = new Thread(this::read, "bench-chromium");
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts one; profile and complaints go into the folder. */
    static Chromium start(Path scratch, List<String> flags) throws IOException {
        if (!Files.isExecutable(PROGRAM)) {
            throw new IOException(PROGRAM + " is missing; install the package chromium-headless-shell");
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", WITH_PIPE, "sh", PROGRAM.toString()));
        command.addAll(FLAGS);
        command.addAll(flags);
        command.add("--user-data-dir=" + Files.createTempDirectory(scratch, "chromium-"));
        return new Chromium(new ProcessBuilder(command)
                .redirectError(scratch.resolve("chromium.stderr").toFile())
                .start());
    }

    /** Sends a command of the browser, or of a page's session; the answer comes later. */
    synchronized CompletableFuture<JsonNode> send(String session, String method, Map<String, ?> parameters)
            throws IOException {
        lastId++;
        ObjectNode message = JSON.createObjectNode().put("id", lastId).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(lastId, answer);
        out.write(JSON.writeValueAsBytes(message));
        out.write(0);
        out.flush();
        return answer;
    }

    /** Sends a command and waits for its answer. */
    JsonNode ask(String session, String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        try {
            return send(session, method, parameters).get(MAX_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("chromium failed at " + method + ": " + e, e);
        }
    }

    private void read() {
        String reason = "chromium has ended";
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != 0) {
                    message.write(next);
                } else {
                    hear(JSON.readTree(message.toByteArray()));
                    message.reset();
                }
            }
        } catch (IOException e) {
            reason += ": " + e;
        }
        IOException ended = new IOException(reason);
        asked.values().forEach(answer -> answer.completeExceptionally(ended));
    }

    private void hear(JsonNode message) {
        CompletableFuture<JsonNode> answer = asked.remove(message.path("id").asInt());
        if (answer == null) {
            return; // an event
        }
        if (message.has("error")) {
            answer.completeExceptionally(
                    new IOException(message.at("/error/message").asText()));
        } else {
            answer.complete(message.path("result"));
        }
    }

    /** What draws and decodes, by the browser's names, for example {@code gpu_compositing disabled_software}. */
    String features() throws IOException, InterruptedException {
        List<String> features = new ArrayList<>();
        JsonNode gpu = ask(null, "SystemInfo.getInfo", Map.of()).path("gpu");
        gpu.path("featureStatus")
                .properties()
                .forEach(feature ->
                        features.add(feature.getKey() + " " + feature.getValue().asText()));
        return gpu.at("/auxAttributes/glRenderer").asText() + "; " + String.join(", ", features);
    }

    /** Processor time of its processes so far, s. */
    double cpuSeconds() {
        return ProcessFigures.cpuSeconds(process.toHandle());
    }

    @Override
    public void close() {
        try {
            out.close();
            if (process.waitFor(CLOSING_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // It is killed instead.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
