package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * A PNG, JPEG or TIFF file whose header has been read, so that its size is known before its pixels take any memory. For
 * one thread.
 */
public final class PictureFile implements AutoCloseable {
    /** Pixels of the largest picture that is decoded. A file of some kilobytes can declare a thousand times as many. */
    public static final long MAX_PIXELS = 1L << 26;

    private static final int COLOURS = 3;

    private final ImageReader reader;
    private final int width;
    private final int height;
    private final ImageTypeSpecifier type;

    private PictureFile(ImageReader reader) throws IOException {
        this.reader = reader;
        width = reader.getWidth(0);
        height = reader.getHeight(0);
        type = reader.getImageTypes(0).next();
    }

    /**
     * Reads the header.
     *
     * @throws IOException when it is no picture that Java reads, or one of more than {@link #MAX_PIXELS}
     */
    public static PictureFile open(byte[] file) throws IOException {
        MemoryCacheImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file));
        Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
        if (!readers.hasNext()) {
            throw new IOException("a row is no picture file that Java reads, such as PNG, JPEG or TIFF");
        }
        ImageReader reader = readers.next();
        reader.setInput(in, true, true);
        try {
            PictureFile picture = new PictureFile(reader);
            picture.requireSize();
            return picture;
        } catch (RuntimeException e) {
            reader.dispose();
            throw damaged(e);
        } catch (IOException e) {
            reader.dispose();
            throw e;
        }
    }

    /** Java's readers answer damage with exceptions of many kinds. */
    private static IOException damaged(RuntimeException e) {
        return new IOException("a picture file is damaged: " + e, e);
    }

    private void requireSize() throws IOException {
        if ((long) width * height > MAX_PIXELS) {
            throw new IOException("a picture says that it is " + width + "x" + height + " pixels, but at most "
                    + MAX_PIXELS + " are decoded");
        }
    }

    /** Pixels of a line. */
    public int width() {
        return width;
    }

    /** Lines. */
    public int height() {
        return height;
    }

    /** Samples of a pixel; 3 of one with a palette. */
    public int channels() {
        return type.getColorModel() instanceof IndexColorModel ? COLOURS : type.getNumBands();
    }

    /** Whether a sample is a float32. */
    public boolean isFloat() {
        return type.getSampleModel().getDataType() == DataBuffer.TYPE_FLOAT;
    }

    /** Bits of a sample. */
    public int bits() {
        return type.getColorModel().getComponentSize(0);
    }

    /**
     * Decodes the pixels.
     *
     * @throws IOException when they are damaged
     */
    public BufferedImage image() throws IOException {
        try {
            return reader.read(0);
        } catch (RuntimeException e) {
            throw damaged(e);
        }
    }

    @Override
    public void close() {
        reader.dispose();
    }
}
