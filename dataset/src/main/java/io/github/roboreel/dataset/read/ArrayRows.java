package io.github.roboreel.dataset.read;

import io.github.roboreel.dataset.read.FieldSource.Storage;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a foreign array one after the other, a block of them in memory. For one thread. */
final class ArrayRows {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCK_PICTURES = 16;

    private final ArrayFileReader file;
    private final FieldSource array;
    private final long rows;
    private final int rowBytes;
    private long blockStart;
    private long blockEnd;
    private byte[] numbers;
    private List<byte[]> pictures = List.of();
    private List<String> texts = List.of();

    /** So many rows from the array's first on. */
    ArrayRows(ArrayFileReader file, FieldSource array, long rows) {
        this.file = file;
        this.array = array;
        this.rows = rows;
        rowBytes = array.storedRowBytes();
    }

    /** The values of a row, little-endian; valid until the next call. */
    ByteBuffer row(long row) throws IOException {
        if (row < blockStart || row >= blockEnd) {
            load(row);
        }
        int index = (int) (row - blockStart);
        if (array.storage() == Storage.TEXTS) {
            return ByteBuffer.wrap(text(index));
        }
        if (array.storage() != Storage.NUMBERS) {
            return ByteBuffer.wrap(pixels(pictures.get(index)));
        }
        ByteBuffer stored =
                ByteBuffer.wrap(numbers, index * rowBytes, rowBytes).slice().order(ByteOrder.LITTLE_ENDIAN);
        DType dtype = array.spec().dtype();
        return dtype == array.stored()
                ? stored
                : ValueCast.cast(stored, array.stored(), dtype, array.spec().elements());
    }

    private byte[] text(int index) {
        byte[] utf8 = texts.get(index).getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(utf8, array.spec().rowBytes());
    }

    private byte[] pixels(byte[] picture) throws IOException {
        try {
            return Pictures.pixels(picture, array.spec().shape());
        } catch (IOException e) {
            throw new IOException("'" + array.path() + "': " + e.getMessage(), e);
        }
    }

    private void load(long row) throws IOException {
        int most = array.storage() == Storage.NUMBERS ? Math.max(1, BLOCK_BYTES / rowBytes) : BLOCK_PICTURES;
        blockStart = row;
        blockEnd = Math.min(rows, row + most);
        long from = array.firstRow() + blockStart;
        long to = array.firstRow() + blockEnd;
        switch (array.storage()) {
            case NUMBERS -> numbers = file.readBytes(array.path(), from, to);
            case TEXTS -> loadTexts();
            case PICTURE_FILES -> pictures = file.readBlobs(array.path(), from, to);
            case EQUAL_PICTURE_FILES -> pictures = equalRows(from, to);
        }
    }

    private void loadTexts() throws IOException {
        List<String> all = file.readTexts(array.path());
        blockStart = 0;
        blockEnd = rows;
        texts = all.subList((int) array.firstRow(), (int) (array.firstRow() + rows));
    }

    private List<byte[]> equalRows(long from, long to) throws IOException {
        byte[] all = file.readBytes(array.path(), from, to);
        int length = all.length / (int) (to - from);
        List<byte[]> split = new ArrayList<>();
        for (int at = 0; at < all.length; at += length) {
            split.add(Arrays.copyOfRange(all, at, at + length));
        }
        return split;
    }
}
