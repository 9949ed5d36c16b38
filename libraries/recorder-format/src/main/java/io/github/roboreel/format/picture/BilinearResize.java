package io.github.roboreel.format.picture;

import java.util.Arrays;

/**
 * Resizes pictures of one size to another by Pillow's bilinear filter, byte for byte: widths first, then heights, in
 * fixed point of 22 bits; where it shrinks, each pixel is a weighted mean of all that it covers. Keeps a buffer: one
 * thread uses it.
 */
public final class BilinearResize {
    private static final int PRECISION_BITS = 22;
    private static final int HALF = 1 << (PRECISION_BITS - 1);

    private final int sourceHeight;
    private final int sourceWidth;
    private final int channels;
    private final Weights columns;
    private final Weights rows;
    private final byte[] narrowed;

    /** Sizes in pixels, each at least 1, and bytes of a pixel. */
    public BilinearResize(int sourceHeight, int sourceWidth, int height, int width, int channels) {
        this.sourceHeight = sourceHeight;
        this.sourceWidth = sourceWidth;
        this.channels = channels;
        columns = new Weights(sourceWidth, width);
        rows = new Weights(sourceHeight, height);
        narrowed = new byte[Math.multiplyExact(Math.multiplyExact(sourceHeight, width), channels)];
    }

    /**
     * Resizes one picture into a part of another.
     *
     * @param source uint8 [source height, source width, channels]
     * @param target uint8 [any height, targetWidth, channels]
     * @param targetWidth pixels of a row of the target
     * @param top row of the target that the first row goes to
     * @param left column of the target that the first column goes to
     */
    public void apply(byte[] source, byte[] target, int targetWidth, int top, int left) {
        int width = columns.size();
        for (int y = 0; y < sourceHeight; y++) {
            for (int x = 0; x < width; x++) {
                int from = (y * sourceWidth + columns.first[x]) * channels;
                mix(source, from, channels, columns.weights[x], narrowed, (y * width + x) * channels);
            }
        }
        for (int y = 0; y < rows.size(); y++) {
            for (int x = 0; x < width; x++) {
                int from = (rows.first[y] * width + x) * channels;
                int to = ((top + y) * targetWidth + left + x) * channels;
                mix(narrowed, from, width * channels, rows.weights[y], target, to);
            }
        }
    }

    private void mix(byte[] source, int from, int stride, int[] weights, byte[] target, int to) {
        for (int channel = 0; channel < channels; channel++) {
            int sum = HALF;
            int at = from + channel;
            for (int weight : weights) {
                sum += (source[at] & 0xff) * weight;
                at += stride;
            }
            target[to + channel] = (byte) Math.min(255, Math.max(0, sum >> PRECISION_BITS));
        }
    }

    /** Which source pixels, and how much of each, make a pixel of one axis. */
    private static final class Weights {
        final int[] first;
        final int[][] weights;

        Weights(int sourceSize, int size) {
            first = new int[size];
            weights = new int[size][];
            double scale = (double) sourceSize / size;
            double support = Math.max(scale, 1);
            for (int i = 0; i < size; i++) {
                double center = (i + 0.5) * scale;
                first[i] = Math.max(0, (int) (center - support + 0.5));
                int end = Math.min(sourceSize, (int) (center + support + 0.5));
                double[] exact = new double[end - first[i]];
                for (int k = 0; k < exact.length; k++) {
                    exact[k] = Math.max(0, 1 - Math.abs((k + first[i] - center + 0.5) / support));
                }
                double sum = Arrays.stream(exact).sum();
                weights[i] = Arrays.stream(exact)
                        .mapToInt(weight -> (int) (0.5 + weight / sum * (1 << PRECISION_BITS)))
                        .toArray();
            }
        }

        int size() {
            return first.length;
        }
    }
}
