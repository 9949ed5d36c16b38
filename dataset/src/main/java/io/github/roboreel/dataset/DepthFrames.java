package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferUShort;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Depth images, uint16 of one channel, as grey PNG files of 16 bits, without loss. */
public final class DepthFrames {
    private DepthFrames() {}

    /**
     * One frame as a PNG file.
     *
     * @param rows uint16 little-endian, one frame of height x width x 1 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_USHORT_GRAY);
        short[] values = ((DataBufferUShort) image.getRaster().getDataBuffer()).getData();
        int bytes = values.length * Short.BYTES;
        ByteBuffer.wrap(rows, index * bytes, bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asShortBuffer()
                .get(values);
        return PngFrames.file(image);
    }

    /**
     * The frame of a PNG file, uint16 little-endian, height x width x 1.
     *
     * @throws IOException when it is no grey picture of that size with 16 bits
     */
    public static byte[] decode(byte[] png, int width, int height) throws IOException {
        BufferedImage image = ImageIO.read(new MemoryCacheImageInputStream(new ByteArrayInputStream(png)));
        boolean fits = image != null
                && image.getWidth() == width
                && image.getHeight() == height
                && image.getRaster().getNumBands() == 1
                && image.getRaster().getDataBuffer().getDataType() == DataBuffer.TYPE_USHORT;
        if (!fits) {
            throw new IOException(
                    "a grey picture of " + width + "x" + height + " with 16 bits was expected, but there is none");
        }
        short[] values = ((DataBufferUShort) image.getRaster().getDataBuffer()).getData();
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Short.BYTES);
        bytes.order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().put(values);
        return bytes.array();
    }
}
