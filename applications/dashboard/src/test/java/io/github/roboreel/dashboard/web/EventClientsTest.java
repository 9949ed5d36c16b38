package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dashboard.live.EventStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EventClientsTest {
    private static final int MAX_CLIENTS = 32;

    @TempDir
    Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        Path file = Files.writeString(folder.toRealPath().resolve("video.mp4"), "x");
        server = new TestServer(file, Duration.ofSeconds(2), Optional.empty());
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private Socket listen(String... headers) throws IOException {
        Socket socket = server.client.connect();
        sockets.add(socket);
        String request = "GET /api/v1/live HTTP/1.1\r\nHost: " + server.client.host() + "\r\n" + server.bearer()
                + "\r\n" + String.join("\r\n", headers) + (headers.length == 0 ? "\r\n" : "\r\n\r\n");
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private EventStream.Sink sink() throws InterruptedException {
        return server.sinks.poll(20, TimeUnit.SECONDS);
    }

    /** The lines of the next event, without those of the transfer. */
    private static List<String> event(InputStream in) throws IOException {
        List<String> event = new ArrayList<>();
        while (true) {
            String line = line(in);
            if (line.startsWith("event:") || line.startsWith("id:") || line.startsWith("data:")) {
                event.add(line);
            } else if (line.isEmpty() && !event.isEmpty()) {
                return event;
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the stream ended after '" + line + "'");
            }
            line.append((char) b);
        }
        return line.toString().stripTrailing();
    }

    /** Waits until all was taken that was sent; false when the client was dropped meanwhile. */
    private boolean isTaken(EventStream.Sink sink) throws InterruptedException {
        while (!sink.isIdle() && server.closings.availablePermits() == 0) {
            Thread.sleep(5);
        }
        return server.closings.availablePermits() == 0;
    }

    @Test
    void eventsArriveAsTheyAreSent() throws Exception {
        InputStream in = listen("Last-Event-ID: 41").getInputStream();
        assertEquals("HTTP/1.1 200 OK", RawClient.line(in));
        Map<String, String> headers = RawClient.headers(in);
        assertEquals("text/event-stream", headers.get("content-type"));
        assertEquals("no-store", headers.get("cache-control"));
        assertEquals(List.of("event: hello", "id: 1", "data: {\"after\":\"41\"}"), event(in));

        EventStream.Sink sink = sink();
        assertTrue(sink.send("rows", new TestServer.Sample(3, Double.NaN, 2), OptionalLong.empty()));
        assertEquals(
                List.of("event: rows", "data: {\"num_samples\":3,\"success_rate\":null,\"run_index\":2}"), event(in));
        assertTrue(sink.send("text", "a\nb", OptionalLong.of(2)));
        assertEquals(List.of("event: text", "id: 2", "data: \"a\\nb\""), event(in));
    }

    @Test
    void aClientThatHasGoneFreesItsPlaceAndIsTold() throws Exception {
        Socket socket = listen();
        event(socket.getInputStream());
        EventStream.Sink sink = sink();
        socket.close();

        for (int i = 0; sink.send("rows", i, OptionalLong.empty()); i++) {
            Thread.sleep(10);
        }
        assertTrue(server.closings.tryAcquire(20, TimeUnit.SECONDS));
    }

    @Test
    void oneMoreThan32IsRefusedUntilAnotherLeaves() throws Exception {
        for (int i = 0; i < MAX_CLIENTS; i++) {
            event(listen().getInputStream());
        }

        RawClient.Reply refused = server.client.ask("GET", "/api/v1/live", server.bearer());
        assertEquals(503, refused.status());
        assertTrue(refused.text().contains("32 pages listen already"), refused.text());
        assertEquals(
                200, server.client.ask("GET", "/api/v1/echo", server.bearer()).status());

        sockets.get(0).close();
        EventStream.Sink first = sink();
        while (first.send("rows", 1, OptionalLong.empty())) {
            Thread.sleep(10);
        }
        assertTrue(server.closings.tryAcquire(20, TimeUnit.SECONDS));
        event(listen().getInputStream());
    }

    /** A page that is reloaded again and again is not taken for many. */
    @Test
    void pagesThatWereClosedLeaveTheirPlacesAtOnce() throws Exception {
        for (int i = 0; i < MAX_CLIENTS; i++) {
            event(listen().getInputStream());
        }
        for (Socket socket : sockets) {
            socket.close();
        }
        event(listen().getInputStream());
        assertTrue(server.closings.tryAcquire(MAX_CLIENTS, 20, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatDoesNotReadIsDroppedAndHoldsNobodyUp() throws Exception {
        event(listen().getInputStream());
        EventStream.Sink slow = sink();
        event(listen().getInputStream());
        EventStream.Sink quick = sink();
        InputStream read = sockets.get(1).getInputStream();

        String large = "x".repeat(1 << 16);
        int sent = 0;
        while (slow.send("rows", large, OptionalLong.empty())) {
            sent++;
        }
        assertTrue(sent > 1, "sent " + sent);
        assertFalse(slow.isIdle() && slow.send("rows", 1, OptionalLong.empty()));
        assertTrue(quick.send("rows", 2, OptionalLong.empty()));
        assertEquals(List.of("event: rows", "data: 2"), event(read));
        assertTrue(server.closings.tryAcquire(20, TimeUnit.SECONDS));
    }

    @Test
    void aClientThatStopsReadingIsDroppedWhenItsTimeIsOver() throws Exception {
        event(listen().getInputStream());
        EventStream.Sink slow = sink();
        String large = "x".repeat(1 << 16);
        while (isTaken(slow) && slow.send("rows", large, OptionalLong.empty())) {
            // Until the connection takes no more.
        }

        assertTrue(server.closings.tryAcquire(20, TimeUnit.SECONDS));
        assertFalse(slow.send("rows", 1, OptionalLong.empty()));
    }

    @Test
    void aQuietStreamOutlivesTheIdleTime() throws Exception {
        InputStream in = listen().getInputStream();
        event(in);
        EventStream.Sink sink = sink();
        Thread.sleep(2500);

        assertTrue(sink.send("rows", 1, OptionalLong.empty()));
        assertEquals(List.of("event: rows", "data: 1"), event(in));
    }

    @Test
    void closingEndsAllStreams() throws Exception {
        InputStream in = listen().getInputStream();
        event(in);
        server.close();

        assertTrue(server.closings.tryAcquire(20, TimeUnit.SECONDS));
        String rest = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(rest.endsWith("0\r\n\r\n"), rest);
    }
}
