package io.github.roboreel.dashboard.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends what it is given, well-formed or not, each time over a connection of its own. */
final class RawClient {
    private static final int PATIENCE_MILLIS = 20_000;

    private final InetSocketAddress server;

    RawClient(InetSocketAddress server) {
        this.server = server;
    }

    /**
     * An answer.
     *
     * @param headers by name in lower case; values of one name are joined by a line's end
     */
    record Reply(int status, Map<String, String> headers, byte[] body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    int port() {
        return server.getPort();
    }

    String host() {
        return "127.0.0.1:" + port();
    }

    /** A request with these lines of headers behind Host and Connection. */
    Reply ask(String method, String target, String... headers) throws IOException {
        return askWithBody(method, target, "", headers);
    }

    Reply askWithBody(String method, String target, String body, String... headers) throws IOException {
        List<String> lines = new ArrayList<>(List.of("Host: " + host(), "Connection: close"));
        lines.addAll(List.of(headers));
        if (!body.isEmpty()) {
            lines.add("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length);
        }
        String bytes = new String(body.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return send(method + " " + target + " HTTP/1.1\r\n" + String.join("\r\n", lines) + "\r\n\r\n" + bytes);
    }

    /** Sends these characters, a byte each, and reads the answer to its end. */
    Reply send(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            boolean hasBody = !request.startsWith("HEAD ");
            return read(socket.getInputStream(), hasBody);
        }
    }

    Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(server);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** Reads an answer to its end. */
    static Reply read(InputStream in, boolean hasBody) throws IOException {
        String[] statusLine = line(in).split(" ", 3);
        Map<String, String> headers = headers(in);
        byte[] body = new byte[0];
        if (hasBody && headers.containsKey("content-length")) {
            body = in.readNBytes(Integer.parseInt(headers.get("content-length")));
        } else if (hasBody && "chunked".equals(headers.get("transfer-encoding"))) {
            body = chunks(in);
        } else if (hasBody) {
            body = in.readAllBytes();
        }
        return new Reply(Integer.parseInt(statusLine[1]), headers, body);
    }

    static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String name = line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(line.indexOf(':') + 1).strip(), (a, b) -> a + "\n" + b);
        }
        return headers;
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int length = Integer.parseInt(line(in), 16); length > 0; length = Integer.parseInt(line(in), 16)) {
            body.write(in.readNBytes(length));
            line(in);
        }
        return body.toByteArray();
    }

    /** A line without its end; empty at the end of the connection. */
    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.append((char) b);
        }
        return line.toString().stripTrailing();
    }
}
