package io.github.roboreel.recorder.hdf5.deflate;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Undoes HDF5's deflate and shuffle filters, chunk by chunk. For one thread; close it. */
public final class ChunkDecoder implements AutoCloseable {
    private final Inflater inflater = new Inflater();
    private byte[] planes = new byte[0];

    /**
     * Inflates a chunk.
     *
     * @param stored zlib stream; what stands behind it is passed over
     * @param chunk takes the values; filled to its end
     * @param elementBytes of the elements that were shuffled; 1 where none were
     * @throws DataFormatException when it is damaged, or holds another number of bytes
     */
    public void inflate(byte[] stored, byte[] chunk, int elementBytes) throws DataFormatException {
        boolean isShuffled = elementBytes > 1;
        byte[] target = isShuffled ? planes(chunk.length) : chunk;
        inflater.reset();
        inflater.setInput(stored);
        int done = 0;
        while (done < chunk.length && !inflater.finished()) {
            int got = inflater.inflate(target, done, chunk.length - done);
            if (got == 0) {
                break;
            }
            done += got;
        }
        // The checksum stands behind the last byte.
        boolean isMore = inflater.inflate(new byte[1]) > 0;
        if (done < chunk.length || isMore || !inflater.finished()) {
            throw new DataFormatException((isMore ? "more than " : "") + done + " bytes of " + chunk.length);
        }
        if (isShuffled) {
            ByteShuffle.unshuffle(target, chunk.length, elementBytes, chunk);
        }
    }

    /** Undoes the shuffle alone. */
    public void unshuffle(byte[] stored, byte[] chunk, int elementBytes) {
        ByteShuffle.unshuffle(stored, chunk.length, elementBytes, chunk);
    }

    private byte[] planes(int size) {
        if (planes.length < size) {
            planes = new byte[size];
        }
        return planes;
    }

    @Override
    public void close() {
        inflater.end();
    }
}
