package io.github.roboreel.remote;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/**
 * Decodes one MessagePack message of a server into maps, lists, String, Long, Double, Boolean, byte[] and null. Nothing
 * in a message makes it take much more memory than the message itself. NumPy's keys come as bytes or, from old writers,
 * as texts; both become String, and what stands under {@code data} stays bytes either way.
 */
final class MessageDecoder {
    private static final int MAX_DEPTH = 16;
    private static final int MAX_VALUES = 1 << 20;

    private final MessageUnpacker unpacker;
    private final int messageBytes;
    private int values;

    private MessageDecoder(byte[] message) {
        unpacker = MessagePack.newDefaultUnpacker(message);
        messageBytes = message.length;
    }

    /** @throws ServerException when the message is no map in MessagePack, or beyond the limits */
    static Map<?, ?> decode(byte[] message) {
        MessageDecoder decoder = new MessageDecoder(message);
        try {
            Object value = decoder.value(0, false);
            if (value instanceof Map<?, ?> map && !decoder.unpacker.hasNext()) {
                return map;
            }
            throw new ServerException("its message of %d bytes is not one map in MessagePack", message.length);
        } catch (MessagePackException | IOException e) {
            throw new ServerException("its message of %d bytes is not MessagePack, or is cut short", message.length);
        }
    }

    private Object value(int depth, boolean isData) throws IOException {
        if (depth > MAX_DEPTH || ++values > MAX_VALUES) {
            throw new ServerException(
                    "its message has more than %d values, or is nested deeper than %d", MAX_VALUES, MAX_DEPTH);
        }
        MessageFormat format = unpacker.getNextFormat();
        switch (format.getValueType()) {
            case NIL:
                unpacker.unpackNil();
                return null;
            case BOOLEAN:
                return unpacker.unpackBoolean();
            case INTEGER:
                return format == MessageFormat.UINT64
                        ? unpacker.unpackBigInteger().longValue()
                        : Long.valueOf(unpacker.unpackLong());
            case FLOAT:
                return unpacker.unpackDouble();
            case STRING:
                byte[] text = payload(unpacker.unpackRawStringHeader());
                return isData ? text : new String(text, StandardCharsets.UTF_8);
            case BINARY:
                return payload(unpacker.unpackBinaryHeader());
            case ARRAY:
                return list(depth);
            case MAP:
                return map(depth);
            default:
                throw new ServerException("its message holds a MessagePack extension, which is not taken");
        }
    }

    /** The library would allocate what a header claims. */
    private byte[] payload(int length) throws IOException {
        if (length > messageBytes) {
            throw new ServerException("its message ends within a value of %d bytes", length);
        }
        return unpacker.readPayload(length);
    }

    private List<Object> list(int depth) throws IOException {
        int size = unpacker.unpackArrayHeader();
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(value(depth + 1, false));
        }
        return list;
    }

    private Map<String, Object> map(int depth) throws IOException {
        int size = unpacker.unpackMapHeader();
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            String key = key(value(depth + 1, false));
            map.put(key, value(depth + 1, key.equals("data")));
        }
        return map;
    }

    private static String key(Object key) {
        return key instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(key);
    }
}
