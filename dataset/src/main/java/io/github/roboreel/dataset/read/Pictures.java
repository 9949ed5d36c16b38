package io.github.roboreel.dataset.read;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Pixels of PNG and JPEG files: uint8, height x width for grey, else height x width x channels. */
public final class Pictures {
    private static final int COLOURS = 3;

    private Pictures() {}

    /** Shape of the pixels of a picture file. */
    public static List<Integer> shape(byte[] file) throws IOException {
        BufferedImage image = read(file);
        int channels = channels(image);
        return channels == 1
                ? List.of(image.getHeight(), image.getWidth())
                : List.of(image.getHeight(), image.getWidth(), channels);
    }

    /**
     * The pixels of a picture file, row-major.
     *
     * @throws IOException when it has another shape
     */
    public static byte[] pixels(byte[] file, List<Integer> shape) throws IOException {
        BufferedImage image = read(file);
        int height = shape.get(0);
        int width = shape.get(1);
        int channels = shape.size() == COLOURS ? shape.get(2) : 1;
        if (image.getHeight() != height || image.getWidth() != width || channels(image) != channels) {
            throw new IOException(
                    "a picture is " + shape(file) + ", but " + shape + " was expected as in the first row");
        }
        return image.getColorModel() instanceof IndexColorModel
                ? ofPalette(image)
                : ofSamples(image.getRaster(), height, width, channels);
    }

    private static BufferedImage read(byte[] file) throws IOException {
        BufferedImage image = ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(file)));
        if (image == null) {
            throw new IOException("a row is no picture file that Java reads, PNG or JPEG");
        }
        if (image.getColorModel().getComponentSize(0) > Byte.SIZE) {
            throw new IOException("a picture has more than 8 bits a channel; expected uint8");
        }
        return image;
    }

    private static int channels(BufferedImage image) {
        return image.getColorModel() instanceof IndexColorModel
                ? COLOURS
                : image.getRaster().getNumBands();
    }

    private static byte[] ofSamples(Raster raster, int height, int width, int channels) {
        byte[] pixels = new byte[height * width * channels];
        int[] line = new int[width * channels];
        for (int y = 0; y < height; y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, width, 1, line);
            for (int i = 0; i < line.length; i++) {
                pixels[y * line.length + i] = (byte) line[i];
            }
        }
        return pixels;
    }

    private static byte[] ofPalette(BufferedImage image) {
        int width = image.getWidth();
        byte[] pixels = new byte[width * image.getHeight() * COLOURS];
        int at = 0;
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < width; x++) {
                int rgb = image.getRGB(x, y);
                pixels[at++] = (byte) (rgb >> 16);
                pixels[at++] = (byte) (rgb >> 8);
                pixels[at++] = (byte) rgb;
            }
        }
        return pixels;
    }
}
