package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Camera frames as PNG files, without loss. */
public final class PngFrames {
    private static final int COLOURS = 3;

    private PngFrames() {}

    /**
     * One frame as a PNG file.
     *
     * @param rows uint8, one frame of height x width x 3 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        byte[] pixels = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        swap(rows, index * pixels.length, pixels, 0, pixels.length);
        return file(image);
    }

    /** A PNG file with these pixels. */
    static byte[] file(BufferedImage image) throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream(COLOURS * image.getWidth() * image.getHeight());
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("this Java has no PNG writer; install one with java.desktop");
            }
        }
        return png.toByteArray();
    }

    /**
     * The frame of a PNG file, height x width x 3.
     *
     * @throws IOException when it is no picture of that size
     */
    public static byte[] decode(byte[] png, int width, int height) throws IOException {
        BufferedImage image = ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(png)));
        if (image == null || image.getWidth() != width || image.getHeight() != height) {
            throw new IOException("a picture of " + width + "x" + height + " was expected, but there is none");
        }
        BufferedImage bgr = image;
        if (image.getType() != BufferedImage.TYPE_3BYTE_BGR) {
            bgr = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
            bgr.getGraphics().drawImage(image, 0, 0, null);
        }
        byte[] pixels = ((DataBufferByte) bgr.getRaster().getDataBuffer()).getData();
        byte[] rgb = new byte[pixels.length];
        swap(pixels, 0, rgb, 0, rgb.length);
        return rgb;
    }

    /** Java keeps blue first. */
    private static void swap(byte[] from, int at, byte[] to, int start, int length) {
        for (int i = 0; i < length; i += COLOURS) {
            to[start + i] = from[at + i + 2];
            to[start + i + 1] = from[at + i + 1];
            to[start + i + 2] = from[at + i];
        }
    }
}
