package io.github.roboreel.recorder.hdf5.read;

import java.io.StreamCorruptedException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Byte strings as one: how many there are, then of each its length and its bytes. */
final class ByteStrings {
    private ByteStrings() {}

    static byte[] joined(List<byte[]> parts) {
        long bytes =
                parts.stream().mapToLong(part -> Integer.BYTES + part.length).sum();
        ByteBuffer joined =
                ByteBuffer.allocate(Math.toIntExact(Integer.BYTES + bytes)).putInt(parts.size());
        parts.forEach(part -> joined.putInt(part.length).put(part));
        return joined.array();
    }

    /**
     * The byte strings again.
     *
     * @throws StreamCorruptedException when these are none
     */
    static List<byte[]> parts(byte[] joined) throws StreamCorruptedException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(joined);
            List<byte[]> parts = new ArrayList<>();
            for (int left = bytes.getInt(); left > 0; left--) {
                int length = bytes.getInt();
                if (length < 0 || length > bytes.remaining()) {
                    throw new BufferUnderflowException();
                }
                byte[] part = new byte[length];
                bytes.get(part);
                parts.add(part);
            }
            return parts;
        } catch (BufferUnderflowException e) {
            throw new StreamCorruptedException("no byte strings: " + e);
        }
    }
}
