package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.file.AttributeTypes;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.H5Type;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** An HDF5 file being written. */
final class Hdf5ArrayFileWriter implements ArrayFileWriter {
    /** As the recorder's; higher levels mostly cost time. */
    private static final int DEFLATE_LEVEL = 1;

    private static final long BLOB_CHUNK_ROWS = 64;

    /** Each holds up to a chunk of rows. */
    private static final int MAX_OPEN = 32;

    private final Path path;
    private final H5File file;
    private final RecentlyUsed<ArrayAppender> arrays;
    private final RecentlyUsed<BlobAppender> blobs;
    private final PictureChunks pictures = new PictureChunks();
    private final AttributeTypes types = new AttributeTypes();
    private boolean closed;

    /** Object that was there last, since rows come to one array after the other; none goes away. */
    private String lastObject = "";

    private Kind lastKind = Kind.GROUP;

    private final OpenGroups groups;

    Hdf5ArrayFileWriter(Path path, H5File file) throws IOException {
        this.path = path;
        this.file = file;
        this.groups = new OpenGroups(file.root());
        this.arrays = new RecentlyUsed<>(MAX_OPEN, array -> ArrayAppender.open(file, array, pictures));
        this.blobs = new RecentlyUsed<>(MAX_OPEN, array -> BlobAppender.open(file, array));
    }

    @Override
    public void group(String group) throws IOException {
        requireOpen(group);
        ArrayPaths.require(group);
        try {
            groups.made(group);
        } catch (IOException e) {
            requireFree(group);
            throw e;
        }
    }

    @Override
    public void attribute(String object, String name, Object value) throws IOException {
        Optional<ArrayAppender> array = arrays.find(object);
        if (array.isEmpty() && kind(object) == Kind.NOTHING) {
            throw new IOException(path + " has no '" + object + "' to give attribute '" + name + "'; create it");
        }
        ArrayPaths.requireName(name);
        if (value instanceof String text) {
            ArrayPaths.requireText(name, text);
        }
        if (array.isPresent()) {
            types.replace(array.get().dataset(), name, value);
            return;
        }
        if (lastKind == Kind.GROUP) {
            types.replace(groups.made(object), name, value);
            return;
        }
        try (H5Object open = file.root().object(object)) {
            types.replace(open, name, value);
        }
    }

    @Override
    public void array(String array, DType dtype, List<Long> rowShape, int chunkRows, boolean compressed)
            throws IOException {
        ArrayAppender.requireChunk(array, dtype, rowShape, chunkRows);
        long[] axes = LongStream.concat(LongStream.of(0), rowShape.stream().mapToLong(Long::longValue))
                .toArray();
        long[] chunk = dtype.isText() ? Arrays.copyOf(axes, axes.length - 1) : axes.clone();
        chunk[0] = chunkRows;
        long width = dtype.isText() ? axes[axes.length - 1] : dtype.bytes();
        try (H5Type type = H5Type.of(dtype, Math.toIntExact(width))) {
            Optional<PictureChunks> deflated = Optional.of(pictures).filter(any -> compressed);
            arrays.add(
                    array,
                    a -> new ArrayAppender(create(a, type, chunk, compressed), dtype, axes, chunkRows, deflated));
        }
        lastObject = array;
        lastKind = dtype.isText() ? Kind.TEXTS : Kind.ARRAY;
    }

    @Override
    public void emptyRows(String array, DType dtype, List<Long> rowShape, long rows) throws IOException {
        if (!rowShape.contains(0L)) {
            throw new IllegalArgumentException("rows of shape " + rowShape + " are not empty; use array");
        }
        createFixed(array, dtype, rowShape, rows, new byte[0]);
    }

    @Override
    public void fixed(String array, DType dtype, List<Long> rowShape, byte[] rows) throws IOException {
        long rowBytes = rowShape.stream().reduce((long) dtype.bytes(), Math::multiplyExact);
        if (dtype.isText() || rowBytes == 0 || rows.length % rowBytes != 0) {
            throw new IllegalArgumentException(rows.length + " bytes were given for '" + array
                    + "', but they are no whole rows of " + dtype.label() + rowShape + "; give numbers in whole rows");
        }
        createFixed(array, dtype, rowShape, rows.length / rowBytes, rows);
    }

    private void createFixed(String array, DType dtype, List<Long> rowShape, long rows, byte[] values)
            throws IOException {
        long[] shape = LongStream.concat(LongStream.of(rows), rowShape.stream().mapToLong(Long::longValue))
                .toArray();
        try (H5Type type = H5Type.of(dtype, dtype.bytes())) {
            createFixed(array, type, shape, values);
        }
    }

    @Override
    public void append(String array, byte[] rows) throws IOException {
        requireKind(array, Kind.ARRAY, Kind.TEXTS);
        arrays.get(array).append(array, rows);
    }

    @Override
    public void blobs(String array) throws IOException {
        try (H5Type type = H5Type.blob()) {
            create(array, type, new long[] {BLOB_CHUNK_ROWS}, false).close();
        }
    }

    @Override
    public void appendBlobs(String array, List<byte[]> rows) throws IOException {
        requireKind(array, Kind.BLOBS);
        blobs.get(array).append(rows);
    }

    @Override
    public void texts(String array, List<String> rows) throws IOException {
        List<byte[]> utf8 = rows.stream()
                .map(row -> ArrayPaths.requireText(array, row))
                .map(row -> row.getBytes(StandardCharsets.UTF_8))
                .toList();
        int width = Math.max(1, utf8.stream().mapToInt(row -> row.length).max().orElse(1));
        byte[] padded = new byte[Math.multiplyExact(width, rows.size())];
        for (int i = 0; i < utf8.size(); i++) {
            System.arraycopy(utf8.get(i), 0, padded, i * width, utf8.get(i).length);
        }
        try (H5Type type = H5Type.text(width, true)) {
            createFixed(array, type, new long[] {rows.size()}, padded);
        }
    }

    private void createFixed(String array, H5Type type, long[] shape, byte[] values) throws IOException {
        try (H5Dataset dataset = created(array, (parent, name) -> parent.createFixed(name, type, shape))) {
            if (values.length > 0) {
                dataset.write(type, values);
            }
        }
    }

    private H5Dataset create(String array, H5Type type, long[] chunk, boolean compressed) throws IOException {
        H5Group.Storage storage = H5Group.Storage.ofRows(chunk, compressed ? DEFLATE_LEVEL : -1);
        return created(array, (parent, name) -> parent.createDataset(name, type, storage));
    }

    /** Creates a dataset in a group. */
    @FunctionalInterface
    private interface Creation {
        H5Dataset in(H5Group parent, String name) throws IOException;
    }

    /** The library refuses a path that is taken; only then is the path looked up. */
    private H5Dataset created(String array, Creation creation) throws IOException {
        requireOpen(array);
        ArrayPaths.require(array);
        int slash = array.lastIndexOf('/');
        try {
            return creation.in(groups.made(array.substring(0, Math.max(0, slash))), array.substring(slash + 1));
        } catch (IOException e) {
            requireFree(array);
            throw e;
        }
    }

    private void requireOpen(String object) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to write '" + object + "'");
        }
    }

    private Kind kind(String object) throws IOException {
        requireOpen(object);
        if (!object.equals(lastObject)) {
            Kind kind = file.root().kind(ArrayPaths.require(object));
            if (kind == Kind.NOTHING) {
                return kind;
            }
            lastObject = object;
            lastKind = kind;
        }
        return lastKind;
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
        try (file;
                types;
                groups) {
            blobs.close();
        }
    }
}
