package io.github.roboreel.recorder.hdf5.deflate;

import java.util.Arrays;

/**
 * A canonical Huffman code (RFC 1951, section 3.2.2) with a longest length. Lengths are found in place (A. Moffat, J.
 * Katajainen, 1995); where one is too long, rare symbols give way, which costs a fraction of a percent against an
 * optimal code. For one thread.
 */
final class HuffmanCode {
    private static final int SYMBOL_BITS = 9;
    private static final int MAX_BITS = 15;

    private final int symbols;
    private final int longest;
    private final int[] lengths;
    private final int[] codes;
    private final long[] byCount;
    private final int[] work;
    private final int[] ofLength = new int[MAX_BITS + 1];

    /** For so many symbols, with codes of at most so many bits. */
    HuffmanCode(int symbols, int longest) {
        this.symbols = symbols;
        this.longest = longest;
        lengths = new int[symbols];
        codes = new int[symbols];
        byCount = new long[symbols];
        work = new int[symbols];
    }

    /** Fits the code to how often each symbol occurs; it is complete, with two symbols or more. */
    void fit(int[] counts) {
        Arrays.fill(lengths, 0);
        int used = sortUsed(counts);
        if (used > 1) {
            findLengths(used);
            limitLengths(used);
            for (int i = 0; i < used; i++) {
                lengths[symbol(i)] = work[i];
            }
        } else {
            int only = used == 1 ? symbol(0) : 0;
            lengths[only] = 1;
            lengths[only == 0 ? 1 : 0] = 1;
        }
        assignCodes();
    }

    private int sortUsed(int[] counts) {
        int used = 0;
        for (int symbol = 0; symbol < symbols; symbol++) {
            if (counts[symbol] > 0) {
                byCount[used++] = (long) counts[symbol] << SYMBOL_BITS | symbol;
            }
        }
        Arrays.sort(byCount, 0, used);
        for (int i = 0; i < used; i++) {
            work[i] = (int) (byCount[i] >> SYMBOL_BITS);
        }
        return used;
    }

    private int symbol(int rank) {
        return (int) byCount[rank] & (1 << SYMBOL_BITS) - 1;
    }

    /** Turns the sorted counts in {@link #work} into lengths. */
    private void findLengths(int used) {
        joinTrees(used);
        work[used - 2] = 0;
        for (int i = used - 3; i >= 0; i--) {
            work[i] = work[work[i]] + 1;
        }
        leafDepths(used);
    }

    /** Leaves the place of its parent at each inner node. */
    private void joinTrees(int used) {
        int root = 0;
        int leaf = 2;
        work[0] += work[1];
        for (int next = 1; next < used - 1; next++) {
            if (leaf >= used || work[root] < work[leaf]) {
                work[next] = work[root];
                work[root++] = next;
            } else {
                work[next] = work[leaf++];
            }
            if (leaf >= used || root < next && work[root] < work[leaf]) {
                work[next] += work[root];
                work[root++] = next;
            } else {
                work[next] += work[leaf++];
            }
        }
    }

    private void leafDepths(int used) {
        int free = 1;
        int inner = used - 2;
        int next = used - 1;
        for (int depth = 0; free > 0; depth++) {
            int innerHere = 0;
            while (inner >= 0 && work[inner] == depth) {
                innerHere++;
                inner--;
            }
            for (; free > innerHere; free--) {
                work[next--] = depth;
            }
            free = 2 * innerHere;
        }
    }

    /** Makes the code fit the longest length and complete again (Kraft's sum is then 1). */
    private void limitLengths(int used) {
        long full = 1L << longest;
        long sum = 0;
        for (int i = 0; i < used; i++) {
            work[i] = Math.min(work[i], longest);
            sum += share(i);
        }
        for (int i = 0; sum > full; ) {
            if (work[i] < longest) {
                work[i]++;
                sum -= share(i);
            } else {
                i++;
            }
        }
        for (int i = used - 1; i >= 0 && sum < full; i--) {
            while (work[i] > 1 && sum + share(i) <= full) {
                sum += share(i);
                work[i]--;
            }
        }
    }

    private long share(int rank) {
        return 1L << longest - work[rank];
    }

    private void assignCodes() {
        Arrays.fill(ofLength, 0);
        for (int length : lengths) {
            ofLength[length]++;
        }
        ofLength[0] = 0;
        int first = 0;
        for (int length = 1; length <= MAX_BITS; length++) {
            int count = ofLength[length];
            ofLength[length] = first;
            first = first + count << 1;
        }
        for (int symbol = 0; symbol < symbols; symbol++) {
            int length = lengths[symbol];
            codes[symbol] = length == 0 ? 0 : Integer.reverse(ofLength[length]++) >>> Integer.SIZE - length;
        }
    }

    /** Bits of a symbol's code; 0 when it has none. */
    int length(int symbol) {
        return lengths[symbol];
    }

    /** A symbol's code, its first bit lowest. */
    int code(int symbol) {
        return codes[symbol];
    }

    /** Behind the last symbol that has a code. */
    int usedSymbols() {
        int end = symbols;
        while (end > 0 && lengths[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** Bits that so many of each symbol take. */
    long bits(int[] counts) {
        long bits = 0;
        for (int symbol = 0; symbol < symbols; symbol++) {
            bits += (long) counts[symbol] * lengths[symbol];
        }
        return bits;
    }
}
