package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PicturesTest {
    private static final int HEIGHT = 7;
    private static final int WIDTH = 9;

    @Test
    void coloursAreReadAsTheyWereWritten() throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        byte[] expected = fill(image, 3);
        byte[] file = encoded(image, "png");
        assertEquals(List.of(HEIGHT, WIDTH, 3), Pictures.shape(file));
        assertArrayEquals(expected, Pictures.pixels(file, List.of(HEIGHT, WIDTH, 3)));
    }

    @Test
    void greyValuesAreReadAsTheyWereWritten() throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
        byte[] expected = fill(image, 1);
        byte[] file = encoded(image, "png");
        assertEquals(List.of(HEIGHT, WIDTH), Pictures.shape(file));
        assertArrayEquals(expected, Pictures.pixels(file, List.of(HEIGHT, WIDTH)));
    }

    @Test
    void aJpegOfOneColourIsThatColour() throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            image.setRGB(i % WIDTH, i / WIDTH, 0x804020);
        }
        byte[] pixels = Pictures.pixels(encoded(image, "jpg"), List.of(HEIGHT, WIDTH, 3));
        assertEquals(HEIGHT * WIDTH * 3, pixels.length);
        for (int i = 0; i < pixels.length; i += 3) {
            assertEquals(0x80, pixels[i] & 0xff, 3);
            assertEquals(0x40, pixels[i + 1] & 0xff, 3);
            assertEquals(0x20, pixels[i + 2] & 0xff, 3);
        }
    }

    @Test
    void aPictureOfAnotherSizeIsRefused() throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        byte[] file = encoded(image, "png");
        String message = assertThrows(IOException.class, () -> Pictures.pixels(file, List.of(HEIGHT, WIDTH + 1, 3)))
                .getMessage();
        assertEquals("a picture is [7, 9, 3], but [7, 10, 3] was expected as in the first row", message);
        assertThrows(IOException.class, () -> Pictures.shape(new byte[] {1, 2, 3}));
    }

    /** A header of a few bytes must not take gigabytes. */
    @Test
    void aPictureThatDeclaresTooManyPixelsIsRefusedByItsHeader() throws IOException {
        byte[] file = encoded(new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR), "png");
        ByteBuffer header = ByteBuffer.wrap(file);
        header.putInt(16, 60_000).putInt(20, 60_000);
        CRC32 crc = new CRC32();
        crc.update(file, 12, 17);
        header.putInt(29, (int) crc.getValue());
        String message =
                assertThrows(IOException.class, () -> Pictures.shape(file)).getMessage();
        assertEquals("a picture says that it is 60000x60000 pixels, but at most 67108864 are decoded", message);
        assertThrows(IOException.class, () -> Pictures.pixels(file, List.of(60_000, 60_000, 3)));
    }

    private static byte[] fill(BufferedImage image, int channels) {
        byte[] values = new byte[WIDTH * HEIGHT * channels];
        new Random(1).nextBytes(values);
        int[] samples = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            samples[i] = values[i] & 0xff;
        }
        image.getRaster().setPixels(0, 0, WIDTH, HEIGHT, samples);
        return values;
    }

    private static byte[] encoded(BufferedImage image, String format) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(image, format, file);
        return file.toByteArray();
    }
}
