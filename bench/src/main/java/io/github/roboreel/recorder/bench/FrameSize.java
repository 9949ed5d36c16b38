package io.github.roboreel.recorder.bench;

import picocli.CommandLine.TypeConversionException;

/**
 * Size of a camera's frames.
 *
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 */
record FrameSize(int width, int height) {
    /** Of a text such as {@code 1280x720}. */
    static FrameSize parse(String text) {
        if (!text.matches("[1-9]\\d{0,4}x[1-9]\\d{0,4}")) {
            throw new TypeConversionException("'" + text + "' is no width x height, for example 1280x720");
        }
        String[] sides = text.split("x");
        return new FrameSize(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
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
