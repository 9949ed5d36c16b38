package io.github.roboreel.dashboard.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnknownConnectionsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    Path folder;

    private final List<Socket> sockets = new ArrayList<>();
    private TestServer server;

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private void start(Duration unknown) throws IOException {
        Path file = Files.createFile(folder.toRealPath().resolve("video.mp4"));
        server = new TestServer(file, LONG, unknown, Optional.empty());
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.client.port());
        sockets.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads to the end, which only the server makes. */
    private static void awaitEnd(Socket socket) {
        try {
            socket.getInputStream().readAllBytes();
        } catch (java.net.SocketTimeoutException e) {
            throw new AssertionError("the connection stays open", e);
        } catch (IOException e) {
            // Unread bytes reset it.
            return;
        }
    }

    @Test
    void headersThatNeverEnd_closeTheConnection() throws Exception {
        start(Duration.ofMillis(500));
        Socket slow = connect();
        Thread trickle = new Thread(() -> {
            try {
                send(slow, "GET / HTTP/1.1\r\n");
                while (true) {
                    send(slow, "a: b\r\n");
                    Thread.sleep(20);
                }
            } catch (IOException | InterruptedException e) {
                // The server has closed it.
                return;
            }
        });
        trickle.setDaemon(true);
        trickle.start();
        awaitEnd(slow);
        slow.close();
        trickle.join();
    }

    @Test
    void connectionWithTheToken_staysWhenOneWithoutIsClosed() throws Exception {
        start(Duration.ofMillis(500));
        Socket known = connect();
        assertEquals("HTTP/1.1 200 OK", ask(known));
        Socket refused = connect();
        send(refused, "GET /api/v1/echo HTTP/1.1\r\nHost: " + server.client.host() + "\r\n\r\n");
        awaitEnd(refused);
        assertEquals("HTTP/1.1 200 OK", ask(known));
    }

    @Test
    void manyWithoutTheToken_theOldestGivesWay() throws Exception {
        start(LONG);
        Socket known = connect();
        assertEquals("HTTP/1.1 200 OK", ask(known));
        Socket oldest = connect();
        // Only an answer shows that the server, which accepts on several threads, has this one before the others.
        assertEquals("HTTP/1.1 401 Unauthorized", ask(oldest, ""));
        assertEquals("HTTP/1.1 401 Unauthorized", ask(oldest, ""), "an answer alone closes nothing");
        for (int i = 0; i < UnknownConnections.MAX; i++) {
            send(connect(), "GET / HTTP/1.1\r\n");
        }
        awaitEnd(oldest);
        assertEquals("HTTP/1.1 200 OK", ask(known));
        assertEquals(
                200, server.client.ask("GET", "/api/v1/echo", server.bearer()).status());
    }

    private String ask(Socket socket) throws IOException {
        return ask(socket, server.bearer() + "\r\n");
    }

    /** The first line of the answer, all of which is read. */
    private String ask(Socket socket, String headers) throws IOException {
        send(socket, "GET /api/v1/names/a HTTP/1.1\r\nHost: " + server.client.host() + "\r\n" + headers + "\r\n");
        BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        String status = in.readLine();
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            if (line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        for (int i = 0; i < length; i++) {
            in.read();
        }
        return status;
    }
}
