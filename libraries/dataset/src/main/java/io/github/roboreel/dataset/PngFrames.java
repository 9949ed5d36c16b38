package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferUShort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Camera frames and depth images as PNG files, without loss. Written by hand, since the JDK's writer takes several
 * times as long, and read by the JDK's reader.
 */
public final class PngFrames {
    private static final int COLOURS = 3;
    private static final long SIGNATURE = 0x89504e470d0a1a0aL;
    private static final int GREY = 0;
    private static final int TRUE_COLOUR = 2;
    private static final byte SUB = 1;
    private static final byte UP = 2;
    private static final int LEVEL = 2;
    private static final int CHUNK_FRAME_BYTES = 12;

    private PngFrames() {}

    /**
     * One frame as a PNG file.
     *
     * @param rows uint8, one frame of height x width x 3 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) {
        return file(rows, index * COLOURS * width * height, width, height, COLOURS, TRUE_COLOUR);
    }

    /**
     * One depth image as a grey PNG file of 16 bits.
     *
     * @param rows uint16 little-endian, one image of height x width x 1 after the other
     * @param index which of them
     */
    public static byte[] encodeDepth(byte[] rows, int index, int width, int height) {
        byte[] bigEndian = new byte[Short.BYTES * width * height];
        int start = index * bigEndian.length;
        for (int i = 0; i < bigEndian.length; i += Short.BYTES) {
            bigEndian[i] = rows[start + i + 1];
            bigEndian[i + 1] = rows[start + i];
        }
        return file(bigEndian, 0, width, height, Short.BYTES, GREY);
    }

    /** One picture as a PNG file: of depth where it is uint16, else of colours. */
    public static byte[] encode(DType dtype, byte[] rows, int index, int width, int height) {
        return dtype == DType.UINT16 ? encodeDepth(rows, index, width, height) : encode(rows, index, width, height);
    }

    /**
     * The pixels that {@link #encode(DType, byte[], int, int, int)} made a file of.
     *
     * @throws IOException when it is no such picture
     */
    public static byte[] decode(DType dtype, byte[] png, int width, int height) throws IOException {
        return dtype == DType.UINT16 ? decodeDepth(png, width, height) : decode(png, width, height);
    }

    /** A PNG file of one frame, which starts there and has so many bytes per pixel. */
    private static byte[] file(byte[] pixels, int start, int width, int height, int pixelBytes, int colourType) {
        int bitDepth = colourType == GREY ? Short.SIZE : Byte.SIZE;
        ByteBuffer header = ByteBuffer.allocate(13).putInt(width).putInt(height);
        header.put((byte) bitDepth).put((byte) colourType);
        byte[] image = deflated(filtered(pixels, start, width * pixelBytes, height, pixelBytes));
        ByteBuffer file = ByteBuffer.allocate(Long.BYTES + 3 * CHUNK_FRAME_BYTES + header.capacity() + image.length);
        file.putLong(SIGNATURE);
        putChunk(file, "IHDR", header.array());
        putChunk(file, "IDAT", image);
        putChunk(file, "IEND", new byte[0]);
        return file.array();
    }

    private static void putChunk(ByteBuffer file, String type, byte[] content) {
        file.putInt(content.length);
        int start = file.position();
        file.put(type.getBytes(StandardCharsets.US_ASCII)).put(content);
        CRC32 crc = new CRC32();
        crc.update(file.array(), start, file.position() - start);
        file.putInt((int) crc.getValue());
    }

    /** Each line as differences to the pixels on its left or above it, whichever are smaller. */
    private static byte[] filtered(byte[] pixels, int start, int lineBytes, int height, int pixelBytes) {
        byte[] all = new byte[height * (lineBytes + 1)];
        byte[] left = new byte[lineBytes];
        byte[] above = new byte[lineBytes];
        for (int y = 0; y < height; y++) {
            int line = start + y * lineBytes;
            difference(pixels, line, pixelBytes, pixelBytes, left);
            System.arraycopy(pixels, line, left, 0, pixelBytes);
            boolean isUp = false;
            if (y > 0) {
                difference(pixels, line, lineBytes, 0, above);
                isUp = size(above) < size(left);
            }
            int at = y * (lineBytes + 1);
            all[at] = isUp ? UP : SUB;
            System.arraycopy(isUp ? above : left, 0, all, at + 1, lineBytes);
        }
        return all;
    }

    /** Of a line's bytes, from one on, to those so far before them. */
    private static void difference(byte[] pixels, int line, int distance, int from, byte[] to) {
        for (int i = from; i < to.length; i++) {
            to[i] = (byte) (pixels[line + i] - pixels[line + i - distance]);
        }
    }

    private static int size(byte[] differences) {
        int size = 0;
        for (byte difference : differences) {
            size += Math.abs(difference);
        }
        return size;
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater(LEVEL);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length / 2);
            byte[] piece = new byte[1 << 14];
            while (!deflater.finished()) {
                packed.write(piece, 0, deflater.deflate(piece));
            }
            return packed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    /**
     * The frame of a PNG file, height x width x 3.
     *
     * @throws IOException when it is no picture of that size
     */
    public static byte[] decode(byte[] png, int width, int height) throws IOException {
        BufferedImage image = picture(png, width, height);
        BufferedImage bgr = image;
        if (image.getType() != BufferedImage.TYPE_3BYTE_BGR) {
            bgr = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
            bgr.getGraphics().drawImage(image, 0, 0, null);
        }
        byte[] pixels = ((DataBufferByte) bgr.getRaster().getDataBuffer()).getData();
        byte[] rgb = new byte[pixels.length];
        for (int i = 0; i < rgb.length; i += COLOURS) {
            rgb[i] = pixels[i + 2];
            rgb[i + 1] = pixels[i + 1];
            rgb[i + 2] = pixels[i];
        }
        return rgb;
    }

    /**
     * The picture of a PNG, JPEG or TIFF file.
     *
     * @throws IOException when it is no picture of that size
     */
    static BufferedImage picture(byte[] file, int width, int height) throws IOException {
        try (PictureFile picture = PictureFile.open(file)) {
            if (picture.width() != width || picture.height() != height) {
                throw new IOException("a picture of " + width + "x" + height + " was expected, but it is "
                        + picture.width() + "x" + picture.height());
            }
            return picture.image();
        }
    }

    /**
     * The depth image of a PNG file, uint16 little-endian, height x width x 1.
     *
     * @throws IOException when it is no grey picture of that size with 16 bits
     */
    public static byte[] decodeDepth(byte[] png, int width, int height) throws IOException {
        BufferedImage image = picture(png, width, height);
        boolean isDepth = image.getRaster().getNumBands() == 1
                && image.getRaster().getDataBuffer().getDataType() == DataBuffer.TYPE_USHORT;
        if (!isDepth) {
            throw new IOException(
                    "a grey picture of " + width + "x" + height + " with 16 bits was expected, but there is none");
        }
        short[] values = ((DataBufferUShort) image.getRaster().getDataBuffer()).getData();
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Short.BYTES);
        bytes.order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().put(values);
        return bytes.array();
    }
}
