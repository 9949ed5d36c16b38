package io.github.roboreel.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.util.Optional;

/** Messages on a socket: their length as a little-endian 32-bit number, then JSON. One thread reads, one writes. */
final class Frames {
    static final int MAX_BYTES = 64 << 20;

    private final ByteChannel channel;
    private final ByteBuffer head = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    Frames(ByteChannel channel) {
        this.channel = channel;
    }

    /**
     * The next message; empty for the doorbell.
     *
     * @throws EOFException when the other side is gone
     * @throws ProtocolException when it is no message
     */
    Optional<JsonNode> read() throws IOException {
        fill(head.clear());
        int bytes = head.getInt(0);
        if (bytes == 0) {
            return Optional.empty();
        }
        if (bytes < 0 || bytes > MAX_BYTES) {
            throw ProtocolException.of(
                    "a message has %s bytes; expected at most %s", Integer.toUnsignedString(bytes), MAX_BYTES);
        }
        return Optional.of(parsed(fill(ByteBuffer.allocate(bytes)).array()));
    }

    private static JsonNode parsed(byte[] json) {
        JsonNode message;
        try {
            message = FormatJson.read(json);
        } catch (IOException e) {
            throw ProtocolException.of("a message of %s bytes is no JSON: %s", json.length, ErrorKind.sentence(e));
        }
        if (message == null || !message.path("type").isTextual()) {
            throw ProtocolException.of("a message has no text 'type'");
        }
        return message;
    }

    private ByteBuffer fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the socket has ended");
            }
        }
        return buffer.flip();
    }

    void write(Object message) throws IOException {
        byte[] json = FormatJson.utf8(FormatJson.text(message));
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + json.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(json.length).put(json).flip();
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
    }
}
