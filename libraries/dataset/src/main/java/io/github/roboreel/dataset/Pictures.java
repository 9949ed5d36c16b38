package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.awt.image.Raster;
import java.io.IOException;
import java.util.List;

/** Pixels of PNG and JPEG files: uint8, height x width for grey, else height x width x channels. */
public final class Pictures {
    private static final int COLOURS = 3;

    private Pictures() {}

    /** Shape of the pixels of a picture file; they are not decoded. */
    public static List<Integer> shape(byte[] file) throws IOException {
        try (PictureFile picture = PictureFile.open(file)) {
            return shape(picture);
        }
    }

    private static List<Integer> shape(PictureFile picture) throws IOException {
        if (picture.bits() > Byte.SIZE) {
            throw new IOException("a picture has more than 8 bits a channel; expected uint8");
        }
        return picture.channels() == 1
                ? List.of(picture.height(), picture.width())
                : List.of(picture.height(), picture.width(), picture.channels());
    }

    /**
     * The pixels of a picture file, row-major.
     *
     * @throws IOException when it has another shape, which is found out before its pixels take any memory
     */
    public static byte[] pixels(byte[] file, List<Integer> shape) throws IOException {
        try (PictureFile picture = PictureFile.open(file)) {
            List<Integer> found = shape(picture);
            int channels = shape.size() == COLOURS ? shape.get(2) : 1;
            if (picture.height() != shape.get(0) || picture.width() != shape.get(1) || picture.channels() != channels) {
                throw new IOException("a picture is " + found + ", but " + shape + " was expected as in the first row");
            }
            BufferedImage image = picture.image();
            return image.getColorModel() instanceof IndexColorModel
                    ? ofPalette(image)
                    : ofSamples(image.getRaster(), picture.height(), picture.width(), channels);
        }
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
