package io.github.roboreel.dataset.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A text of SQL in its words, as DuckDB's own scanner divides it: comments are no words, texts and quoted names are one
 * each. Immutable.
 */
public final class SqlText {
    /** Kind of a word. */
    enum Kind {
        /** A name or keyword. */
        NAME,
        /** A name in double quotes. */
        QUOTED_NAME,
        /** A text in single quotes or dollars. */
        TEXT,
        /** Anything else. */
        OTHER
    }

    /**
     * A word.
     *
     * @param start offset of its first character
     * @param end offset after its last
     * @param value what it stands for: without its quotes
     */
    record Word(Kind kind, int start, int end, String value) {
        boolean isSign(String sign) {
            return kind == Kind.OTHER && value.equals(sign);
        }

        boolean isName(String name) {
            return kind == Kind.NAME && value.equalsIgnoreCase(name);
        }

        boolean isAnyName() {
            return kind == Kind.NAME || kind == Kind.QUOTED_NAME;
        }
    }

    private static final String UNICODE_BLANKS = "\u00a0\u202f\u205f\u2060\u3000\ufeff";

    private final String sql;
    private final List<Word> words = new ArrayList<>();
    private int at;
    private boolean isOpen;

    private SqlText(String sql) {
        this.sql = sql;
        while (at < sql.length()) {
            take();
        }
    }

    /** Divides a text. */
    public static SqlText of(String sql) {
        return new SqlText(sql);
    }

    /** Its words, in their order. */
    List<Word> words() {
        return List.copyOf(words);
    }

    /** Whether a text, quoted name or comment has no end yet. */
    public boolean isOpen() {
        return isOpen;
    }

    /** Whether it ends a statement: its last word is a semicolon. */
    public boolean isTerminated() {
        return !words.isEmpty() && words.get(words.size() - 1).isSign(";");
    }

    /** Whether there is nothing but blanks, comments and semicolons. */
    public boolean isBlank() {
        return words.stream().allMatch(word -> word.isSign(";"));
    }

    /** The text without semicolons at its end, and what follows them. */
    String unterminated() {
        int last = words.size();
        while (last > 0 && words.get(last - 1).isSign(";")) {
            last--;
        }
        return last == words.size() ? sql : sql.substring(0, words.get(last).start());
    }

    private void take() {
        char c = sql.charAt(at);
        if (isBlank(c)) {
            at++;
        } else if (sql.startsWith("--", at)) {
            at = endOfLine();
        } else if (sql.startsWith("/*", at)) {
            skipComment();
        } else if (c == '\'') {
            takeQuoted(Kind.TEXT, '\'', at, false);
        } else if (c == '"') {
            takeQuoted(Kind.QUOTED_NAME, '"', at, false);
        } else if (c == '$') {
            takeDollars();
        } else if (Character.isDigit(c)) {
            takeNumber();
        } else if (isNameStart(c)) {
            takeName();
        } else {
            add(Kind.OTHER, at, at + 1, String.valueOf(c));
        }
    }

    private int endOfLine() {
        int end = at;
        while (end < sql.length() && sql.charAt(end) != '\n' && sql.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    /** They nest. */
    private void skipComment() {
        int depth = 0;
        while (at < sql.length()) {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
                if (depth == 0) {
                    return;
                }
            } else {
                at++;
            }
        }
        isOpen = true;
    }

    private void takeQuoted(Kind kind, char quote, int start, boolean hasEscapes) {
        StringBuilder value = new StringBuilder();
        int end = sql.indexOf(quote, start) + 1;
        while (end < sql.length()) {
            char c = sql.charAt(end++);
            boolean isEscaped = hasEscapes && c == '\\' || c == quote && end < sql.length() && sql.charAt(end) == quote;
            if (isEscaped && end < sql.length()) {
                value.append(sql.charAt(end++));
            } else if (c == quote) {
                add(kind, start, end, value.toString());
                return;
            } else {
                value.append(c);
            }
        }
        isOpen = true;
        add(kind, start, sql.length(), value.toString());
    }

    private void takeDollars() {
        int end = at + 1;
        while (end < sql.length() && isNamePart(sql.charAt(end)) && sql.charAt(end) != '$') {
            end++;
        }
        boolean isParameter = end >= sql.length() || sql.charAt(end) != '$' || Character.isDigit(sql.charAt(at + 1));
        if (isParameter) {
            add(Kind.OTHER, at, end, sql.substring(at, end));
            return;
        }
        String tag = sql.substring(at, end + 1);
        int close = sql.indexOf(tag, end + 1);
        isOpen |= close < 0;
        int last = close < 0 ? sql.length() : close;
        add(Kind.TEXT, at, Math.min(sql.length(), last + tag.length()), sql.substring(end + 1, last));
    }

    private void takeNumber() {
        int end = at;
        while (end < sql.length() && (isNamePart(sql.charAt(end)) || sql.charAt(end) == '.')) {
            end++;
        }
        add(Kind.OTHER, at, end, sql.substring(at, end));
    }

    private void takeName() {
        int end = at;
        while (end < sql.length() && isNamePart(sql.charAt(end))) {
            end++;
        }
        String name = sql.substring(at, end);
        boolean isPrefix = end < sql.length() && sql.charAt(end) == '\'';
        if (isPrefix && name.toLowerCase(Locale.ROOT).equals("e")) {
            takeQuoted(Kind.TEXT, '\'', at, true);
        } else {
            add(Kind.NAME, at, end, name);
        }
    }

    /** With the blanks beyond ASCII that DuckDB takes for such; texts from web pages have them. */
    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || UNICODE_BLANKS.indexOf(c) >= 0 || c >= '\u2000' && c <= '\u200d';
    }

    private static boolean isNameStart(char c) {
        return c == '_' || c >= 0x80 && !isBlank(c) || Character.isLetter(c);
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || c == '$' || Character.isDigit(c);
    }

    private void add(Kind kind, int start, int end, String value) {
        words.add(new Word(kind, start, end, value));
        at = end;
    }

    @Override
    public String toString() {
        return sql;
    }
}
