package io.github.roboreel.remote;

import java.util.Arrays;

/**
 * Resizes RGB pictures of one size to another without distortion, the rest is black: what openpi's
 * {@code resize_with_pad} does by Pillow's bilinear filter, byte for byte. Widths first, then heights, in fixed point
 * of 22 bits; where it shrinks, each pixel is a weighted mean of all that it covers. Keeps its buffers: one thread uses
 * it.
 */
final class PaddedResize {
    private static final int CHANNELS = 3;
    private static final int PRECISION_BITS = 22;
    private static final int HALF = 1 << (PRECISION_BITS - 1);

    private final int sourceHeight;
    private final int sourceWidth;
    private final int width;
    private final int top;
    private final int left;
    private final Weights columns;
    private final Weights rows;
    private final byte[] narrowed;
    private final byte[] result;

    /** Sizes in pixels, each at least 1. */
    PaddedResize(int sourceHeight, int sourceWidth, int height, int width) {
        this.sourceHeight = sourceHeight;
        this.sourceWidth = sourceWidth;
        this.width = width;
        double ratio = Math.max((double) sourceWidth / width, (double) sourceHeight / height);
        int innerHeight = Math.max(1, (int) (sourceHeight / ratio));
        int innerWidth = Math.max(1, (int) (sourceWidth / ratio));
        top = (height - innerHeight) / 2;
        left = (width - innerWidth) / 2;
        columns = new Weights(sourceWidth, innerWidth);
        rows = new Weights(sourceHeight, innerHeight);
        narrowed = new byte[sourceHeight * innerWidth * CHANNELS];
        result = new byte[height * width * CHANNELS];
    }

    /**
     * Resizes one picture.
     *
     * @param source uint8 [source height, source width, 3]
     * @return uint8 [height, width, 3]; valid until the next call
     */
    byte[] apply(byte[] source) {
        int innerWidth = columns.size();
        for (int y = 0; y < sourceHeight; y++) {
            for (int x = 0; x < innerWidth; x++) {
                int from = (y * sourceWidth + columns.first[x]) * CHANNELS;
                mix(source, from, CHANNELS, columns.weights[x], narrowed, (y * innerWidth + x) * CHANNELS);
            }
        }
        for (int y = 0; y < rows.size(); y++) {
            for (int x = 0; x < innerWidth; x++) {
                int from = (rows.first[y] * innerWidth + x) * CHANNELS;
                int to = ((top + y) * width + left + x) * CHANNELS;
                mix(narrowed, from, innerWidth * CHANNELS, rows.weights[y], result, to);
            }
        }
        return result;
    }

    private static void mix(byte[] source, int from, int stride, int[] weights, byte[] target, int to) {
        for (int channel = 0; channel < CHANNELS; channel++) {
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
