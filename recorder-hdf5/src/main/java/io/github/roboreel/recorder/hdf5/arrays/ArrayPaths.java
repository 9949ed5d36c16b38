package io.github.roboreel.recorder.hdf5.arrays;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Paths and names that every HDF5 reader takes as they were meant. */
final class ArrayPaths {
    private ArrayPaths() {}

    /**
     * The path as the library wants it, where the root has a name.
     *
     * @throws IllegalArgumentException when a name in it is empty, {@code .} or {@code ..}, or has characters that the
     *     binding garbles
     */
    static String require(String path) {
        boolean plain = path.isEmpty()
                || Arrays.stream(path.split("/", -1)).noneMatch(n -> n.isEmpty() || n.equals(".") || n.equals(".."));
        if (!plain) {
            throw new IllegalArgumentException(
                    "path '" + path + "' has an empty, '.' or '..' name in it; give plain names");
        }
        return path.isEmpty() ? "/" : requireName(path);
    }

    /** The name, unless the binding garbles it: it passes modified UTF-8. */
    static String requireName(String name) {
        if (name.chars().anyMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
            throw new IllegalArgumentException("name '"
                    + name
                    + "' has a NUL or a character beyond U+FFFF, such as an emoji, which"
                    + " cannot be written; use other characters");
        }
        return name;
    }

    /** The text, unless it would be stored as another: up to a NUL, or with ? for half a pair. */
    static String requireText(String where, String text) {
        if (text.indexOf(0) >= 0 || !isUtf8(text)) {
            throw new IllegalArgumentException("the text of '"
                    + where
                    + "' has a NUL or half a surrogate pair, which no HDF5 text holds;"
                    + " remove it");
        }
        return text;
    }

    private static boolean isUtf8(String text) {
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
