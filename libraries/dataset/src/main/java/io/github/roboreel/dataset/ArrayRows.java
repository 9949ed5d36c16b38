package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.PoseOrder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The rows of a foreign array as those of the field that it becomes, a block of them in memory. For one thread. */
final class ArrayRows {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final int BLOCK_PICTURES = 16;

    private final FieldSource array;
    private final long rows;
    private final int rowBytes;
    private long blockStart;
    private long blockEnd;
    private ByteBuffer block;
    private List<String> texts;

    /** So many rows from the array's first on. */
    ArrayRows(FieldSource array, long rows) {
        this.array = array;
        this.rows = rows;
        rowBytes = array.spec().rowBytes();
    }

    /** The values of a row, little-endian; valid until the next call. */
    ByteBuffer row(long row) throws IOException {
        if (row < blockStart || row >= blockEnd) {
            int most = array.storage().areNumbers() ? Math.max(1, BLOCK_BYTES / rowBytes) : BLOCK_PICTURES;
            long end = Math.min(rows, row + most);
            block = ByteBuffer.wrap(read(row, end));
            blockStart = row;
            blockEnd = end;
        }
        int at = (int) (row - blockStart) * rowBytes;
        return block.slice(at, rowBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The values of some rows, little-endian, row-major. */
    byte[] read(long from, long to) throws IOException {
        long first = array.firstRow() + from;
        long end = array.firstRow() + to;
        return switch (array.storage()) {
            case NUMBERS -> numbers(array.rows().numbers(first, end));
            case XYZW_POSES -> numbers(wxyz(array.rows().numbers(first, end)));
            case TEXTS -> texts((int) first, (int) end);
            case PICTURE_FILES -> pixels(array.rows().blobs(first, end));
            case EQUAL_PICTURE_FILES -> pixels(equalRows(first, end));
        };
    }

    private byte[] wxyz(byte[] poses) {
        PoseOrder.toWxyz(poses, poses.length, array.storedType().bytes());
        return poses;
    }

    private byte[] numbers(byte[] stored) {
        DType dtype = array.spec().dtype();
        if (dtype == array.storedType()) {
            return stored;
        }
        ByteBuffer values = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
        int elements = stored.length / array.storedType().bytes();
        return ValueCast.cast(values, array.storedType(), dtype, elements).array();
    }

    private byte[] texts(int from, int to) throws IOException {
        if (texts == null) {
            texts = array.rows().texts();
        }
        ByteBuffer padded = ByteBuffer.allocate((to - from) * rowBytes);
        for (int row = from; row < to; row++) {
            byte[] utf8 = texts.get(row).getBytes(StandardCharsets.UTF_8);
            padded.put(Arrays.copyOf(utf8, rowBytes));
        }
        return padded.array();
    }

    private byte[] pixels(List<byte[]> pictures) throws IOException {
        ByteArrayOutputStream pixels = new ByteArrayOutputStream(Math.multiplyExact(pictures.size(), rowBytes));
        try {
            for (byte[] picture : pictures) {
                pixels.write(Pictures.pixels(picture, array.spec().shape()));
            }
        } catch (IOException e) {
            throw new IOException("'" + array.path() + "': " + e.getMessage(), e);
        }
        return pixels.toByteArray();
    }

    private List<byte[]> equalRows(long from, long to) throws IOException {
        byte[] all = array.rows().numbers(from, to);
        int length = all.length / (int) (to - from);
        List<byte[]> split = new ArrayList<>();
        for (int at = 0; at < all.length; at += length) {
            split.add(Arrays.copyOfRange(all, at, at + length));
        }
        return split;
    }
}
