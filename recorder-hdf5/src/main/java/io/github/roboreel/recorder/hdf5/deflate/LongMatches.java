package io.github.roboreel.recorder.hdf5.deflate;

/**
 * Finds the matches of pictures with even areas: first with the pixels at the left and the row above, then with what
 * else begins with the same three bytes. For one thread.
 */
final class LongMatches {
    /** A match of so many bytes is not bettered. */
    private static final int GOOD_LENGTH = 48;

    /** Of a match's bytes so many are remembered as places to match. */
    private static final int REMEMBERED_BYTES = 32;

    /** Of a good match's, the inside of which is like its beginning as a rule. */
    private static final int REMEMBERED_GOOD_BYTES = 4;

    private static final int MAX_PLACES = 12;

    /** Three bytes further away cost more than three literals. */
    private static final int MAX_SHORT_DISTANCE = 4096;

    /** The largest distance without extra bits. Readers copy long runs faster from further away. */
    private static final int RUN_DISTANCE = 4;

    private final MatchIndex index;
    private int length;
    private int distance;

    LongMatches(MatchIndex index) {
        this.index = index;
    }

    /**
     * Adds the tokens of a piece.
     *
     * @param size of all bytes
     * @return behind the last token, which may be behind the piece
     */
    int add(byte[] bytes, int from, int end, int size, ImageDeflater.Grid grid, DeflateTokens tokens) {
        int searchEnd = Math.min(end, size - MatchIndex.MARGIN_BYTES - REMEMBERED_BYTES);
        int next = from;
        while (next < searchEnd) {
            int place = index.add(bytes, next);
            find(bytes, next, place, Math.min(DeflateSymbols.MAX_MATCH, size - next), grid);
            if (length < DeflateSymbols.MIN_MATCH) {
                tokens.addLiteral(bytes[next++]);
            } else {
                tokens.addMatch(length, distance);
                remember(bytes, next + 1, next + rememberedBytes());
                next += length;
            }
        }
        for (; next < end; next++) {
            tokens.addLiteral(bytes[next]);
        }
        return next;
    }

    private int rememberedBytes() {
        return length > GOOD_LENGTH ? REMEMBERED_GOOD_BYTES : Math.min(length, REMEMBERED_BYTES);
    }

    private void find(byte[] bytes, int at, int place, int most, ImageDeflater.Grid grid) {
        length = DeflateSymbols.MIN_MATCH - 1;
        distance = 0;
        compare(bytes, at, at - grid.pixelBytes(), most);
        if (length >= GOOD_LENGTH && grid.pixelBytes() == 1 && isRun(bytes, at)) {
            distance = RUN_DISTANCE;
        }
        if (length < GOOD_LENGTH) {
            compare(bytes, at, at - grid.rowBytes(), most);
        }
        int from = place;
        for (int i = 0; i < MAX_PLACES && length < GOOD_LENGTH && from > 0; i++) {
            if (at - from > DeflateSymbols.MAX_DISTANCE) {
                return;
            }
            compare(bytes, at, from, most);
            int older = index.before(from);
            from = older < from ? older : 0;
        }
    }

    /** Whether the bytes here repeat those {@link #RUN_DISTANCE} before. */
    private static boolean isRun(byte[] bytes, int at) {
        return at >= RUN_DISTANCE && MatchIndex.match(bytes, at, at - RUN_DISTANCE);
    }

    /** Takes a longer match. */
    private void compare(byte[] bytes, int at, int place, int most) {
        if (place < 0
                || length == most
                || !MatchIndex.match(bytes, at, place)
                || bytes[place + length] != bytes[at + length]) {
            return;
        }
        int equal = MatchIndex.matchLength(bytes, at, place, most);
        boolean cheap = equal > DeflateSymbols.MIN_MATCH || at - place <= MAX_SHORT_DISTANCE;
        if (equal > length && cheap) {
            length = equal;
            distance = at - place;
        }
    }

    private void remember(byte[] bytes, int from, int end) {
        for (int i = from; i < end; i++) {
            index.add(bytes, i);
        }
    }
}
