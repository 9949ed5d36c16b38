package io.github.roboreel.recorder.hdf5.read;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Values of the chunks read last. For one thread. */
public final class ChunkCache {
    /** Room for a demo's chunks that hold a few seconds each. */
    private static final long USUAL_BYTES = 16L << 20;

    private final long mostBytes;
    private final Map<Object, byte[]> chunks = new LinkedHashMap<>(64, 0.75f, true);
    private long bytes;

    /** One for the readers of one file. */
    public ChunkCache() {
        this(USUAL_BYTES);
    }

    /** One that keeps so many bytes of values. */
    public ChunkCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    byte[] get(Object key) {
        return chunks.get(key);
    }

    /** Large ones would put out all others. */
    void put(Object key, byte[] chunk) {
        if (chunk.length > mostBytes / 8 || chunks.putIfAbsent(key, chunk) != null) {
            return;
        }
        bytes += chunk.length;
        Iterator<byte[]> oldest = chunks.values().iterator();
        while (bytes > mostBytes) {
            bytes -= oldest.next().length;
            oldest.remove();
        }
    }
}
