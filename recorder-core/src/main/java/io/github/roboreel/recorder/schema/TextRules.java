package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.RunFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Rules for names and texts from outside, so that every file they go into holds them as they are: HDF5 cuts a text at
 * NUL, UTF-8 has no half of a surrogate pair, and a folder's name must be one on other machines as well.
 */
public final class TextRules {
    private static final int MAX_NAME_BYTES = 1024;
    private static final int MAX_TEXT_BYTES = 1 << 16;
    private static final int MAX_FOLDER_BYTES = 200;
    private static final int SHOWN_CHARS = 60;
    private static final Set<String> TAKEN = Set.of(RunFolder.RESULTS, RunFolder.ENV_CONFIG);

    private TextRules() {}

    /**
     * Refuses half characters, which no UTF-8 file can hold.
     *
     * @param what half a sentence that names it in the message
     * @throws IllegalArgumentException when there is one
     */
    public static void requireWhole(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw fault(what, text, "holds half a character (an unpaired surrogate)");
            }
        }
    }

    /**
     * Requires a free text: anything but NUL and half characters, up to 64 KiB of UTF-8.
     *
     * @param what half a sentence that names it in the message
     * @throws IllegalArgumentException when it is none
     */
    public static void requireText(String what, String text) {
        requireWhole(what, text);
        require(text.indexOf('\0') < 0, what, text, "holds a NUL character");
        requireBytes(what, text, MAX_TEXT_BYTES);
    }

    /**
     * Requires a name, shown on one line: no control characters, up to 1024 bytes of UTF-8.
     *
     * @param what half a sentence that names it in the message
     * @throws IllegalArgumentException when it cannot be one
     */
    public static void requireName(String what, String name) {
        requireWhole(what, name);
        require(
                name.codePoints().noneMatch(TextRules::isControl),
                what,
                name,
                "holds a control character or line separator");
        requireBytes(what, name, MAX_NAME_BYTES);
    }

    /**
     * Requires a name that a folder can have on every system. Names that differ by case only are two folders on some
     * systems and one on others, where the second run finds the first one's files and is refused.
     *
     * @param what half a sentence that names it in the message
     * @param parent the folder it is to stand in
     * @throws IllegalArgumentException when it cannot be one
     */
    public static void requireFolderName(String what, String name, Path parent) {
        requireName(what, name);
        boolean plain = !name.isBlank()
                && !name.startsWith(".")
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && !TAKEN.contains(name);
        require(plain, what, name, "cannot name a folder; use letters, digits and '_'");
        require(
                Normalizer.isNormalized(name, Normalizer.Form.NFC),
                what,
                name,
                "is not in Unicode form NFC, so some systems would change it; normalize it");
        requireBytes(what, name, MAX_FOLDER_BYTES);
        try {
            parent.resolve(name);
        } catch (InvalidPathException e) {
            throw fault(what, name, "cannot name a folder in this locale; use ASCII or set LC_ALL=C.UTF-8");
        }
    }

    /**
     * A text as messages show it.
     *
     * @return at most 60 of its characters, control characters and surrogates as Unicode escapes
     */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), SHOWN_CHARS); i++) {
            char c = text.charAt(i);
            if (isControl(c) || Character.isSurrogate(c)) {
                shown.append("\\u").append(HexFormat.of().toHexDigits(c));
            } else {
                shown.append(c);
            }
        }
        return text.length() <= SHOWN_CHARS ? shown.toString() : shown + "... (" + text.length() + " characters)";
    }

    /** What a value is, for a message about one that is not taken. */
    public static String kindOf(Object value) {
        if (value instanceof Map) {
            return "a map";
        }
        boolean isList =
                value instanceof Iterable || value != null && value.getClass().isArray();
        return isList ? "a list" : value instanceof Number ? "the number " + value : "an object";
    }

    private static boolean isControl(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL || type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
    }

    private static void requireBytes(String what, String text, int most) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        require(
                bytes <= most,
                what,
                text,
                "takes " + bytes + " bytes of UTF-8; expected at most " + most + ", shorten it");
    }

    private static void require(boolean ok, String what, String text, String fault) {
        if (!ok) {
            throw fault(what, text, fault);
        }
    }

    private static IllegalArgumentException fault(String what, String text, String fault) {
        return new IllegalArgumentException(what + " '" + shown(text) + "' " + fault);
    }
}
