package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.DataFormatException;

/** Reads the chunks of a closed run file from their places, without the HDF5 library. For one thread. */
final class ChunkReader implements AutoCloseable {
    private static final int SHUFFLE = 1;
    private static final int DEFLATE_AFTER_SHUFFLE = 2;

    private final Path file;
    private final FileChannel channel;
    private final String stamp;
    private final ChunkCache cache;
    private final ChunkDecoder decoder = new ChunkDecoder();

    private ChunkReader(Path file, FileChannel channel, String stamp, ChunkCache cache) {
        this.file = file;
        this.channel = channel;
        this.stamp = stamp;
        this.cache = cache;
    }

    static ChunkReader open(Path file, ChunkCache cache) throws IOException {
        String before = FileIdentity.of(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        String after = FileIdentity.of(file);
        return new ChunkReader(file, channel, before.equals(after) ? before : "changed", cache);
    }

    /** Whether this is the file that has that {@link FileIdentity}. */
    boolean isOf(String otherStamp) {
        return stamp.equals(otherStamp);
    }

    /** With the stamp, as a file may have been written on since its chunks were read. */
    private record Key(Path file, String stamp, String array, int chunk) {}

    /**
     * Rows of an array.
     *
     * @param array its name, for the cache
     * @throws IOException when its chunks are not where they should be
     */
    byte[] read(String array, ArrayPlaces places, long from, long to) throws IOException {
        byte[] rows = new byte[Math.toIntExact(Math.multiplyExact(to - from, (long) places.rowBytes()))];
        long row = from;
        while (row < to) {
            int index = (int) (row / places.chunkRows());
            int first = (int) (row % places.chunkRows());
            int count = (int) Math.min(to - row, places.chunkRows() - first);
            int at = (int) (row - from) * places.rowBytes();
            if (places.planes() == 1) {
                byte[] chunk = chunk(array, places, index);
                System.arraycopy(chunk, first * places.rowBytes(), rows, at, count * places.rowBytes());
            } else {
                interleave(array, places, index, rows, at);
            }
            row += count;
        }
        return rows;
    }

    /** An image whose channels are a chunk each. */
    private void interleave(String array, ArrayPlaces places, int image, byte[] rows, int at) throws IOException {
        int planes = places.planes();
        for (int plane = 0; plane < planes; plane++) {
            byte[] channelValues = chunk(array, places, image * planes + plane);
            int to = at + plane;
            for (byte value : channelValues) {
                rows[to] = value;
                to += planes;
            }
        }
    }

    private byte[] chunk(String array, ArrayPlaces places, int index) throws IOException {
        Key key = new Key(file, stamp, array, index);
        byte[] known = cache.get(key);
        if (known != null) {
            return known;
        }
        byte[] chunk = decoded(places, stored(places, index), places.chunks().get(index));
        cache.put(key, chunk);
        return chunk;
    }

    private byte[] stored(ArrayPlaces places, int index) throws IOException {
        ChunkPlace place = places.chunks().get(index);
        long most = 2L * places.chunkBytes() + (1 << 16);
        if (place.bytes() < 0 || place.bytes() > most) {
            throw new IOException("a chunk of " + place.bytes() + " bytes");
        }
        ByteBuffer stored = ByteBuffer.allocate((int) place.bytes());
        while (stored.hasRemaining()) {
            if (channel.read(stored, place.address() + stored.position()) < 0) {
                throw new IOException("a chunk behind the end of the file");
            }
        }
        return stored.array();
    }

    private byte[] decoded(ArrayPlaces places, byte[] stored, ChunkPlace place) throws IOException {
        int mask = place.skippedFilters();
        boolean skipsShuffle = !places.isShuffled() || (mask & SHUFFLE) != 0;
        boolean skipsDeflate = (mask & (places.isShuffled() ? DEFLATE_AFTER_SHUFFLE : SHUFFLE)) != 0;
        int elementBytes = skipsShuffle ? 1 : places.elementBytes();
        byte[] chunk = new byte[places.chunkBytes()];
        try {
            if (!skipsDeflate) {
                decoder.inflate(stored, chunk, elementBytes);
            } else if (stored.length < chunk.length) {
                throw new IOException("a chunk of " + stored.length + " bytes, " + chunk.length + " expected");
            } else {
                decoder.unshuffle(stored, chunk, elementBytes);
            }
        } catch (DataFormatException e) {
            throw new IOException(e);
        }
        return chunk;
    }

    @Override
    public void close() throws IOException {
        try (decoder) {
            channel.close();
        }
    }
}
