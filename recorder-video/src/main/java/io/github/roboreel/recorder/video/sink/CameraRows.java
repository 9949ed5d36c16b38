package io.github.roboreel.recorder.video.sink;

import java.nio.ByteBuffer;

/**
 * Reads rows of camera frames as packed RGB24, at full or at half size. Half size is bilinear by 0.5 without corner
 * alignment, truncated: exactly the mean of 2x2 pixels; an odd last row or column is left out, as the size is
 * floor(size / 2), at least 1. The returned array is used again.
 */
final class CameraRows {
    private final byte[] raw;
    private final byte[] upper;
    private final byte[] lower;

    CameraRows(int maxWidth) {
        raw = new byte[4 * maxWidth];
        upper = new byte[3 * maxWidth];
        lower = new byte[3 * maxWidth];
    }

    /** Row {@code y} of the frame. */
    byte[] full(Camera camera, ByteBuffer frame, int y) {
        read(camera, frame, y, upper);
        return upper;
    }

    /** Row {@code y} of the frame at half its size. */
    byte[] halved(Camera camera, ByteBuffer frame, int y) {
        read(camera, frame, 2 * y, upper);
        read(camera, frame, Math.min(2 * y + 1, camera.height() - 1), lower);
        int right = camera.width() > 1 ? 3 : 0;
        int halfWidth = Math.max(1, camera.width() / 2);
        // Every pixel is read before its place is written: the target never overtakes the source.
        for (int x = 0, from = 0, to = 0; x < halfWidth; x++, from += 6, to += 3) {
            for (int c = 0; c < 3; c++) {
                int i = from + c;
                int sum = (upper[i] & 0xff) + (upper[i + right] & 0xff) + (lower[i] & 0xff) + (lower[i + right] & 0xff);
                upper[to + c] = (byte) (sum >> 2);
            }
        }
        return upper;
    }

    private void read(Camera camera, ByteBuffer frame, int y, byte[] rgb) {
        int channels = camera.channels();
        int rowBytes = channels * camera.width();
        if (channels == 3) {
            frame.get(y * rowBytes, rgb, 0, rowBytes);
            return;
        }
        frame.get(y * rowBytes, raw, 0, rowBytes);
        int green = channels == 1 ? 0 : 1;
        for (int x = 0, i = 0; x < camera.width(); x++, i += channels) {
            rgb[3 * x] = raw[i];
            rgb[3 * x + 1] = raw[i + green];
            rgb[3 * x + 2] = raw[i + 2 * green];
        }
    }
}
