package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A page that listens to what is being recorded, on a thread of its own. */
final class LiveClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String EVENT = "event:";
    private static final String DATA = "data:";

    private final AtomicInteger heard = new AtomicInteger();
    private final OnRows onRows;
    private final InputStream in;
    private final Thread thread = new Thread(this::listen, "bench-live-client");
    private volatile boolean closed;

    /** What a page does when it is told that an episode has new rows. */
    @FunctionalInterface
    interface OnRows {
        void accept(String episode) throws IOException, InterruptedException;
    }

    LiveClient(ServeProcess serve, OnRows onRows) throws IOException, InterruptedException {
        this.onRows = onRows;
        in = serve.open("/api/v1/live");
        thread.setDaemon(true);
        thread.start();
    }

    /** How often it was told of rows. */
    int heard() {
        return heard.get();
    }

    private void listen() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String event = "";
            for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                if (line.startsWith(EVENT)) {
                    event = line.substring(EVENT.length()).strip();
                } else if (line.startsWith(DATA) && event.equals("rows")) {
                    hear(JSON.readTree(line.substring(DATA.length())));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // The dashboard, or this client, is closed.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear(JsonNode rows) throws IOException, InterruptedException {
        heard.incrementAndGet();
        onRows.accept(rows.path("episode").asText());
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            in.close();
        } catch (IOException e) {
            return;
        }
    }
}
