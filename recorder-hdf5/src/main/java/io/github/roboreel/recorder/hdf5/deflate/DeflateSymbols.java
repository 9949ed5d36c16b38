package io.github.roboreel.recorder.hdf5.deflate;

/** The alphabets of deflate (RFC 1951, section 3.2.5). */
final class DeflateSymbols {
    static final int LITERALS = 256;
    static final int END_OF_BLOCK = 256;
    static final int LITERALS_AND_LENGTHS = 286;
    static final int DISTANCES = 30;

    static final int MIN_MATCH = 3;
    static final int MAX_MATCH = 258;

    /** One less than deflate allows, so that it is a mask. */
    static final int MAX_DISTANCE = 0x7fff;

    /** What {@link #distanceSymbol} says of no distance; behind all symbols of distances. */
    static final int NO_DISTANCE = 63;

    private static final int FIRST_LENGTH = 257;
    private static final int MAX_LENGTH_EXTRA_BITS = 5;
    private static final int[] LENGTH_SYMBOLS = new int[MAX_MATCH + 1];
    private static final int[] LENGTH_EXTRA_BITS = new int[MAX_MATCH + 1];
    private static final int[] LENGTH_EXTRAS = new int[MAX_MATCH + 1];

    static {
        int symbol = FIRST_LENGTH;
        int length = MIN_MATCH;
        for (int extraBits = 0; extraBits <= MAX_LENGTH_EXTRA_BITS; extraBits++) {
            int symbols = extraBits == 0 ? 8 : 4;
            for (int i = 0; i < symbols; i++) {
                length = addLengths(symbol++, length, extraBits);
            }
        }
        LENGTH_SYMBOLS[MAX_MATCH] = symbol;
        LENGTH_EXTRA_BITS[MAX_MATCH] = 0;
        LENGTH_EXTRAS[MAX_MATCH] = 0;
    }

    private DeflateSymbols() {}

    private static int addLengths(int symbol, int first, int extraBits) {
        for (int extra = 0; extra < 1 << extraBits && first + extra <= MAX_MATCH; extra++) {
            LENGTH_SYMBOLS[first + extra] = symbol;
            LENGTH_EXTRA_BITS[first + extra] = extraBits;
            LENGTH_EXTRAS[first + extra] = extra;
        }
        return first + (1 << extraBits);
    }

    static int lengthSymbol(int length) {
        return LENGTH_SYMBOLS[length];
    }

    static int lengthExtraBits(int length) {
        return LENGTH_EXTRA_BITS[length];
    }

    /** Value of the extra bits. */
    static int lengthExtra(int length) {
        return LENGTH_EXTRAS[length];
    }

    /** Of a distance from 1 on, or {@link #NO_DISTANCE} of 0; without a branch. */
    static int distanceSymbol(int distance) {
        int value = distance - 1;
        int log2 = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value | 1);
        return 2 * log2 + (value >>> Math.max(log2 - 1, 0) & 1);
    }

    /** They hold the lowest bits of the distance less 1. */
    static int distanceExtraBits(int symbol) {
        return symbol < 4 || symbol >= DISTANCES ? 0 : symbol / 2 - 1;
    }
}
