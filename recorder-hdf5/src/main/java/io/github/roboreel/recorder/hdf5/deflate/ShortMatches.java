package io.github.roboreel.recorder.hdf5.deflate;

/**
 * Finds the matches of noisy pictures, most of which are three or four bytes long. Neither to search nor to take what
 * is found depends on a branch that a processor would have to guess: all places of a piece are compared with the newest
 * like them, then the tokens are picked. For one thread.
 */
final class ShortMatches {
    private static final int LENGTH_SHIFT = 19;
    private static final int BITS_SHIFT = 16;
    private static final int DISTANCE_MASK = 0xffff;

    private final MatchIndex index;

    /** For each place of a piece its match: {@code matching bits << 16 | distance}. */
    private final int[] found;

    ShortMatches(MatchIndex index, int pieceBytes) {
        this.index = index;
        found = new int[pieceBytes];
    }

    /**
     * Adds the tokens of a piece.
     *
     * @param size of all bytes
     * @return behind the last token, which may be behind the piece
     */
    int add(byte[] bytes, int from, int end, int size, DeflateTokens tokens) {
        int searchEnd = remember(bytes, from, end, size);
        compare(bytes, from, searchEnd);
        int next = pick(bytes, from, searchEnd, size, tokens);
        for (; next < end; next++) {
            tokens.addLiteral(bytes[next]);
        }
        return next;
    }

    /**
     * Remembers the places of a piece, for those behind it to match, and finds the newest like each.
     *
     * @param size of all bytes
     * @return behind the last place that can be looked at
     */
    int remember(byte[] bytes, int from, int end, int size) {
        int searchEnd = Math.max(from, Math.min(end, size - MatchIndex.MARGIN_BYTES));
        index.findNewest(bytes, from, searchEnd, found);
        return searchEnd;
    }

    /** A place too far away stands for another one as good as any. */
    private void compare(byte[] bytes, int from, int end) {
        int[] places = found;
        for (int i = from; i < end; i++) {
            int distance = i - places[i - from] & DeflateSymbols.MAX_DISTANCE;
            int place = Math.max(0, i - distance);
            places[i - from] = i - place | MatchIndex.matchingBits(bytes, i, place) << BITS_SHIFT;
        }
    }

    /** Counts in local variables, which takes a tenth less of the whole time. */
    private int pick(byte[] bytes, int from, int end, int size, DeflateTokens tokens) {
        int[] matches = found;
        int[] added = tokens.all();
        int[] indexCounts = tokens.indexCounts();
        int[] distanceCounts = tokens.distanceCounts();
        int count = tokens.size();
        int next = from;
        while (next < end) {
            int match = matches[next - from];
            int length = match >>> LENGTH_SHIFT;
            int distance = match & DISTANCE_MASK;
            if (length == Long.BYTES) {
                length = longLength(bytes, next, distance, size);
            }
            int literal = length - DeflateSymbols.MIN_MATCH >> Integer.SIZE - 1;
            int index = length + DeflateTokens.LENGTH_OFFSET & ~literal | bytes[next] & 0xff & literal;
            int token = DeflateTokens.token(index, distance & ~literal);
            added[count++] = token;
            indexCounts[index]++;
            distanceCounts[DeflateTokens.distanceSymbol(token)]++;
            next += 1 + (length - 1 & ~literal);
        }
        tokens.size(count);
        return next;
    }

    /** Eight equal bytes may be followed by more; a place is always equal to itself. */
    private static int longLength(byte[] bytes, int at, int distance, int size) {
        int most = Math.min(DeflateSymbols.MAX_MATCH, size - at);
        return distance == 0 ? 0 : MatchIndex.matchLength(bytes, at, at - distance, most);
    }
}
