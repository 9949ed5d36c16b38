package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Camera frames as JPEG files: small, but not what was recorded. */
public final class JpegFrames {
    private static final float QUALITY = 0.95f;
    private static final int COLOURS = 3;

    private JpegFrames() {}

    /**
     * One frame as a JPEG file.
     *
     * @param rows uint8, one frame of height x width x 3 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) throws IOException {
        int[] pixels = new int[width * height];
        int start = index * pixels.length * COLOURS;
        for (int i = 0; i < pixels.length; i++) {
            int at = start + i * COLOURS;
            pixels[i] = (rows[at] & 0xff) << 16 | (rows[at + 1] & 0xff) << 8 | rows[at + 2] & 0xff;
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        return encode(image);
    }

    private static byte[] encode(BufferedImage image) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            ImageWriteParam quality = writer.getDefaultWriteParam();
            quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            quality.setCompressionQuality(QUALITY);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), quality);
        } finally {
            writer.dispose();
        }
        return file.toByteArray();
    }

    /**
     * Decodes a file, which must be a picture of that size.
     *
     * @throws IOException when it is not
     */
    public static void requirePicture(byte[] jpeg, int width, int height) throws IOException {
        PngFrames.picture(jpeg, width, height);
    }
}
