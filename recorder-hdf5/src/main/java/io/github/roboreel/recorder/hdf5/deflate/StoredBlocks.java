package io.github.roboreel.recorder.hdf5.deflate;

import java.nio.ByteBuffer;

/** Deflate blocks that hold their bytes as they are (RFC 1951, section 3.2.4). */
final class StoredBlocks {
    /** Of one block. */
    static final int MAX_BYTES = 0xffff;

    private StoredBlocks() {}

    /** Appends blocks of these bytes; five bytes come on top of each 65535. */
    static void put(byte[] bytes, int from, int size, boolean last, ByteBuffer out) {
        int at = from;
        int end = from + size;
        while (at < end) {
            int length = Math.min(MAX_BYTES, end - at);
            putHeader(length, last && at + length == end, out);
            out.put(bytes, at, length);
            at += length;
        }
    }

    /** Appends one block of what remains in the buffer, at most {@link #MAX_BYTES}. */
    static void put(ByteBuffer bytes, boolean last, ByteBuffer out) {
        putHeader(bytes.remaining(), last, out);
        out.put(bytes);
    }

    private static void putHeader(int length, boolean last, ByteBuffer out) {
        out.put((byte) (last ? 1 : 0));
        putLittleEndian(length, out);
        putLittleEndian(~length, out);
    }

    private static void putLittleEndian(int value, ByteBuffer out) {
        out.put((byte) value).put((byte) (value >> Byte.SIZE));
    }
}
