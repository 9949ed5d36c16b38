package io.github.roboreel.recorder.hdf5.deflate;

import java.util.Arrays;

/**
 * Whether deflating bytes is a waste of time, by their index of coincidence (W. F. Friedman, 1922): the probability
 * that two of them drawn without putting back are equal, 1/256 for random ones. Unlike the entropy of a histogram its
 * estimate has no bias for short pieces, and takes no logarithms. Patterns longer than a byte are not seen. For one
 * thread.
 */
final class RandomnessTest {
    private static final int VALUES = 256;

    /** At an index of 1.25/256 Huffman's code saves 3 or 4 bytes of 100 at best. */
    private static final double RANDOM_BELOW = 1.25 / VALUES;

    private final int[] even = new int[VALUES];
    private final int[] odd = new int[VALUES];

    boolean looksRandom(byte[] bytes, int from, int size) {
        count(bytes, from, size);
        long equalPairs = 0;
        for (int value = 0; value < VALUES; value++) {
            long times = even[value] + odd[value];
            equalPairs += times * (times - 1);
        }
        return equalPairs < RANDOM_BELOW * size * (size - 1);
    }

    /** Two counters for each value: equal neighbours need not wait for each other. */
    private void count(byte[] bytes, int from, int size) {
        Arrays.fill(even, 0);
        Arrays.fill(odd, 0);
        int end = from + size;
        int i = from;
        for (; i < end - 1; i += 2) {
            even[bytes[i] & 0xff]++;
            odd[bytes[i + 1] & 0xff]++;
        }
        if (i < end) {
            even[bytes[i] & 0xff]++;
        }
    }
}
