package io.github.roboreel.recorder.video;

import java.nio.ByteBuffer;

/** Pictures that tell place and time apart: a slope, a moving square, mild noise. */
public final class TestPicture {
    private TestPicture() {}

    public static byte[] rgb(int width, int height, int time) {
        byte[] rgb = new byte[3 * width * height];
        int squareLeft = time * 2 % (width - width / 4);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean square = x >= squareLeft && x < squareLeft + width / 4 && y < height / 2;
                int noise = (x * 31 + y * 17 + time * 7) % 5 - 2;
                int at = 3 * (y * width + x);
                rgb[at] = (byte) (square ? 220 : 60 + 80 * x / width + noise);
                rgb[at + 1] = (byte) (square ? 60 : 90 + 60 * y / height + noise);
                rgb[at + 2] = (byte) (square ? 40 : 120 + noise);
            }
        }
        return rgb;
    }

    public static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).clear();
    }
}
