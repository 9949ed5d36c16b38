package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import javax.imageio.ImageIO;

/** Stored pictures of a demo as PNG, made in a worker: colours as they are, depth as grey from near to far. */
final class StoredPictures {
    /** As large as any page shows. */
    private static final long MAX_PIXELS = 32L << 20;

    private StoredPictures() {}

    /** Whether a dataset holds pictures. */
    static boolean areIn(DatasetInfo info) {
        List<Long> shape = info.rowShape();
        boolean isPicture = FieldSpec.canBeImage(info.dtype(), shape)
                && (shape.get(2) == 1 || shape.get(2) == 3 || shape.get(2) == 4);
        return isPicture && shape.get(0) >= 2 && shape.get(1) >= 2;
    }

    static byte[] png(EpisodeReader demo, String path, long row) throws IOException {
        DatasetInfo info = SeriesRows.required(demo, path);
        if (!areIn(info)) {
            throw new IllegalArgumentException(path + " holds no pictures");
        }
        if (row < 0 || row >= info.rows()) {
            throw new IllegalArgumentException(
                    Sentence.of("row %s of %s asked for, it has %s", row, path, info.rows()));
        }
        if (info.rowShape().get(0) * info.rowShape().get(1) > MAX_PIXELS) {
            throw new IllegalArgumentException(path + " holds pictures of more than 32 million pixels");
        }
        byte[] picture = demo.readBytes(path, row, row + 1);
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.setUseCache(false);
        ImageIO.write(image(info, picture), "png", png);
        return png.toByteArray();
    }

    private static BufferedImage image(DatasetInfo info, byte[] row) {
        int height = info.rowShape().get(0).intValue();
        int width = info.rowShape().get(1).intValue();
        int channels = info.rowShape().get(2).intValue();
        if (info.dtype() == DType.UINT8 && channels >= 3) {
            return colours(height, width, channels, row);
        }
        BufferedImage grey = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
        byte[] pixels = ((DataBufferByte) grey.getRaster().getDataBuffer()).getData();
        if (info.dtype() == DType.UINT8) {
            System.arraycopy(row, 0, pixels, 0, pixels.length);
        } else {
            shade(info.dtype(), row, pixels);
        }
        return grey;
    }

    private static BufferedImage colours(int height, int width, int channels, byte[] row) {
        int[] offsets = {0, 1, 2};
        var buffer = new DataBufferByte(row, row.length);
        var raster = Raster.createInterleavedRaster(buffer, width, height, channels * width, channels, offsets, null);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        for (int y = 0; y < height; y++) {
            image.getRaster().setPixels(0, y, width, 1, raster.getPixels(0, y, width, 1, (int[]) null));
        }
        return image;
    }

    /** The nearest is black; what is not finite is, too. */
    private static void shade(DType dtype, byte[] row, byte[] pixels) {
        double[] depth = new double[pixels.length];
        ByteBuffer in = Elements.of(row);
        double near = Double.POSITIVE_INFINITY;
        double far = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < depth.length; i++) {
            depth[i] = Elements.getDouble(dtype, in, i);
            if (Double.isFinite(depth[i])) {
                near = Math.min(near, depth[i]);
                far = Math.max(far, depth[i]);
            }
        }
        double scale = far > near ? 255 / (far - near) : 0;
        for (int i = 0; i < depth.length; i++) {
            pixels[i] = Double.isFinite(depth[i]) ? (byte) Math.round((depth[i] - near) * scale) : 0;
        }
    }
}
