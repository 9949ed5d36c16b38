package io.github.roboreel.dataset;

import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorModel;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.DataBufferFloat;
import java.awt.image.PixelInterleavedSampleModel;
import java.awt.image.Raster;
import java.awt.image.SampleModel;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Depth images of float32 as uncompressed TIFF files, which PNG cannot hold. */
public final class TiffFrames {
    private TiffFrames() {}

    /**
     * One depth image as a TIFF file.
     *
     * @param rows float32 little-endian, one image of height x width x 1 after the other
     * @param index which of them
     */
    public static byte[] encode(byte[] rows, int index, int width, int height) {
        float[] values = new float[width * height];
        ByteBuffer.wrap(rows, Float.BYTES * values.length * index, Float.BYTES * values.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            writer.setOutput(out);
            writer.write(image(values, width, height));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return file.toByteArray();
    }

    private static BufferedImage image(float[] values, int width, int height) {
        SampleModel rows =
                new PixelInterleavedSampleModel(DataBuffer.TYPE_FLOAT, width, height, 1, width, new int[] {0});
        ColorModel grey = new ComponentColorModel(
                ColorSpace.getInstance(ColorSpace.CS_GRAY), false, false, Transparency.OPAQUE, DataBuffer.TYPE_FLOAT);
        WritableRaster raster = Raster.createWritableRaster(rows, new DataBufferFloat(values, values.length), null);
        return new BufferedImage(grey, raster, false, null);
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
