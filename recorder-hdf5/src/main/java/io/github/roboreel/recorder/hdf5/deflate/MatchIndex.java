package io.github.roboreel.recorder.hdf5.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Earlier places of the same three bytes in a chunk. Places are hashed: what is found there is to be compared. For one
 * thread.
 */
final class MatchIndex {
    /** Bytes behind a place that a look at it may read. */
    static final int MARGIN_BYTES = Long.BYTES;

    private static final int HASH_BITS = 15;
    private static final int MULTIPLIER = 0x9E3779B1;
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final VarHandle INTS = littleEndian(int[].class);

    private final int[] newest = new int[1 << HASH_BITS];
    private final int[] before = new int[DeflateSymbols.MAX_DISTANCE + 1];

    private static VarHandle littleEndian(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    void clear() {
        Arrays.fill(newest, 0);
        Arrays.fill(before, 0);
    }

    private static int hash(byte[] bytes, int at) {
        return ((int) INTS.get(bytes, at) << Byte.SIZE) * MULTIPLIER >>> Integer.SIZE - HASH_BITS;
    }

    /** Whether three bytes are equal. */
    static boolean match(byte[] bytes, int one, int other) {
        return ((int) INTS.get(bytes, one) ^ (int) INTS.get(bytes, other)) << Byte.SIZE == 0;
    }

    /** Whether eight bytes are equal. */
    static boolean eightMatch(byte[] bytes, int one, int other) {
        return (long) LONGS.get(bytes, one) == (long) LONGS.get(bytes, other);
    }

    /** Bits from which on eight bytes differ; 64 when they do not. */
    static int matchingBits(byte[] bytes, int one, int other) {
        long different = (long) LONGS.get(bytes, one) ^ (long) LONGS.get(bytes, other);
        return Long.numberOfTrailingZeros(different);
    }

    /** How many bytes are equal, at most so many. */
    static int matchLength(byte[] bytes, int one, int other, int most) {
        int length = 0;
        while (length <= most - Long.BYTES) {
            int bits = matchingBits(bytes, one + length, other + length);
            if (bits < Long.SIZE) {
                return length + (bits >>> 3);
            }
            length += Long.BYTES;
        }
        while (length < most && bytes[one + length] == bytes[other + length]) {
            length++;
        }
        return length;
    }

    /** Puts for each place the one before it with the same hash, and remembers all of them. */
    void findNewest(byte[] bytes, int from, int end, int[] places) {
        int[] heads = newest;
        for (int i = from; i < end; i++) {
            int hash = hash(bytes, i);
            places[i - from] = heads[hash];
            heads[hash] = i;
        }
    }

    /** Remembers a place, and returns the one before it with the same hash. */
    int add(byte[] bytes, int at) {
        int hash = hash(bytes, at);
        int place = newest[hash];
        newest[hash] = at;
        before[at & DeflateSymbols.MAX_DISTANCE] = place;
        return place;
    }

    /** The place before that one with the same hash; anything for places that were overwritten. */
    int before(int place) {
        return before[place & DeflateSymbols.MAX_DISTANCE];
    }
}
