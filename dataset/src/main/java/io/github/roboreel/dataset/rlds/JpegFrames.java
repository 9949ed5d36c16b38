package io.github.roboreel.dataset.rlds;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Camera frames as JPEG files: small, but not what was recorded. */
final class JpegFrames {
    private static final float QUALITY = 0.95f;
    private static final int COLOURS = 3;

    private JpegFrames() {}

    /** One frame of {@code rows}, which holds height x width x 3 uint8 for each. */
    static byte[] encode(byte[] rows, int frame, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int start = frame * width * height * COLOURS;
        int[] pixels = new int[width * height];
        for (int i = 0; i < pixels.length; i++) {
            int at = start + i * COLOURS;
            pixels[i] = (rows[at] & 0xff) << 16 | (rows[at + 1] & 0xff) << 8 | rows[at + 2] & 0xff;
        }
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
    static void requirePicture(byte[] jpeg, int width, int height) throws IOException {
        BufferedImage image = ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(jpeg)));
        if (image == null || image.getWidth() != width || image.getHeight() != height) {
            throw new IOException("a picture of " + width + "x" + height + " was expected, but there is none");
        }
    }
}
