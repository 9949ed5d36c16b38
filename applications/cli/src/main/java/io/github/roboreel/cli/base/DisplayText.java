package io.github.roboreel.cli.base;

import java.util.List;
import org.jline.utils.WCWidth;

/** Text as a terminal shows it: some characters take two columns, some none. */
public final class DisplayText {
    private static final String ELLIPSIS = "\u2026";
    private static final String INDENT = "  ";

    private DisplayText() {}

    /** Each text as {@link #oneLine one line}. */
    public static String lines(List<String> texts) {
        return String.join("\n", texts.stream().map(DisplayText::oneLine).toList()) + "\n";
    }

    /** The text with a blank for each character that would move the cursor or control it. */
    public static String oneLine(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(c -> line.appendCodePoint(isControl(c) ? ' ' : c));
        return line.toString();
    }

    /** A number of things, for example {@code 2 episodes}. */
    public static String counted(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static boolean isControl(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE
                || isDirection(codePoint);
    }

    /** Marks that turn the direction of what follows, so that a name looks like another. */
    private static boolean isDirection(int codePoint) {
        return codePoint == 0x061C
                || codePoint == 0x200E
                || codePoint == 0x200F
                || codePoint >= 0x202A && codePoint <= 0x202E
                || codePoint >= 0x2066 && codePoint <= 0x2069;
    }

    /** Columns it takes. */
    public static int width(String text) {
        return text.codePoints().map(DisplayText::width).sum();
    }

    private static int width(int codePoint) {
        return Math.max(0, WCWidth.wcwidth(codePoint));
    }

    /**
     * The text in lines of at most so many columns, broken at blanks, all but the first indented. A longer word, a path
     * for example, stays whole.
     */
    static String wrapped(String text, int columns) {
        StringBuilder lines = new StringBuilder();
        int used = 0;
        for (String word : text.split(" ")) {
            int width = width(word);
            if (used == 0) {
                used = width;
            } else if (used + 1 + width <= columns) {
                lines.append(' ');
                used += 1 + width;
            } else {
                lines.append(System.lineSeparator()).append(INDENT);
                used = INDENT.length() + width;
            }
            lines.append(word);
        }
        return lines.toString();
    }

    /** The text, or as much of its beginning as fits with an ellipsis. */
    static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        int used = 0;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            if (used + width(codePoint) > columns - 1) {
                break;
            }
            used += width(codePoint);
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end).stripTrailing() + ELLIPSIS;
    }
}
