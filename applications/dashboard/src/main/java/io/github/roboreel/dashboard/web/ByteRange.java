package io.github.roboreel.dashboard.web;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part of a file.
 *
 * @param first byte, 0-based
 * @param length in bytes; 0 when nothing of it is there
 */
record ByteRange(long first, long length) {
    private static final Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d{0,18})-(\\d{0,18})\\s*");

    /**
     * What a {@code Range} asks for; empty when it is to be ignored: malformed, of another unit, or several at once.
     *
     * @param size of the file now
     */
    static Optional<ByteRange> parse(String header, long size) {
        Matcher asked = SINGLE.matcher(header);
        if (!asked.matches() || asked.group(1).isEmpty() && asked.group(2).isEmpty()) {
            return Optional.empty();
        }
        if (asked.group(1).isEmpty()) {
            long length = Math.min(size, Long.parseLong(asked.group(2)));
            return Optional.of(new ByteRange(size - length, length));
        }
        long first = Long.parseLong(asked.group(1));
        long last = asked.group(2).isEmpty() ? Long.MAX_VALUE : Long.parseLong(asked.group(2));
        if (last < first) {
            return Optional.empty();
        }
        return Optional.of(new ByteRange(first, Math.max(0, Math.min(last, size - 1) - first + 1)));
    }

    boolean isSatisfiable() {
        return length > 0;
    }

    String contentRange(long size) {
        return "bytes " + first + "-" + (first + length - 1) + "/" + size;
    }
}
