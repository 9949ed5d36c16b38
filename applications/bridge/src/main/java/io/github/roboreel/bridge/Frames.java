package io.github.roboreel.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
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
     * @throws ClientGoneException when the other side is gone
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
        } catch (JsonProcessingException e) {
            throw ProtocolException.of("a message of %s bytes is no JSON: %s", json.length, e.getOriginalMessage());
        } catch (IOException e) {
            throw ProtocolException.of("a message of %s bytes is no UTF-8: %s", json.length, Sentence.reasonOf(e));
        }
        if (!message.path("type").isTextual()) {
            throw ProtocolException.of("a message has no text 'type'; expected an object with one");
        }
        return message;
    }

    private ByteBuffer fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (readInto(buffer) < 0) {
                throw new ClientGoneException(null);
            }
        }
        return buffer.flip();
    }

    /** A socket that fails is one that has ended. */
    private int readInto(ByteBuffer buffer) throws ClientGoneException {
        try {
            return channel.read(buffer);
        } catch (IOException e) {
            throw new ClientGoneException(e);
        }
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
