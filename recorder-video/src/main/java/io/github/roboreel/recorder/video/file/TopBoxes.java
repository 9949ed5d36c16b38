package io.github.roboreel.recorder.video.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * The outermost boxes of an MP4 file, which may lie about their size.
 *
 * @param end of what is to be read, bytes from the start
 */
record TopBoxes(FileChannel channel, long end) {
    private static final int HEADER_BYTES = 8;

    /**
     * A box's header.
     *
     * @param start where it stands in the file
     * @param size of the whole box, bytes; may go beyond the end of the file
     */
    record TopBox(String name, long start, int headerBytes, long size) {
        long contentStart() {
            return start + headerBytes;
        }

        long contentBytes() {
            return size - headerBytes;
        }

        long end() {
            return start + size;
        }
    }

    /** The header there; empty where the file ends or no box can be. */
    Optional<TopBox> at(long start) throws IOException {
        long left = end - start;
        if (left < HEADER_BYTES) {
            return Optional.empty();
        }
        ByteBuffer header = read(start, (int) Math.min(16, left));
        long size = header.getInt() & 0xffffffffL;
        String name = BoxFinder.name(header);
        int headerBytes = HEADER_BYTES;
        if (size == 1) {
            size = header.getLong();
            headerBytes = 16;
        } else if (size == 0) {
            size = left;
        }
        boolean isBox = size >= headerBytes && size <= Long.MAX_VALUE - start;
        return isBox ? Optional.of(new TopBox(name, start, headerBytes, size)) : Optional.empty();
    }

    boolean isWhole(TopBox box) {
        return box.end() <= end;
    }

    /** All of it; for boxes whose size has been looked at. */
    ByteBuffer content(TopBox box) throws IOException {
        return read(box.contentStart(), Math.toIntExact(box.contentBytes()));
    }

    private ByteBuffer read(long at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) >= 0) {}
        return buffer.flip();
    }

    /** Where the zeros begin that a file ends with; its size when there are none. */
    static long writtenEnd(FileChannel channel) throws IOException {
        long end = channel.size();
        while (end > 0) {
            int bytes = (int) Math.min(1 << 16, end);
            ByteBuffer tail = new TopBoxes(channel, end).read(end - bytes, bytes);
            for (int i = tail.limit() - 1; i >= 0; i--) {
                if (tail.get(i) != 0) {
                    return end - bytes + i + 1;
                }
            }
            end -= bytes;
        }
        return 0;
    }
}
