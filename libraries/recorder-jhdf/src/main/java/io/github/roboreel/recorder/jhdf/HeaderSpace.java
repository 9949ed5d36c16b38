package io.github.roboreel.recorder.jhdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** Bytes of an object header of version 2 with its continuations: HDF5 File Format Specification 3.0, IV.A.1.b. */
final class HeaderSpace {
    private static final int SIGNATURE = 'O' | 'H' << 8 | 'D' << 16 | 'R' << 24;
    private static final int START_BYTES = 6;
    private static final int TIMES = 0x20;
    private static final int TIMES_BYTES = 16;
    private static final int PHASES = 0x10;
    private static final int PHASES_BYTES = 4;
    private static final int CREATION_ORDER = 4;
    private static final int CONTINUATION = 0x10;
    private static final int FRAME_BYTES = 4;
    private static final int MAX_PARTS = 10_000;

    private final Source source;

    /** Gives bytes of the file, little-endian. */
    @FunctionalInterface
    interface Source {
        ByteBuffer at(long address, int count);
    }

    private record Part(long address, int count) {}

    HeaderSpace(Source source) {
        this.source = source;
    }

    /**
     * Of the header at an address.
     *
     * @return empty when it is of another version
     * @throws IOException when its continuations do not end
     */
    OptionalLong bytes(long address) throws IOException {
        ByteBuffer start = source.at(address, START_BYTES);
        if (start.getInt(0) != SIGNATURE) {
            return OptionalLong.empty();
        }
        int flags = start.get(5);
        int before =
                START_BYTES + ((flags & TIMES) == 0 ? 0 : TIMES_BYTES) + ((flags & PHASES) == 0 ? 0 : PHASES_BYTES);
        int width = 1 << (flags & 3);
        long size = number(source.at(address + before, width), width);
        int prefix = before + width;
        long sum = prefix + size + FRAME_BYTES;
        Deque<Part> parts = new ArrayDeque<>();
        parts.push(new Part(address + prefix, Math.toIntExact(size)));
        for (int seen = 0; !parts.isEmpty(); seen++) {
            if (seen > MAX_PARTS) {
                throw new IOException("its object header at " + address + " does not end, so it is damaged");
            }
            sum += continuations(parts.pop(), (flags & CREATION_ORDER) != 0, parts);
        }
        return OptionalLong.of(sum);
    }

    private long continuations(Part part, boolean hasOrder, Deque<Part> parts) {
        ByteBuffer messages = source.at(part.address(), part.count());
        int head = hasOrder ? 6 : 4;
        long sum = 0;
        for (int at = 0; at + head <= part.count(); ) {
            int size = messages.getShort(at + 1) & 0xffff;
            if (messages.get(at) == CONTINUATION) {
                long length = messages.getLong(at + head + 8);
                sum += length;
                parts.push(
                        new Part(messages.getLong(at + head) + FRAME_BYTES, Math.toIntExact(length - 2 * FRAME_BYTES)));
            }
            at += head + size;
        }
        return sum;
    }

    private static long number(ByteBuffer bytes, int width) {
        return switch (width) {
            case 1 -> bytes.get(0) & 0xff;
            case 2 -> bytes.getShort(0) & 0xffff;
            case 4 -> bytes.getInt(0) & 0xffff_ffffL;
            default -> bytes.getLong(0);
        };
    }
}
