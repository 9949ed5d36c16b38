package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PngFramesTest {
    private static final int WIDTH = 7;
    private static final int HEIGHT = 5;
    private static final int FRAME_BYTES = 2 * WIDTH * HEIGHT;

    @Test
    void everyPixelComesBack() throws IOException {
        byte[] noise = new byte[2 * 3 * WIDTH * HEIGHT];
        new Random(7).nextBytes(noise);
        byte[] ramp = new byte[noise.length];
        for (int i = 0; i < ramp.length; i++) {
            ramp[i] = (byte) (i / 3 % WIDTH + 40 * (i / (3 * WIDTH)));
        }
        for (byte[] rows : new byte[][] {noise, ramp, new byte[noise.length]}) {
            for (int frame = 0; frame < 2; frame++) {
                byte[] png = PngFrames.encode(rows, frame, WIDTH, HEIGHT);
                int at = frame * rows.length / 2;
                assertArrayEquals(
                        Arrays.copyOfRange(rows, at, at + rows.length / 2), PngFrames.decode(png, WIDTH, HEIGHT));
            }
        }
    }

    @Test
    void everyDepthComesBack() throws IOException {
        byte[] rows = new byte[3 * FRAME_BYTES];
        new Random(5).nextBytes(rows);
        for (int frame = 0; frame < 3; frame++) {
            byte[] png = PngFrames.encodeDepth(rows, frame, WIDTH, HEIGHT);
            int at = frame * FRAME_BYTES;
            byte[] expected = Arrays.copyOfRange(rows, at, at + FRAME_BYTES);
            assertArrayEquals(expected, PngFrames.decodeDepth(png, WIDTH, HEIGHT));
        }
    }

    /** Behind the signature and the header's length and name: width, height, depth, colour. */
    @Test
    void theFileIsGreyOf16Bits() throws IOException {
        byte[] png = PngFrames.encodeDepth(new byte[FRAME_BYTES], 0, WIDTH, HEIGHT);
        assertEquals(WIDTH, png[19]);
        assertEquals(HEIGHT, png[23]);
        assertEquals(16, png[24]);
        assertEquals(0, png[25]);
    }

    @Test
    void anotherPictureIsRefused() throws IOException {
        byte[] colours = PngFrames.encode(new byte[3 * WIDTH * HEIGHT], 0, WIDTH, HEIGHT);
        IOException e = assertThrows(IOException.class, () -> PngFrames.decodeDepth(colours, WIDTH, HEIGHT));
        assertTrue(e.getMessage().contains("7x5 with 16 bits"), e.getMessage());
        byte[] depth = PngFrames.encodeDepth(new byte[FRAME_BYTES], 0, WIDTH, HEIGHT);
        assertThrows(IOException.class, () -> PngFrames.decodeDepth(depth, HEIGHT, WIDTH));
    }
}
