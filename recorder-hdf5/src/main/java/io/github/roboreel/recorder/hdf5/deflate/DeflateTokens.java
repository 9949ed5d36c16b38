package io.github.roboreel.recorder.hdf5.deflate;

import java.util.Arrays;

/**
 * Literals and matches of one deflate block, and how often each occurs. A token is {@code distance symbol << 24 |
 * distance << 9 | index}: the index is a literal's value, with distance 0, or a match's length plus 253. For one
 * thread.
 */
final class DeflateTokens {
    static final int INDEX_BITS = 9;
    static final int LENGTH_OFFSET = DeflateSymbols.LITERALS - DeflateSymbols.MIN_MATCH;

    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final int SYMBOL_SHIFT = 24;

    private final int[] tokens;
    private final int[] indexCounts = new int[1 << INDEX_BITS];
    private final int[] distanceCounts = new int[DeflateSymbols.NO_DISTANCE + 1];
    private int size;

    /** With room for so many. */
    DeflateTokens(int capacity) {
        tokens = new int[capacity];
    }

    /**
     * Makes a token.
     *
     * @param index a literal's value, or a match's length plus {@link #LENGTH_OFFSET}
     * @param distance 0 for a literal
     */
    static int token(int index, int distance) {
        int symbol = DeflateSymbols.distanceSymbol(distance);
        return symbol << SYMBOL_SHIFT | distance << INDEX_BITS | index;
    }

    static int symbolIndex(int token) {
        return token & INDEX_MASK;
    }

    /** 0 for a literal. */
    static int distance(int token) {
        return token >>> INDEX_BITS & DeflateSymbols.MAX_DISTANCE;
    }

    /** {@link DeflateSymbols#NO_DISTANCE} for a literal. */
    static int distanceSymbol(int token) {
        return token >>> SYMBOL_SHIFT;
    }

    void clear() {
        size = 0;
        Arrays.fill(indexCounts, 0);
        Arrays.fill(distanceCounts, 0);
    }

    void addLiteral(byte value) {
        add(token(value & 0xff, 0));
    }

    void addMatch(int length, int distance) {
        add(token(length + LENGTH_OFFSET, distance));
    }

    private void add(int token) {
        tokens[size++] = token;
        indexCounts[symbolIndex(token)]++;
        distanceCounts[distanceSymbol(token)]++;
    }

    int size() {
        return size;
    }

    /** The tokens themselves, {@link #size} of them good. */
    int[] all() {
        return tokens;
    }

    /** Takes tokens that were put and counted behind the last one. */
    void size(int newSize) {
        size = newSize;
    }

    int[] indexCounts() {
        return indexCounts;
    }

    /** How often each distance symbol occurs, {@link DeflateSymbols#NO_DISTANCE} included. */
    int[] distanceCounts() {
        return distanceCounts;
    }

    /** Puts how often each literal and length symbol occurs. */
    void countSymbols(int[] counts) {
        Arrays.fill(counts, 0);
        System.arraycopy(indexCounts, 0, counts, 0, DeflateSymbols.LITERALS);
        for (int length = DeflateSymbols.MIN_MATCH; length <= DeflateSymbols.MAX_MATCH; length++) {
            counts[DeflateSymbols.lengthSymbol(length)] += indexCounts[length + LENGTH_OFFSET];
        }
    }
}
