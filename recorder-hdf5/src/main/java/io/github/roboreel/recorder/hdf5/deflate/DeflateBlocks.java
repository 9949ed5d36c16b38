package io.github.roboreel.recorder.hdf5.deflate;

import java.util.Arrays;

/**
 * Writes deflate blocks, each with Huffman codes of its own; what that saves less than 3 % of is stored, neighbours in
 * common blocks. Every call takes the bytes behind those of the call before. For one thread.
 */
final class DeflateBlocks {
    private static final double MAX_WORTH = 0.97;
    private static final int DYNAMIC = 2;
    private static final int BLOCK_HEADER_BITS = 17;
    private static final int LENGTH_CODES = 19;
    private static final int MAX_LENGTH_CODE = 7;
    private static final int LENGTH_CODE_BITS = 3;
    private static final int REPEAT_LAST = 16;
    private static final int FEW_ZEROS = 17;
    private static final int MANY_ZEROS = 18;
    private static final int[] LENGTH_CODE_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    private final DeflateBits bits = new DeflateBits();
    private final HuffmanCode symbolCode = new HuffmanCode(DeflateSymbols.LITERALS_AND_LENGTHS, DeflateBits.MAX_CODE);
    private final HuffmanCode distanceCode = new HuffmanCode(DeflateSymbols.DISTANCES, DeflateBits.MAX_CODE);
    private final HuffmanCode lengthCode = new HuffmanCode(LENGTH_CODES, MAX_LENGTH_CODE);
    private final int[] counts = new int[DeflateSymbols.LITERALS_AND_LENGTHS];
    private final int[] noDistances = new int[DeflateSymbols.NO_DISTANCE + 1];
    private final int[] symbolTable = new int[1 << DeflateTokens.INDEX_BITS];
    private final int[] distanceTable = new int[DeflateSymbols.NO_DISTANCE + 1];
    private final int[] lengths = new int[DeflateSymbols.LITERALS_AND_LENGTHS + DeflateSymbols.DISTANCES];
    private final int[] lengthCounts = new int[LENGTH_CODES];
    private final int[] codedLengths = new int[lengths.length];
    private int numCodedLengths;

    private byte[] input;
    private int done;
    private int storedFrom;

    /** Begins a stream of that input, from its first byte on. */
    void begin(byte[] bytes, byte[] out, int at) {
        input = bytes;
        done = 0;
        storedFrom = 0;
        bits.begin(out, at);
    }

    /** Writes the bytes up to {@code end} as literals, given how often each value occurs. */
    void putLiterals(int end, int[] valueCounts, boolean last) {
        Arrays.fill(counts, 0);
        System.arraycopy(valueCounts, 0, counts, 0, DeflateSymbols.LITERALS);
        if (putHeader(end, noDistances, 0, last)) {
            fillLiterals();
            bits.putLiterals(input, done, end, symbolTable);
            endDynamic(end);
        } else if (last) {
            putStored(end, true);
        }
        done = end;
    }

    /** Writes the bytes up to {@code end} as these tokens. */
    void putTokens(int end, DeflateTokens tokens, boolean last) {
        tokens.countSymbols(counts);
        long extraBits = extraBits(tokens.distanceCounts());
        if (putHeader(end, tokens.distanceCounts(), extraBits, last)) {
            fillLiterals();
            fillMatches();
            bits.putTokens(tokens, symbolTable, distanceTable);
            endDynamic(end);
        } else if (last) {
            putStored(end, true);
        }
        done = end;
    }

    /** Behind the stream's last byte. */
    int end() {
        bits.alignToByte();
        return bits.position();
    }

    private void endDynamic(int end) {
        bits.putEntry(entry(symbolCode, DeflateSymbols.END_OF_BLOCK));
        storedFrom = end;
    }

    private long extraBits(int[] distanceCounts) {
        long extra = 0;
        for (int symbol = 0; symbol < DeflateSymbols.DISTANCES; symbol++) {
            extra += (long) distanceCounts[symbol] * DeflateSymbols.distanceExtraBits(symbol);
        }
        for (int length = DeflateSymbols.MIN_MATCH; length < DeflateSymbols.MAX_MATCH; length++) {
            boolean firstOfSymbol = DeflateSymbols.lengthExtra(length) == 0;
            int symbol = DeflateSymbols.lengthSymbol(length);
            extra += firstOfSymbol ? lengthExtraBits(symbol, length) : 0;
        }
        return extra;
    }

    private long lengthExtraBits(int symbol, int length) {
        return (long) counts[symbol] * DeflateSymbols.lengthExtraBits(length);
    }

    /** Begins a block of {@link #counts}, unless to store the bytes is as good. */
    private boolean putHeader(int end, int[] distanceCounts, long extraBits, boolean last) {
        counts[DeflateSymbols.END_OF_BLOCK] = 1;
        symbolCode.fit(counts);
        distanceCode.fit(distanceCounts);
        packLengths();
        long size = extraBits + headerBits() + symbolCode.bits(counts);
        size += distanceCode.bits(distanceCounts);
        if (size > MAX_WORTH * Byte.SIZE * (end - done)) {
            return false;
        }
        if (storedFrom < done) {
            putStored(done, false);
        }
        putDynamicHeader(last);
        return true;
    }

