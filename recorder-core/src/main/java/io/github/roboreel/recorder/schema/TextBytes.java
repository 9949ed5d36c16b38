package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.fault.Sentence;
import java.nio.ByteBuffer;

/** UTF-8 of a text, written and checked without allocation. */
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

    /**
     * Checks bytes that are to be a text as it is stored.
     *
     * @param env index of the env, for the message
     * @param from index of the first of {@code field.rowBytes()} bytes
     * @return null, or why they are not UTF-8 with NULs behind
     */
    public static IllegalArgumentException fault(int env, Field field, ByteBuffer bytes, int from) {
        int end = from + field.rowBytes();
        int at = from;
        while (at < end && bytes.get(at) != 0) {
            int length = characterBytes(bytes, at, end);
            if (length == 0) {
                return fault(env, field, bytes, at, from, "which begins no character of UTF-8");
            }
            at += length;
        }
        for (; at < end; at++) {
            if (bytes.get(at) != 0) {
                return fault(env, field, bytes, at, from, "behind a NUL");
            }
        }
        return null;
    }

    private static IllegalArgumentException fault(
            int env, Field field, ByteBuffer bytes, int at, int from, String why) {
        return new IllegalArgumentException(Sentence.of(
                "env %s: field '%s' expects a text, UTF-8 with NULs behind; given byte 0x%s at %s, %s",
                env, field, Integer.toHexString(Byte.toUnsignedInt(bytes.get(at))), at - from, why));
    }

    /** Bytes of the character that begins there, in the shortest form; 0 when there is none. */
    private static int characterBytes(ByteBuffer bytes, int at, int end) {
        int lead = Byte.toUnsignedInt(bytes.get(at));
        if (lead < 0x80) {
            return 1;
        }
        int length = lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
        if (length == 0 || at + length > end) {
            return 0;
        }
        int point = lead & 0x7f >> length;
        for (int i = 1; i < length; i++) {
            int next = bytes.get(at + i);
            if ((next & 0xc0) != 0x80) {
                return 0;
            }
            point = point << 6 | next & 0x3f;
        }
        return isInShortestForm(point, length) ? length : 0;
    }

    private static boolean isInShortestForm(int point, int length) {
        return switch (length) {
            case 2 -> point >= 0x80;
            case 3 -> point >= 0x800 && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE);
            default -> point >= Character.MIN_SUPPLEMENTARY_CODE_POINT && point <= Character.MAX_CODE_POINT;
        };
    }
}
