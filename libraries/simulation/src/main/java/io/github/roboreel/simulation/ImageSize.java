package io.github.roboreel.simulation;

import io.github.roboreel.format.fault.Sentence;

/**
 * Size of the camera images.
 *
 * @param widthPixels 16 to 1280
 * @param heightPixels 16 to 720
 */
public record ImageSize(int widthPixels, int heightPixels) {
    /** 640 x 360. */
    public static final ImageSize DEFAULT = new ImageSize(640, 360);

    private static final int MIN = 16;
    private static final int MAX_WIDTH = 1280;
    private static final int MAX_HEIGHT = 720;

    /**
     * Checks the size.
     *
     * @throws IllegalArgumentException when a side is out of range
     */
    public ImageSize {
        if (widthPixels < MIN || widthPixels > MAX_WIDTH || heightPixels < MIN || heightPixels > MAX_HEIGHT) {
            throw new IllegalArgumentException(Sentence.of(
                    "camera size is %dx%d; expected %dx%d to %dx%d pixels",
                    widthPixels, heightPixels, MIN, MIN, MAX_WIDTH, MAX_HEIGHT));
        }
    }

    /**
     * Reads a text such as {@code 640x360}.
     *
     * @throws IllegalArgumentException when it is not of the form WIDTHxHEIGHT or out of range
     */
    public static ImageSize parse(String text) {
        if (!text.matches("\\d{1,6}x\\d{1,6}")) {
            throw new IllegalArgumentException(
                    "camera size is '" + text + "'; expected width x height in pixels, for example 640x360");
        }
        int separator = text.indexOf('x');
        return new ImageSize(
                Integer.parseInt(text.substring(0, separator)), Integer.parseInt(text.substring(separator + 1)));
    }

    /** Bytes of one RGB frame. */
    public int frameBytes() {
        return widthPixels * heightPixels * 3;
    }
}
