package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Adds rows to one array by whole chunks, so that none is compressed twice however few rows come at a time; rows short
 * of a chunk wait here. Past the library's chunk cache, of which every open array would have one. For one thread.
 */
final class ArrayAppender implements Closeable {
    private static final List<String> DEFLATED = List.of("shuffle", "deflate");

    private final H5Dataset dataset;
    private final DType dtype;
    private final long[] shape;
    private final long chunkRows;
    private final long rowBytes;
    private final Optional<PictureChunks> pictures;
    private byte[] pending = {};
    private int pendingBytes;

    /**
     * Of an open dataset, which is closed with it.
     *
     * @param axes length of each; of texts the last is their bytes
     * @param pictures compress chunks that are pictures; empty where nothing is compressed
     */
    ArrayAppender(H5Dataset dataset, DType dtype, long[] axes, long chunkRows, Optional<PictureChunks> pictures) {
        this.dataset = dataset;
        this.dtype = dtype;
        this.shape = dtype.isText() ? Arrays.copyOf(axes, axes.length - 1) : axes;
        this.chunkRows = chunkRows;
        this.rowBytes = Arrays.stream(axes).skip(1).reduce(dtype.bytes(), Math::multiplyExact);
        this.pictures = pictures.filter(any -> PictureChunks.fit(dtype, axes, chunkRows));
    }

    /** The array, for its attributes. */
    H5Dataset dataset() {
        return dataset;
    }

    /** Of an array in an open file. */
    static ArrayAppender open(H5File file, String path, PictureChunks pictures) throws IOException {
        H5Dataset dataset = file.root().uncachedDataset(path);
        try {
            return of(dataset, path, pictures);
        } catch (IOException e) {
            dataset.close();
            throw e;
        }
    }

    private static ArrayAppender of(H5Dataset dataset, String path, PictureChunks pictures) throws IOException {
        H5Dataset.Layout layout = dataset.layout();
        if (!dataset.isGrowing()) {
            throw new IOException("array '"
                    + path
                    + "' of shape "
                    + layout.shape()
                    + " was created with that fixed size; write a new file");
        }
        DType dtype = layout.dtype()
                .orElseThrow(() -> new IOException("array '"
                        + path
                        + "' has stored type "
                        + layout.typeName()
                        + ", to which nothing can be added here"));
        long[] axes = layout.shape().stream().mapToLong(Long::longValue).toArray();
        Optional<PictureChunks> deflated =
                Optional.of(pictures).filter(any -> layout.filters().equals(DEFLATED));
        return new ArrayAppender(dataset, dtype, axes, layout.chunkShape().get(0), deflated);
    }

    /** Adds whole rows. */
    void append(String path, byte[] rows) throws IOException {
        if (rows.length % rowBytes != 0) {
            throw new IllegalArgumentException(rows.length
                    + " bytes were given for '"
                    + path
                    + "', but its rows have "
                    + rowBytes
                    + " each; give whole rows");
        }
        int at = 0;
        while (at < rows.length) {
            long wanted = bytesToBoundary();
            int given = (int) Math.min(wanted, rows.length - at);
            if (pendingBytes == 0 && given == wanted) {
                write(piece(rows, at, given));
            } else {
                keep(rows, at, given);
                if (given == wanted) {
                    flush();
                }
            }
            at += given;
        }
    }

    private long bytesToBoundary() {
        long rows = chunkRows - shape[0] % chunkRows;
        return rows * rowBytes - pendingBytes;
    }

    private static byte[] piece(byte[] rows, int from, int length) {
        return length == rows.length ? rows : Arrays.copyOfRange(rows, from, from + length);
    }

    private void keep(byte[] rows, int from, int length) {
        int needed = pendingBytes + length;
        if (needed > pending.length) {
            long chunkBytes = Math.multiplyExact(chunkRows, rowBytes);
            int larger = (int) Math.min(chunkBytes, Math.max(needed, 2L * pending.length));
            pending = Arrays.copyOf(pending, larger);
        }
        System.arraycopy(rows, from, pending, pendingBytes, length);
        pendingBytes = needed;
    }

    private void flush() throws IOException {
        if (pendingBytes > 0) {
            byte[] rows = piece(pending, 0, pendingBytes);
            pendingBytes = 0;
            write(rows);
        }
    }

    private void write(byte[] rows) throws IOException {
        long count = rows.length / rowBytes;
        long from = shape[0];
        shape[0] = from + count;
        dataset.setExtent(shape);
        if (pictures.isPresent()) {
            pictures.get().write(dataset, from, shape, rows);
        } else {
            dataset.writeRows(dtype, from, count, rows);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            dataset.close();
        }
    }

    /** Refuses a chunk that does not fit into one Java array. */
    static void requireChunk(String path, DType dtype, List<Long> rowShape, int chunkRows) {
        if (dtype.isText() && rowShape.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + path + "' is of texts, whose length in bytes is the shape's last size;" + " given no shape");
        }
        double bytes = dtype.bytes() * (double) chunkRows;
        for (long size : rowShape) {
            bytes *= size;
        }
        if (chunkRows < 1 || !(bytes >= 1 && bytes <= Integer.MAX_VALUE - 8.0)) {
            throw new IllegalArgumentException("a chunk of "
                    + chunkRows
                    + " rows of shape "
                    + rowShape
                    + " was asked for '"
                    + path
                    + "', but it must have at least one value and less than 2 GiB");
        }
    }
}
