package io.github.roboreel.dataset.rlds;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The values of one {@code tf.train.Feature}, in the bytes of its record: nothing is copied before it is asked for. For
 * one thread.
 */
final class ValueList {
    /** The three lists, by their field numbers. */
    enum Kind {
        /** No list is set. */
        NOTHING,
        /** Byte strings. */
        BYTES,
        /** Numbers of 32 bits. */
        FLOAT,
        /** Whole numbers. */
        INT64
    }

    private static final int VALUES = 1;

    private final byte[] payload;
    private final int start;
    private final int end;
    private final Kind kind;
    private long count = -1;
    private int[] items;

    private ValueList(byte[] payload, int start, int end, Kind kind) {
        this.payload = payload;
        this.start = start;
        this.end = end;
        this.kind = kind;
    }

    /**
     * That of a serialized Feature.
     *
     * @throws InvalidProtocolBufferException when it is none
     */
    static ValueList of(byte[] payload, int start, int end) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(payload, start, end - start);
        ValueList list = new ValueList(payload, start, start, Kind.NOTHING);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = WireFormat.getTagFieldNumber(tag);
            boolean isList = field < Kind.values().length
                    && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if (isList) {
                int length = in.readRawVarint32();
                int from = start + in.getTotalBytesRead();
                in.skipRawBytes(length);
                list = new ValueList(payload, from, from + length, Kind.values()[field]);
            } else {
                in.skipField(tag);
            }
        }
        return list;
    }

    /** Which of the lists it is. */
    Kind kind() {
        return kind;
    }

    /** Takes the place of values in the payload: of one value, or of some that are packed. */
    @FunctionalInterface
    private interface Spans {
        void span(int from, int length, boolean isPacked);
    }

    private void spans(Spans spans) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(payload, start, end - start);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            boolean isPacked = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
            if (WireFormat.getTagFieldNumber(tag) != VALUES) {
                in.skipField(tag);
            } else if (isPacked) {
                int length = in.readRawVarint32();
                int from = start + in.getTotalBytesRead();
                in.skipRawBytes(length);
                spans.span(from, length, true);
            } else {
                int from = start + in.getTotalBytesRead();
                in.skipField(tag);
                spans.span(from, start + in.getTotalBytesRead() - from, false);
            }
        }
    }

    /** Number of values. */
    long count() throws IOException {
        if (count < 0) {
            long[] found = new long[1];
            spans((from, length, isPacked) -> found[0] += valuesIn(from, length));
            count = found[0];
        }
        return count;
    }

    private long valuesIn(int from, int length) {
        return switch (kind) {
            case NOTHING -> 0;
            case BYTES -> 1;
            case FLOAT -> length / Float.BYTES;
            case INT64 -> lastBytes(from, length);
        };
    }

    /** The last byte of a number has its highest bit not set. */
    private long lastBytes(int from, int length) {
        long numbers = 0;
        for (int at = from; at < from + length; at++) {
            numbers += payload[at] >= 0 ? 1 : 0;
        }
        return numbers;
    }

    /** All numbers of 32 bits, little-endian. */
    ByteBuffer floats() throws IOException {
        ByteBuffer values = ByteBuffer.allocate(Math.toIntExact(count() * Float.BYTES));
        spans((from, length, isPacked) -> values.put(payload, from, length / Float.BYTES * Float.BYTES));
        return values.order(ByteOrder.LITTLE_ENDIAN).flip();
    }

    /** Hands over all whole numbers. */
    void longs(LongConsumer numbers) throws IOException {
        int[] fault = new int[1];
        spans((from, length, isPacked) -> {
            int at = from;
            while (at < from + length) {
                long value = 0;
                int shift = 0;
                while (at < from + length && payload[at] < 0) {
                    value |= (payload[at++] & 0x7fL) << shift;
                    shift += 7;
                }
                if (at == from + length || shift >= Long.SIZE) {
                    fault[0] = 1;
                    return;
                }
                value |= (long) payload[at++] << shift;
                numbers.accept(value);
            }
        });
        if (fault[0] != 0) {
            throw new IOException("a whole number of the record has no end");
        }
    }

    /**
     * One byte string.
     *
     * @param memory is asked for the places of all of them when the first is asked for
     */
    byte[] item(int index, Memory memory) throws IOException {
        if (items == null) {
            memory.take(2 * Integer.BYTES * count());
            int[] places = new int[Math.toIntExact(2 * count())];
            int[] next = new int[1];
            spans((from, length, isPacked) -> {
                places[next[0]++] = from;
                places[next[0]++] = length;
            });
            items = places;
        }
        int from = items[2 * index];
        return Arrays.copyOfRange(payload, from, from + items[2 * index + 1]);
    }
}
