package io.github.roboreel.recorder.bench;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Size of a camera's frames.
 *
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 */
record FrameSize(int width, int height) {
    private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,4})x([1-9]\\d{0,4})");

    /**
     * Of a text such as {@code 1280x720}.
     *
     * @throws IllegalArgumentException when it is no such text
     */
    static FrameSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "--images is '" + text + "'; expected width x height, for example 1280x720");
        }
        return new FrameSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** Bytes of one RGB frame. */
    int bytes() {
        return Math.multiplyExact(3, Math.multiplyExact(width, height));
    }

    @Override
    public String toString() {
        return width + "x" + height;
    }
}
