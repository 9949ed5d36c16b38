package io.github.roboreel.recorder.video.file;

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
    private static final int MAX_PICTURES = 1 << 24;

    /**
     * From the boxes stsz, stsc and stco or co64 of a sample table.
     *
     * @param fileBytes what all pictures together cannot be larger than
     */
    static SampleSpans of(ByteBuffer table, long fileBytes) {
        int[] sizes = sizes(BoxFinder.require(table, "stsz").position(4), fileBytes);
        boolean wide = BoxFinder.find(table, "co64").isPresent();
        ByteBuffer chunks = BoxFinder.require(table, wide ? "co64" : "stco").position(4);
        ByteBuffer runs = BoxFinder.require(table, "stsc").position(4);
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
                common != 0 ? count <= MAX_PICTURES && count * common <= fileBytes : count <= box.remaining() / 4;
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
        long fileBytes = channel.size();
        requireRoom(file, fileBytes);
        Units units = new Units(channel, unitLengthBytes);
        for (int i = 0; i < sizes.length; i++) {
            if (offsets[i] < 0 || sizes[i] <= 0 || offsets[i] + sizes[i] > fileBytes) {
                throw new IOException(file + " is cut off: it holds " + i + " of " + sizes.length + " pictures");
            }
            if (unitLengthBytes > 0 && !units.fill(offsets[i], sizes[i])) {
                throw new IOException(file + " is damaged: picture " + i + " does not hold the units that it should");
            }
        }
    }

    /** Whether a picture brings parameter sets along, which hold for those after it, too. */
    boolean hasParameterSets(FileChannel channel, int unitLengthBytes) throws IOException {
        Units units = new Units(channel, unitLengthBytes);
        for (int i = 0; i < sizes.length && !units.hasParameterSets; i++) {
            units.fill(offsets[i], sizes[i]);
        }
        return units.hasParameterSets;
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

    /** Units that pictures consist of, each with its length before it. Small ones are many in what is read at once. */
    static final class Units {
        private static final int WINDOW_BYTES = 1 << 14;

        private final FileChannel channel;
        private final int lengthBytes;
        private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES).limit(0);
        private long windowStart;
        private boolean hasParameterSets;

        Units(FileChannel channel, int lengthBytes) {
            this.channel = channel;
            this.lengthBytes = lengthBytes;
        }

        /** Whether they fill a picture to its last byte. */
        boolean fill(long offset, int size) throws IOException {
            long at = offset;
            long end = at + size;
            while (at + lengthBytes <= end) {
                long length = length(at);
                if (length == 0) {
                    return false;
                }
                hasParameterSets |= NalUnits.isParameterSet(type(at + lengthBytes));
                at += lengthBytes + length;
            }
            return at == end;
        }

        /** Of a unit whose length has been read; 0 behind the end of the file. */
        private byte type(long at) {
            int index = Math.toIntExact(at - windowStart);
            return index < window.limit() ? window.get(index) : 0;
        }

        /** 0 behind the end of the file, too. */
        private long length(long at) throws IOException {
            if (at < windowStart || at + lengthBytes + 1 > windowStart + window.limit()) {
                windowStart = at;
                window.clear();
                while (window.hasRemaining() && channel.read(window, at + window.position()) >= 0) {}
                window.flip();
            }
            int first = Math.toIntExact(at - windowStart);
            long length = 0;
            for (int i = first; i < Math.min(first + lengthBytes, window.limit()); i++) {
                length = length << Byte.SIZE | window.get(i) & 0xff;
            }
            return length;
        }
    }
}
