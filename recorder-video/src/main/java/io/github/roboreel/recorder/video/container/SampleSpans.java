package io.github.roboreel.recorder.video.container;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Places of the pictures by a finished file's table of contents.
 *
 * @param offsets of each picture from the start of the file
 * @param sizes of each, bytes
 */
record SampleSpans(long[] offsets, int[] sizes) {
    private static final int MOST_PICTURES = 1 << 24;

    /**
     * From the boxes stsz, stsc and stco or co64 of a sample table.
     *
     * @param fileBytes what all pictures together cannot be larger than
     */
    static SampleSpans of(ByteBuffer table, long fileBytes) {
        int[] sizes = sizes(Boxes.require(table, "stsz").position(4), fileBytes);
        boolean wide = Boxes.find(table, "co64").isPresent();
        ByteBuffer chunks = Boxes.require(table, wide ? "co64" : "stco").position(4);
        ByteBuffer runs = Boxes.require(table, "stsc").position(4);
        int chunkCount = chunks.getInt();
        int runCount = runs.getInt();
        long[] offsets = new long[sizes.length];
        int sample = 0;
        int run = 0;
        for (int chunk = 1; chunk <= chunkCount && sample < sizes.length; chunk++) {
            long at = wide ? chunks.getLong() : chunks.getInt() & 0xffffffffL;
            while (run + 1 < runCount && runs.getInt(8 + 12 * (run + 1)) <= chunk) {
                run++;
            }
            int inChunk = runCount == 0 ? 0 : runs.getInt(8 + 12 * run + 4);
            for (int i = 0; i < inChunk && sample < sizes.length; i++) {
                offsets[sample] = at;
                at += sizes[sample++];
            }
        }
        if (sample < sizes.length) {
            throw new IllegalArgumentException("pictures without a place");
        }
        return new SampleSpans(offsets, sizes);
    }

    private static int[] sizes(ByteBuffer box, long fileBytes) {
        long common = box.getInt() & 0xffffffffL;
        int count = box.getInt();
        boolean fits =
                common != 0 ? count <= MOST_PICTURES && count * common <= fileBytes : count <= box.remaining() / 4;
        if (count < 0 || !fits) {
            throw new IllegalArgumentException(count + " pictures");
        }
        int[] sizes = new int[count];
        if (common != 0) {
            Arrays.fill(sizes, Math.toIntExact(common));
        } else {
            box.asIntBuffer().get(sizes);
        }
        return sizes;
    }

    int count() {
        return sizes.length;
    }

    /** Complains unless every picture lies in the file and is filled by its units. */
    void requireWhole(Path file, FileChannel channel, int unitLengthBytes) throws IOException {
        requireRoom(file, channel.size());
        for (int i = 0; i < sizes.length; i++) {
            if (offsets[i] < 0 || sizes[i] <= 0 || offsets[i] + sizes[i] > channel.size()) {
                throw new IOException(file + " is cut off: it holds " + i + " of " + sizes.length + " pictures");
            }
            if (unitLengthBytes > 0 && !isFilled(channel, offsets[i], sizes[i], unitLengthBytes)) {
                throw new IOException(file + " is damaged: picture " + i + " does not hold the units that it should");
            }
        }
    }

    /** Pictures that lie one over the other would be counted through again and again. */
    private void requireRoom(Path file, long fileBytes) throws IOException {
        long bytes = 0;
        int count = 0;
        while (count < sizes.length && bytes + sizes[count] <= fileBytes) {
            bytes += sizes[count++];
        }
        if (count < sizes.length) {
            throw new IOException(file + " is cut off: it has room for " + count + " of " + sizes.length + " pictures");
        }
    }

    /** Whether a picture is filled by its units, each of which has its length before it. */
    static boolean isFilled(FileChannel channel, long offset, int size, int lengthBytes) throws IOException {
        long at = offset;
        long end = at + size;
        ByteBuffer prefix = ByteBuffer.allocate(lengthBytes);
        while (at + lengthBytes <= end) {
            prefix.clear();
            while (prefix.hasRemaining() && channel.read(prefix, at + prefix.position()) >= 0) {}
            long length = 0;
            for (byte b : prefix.array()) {
                length = length << 8 | b & 0xff;
            }
            if (length == 0) {
                return false;
            }
            at += lengthBytes + length;
        }
        return at == end;
    }
}