    private void fillLiterals() {
        for (int value = 0; value < DeflateSymbols.LITERALS; value++) {
            symbolTable[value] = entry(symbolCode, value);
        }
    }

    private void fillMatches() {
        for (int length = DeflateSymbols.MIN_MATCH; length <= DeflateSymbols.MAX_MATCH; length++) {
            int symbol = DeflateSymbols.lengthSymbol(length);
            int codeBits = symbolCode.length(symbol);
            int code = symbolCode.code(symbol) | DeflateSymbols.lengthExtra(length) << codeBits;
            int size = codeBits + DeflateSymbols.lengthExtraBits(length);
            symbolTable[length + DeflateTokens.LENGTH_OFFSET] = code << DeflateBits.TABLE_SHIFT | size;
        }
        for (int symbol = 0; symbol < DeflateSymbols.DISTANCES; symbol++) {
            distanceTable[symbol] = entry(distanceCode, symbol);
        }
    }

    private static int entry(HuffmanCode code, int symbol) {
        return code.code(symbol) << DeflateBits.TABLE_SHIFT | code.length(symbol);
    }

    /** Run-lengths the lengths of both codes: {@code value << 8 | symbol}, value of extra bits. */
    private void packLengths() {
        int numSymbols = symbolCode.usedSymbols();
        int size = numSymbols + distanceCode.usedSymbols();
        for (int i = 0; i < size; i++) {
            lengths[i] = i < numSymbols ? symbolCode.length(i) : distanceCode.length(i - numSymbols);
        }
        Arrays.fill(lengthCounts, 0);
        numCodedLengths = 0;
        for (int from = 0; from < size; ) {
            int end = from + 1;
            while (end < size && lengths[end] == lengths[from]) {
                end++;
            }
            packRun(lengths[from], end - from);
            from = end;
        }
        lengthCode.fit(lengthCounts);
    }

    private void packRun(int length, int times) {
        int left = times;
        if (length == 0) {
            left = packRepeats(MANY_ZEROS, 11, 138, left);
            left = packRepeats(FEW_ZEROS, 3, 10, left);
        } else {
            packLength(length, 0);
            left = packRepeats(REPEAT_LAST, 3, 6, left - 1);
        }
        for (; left > 0; left--) {
            packLength(length, 0);
        }
    }

    private int packRepeats(int symbol, int least, int most, int times) {
        int left = times;
        while (left >= least) {
            int repeats = Math.min(left, most);
            packLength(symbol, repeats - least);
            left -= repeats;
        }
        return left;
    }

    private void packLength(int symbol, int extra) {
        codedLengths[numCodedLengths++] = extra << Byte.SIZE | symbol;
        lengthCounts[symbol]++;
    }

    private static int repeatBits(int symbol) {
        return switch (symbol) {
            case REPEAT_LAST -> 2;
            case FEW_ZEROS -> 3;
            case MANY_ZEROS -> 7;
            default -> 0;
        };
    }

    private int numLengthCodes() {
        int end = LENGTH_CODES;
        while (lengthCode.length(LENGTH_CODE_ORDER[end - 1]) == 0) {
            end--;
        }
        return Math.max(end, 4);
    }

    private long headerBits() {
        long size = BLOCK_HEADER_BITS + LENGTH_CODE_BITS * numLengthCodes();
        size += lengthCode.bits(lengthCounts);
        for (int symbol = REPEAT_LAST; symbol <= MANY_ZEROS; symbol++) {
            size += lengthCounts[symbol] * repeatBits(symbol);
        }
        return size;
    }

    private void putDynamicHeader(boolean last) {
        int numLengthCodes = numLengthCodes();
        bits.put(last ? 1 : 0, 1);
        bits.put(DYNAMIC, 2);
        bits.put(symbolCode.usedSymbols() - 257, 5);
        bits.put(distanceCode.usedSymbols() - 1, 5);
        bits.put(numLengthCodes - 4, 4);
        for (int i = 0; i < numLengthCodes; i++) {
            bits.put(lengthCode.length(LENGTH_CODE_ORDER[i]), LENGTH_CODE_BITS);
        }
        for (int i = 0; i < numCodedLengths; i++) {
            int symbol = codedLengths[i] & 0xff;
            bits.putEntry(entry(lengthCode, symbol));
            bits.put(codedLengths[i] >> Byte.SIZE, repeatBits(symbol));
        }
    }

    /** Stores the bytes that wait for it; an empty stream is one empty block. */
    private void putStored(int end, boolean last) {
        do {
            int size = Math.min(StoredBlocks.MAX_BYTES, end - storedFrom);
            bits.put(last && storedFrom + size == end ? 1 : 0, 3);
            bits.alignToByte();
            bits.put(size | (long) (~size & 0xffff) << 16, 32);
            bits.putBytes(input, storedFrom, size);
            storedFrom += size;
        } while (storedFrom < end);
    }
}
