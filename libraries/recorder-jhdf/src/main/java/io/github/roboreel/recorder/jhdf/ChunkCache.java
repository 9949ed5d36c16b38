package io.github.roboreel.recorder.jhdf;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values of the chunks that were decoded last, of one or more {@link JhdfRunReader}s. For one thread at a time. */
public final class ChunkCache {
    /** Room for a demo's chunks that hold a few seconds each. */
    private static final long USUAL_BYTES = 16L << 20;

    private final long maxBytes;
    private final Map<Key, byte[]> chunks = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    /**
     * A chunk.
     *
     * @param dataset that it is of
     * @param offset element coordinates of its first element
     */
    record Key(Object dataset, long[] offset) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && dataset == key.dataset && Arrays.equals(offset, key.offset);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(dataset) + Arrays.hashCode(offset);
        }
    }

    /** One for a single reader. */
    public ChunkCache() {
        this(USUAL_BYTES);
    }

    /** One that keeps so many bytes of values, and the newest chunk however large it is. */
    public ChunkCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Null when it is not kept. */
    byte[] get(Key key) {
        return chunks.get(key);
    }

    void put(Key key, byte[] values) {
        byte[] before = chunks.put(key, values);
        bytes += values.length - (before == null ? 0 : before.length);
        Iterator<byte[]> oldest = chunks.values().iterator();
        while (bytes > maxBytes && chunks.size() > 1) {
            bytes -= oldest.next().length;
            oldest.remove();
        }
    }

    /** Bytes of the values that are kept. */
    long bytes() {
        return bytes;
    }
}
