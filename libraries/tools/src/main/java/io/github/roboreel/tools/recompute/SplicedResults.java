package io.github.roboreel.tools.recompute;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.roboreel.format.LenientJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A results file in memory with some of its lines edited; every other byte stays as it was. Lines are counted from 1,
 * as readers count them; in a JSON array its elements.
 */
final class SplicedResults {
    /** A change of a line. */
    @FunctionalInterface
    interface Edit {
        /**
         * The line as it shall be.
         *
         * @param object nothing but the JSON object
         * @throws IOException when it is not understood
         */
        byte[] of(byte[] object) throws IOException;
    }

    private final byte[] original;
    private final Map<Integer, ? extends Edit> edits;
    private final Set<Integer> edited = new TreeSet<>();
    private final ByteArrayOutputStream out;
    private int copied;

    private SplicedResults(byte[] original, Map<Integer, ? extends Edit> edits) {
        this.original = original;
        this.edits = edits;
        this.out = new ByteArrayOutputStream(original.length + original.length / 8);
    }

    /**
     * Of a file with an object per line.
     *
     * @param edits by line; a line that holds no JSON object is left alone
     */
    static SplicedResults ofLines(byte[] original, Map<Integer, ? extends Edit> edits) {
        SplicedResults result = new SplicedResults(original, edits);
        result.spliceLines();
        return result;
    }

    /**
     * Of a file with one array of objects.
     *
     * @param edits by element
     * @throws IOException if the file is no JSON array
     */
    static SplicedResults ofArray(byte[] original, Map<Integer, ? extends Edit> edits) throws IOException {
        SplicedResults result = new SplicedResults(original, edits);
        result.spliceArray();
        return result;
    }

    /** The new file. */
    byte[] bytes() {
        return out.toByteArray();
    }

    /** Lines that were edited. */
    Set<Integer> edited() {
        return edited;
    }

    private void spliceLines() {
        int start = hasMark() ? 3 : 0;
        for (int number = 1; start < original.length; number++) {
            int end = endOfLine(start);
            if (edits.containsKey(number)) {
                spliceLine(number, start, end);
            }
            start = startOfNext(end);
        }
        copyTo(original.length);
    }

    private boolean hasMark() {
        return original.length >= 3
                && original[0] == (byte) 0xEF
                && original[1] == (byte) 0xBB
                && original[2] == (byte) 0xBF;
    }

    private int endOfLine(int start) {
        int end = start;
        while (end < original.length && original[end] != '\n' && original[end] != '\r') {
            end++;
        }
        return end;
    }

    private int startOfNext(int end) {
        boolean both = end + 1 < original.length && original[end] == '\r' && original[end + 1] == '\n';
        return end + (both ? 2 : 1);
    }

    private void spliceLine(int number, int start, int end) {
        try (JsonParser parser = LenientJson.parser(original, start, end - start)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                splice(number, parser, start);
            }
        } catch (IOException e) {
            // Not edited: the caller sees that the line is missing among the edited ones.
            return;
        }
    }

    private void spliceArray() throws IOException {
        try (JsonParser parser = LenientJson.parser(original, 0, original.length)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("is no JSON array");
            }
            for (int number = 1; parser.nextToken() != JsonToken.END_ARRAY; number++) {
                if (parser.currentToken() == null) {
                    throw new IOException("ends in the middle of its array");
                }
                if (parser.currentToken() == JsonToken.START_OBJECT && edits.containsKey(number)) {
                    splice(number, parser, 0);
                } else {
                    parser.skipChildren();
                }
            }
        }
        copyTo(original.length);
    }

    /** Edits the object whose first token the parser stands on; leaves it on the last. */
    private void splice(int number, JsonParser parser, int base) throws IOException {
        int start = base + (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        int end = base + (int) parser.currentLocation().getByteOffset();
        byte[] object = edits.get(number).of(Arrays.copyOfRange(original, start, end));
        copyTo(start);
        out.writeBytes(object);
        copied = end;
        edited.add(number);
    }

    private void copyTo(int end) {
        out.write(original, copied, end - copied);
        copied = end;
    }
}
