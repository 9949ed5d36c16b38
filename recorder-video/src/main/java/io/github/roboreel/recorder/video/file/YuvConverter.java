package io.github.roboreel.recorder.video.file;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * RGB to YUV 4:2:0, limited range, by the matrix of ITU-R BT.601 in 16-bit fixed point; chroma is that of the mean of
 * 2x2 pixels. Samples are written as JCodec holds them, 128 less than their value. The right and bottom edges are
 * repeated up to the planes' size.
 */
final class YuvConverter {
    private static final int SHIFT = 16;
    private static final int HALF = 1 << (SHIFT - 1);
    private static final int Y_R = fixed(0.299 * 219 / 255);
    private static final int Y_G = fixed(0.587 * 219 / 255);
    private static final int Y_B = fixed(0.114 * 219 / 255);
    private static final int U_R = fixed(-0.168736 * 224 / 255);
    private static final int U_G = fixed(-0.331264 * 224 / 255);
    private static final int V_G = fixed(-0.418688 * 224 / 255);
    private static final int V_B = fixed(-0.081312 * 224 / 255);
    private static final int HALF_RANGE = fixed(0.5 * 224 / 255);
    private static final int Y_OFFSET = 16 - 128;

    private final int width;
    private final int height;
    private final int planeWidth;
    private final int planeHeight;
    private final byte[] top;
    private final byte[] bottom;

    YuvConverter(VideoFormat format, int planeWidth, int planeHeight) {
        this.width = format.width();
        this.height = format.height();
        this.planeWidth = planeWidth;
        this.planeHeight = planeHeight;
        this.top = new byte[3 * width];
        this.bottom = new byte[3 * width];
    }

    private static int fixed(double coefficient) {
        return (int) Math.round(coefficient * (1 << SHIFT));
    }

    void convert(ByteBuffer rgb, byte[][] planes) {
        for (int y = 0; y < height; y += 2) {
            rgb.get(y * top.length, top);
            rgb.get((y + 1) * top.length, bottom);
            luma(top, planes[0], y * planeWidth);
            luma(bottom, planes[0], (y + 1) * planeWidth);
            chroma(planes, y / 2 * (planeWidth / 2));
        }
        repeatEdges(planes[0], width, height, planeWidth, planeHeight);
        for (int plane = 1; plane < 3; plane++) {
            repeatEdges(planes[plane], width / 2, height / 2, planeWidth / 2, planeHeight / 2);
        }
    }

    private void luma(byte[] row, byte[] plane, int at) {
        for (int x = 0, i = 0; x < width; x++, i += 3) {
            int r = row[i] & 0xff;
            int g = row[i + 1] & 0xff;
            int b = row[i + 2] & 0xff;
            plane[at + x] = (byte) ((Y_R * r + Y_G * g + Y_B * b + HALF >> SHIFT) + Y_OFFSET);
        }
    }

    private void chroma(byte[][] planes, int at) {
        for (int x = 0, i = 0; x < width / 2; x++, i += 6) {
            int r = sum(i);
            int g = sum(i + 1);
            int b = sum(i + 2);
            // Sums of four: two bits more to shift off. Neutral chroma, 128, is 0 here.
            planes[1][at + x] = (byte) (U_R * r + U_G * g + HALF_RANGE * b + 4 * HALF >> SHIFT + 2);
            planes[2][at + x] = (byte) (HALF_RANGE * r + V_G * g + V_B * b + 4 * HALF >> SHIFT + 2);
        }
    }

    private int sum(int i) {
        return (top[i] & 0xff) + (top[i + 3] & 0xff) + (bottom[i] & 0xff) + (bottom[i + 3] & 0xff);
    }

    private static void repeatEdges(byte[] plane, int width, int height, int planeWidth, int planeHeight) {
        for (int y = 0; y < height && width < planeWidth; y++) {
            int end = y * planeWidth + width;
            Arrays.fill(plane, end, (y + 1) * planeWidth, plane[end - 1]);
        }
        for (int y = height; y < planeHeight; y++) {
            System.arraycopy(plane, (height - 1) * planeWidth, plane, y * planeWidth, planeWidth);
        }
    }
}
