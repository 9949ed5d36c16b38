package io.github.roboreel.dataset;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferFloat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Depth images of float32 as uncompressed TIFF files, which PNG cannot hold; read by the JDK's reader. */
public final class TiffFrames {
    private static final short LITTLE_ENDIAN = 0x4949;
    private static final short MAGIC = 42;
    private static final int HEADER_BYTES = 8;
    private static final int ENTRIES = 10;
    private static final int ENTRY_BYTES = 12;
    private static final int PIXELS_AT = HEADER_BYTES + Short.BYTES + ENTRIES * ENTRY_BYTES + Integer.BYTES;
    private static final int SHORT = 3;
    private static final int LONG = 4;

    private static final int WIDTH = 256;
    private static final int HEIGHT = 257;
    private static final int BITS_PER_SAMPLE = 258;
    private static final int COMPRESSION = 259;
    private static final int PHOTOMETRIC = 262;
    private static final int STRIP_OFFSET = 273;
    private static final int SAMPLES_PER_PIXEL = 277;
    private static final int ROWS_PER_STRIP = 278;
    private static final int STRIP_BYTES = 279;
    private static final int SAMPLE_FORMAT = 339;
    private static final int NONE = 1;
    private static final int BLACK_IS_ZERO = 1;
    private static final int FLOATING = 3;

    private TiffFrames() {}

    /**
     * One depth image as a TIFF file.
     *
     * @param rows float32 little-endian, one image of height x width x 1 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) {
        int bytes = Float.BYTES * width * height;
        int[][] entries = {
            {WIDTH, LONG, width},
            {HEIGHT, LONG, height},
            {BITS_PER_SAMPLE, SHORT, Float.SIZE},
            {COMPRESSION, SHORT, NONE},
            {PHOTOMETRIC, SHORT, BLACK_IS_ZERO},
            {STRIP_OFFSET, LONG, PIXELS_AT},
            {SAMPLES_PER_PIXEL, SHORT, 1},
            {ROWS_PER_STRIP, LONG, height},
            {STRIP_BYTES, LONG, bytes},
            {SAMPLE_FORMAT, SHORT, FLOATING},
        };
        ByteBuffer file = ByteBuffer.allocate(PIXELS_AT + bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.putShort(LITTLE_ENDIAN).putShort(MAGIC).putInt(HEADER_BYTES).putShort((short) ENTRIES);
        for (int[] entry : entries) {
            file.putShort((short) entry[0]).putShort((short) entry[1]).putInt(1).putInt(entry[2]);
        }
        return file.putInt(0).put(rows, index * bytes, bytes).array();
    }

    /**
     * The depth image of a TIFF file, float32 little-endian, height x width x 1.
     *
     * @throws IOException when it is no picture of that size with float32 values
     */
    public static byte[] decode(byte[] tiff, int width, int height) throws IOException {
        BufferedImage image = PngFrames.picture(tiff, width, height);
        boolean isDepth =
                image.getRaster().getNumBands() == 1 && image.getRaster().getDataBuffer() instanceof DataBufferFloat;
        if (!isDepth) {
            throw new IOException(
                    "a picture of " + width + "x" + height + " with float32 values was expected, but there is none");
        }
        float[] values = ((DataBufferFloat) image.getRaster().getDataBuffer()).getData();
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        return bytes.array();
    }
}
