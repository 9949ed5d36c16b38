package io.github.roboreel.recorder.hdf5.deflate;

import java.util.Arrays;
import java.util.zip.Adler32;

/**
 * Deflates pictures into zlib streams (RFC 1950), several times as fast as zlib. A piece of some rows gets what suits
 * it: where rows repeat, long matches; where few values occur, as in a colour plane that changes from row to row, a
 * Huffman code of its own and no search at all; elsewhere matches of a few bytes, but for some pieces in between that
 * are not searched. For one thread.
 */
final class ImageDeflater {
    private static final int ZLIB_HEADER = 0x7801;
    private static final int ENVELOPE_BYTES = 2 + Integer.BYTES;
    private static final int PIECE_BYTES = 4096;
    private static final int BLOCK_TOKENS = 16384;

    /** After each full block: an eighth less time for a twentieth more bytes of noisy pictures. */
    private static final int UNSEARCHED_PIECES = 3;

    private static final int VALUES = DeflateSymbols.LITERALS;

    /** Three literals of more bits than that are dearer than a match, whose distance is far. */
    private static final double MAX_LITERAL_BITS = 5.5;

    /** What a block's header takes for itself and for each value, in bits, about. */
    private static final double HEADER_BITS = 80;

    private static final double HEADER_BITS_PER_VALUE = 3.5;
    private static final int SAMPLE_STEP = 64;
    private static final int REPEATING_SHARE = 8;

    /**
     * How the bytes of a picture stand.
     *
     * @param rowBytes from a pixel to the one below
     * @param pixelBytes from a pixel to the one at its right
     */
    record Grid(int rowBytes, int pixelBytes) {
        /** Rows that no match reaches count as pixels. */
        Grid {
            rowBytes = rowBytes > DeflateSymbols.MAX_DISTANCE ? pixelBytes : rowBytes;
        }
    }

    private enum Kind {
        REPEATING,
        LITERAL,
        NOISY
    }

    private final DeflateBlocks blocks = new DeflateBlocks();
    private final MatchIndex index = new MatchIndex();
    private final ShortMatches shortMatches = new ShortMatches(index, 2 * PIECE_BYTES);
    private final LongMatches longMatches = new LongMatches(index);
    private final DeflateTokens tokens = new DeflateTokens(BLOCK_TOKENS + 2 * PIECE_BYTES);
    private final ValueCounts piece = new ValueCounts();
    private final ValueCounts block = new ValueCounts();
    private final Adler32 adler = new Adler32();

    private byte[] bytes;
    private int size;
    private Grid grid;
    private int blockFrom;
    private int unsearchedPieces;

    /** Most bytes that a picture of that size can take, and room to work in. */
    static int bound(int size) {
        int blocks = size / StoredBlocks.MAX_BYTES + 1;
        return Math.addExact(size, 6 * blocks + ENVELOPE_BYTES + DeflateBits.SPARE_BYTES);
    }

    /**
     * Deflates a picture.
     *
     * @param target has room for {@link #bound} bytes
     * @return size of the stream
     */
    int deflate(byte[] picture, int pictureBytes, Grid pictureGrid, byte[] target) {
        bytes = picture;
        size = pictureBytes;
        grid = pictureGrid;
        index.clear();
        target[0] = (byte) (ZLIB_HEADER >> Byte.SIZE);
        target[1] = (byte) ZLIB_HEADER;
        blocks.begin(bytes, target, 2);
        putPieces();
        return putChecksum(target, blocks.end());
    }

    private int putChecksum(byte[] target, int at) {
        adler.reset();
        adler.update(bytes, 0, size);
        int sum = (int) adler.getValue();
        for (int i = 0; i < Integer.BYTES; i++) {
            target[at + i] = (byte) (sum >> Integer.SIZE - Byte.SIZE * (i + 1));
        }
        return at + Integer.BYTES;
    }

    /** Pieces of one kind share blocks. */
    private void putPieces() {
        Kind kind = Kind.LITERAL;
        unsearchedPieces = 0;
        beginBlock(0);
        int at = 0;
        while (at < size) {
            if (isFull()) {
                putBlock(kind, at, false);
                unsearchedPieces = UNSEARCHED_PIECES;
            }
            int end = pieceEnd(at);
            Kind next = kindOf(at, end);
            if (at > blockFrom && !share(kind, next)) {
                putBlock(kind, at, false);
            }
            kind = next;
            at = addPiece(kind, at, end);
        }
        putBlock(kind, size, true);
    }

    /** Whether the piece, of kind {@code next}, can continue the block. */
    private boolean share(Kind kind, Kind next) {
        return isLiteral(next) ? isLiteral(kind) && block.canTake(piece) : !isLiteral(kind);
    }

