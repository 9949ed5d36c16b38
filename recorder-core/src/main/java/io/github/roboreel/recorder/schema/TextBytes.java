package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.fault.Sentence;
import java.nio.ByteBuffer;

/** UTF-8 of a text, written without allocation. */
public final class TextBytes {
    private TextBytes() {}

    /**
     * Number of bytes of a text.
     *
     * @param env index of the env, for the message
     * @throws IllegalArgumentException when it holds a NUL or half a character, which no padded field can hold
     */
    public static int length(int env, Field field, String text) {
        int length = 0;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (point == 0 || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                throw new IllegalArgumentException(Sentence.of(
                        "env %s: field '%s' expects a text; given one with %s at %s",
                        env, field, point == 0 ? "a NUL character" : "half a character", i));
            }
            length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
            i += Character.charCount(point);
        }
        return length;
    }

    /**
     * Puts a text that {@link #length} has counted, and NULs behind it.
     *
     * @param at index of the first byte
     * @param size bytes of the field, at least as many as the text has
     */
    public static void put(String text, ByteBuffer to, int at, int size) {
        int end = at;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            end = put(point, to, end);
            i += Character.charCount(point);
        }
        while (end < at + size) {
            to.put(end++, (byte) 0);
        }
    }

    private static int put(int point, ByteBuffer to, int at) {
        if (point < 0x80) {
            to.put(at, (byte) point);
            return at + 1;
        }
        int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        int lead = 0xff00 >> more + 1 & 0xff;
        to.put(at, (byte) (lead | point >> 6 * more));
        for (int i = 1; i <= more; i++) {
            to.put(at + i, (byte) (0x80 | point >> 6 * (more - i) & 0x3f));
        }
        return at + more + 1;
    }
}
