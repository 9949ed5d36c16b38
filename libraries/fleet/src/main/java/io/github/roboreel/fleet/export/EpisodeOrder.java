package io.github.roboreel.fleet.export;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Order of the episodes of a dataset, as indexes of {@link References}. */
final class EpisodeOrder {
    private static final int DIGIT_BITS = 16;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private EpisodeOrder() {}

    /** Those that belong to a split, in the order of the folders, or sorted by their hashes. */
    static int[] of(References episodes, int[] wanted, int split, boolean isShuffled) {
        int[] own =
                Arrays.stream(wanted).filter(i -> episodes.split(i) == split).toArray();
        return isShuffled ? sorted(own, episodes) : own;
    }

    /** Of those with equal identities the first alone. */
    static int[] distinct(References episodes) {
        boolean[] isRepeated = new boolean[episodes.size()];
        int[] all = all(episodes.size());
        int[] sorted = radix(radix(all, episodes::low), episodes::high);
        for (int i = 1; i < sorted.length; i++) {
            isRepeated[sorted[i]] = areEqual(episodes, sorted[i - 1], sorted[i]);
        }
        return Arrays.stream(all).filter(i -> !isRepeated[i]).toArray();
    }

    private static boolean areEqual(References episodes, int one, int other) {
        return episodes.high(one) == episodes.high(other) && episodes.low(one) == episodes.low(other);
    }

    /** The first that has the identity of another one, and that one; none when all are distinct. */
    static int[] repeated(References episodes) {
        int[] distinct = distinct(episodes);
        if (distinct.length == episodes.size()) {
            return new int[0];
        }
        int repeated = 0;
        while (repeated < distinct.length && distinct[repeated] == repeated) {
            repeated++;
        }
        int earlier = 0;
        while (!areEqual(episodes, earlier, repeated)) {
            earlier++;
        }
        return new int[] {repeated, earlier};
    }

    private static int[] all(int size) {
        int[] all = new int[size];
        Arrays.setAll(all, i -> i);
        return all;
    }

    private static int[] sorted(int[] indexes, References episodes) {
        return radix(indexes, episodes::order);
    }

    /** Sorted by unsigned keys; those of equal keys stay in their order. */
    private static int[] radix(int[] indexes, IntToLongFunction key) {
        int[] from = indexes.clone();
        int[] to = new int[from.length];
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            int[] starts = new int[DIGITS + 1];
            for (int index : from) {
                starts[digit(key.applyAsLong(index), shift) + 1]++;
            }
            for (int digit = 0; digit < DIGITS; digit++) {
                starts[digit + 1] += starts[digit];
            }
            for (int index : from) {
                to[starts[digit(key.applyAsLong(index), shift)]++] = index;
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (DIGITS - 1);
    }
}
