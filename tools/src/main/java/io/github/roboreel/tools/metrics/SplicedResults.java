package io.github.roboreel.tools.metrics;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A results file in memory with the {@code metrics} of some of its lines replaced; every other byte
 * stays as it was. Lines are counted from 1, as readers count them; in a JSON array its elements.
 */
final class SplicedResults {
    /** What takes the place of a line's metrics. */
    @FunctionalInterface
    interface Replacement {
        /**
         * The JSON text.
         *
         * @param results the whole file
         * @param start offset of the value that is replaced
         * @param end offset behind it; {@code start} where the line has none
         * @throws IOException when the old value is not understood
         */
        String of(byte[] results, int start, int end) throws IOException;
    }

    private static final String FIELD = "metrics";

    private final byte[] original;
    private final Map<Integer, ? extends Replacement> replacements;
    private final Set<Integer> replaced = new TreeSet<>();
    private final ByteArrayOutputStream out;
    private int copied;

    private SplicedResults(byte[] original, Map<Integer, ? extends Replacement> replacements) {
        this.original = original;
        this.replacements = replacements;
        this.out = new ByteArrayOutputStream(original.length + original.length / 8);
    }

    /**
     * Of a file with an object per line.
     *
     * @param replacements new metrics by line; a line that holds no JSON object is left alone
     */
    static SplicedResults ofLines(
            byte[] original, Map<Integer, ? extends Replacement> replacements) {
        SplicedResults result = new SplicedResults(original, replacements);
        result.spliceLines();
        return result;
    }

    /**
     * Of a file with one array of objects.
     *
     * @param replacements new metrics by element
     * @throws IOException if the file is no JSON array
     */
    static SplicedResults ofArray(byte[] original, Map<Integer, ? extends Replacement> replacements)
            throws IOException {
        SplicedResults result = new SplicedResults(original, replacements);
        result.spliceArray();
        return result;
    }

    /** The new file. */
    byte[] bytes() {
        return out.toByteArray();
    }

    /** Lines whose metrics were replaced. */
    Set<Integer> replaced() {
        return replaced;
    }

    private void spliceLines() {
        int start = hasMark() ? 3 : 0;
        for (int number = 1; start < original.length; number++) {
            int end = endOfLine(start);
            if (replacements.containsKey(number)) {
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
        boolean both =
                end + 1 < original.length && original[end] == '\r' && original[end + 1] == '\n';
        return end + (both ? 2 : 1);
    }

    private void spliceLine(int number, int start, int end) {
        try (JsonParser parser = FieldSplice.parser(original, start, end - start)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                splice(number, FieldSplice.find(parser, FIELD, start));
            }
        } catch (IOException e) {
            // Not replaced: the caller sees that the line is missing among the replaced ones.
            return;
        }
    }

    private void spliceArray() throws IOException {
        try (JsonParser parser = FieldSplice.parser(original, 0, original.length)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("is no JSON array");
            }
            for (int number = 1; parser.nextToken() != JsonToken.END_ARRAY; number++) {
                if (parser.currentToken() == null) {
                    throw new IOException("ends in the middle of its array");
                }
                if (parser.currentToken() == JsonToken.START_OBJECT
                        && replacements.containsKey(number)) {
                    splice(number, FieldSplice.find(parser, FIELD, 0));
                } else {
                    parser.skipChildren();
                }
            }
        }
        copyTo(original.length);
    }

    private void splice(int number, FieldSplice at) throws IOException {
        String text = replacements.get(number).of(original, at.start(), at.end());
        copyTo(at.start());
        byte[] value = (at.prefix() + text).getBytes(StandardCharsets.UTF_8);
        out.write(value, 0, value.length);
        copied = at.end();
        replaced.add(number);
    }

    private void copyTo(int end) {
        out.write(original, copied, end - copied);
        copied = end;
    }
}
