package io.github.roboreel.remote;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;

/**
 * A server that opens WebSockets and sends any bytes as frames: those of its metadata, and after a request those of its
 * answer. Then it closes the connection. One connection after the other.
 */
final class FrameServer implements AutoCloseable {
    private static final int BINARY = 0x82;
    private static final int MASK_BYTES = 4;
    private static final int MAX_HEAD_BYTES = 4;

    /** In place of a length from this one on, which then follows in two bytes. */
    private static final int SHORT_LENGTH = 126;

    private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private volatile Replies replies;

    /** What it sends in place of the true handshake, and as frames. */
    record Replies(UnaryOperator<byte[]> handshake, byte[] metadata, byte[] answer) {}

    FrameServer() throws IOException {
        Thread thread = new Thread(this::serve, "frame-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri() {
        return URI.create("ws://localhost:" + socket.getLocalPort());
    }

    void reply(Replies next) {
        replies = next;
    }

    /** A whole binary message of less than 64 KiB. */
    static byte[] frame(byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(MAX_HEAD_BYTES + payload.length).put((byte) BINARY);
        if (payload.length < SHORT_LENGTH) {
            frame.put((byte) payload.length);
        } else {
            frame.put((byte) SHORT_LENGTH).putShort((short) payload.length);
        }
        frame.put(payload);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                serve(client, replies);
            } catch (IOException e) {
                // The client has enough of it, or the test is over.
            }
        }
    }

    private static void serve(Socket client, Replies replies) throws IOException {
        DataInputStream in = new DataInputStream(client.getInputStream());
        client.getOutputStream().write(replies.handshake().apply(handshake(in)));
        client.getOutputStream().write(replies.metadata());
        if (replies.answer().length > 0) {
            skipRequest(in);
            client.getOutputStream().write(replies.answer());
        }
    }

    private static byte[] handshake(DataInputStream in) throws IOException {
        String request = "";
        while (!request.endsWith("\r\n\r\n")) {
            request += (char) in.readUnsignedByte();
        }
        String key = request.replaceAll("(?is).*sec-websocket-key: *(\\S+).*", "$1");
        return ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accept(key) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String accept(String key) {
        try {
            byte[] text = (key + KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII);
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void skipRequest(DataInputStream in) throws IOException {
        in.readUnsignedByte();
        int length = in.readUnsignedByte() & 0x7f;
        in.skipNBytes(MASK_BYTES + (length < SHORT_LENGTH ? length : in.readUnsignedShort()));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
