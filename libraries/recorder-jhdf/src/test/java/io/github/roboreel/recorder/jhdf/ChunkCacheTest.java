package io.github.roboreel.recorder.jhdf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.roboreel.recorder.jhdf.ChunkCache.Key;
import org.junit.jupiter.api.Test;

class ChunkCacheTest {
    private final Object dataset = new Object();
    private final ChunkCache cache = new ChunkCache(100);

    private Key key(long row) {
        return new Key(dataset, new long[] {row, 0});
    }

    @Test
    void put_moreThanItKeeps_forgetsWhatWasUsedLongestAgo() {
        byte[] first = new byte[40];
        cache.put(key(0), first);
        cache.put(key(1), new byte[40]);
        assertSame(first, cache.get(key(0)));
        cache.put(key(2), new byte[40]);
        assertSame(first, cache.get(key(0)));
        assertNull(cache.get(key(1)));
        assertEquals(80, cache.bytes());
    }

    @Test
    void put_aChunkLargerThanTheCache_isKeptAlone() {
        byte[] large = new byte[1000];
        cache.put(key(0), new byte[40]);
        cache.put(key(1), large);
        assertNull(cache.get(key(0)));
        assertSame(large, cache.get(key(1)));
        cache.put(key(2), new byte[1]);
        assertEquals(1, cache.bytes());
    }

    @Test
    void get_ofAnotherDatasetOrPlace_isNotThere() {
        cache.put(key(0), new byte[1]);
        assertNull(cache.get(new Key(new Object(), new long[] {0, 0})));
        assertNull(cache.get(new Key(dataset, new long[] {0, 1})));
    }
}
