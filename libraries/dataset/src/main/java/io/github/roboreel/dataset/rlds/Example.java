package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Finds the lists of a serialized {@code tf.train.Example}. */
final class Example {
    private static final int FEATURES = 1;
    private static final int ENTRY = 1;
    private static final int KEY = 1;
    private static final int VALUE = 2;
    private static final int MAX_LISTS = 20_000;

    private final byte[] payload;
    private final Map<String, ValueList> lists = new HashMap<>();

    private Example(byte[] payload) {
        this.payload = payload;
    }

    /** Takes the place of a message in the payload. */
    @FunctionalInterface
    private interface Message {
        void message(int start, int end) throws IOException;
    }

    /**
     * The lists by their keys.
     *
     * @throws IOException when the bytes are no Example, or it holds a key twice
     */
    static Map<String, ValueList> lists(byte[] payload) throws IOException {
        Example example = new Example(payload);
        example.each(0, payload.length, FEATURES, (start, end) -> example.each(start, end, ENTRY, example::entry));
        return example.lists;
    }

    /** All messages of that field; others are skipped, as protobuf does. */
    private void each(int start, int end, int field, Message message) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(payload, start, end - start);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            boolean isMessage = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if (isMessage && WireFormat.getTagFieldNumber(tag) == field) {
                int length = in.readRawVarint32();
                int from = start + in.getTotalBytesRead();
                in.skipRawBytes(length);
                message.message(from, from + length);
            } else {
                in.skipField(tag);
            }
        }
    }

    private void entry(int start, int end) throws IOException {
        String[] key = {""};
        each(start, end, KEY, (from, to) -> key[0] = new String(payload, from, to - from, StandardCharsets.UTF_8));
        ValueList[] list = {ValueList.of(payload, end, end)};
        each(start, end, VALUE, (from, to) -> list[0] = ValueList.of(payload, from, to));
        if (lists.size() == MAX_LISTS) {
            throw new IOException("it holds more than " + MAX_LISTS + " features");
        }
        if (lists.put(key[0], list[0]) != null) {
            throw new IOException("it holds '" + key[0] + "' twice");
        }
    }
}
