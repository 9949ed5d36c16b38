package io.github.roboreel.recorder.video.file;

/**
 * Size and rate, which all pictures of a video have in common.
 *
 * @param width pixels, even, at least {@link #MIN_SIZE}
 * @param height pixels, even, at least {@link #MIN_SIZE}
 * @param rate frames per second
 */
public record VideoFormat(int width, int height, FrameRate rate) {
    /** One macroblock: the least that every encoder takes. */
    static final int MIN_SIZE = 16;

    public VideoFormat {
        requireSize("width", width);
        requireSize("height", height);
    }

    /** Whether a video can have that many pixels. */
    public static boolean isSize(int width, int height) {
        return isSize(width) && isSize(height);
    }

    private static boolean isSize(int size) {
        return size >= MIN_SIZE && size % 2 == 0;
    }

    private static void requireSize(String what, int size) {
        if (!isSize(size)) {
            throw new IllegalArgumentException(what + " is " + size + "; expected an even number from " + MIN_SIZE);
        }
    }

    /** The size that shows {@code size} pixels: even, as 4:2:0 needs, and not too small. */
    public static int paddedSize(int size) {
        return Math.max(MIN_SIZE, size + size % 2);
    }

    /** Bytes of one packed RGB24 picture. */
    public int rgbBytes() {
        return Math.multiplyExact(Math.multiplyExact(width, height), 3);
    }
}
