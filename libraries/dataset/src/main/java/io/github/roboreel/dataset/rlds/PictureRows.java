package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.PictureFile;
import io.github.roboreel.dataset.Pictures;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;

/**
 * Rows that are picture files of a list.
 *
 * @param list they are in
 * @param dtype of a sample: uint8, uint16 for depth, float32 for depth whose bytes are those of a pixel of colours
 * @param rowShape height, width and channels
 * @param count number of pictures
 * @param memory that there is
 */
record PictureRows(ValueList list, DType dtype, List<Long> rowShape, long count, Memory memory) implements Rows {
    private static final int COLOURS = 3;

    /** As declared, with the sizes of the first picture where they are not. */
    static PictureRows of(ValueList list, LeafFeature feature, Memory memory) throws IOException {
        List<Long> declared = feature.shape().isEmpty() ? List.of(-1L, -1L, -1L) : feature.shape();
        if (list.count() == 0) {
            return new PictureRows(list, feature.type().dtype(), declared, 0, memory);
        }
        try (PictureFile first = PictureFile.open(list.item(0, memory))) {
            long channels = feature.type().dtype() == DType.UINT8 ? first.channels() : 1;
            List<Long> shape = List.of(
                    declared.get(0) < 0 ? first.height() : declared.get(0),
                    declared.get(1) < 0 ? first.width() : declared.get(1),
                    declared.get(2) < 0 ? channels : declared.get(2));
            return new PictureRows(list, feature.type().dtype(), shape, list.count(), memory);
        }
    }

    @Override
    public byte[] read(long from, long to) throws IOException {
        long rowBytes = Math.multiplyExact(Math.multiplyExact(rowShape.get(0), rowShape.get(1)), rowShape.get(2))
                * dtype.bytes();
        memory.require((to - from + 2) * rowBytes);
        byte[] rows = new byte[Math.toIntExact((to - from) * rowBytes)];
        for (long row = from; row < to; row++) {
            byte[] pixels = pixels(list.item((int) row, memory));
            System.arraycopy(pixels, 0, rows, (int) ((row - from) * rowBytes), (int) rowBytes);
        }
        return rows;
    }

    private byte[] pixels(byte[] file) throws IOException {
        int height = Math.toIntExact(rowShape.get(0));
        int width = Math.toIntExact(rowShape.get(1));
        int channels = Math.toIntExact(rowShape.get(2));
        return switch (dtype) {
            case UINT16 -> PngFrames.decodeDepth(file, width, height);
            case FLOAT32 -> Pictures.pixels(file, List.of(height, width, Float.BYTES));
            case UINT8 -> colours(file, height, width, channels);
            case FLOAT16, FLOAT64, INT8, INT16, INT32, INT64, UINT32, UINT64, BOOL, TEXT ->
                throw new IllegalStateException("no picture is of " + dtype.label());
        };
    }

    /** Readers of this format take a grey picture for one of colours where colours are declared. */
    private static byte[] colours(byte[] file, int height, int width, int channels) throws IOException {
        if (channels != COLOURS || channelsOf(file) != 1) {
            return Pictures.pixels(file, channels == 1 ? List.of(height, width) : List.of(height, width, channels));
        }
        byte[] grey = Pictures.pixels(file, List.of(height, width));
        byte[] pixels = new byte[grey.length * COLOURS];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = grey[i / COLOURS];
        }
        return pixels;
    }

    private static int channelsOf(byte[] file) throws IOException {
        try (PictureFile picture = PictureFile.open(file)) {
            return picture.channels();
        }
    }
}
