package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ArrayNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5StringNative;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.hdf5.lib.ScalarAttribute;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** An HDF5 file being written. */
final class Hdf5ArrayFileWriter implements ArrayFileWriter {
    /** As the recorder's; higher levels mostly cost time. */
    private static final int DEFLATE_LEVEL = 1;

    private static final long BLOB_CHUNK_ROWS = 64;

    /** Each holds up to a chunk of rows. */
    private static final int MOST_OPEN = 32;

    private final Path path;
    private final long file;
    private final RecentlyUsed<ArrayAppender> arrays;
    private final RecentlyUsed<BlobAppender> blobs;
    private boolean closed;

    Hdf5ArrayFileWriter(Path path, long file) {
        this.path = path;
        this.file = file;
        this.arrays = new RecentlyUsed<>(MOST_OPEN, array -> ArrayAppender.open(file, array));
        this.blobs = new RecentlyUsed<>(MOST_OPEN, array -> BlobAppender.open(file, array));
    }

    @Override
    public void group(String group) throws IOException {
        if (kind(group) != Kind.GROUP) {
            requireFree(group);
            Hdf5ArrayNative.createGroup(file, group);
        }
    }

    @Override
    public void attribute(String object, String name, Object value) throws IOException {
        if (kind(object) == Kind.NOTHING) {
            throw new IOException(path + " has no '" + object + "' to give attribute '" + name + "'; create it");
        }
        ArrayPaths.requireName(name);
        long open = Hdf5Native.openObject(file, ArrayPaths.require(object));
        try {
            ScalarAttribute.set(open, name, value);
        } finally {
            Hdf5Native.closeObject(open);
        }
    }

    @Override
    public void array(String array, DType dtype, List<Long> rowShape, int chunkRows, boolean compressed)
            throws IOException {
        ArrayAppender.requireChunk(array, dtype, rowShape, chunkRows);
        requireFree(array);
        int axes = rowShape.size() - (dtype.isText() ? 1 : 0);
        long[] chunk = new long[axes + 1];
        chunk[0] = chunkRows;
        for (int i = 1; i < chunk.length; i++) {
            chunk[i] = rowShape.get(i - 1);
        }
        long width = dtype.isText() ? rowShape.get(axes) : dtype.bytes();
        long type = Hdf5Native.elementType(dtype, Math.toIntExact(width));
        try {
            create(array, type, chunk, compressed);
        } finally {
            Hdf5Native.release(dtype, type);
        }
    }

    @Override
    public void emptyRows(String array, DType dtype, List<Long> rowShape, long rows) throws IOException {
        if (!rowShape.contains(0L)) {
            throw new IllegalArgumentException("rows of shape " + rowShape + " are not empty; use array");
        }
        requireFree(array);
        long[] shape = new long[rowShape.size() + 1];
        shape[0] = rows;
        for (int i = 1; i < shape.length; i++) {
            shape[i] = rowShape.get(i - 1);
        }
        long type = Hdf5Native.elementType(dtype, dtype.bytes());
        try {
            Hdf5ArrayNative.createFixed(file, array, type, shape, new byte[0]);
        } finally {
            Hdf5Native.release(dtype, type);
        }
    }

    @Override
    public void append(String array, byte[] rows) throws IOException {
        requireKind(array, Kind.ARRAY, Kind.TEXTS);
        arrays.get(array).append(array, rows);
    }

    @Override
    public void blobs(String array) throws IOException {
        requireFree(array);
        long type = Hdf5StringNative.blobType();
        try {
            create(array, type, new long[] {BLOB_CHUNK_ROWS}, false);
        } finally {
            Hdf5Native.closeType(type);
        }
    }

    @Override
    public void appendBlobs(String array, List<byte[]> rows) throws IOException {
        requireKind(array, Kind.BLOBS);
        blobs.get(array).append(rows);
    }

    @Override
    public void texts(String array, List<String> rows) throws IOException {
        requireFree(array);
        List<byte[]> utf8 = rows.stream()
                .map(row -> ScalarAttribute.requireText(array, row))
                .map(row -> row.getBytes(StandardCharsets.UTF_8))
                .toList();
        int width = Math.max(1, utf8.stream().mapToInt(row -> row.length).max().orElse(1));
        byte[] padded = new byte[Math.multiplyExact(width, rows.size())];
        for (int i = 0; i < utf8.size(); i++) {
            System.arraycopy(utf8.get(i), 0, padded, i * width, utf8.get(i).length);
        }
        long type = Hdf5Native.stringType(width, true);
        try {
            Hdf5ArrayNative.createFixed(file, array, type, new long[] {rows.size()}, padded);
        } finally {
            Hdf5Native.closeType(type);
        }
    }

    private void create(String array, long type, long[] chunk, boolean compressed) throws IOException {
        Hdf5Native.Filters filters = compressed ? Hdf5Native.Filters.SHUFFLE_DEFLATE : Hdf5Native.Filters.NONE;
        Hdf5Native.closeObject(Hdf5Native.createDataset(file, array, type, chunk, filters, DEFLATE_LEVEL));
    }

    private Kind kind(String object) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to write '" + object + "'");
        }
        return Hdf5ArrayNative.kind(file, ArrayPaths.require(object));
    }

    private void requireFree(String object) throws IOException {
        if (kind(object) != Kind.NOTHING) {
            throw new IOException(path + " has '" + object + "' already, which is left as it is; name another");
        }
    }

    private void requireKind(String array, Kind... kinds) throws IOException {
        Kind found = kind(array);
        if (!Arrays.asList(kinds).contains(found)) {
            throw new IOException(path
                    + " has "
                    + found
                    + " at '"
                    + array
                    + "', but rows can only be added to "
                    + kinds[0]
                    + "; create it first");
        }
    }

    /** Writes the rows that are still waiting, and closes the file; again it does nothing. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            arrays.close();
        } finally {
            closeRest();
        }
    }

    private void closeRest() throws IOException {
        try {
            blobs.close();
        } finally {
            Hdf5Native.closeFile(file);
        }
    }
}
