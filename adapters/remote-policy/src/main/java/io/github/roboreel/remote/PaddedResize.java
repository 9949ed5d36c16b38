package io.github.roboreel.remote;

import io.github.roboreel.format.picture.BilinearResize;

/**
 * Resizes RGB pictures of one size to another without distortion, the rest is black: what openpi's
 * {@code resize_with_pad} does by Pillow's bilinear filter, byte for byte. Keeps its buffers: one thread uses it.
 */
final class PaddedResize {
    private static final int CHANNELS = 3;

    private final int width;
    private final int top;
    private final int left;
    private final BilinearResize resize;
    private final byte[] result;

    /** Sizes in pixels, each at least 1. */
    PaddedResize(int sourceHeight, int sourceWidth, int height, int width) {
        this.width = width;
        double ratio = Math.max((double) sourceWidth / width, (double) sourceHeight / height);
        int innerHeight = Math.max(1, (int) (sourceHeight / ratio));
        int innerWidth = Math.max(1, (int) (sourceWidth / ratio));
        top = (height - innerHeight) / 2;
        left = (width - innerWidth) / 2;
        resize = new BilinearResize(sourceHeight, sourceWidth, innerHeight, innerWidth, CHANNELS);
        result = new byte[height * width * CHANNELS];
    }

    /**
     * Resizes one picture.
     *
     * @param source uint8 [source height, source width, 3]
     * @return uint8 [height, width, 3]; valid until the next call
     */
    byte[] apply(byte[] source) {
        resize.apply(source, result, width, top, left);
        return result;
    }
}