    private static boolean isLiteral(Kind kind) {
        return kind == Kind.LITERAL;
    }

    /** The last piece takes a short rest along. */
    private int pieceEnd(int at) {
        return size - at < PIECE_BYTES + PIECE_BYTES / 2 ? size : at + PIECE_BYTES;
    }

    private boolean isFull() {
        return tokens.size() > BLOCK_TOKENS;
    }

    private void beginBlock(int from) {
        blockFrom = from;
        block.clear();
        tokens.clear();
    }

    private void putBlock(Kind kind, int end, boolean last) {
        if (isLiteral(kind)) {
            blocks.putLiterals(end, block.counts, last);
        } else {
            blocks.putTokens(end, tokens, last);
        }
        beginBlock(end);
    }

    private int addPiece(Kind kind, int from, int end) {
        return switch (kind) {
            case REPEATING -> longMatches.add(bytes, from, end, size, grid, tokens);
            case NOISY -> shortMatches.add(bytes, from, end, size, tokens);
            case LITERAL -> addLiterals(from, end);
        };
    }

    private int addLiterals(int from, int end) {
        if (unsearchedPieces > 0) {
            unsearchedPieces--;
            shortMatches.remember(bytes, from, end, size);
        }
        block.add(piece);
        return end;
    }

    private Kind kindOf(int from, int end) {
        if (repeats(from, end)) {
            return Kind.REPEATING;
        }
        piece.count(bytes, from, end);
        boolean fewValues = piece.bits < MAX_LITERAL_BITS * (end - from);
        return fewValues || unsearchedPieces > 0 ? Kind.LITERAL : Kind.NOISY;
    }

    /** Looks at some places whether eight bytes are as in the row above or at their left. */
    private boolean repeats(int from, int end) {
        int repeated = 0;
        int lastEnd = Math.min(end, size - Long.BYTES + 1);
        int first = Math.max(from, Math.max(grid.rowBytes, grid.pixelBytes));
        for (int i = first; i < lastEnd; i += SAMPLE_STEP) {
            boolean same = MatchIndex.eightMatch(bytes, i, i - grid.rowBytes)
                    || MatchIndex.eightMatch(bytes, i, i - grid.pixelBytes);
            repeated += same ? 1 : 0;
        }
        return repeated * SAMPLE_STEP * REPEATING_SHARE > end - from;
    }

    /** How often each value occurs, and the bits that an ideal code of it would take. */
    private static final class ValueCounts {
        private final int[] counts = new int[VALUES];
        private final int[] odd = new int[VALUES];
        private int total;
        private double bits;

        void clear() {
            Arrays.fill(counts, 0);
            total = 0;
            bits = 0;
        }

        /** Two counters for each value: equal neighbours need not wait for each other. */
        void count(byte[] bytes, int from, int end) {
            int[] even = counts;
            int[] others = odd;
            Arrays.fill(even, 0);
            Arrays.fill(others, 0);
            int i = from;
            for (; i < end - 1; i += 2) {
                even[bytes[i] & 0xff]++;
                others[bytes[i + 1] & 0xff]++;
            }
            if (i < end) {
                even[bytes[i] & 0xff]++;
            }
            total = end - from;
            bits = total * Log2.of(total);
            for (int value = 0; value < VALUES; value++) {
                even[value] += others[value];
                bits -= even[value] * Log2.of(even[value]);
            }
        }

        /** Whether one code for both costs less than a header of its own for the other. */
        boolean canTake(ValueCounts other) {
            int together = total + other.total;
            double shared = together * Log2.of(together);
            int values = 0;
            for (int value = 0; value < VALUES; value++) {
                int count = counts[value] + other.counts[value];
                shared -= count * Log2.of(count);
                values += other.counts[value] > 0 ? 1 : 0;
            }
            return shared - bits - other.bits < HEADER_BITS + HEADER_BITS_PER_VALUE * values;
        }

        void add(ValueCounts other) {
            total += other.total;
            bits = total * Log2.of(total);
            for (int value = 0; value < VALUES; value++) {
                counts[value] += other.counts[value];
                bits -= counts[value] * Log2.of(counts[value]);
            }
        }
    }

    /** Logarithms to the base 2 of whole numbers, to three digits. */
    private static final class Log2 {
        private static final int TABLE_BITS = 12;
        private static final float[] TABLE = new float[1 << TABLE_BITS];

        static {
            for (int i = 1; i < TABLE.length; i++) {
                TABLE[i] = (float) (Math.log(i) / Math.log(2));
            }
        }

        private Log2() {}

        static double of(int number) {
            int tooManyBits = Math.max(0, Integer.SIZE - TABLE_BITS - Integer.numberOfLeadingZeros(number));
            return TABLE[number >> tooManyBits] + tooManyBits;
        }
    }
}
