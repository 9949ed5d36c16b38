package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.isTrue;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Open dataset: its shape, its rows, and its chunks as they are stored. */
public final class H5Dataset extends H5Object {
    private static final int CHUNKED = 2;
    private static final int NULL_SPACE = 2;
    private static final long UNLIMITED = -1;
    private static final long NO_ADDRESS = -1;
    private static final int EXTENSIBLE_ARRAY = 4;
    private static final int MAX_FILTER_NAME = 128;

    /** Size of other files in which it or its values lie, bytes. */
    private final long bytesElsewhere;

    H5Dataset(long id) {
        this(id, 0);
    }

    private H5Dataset(long id, long bytesElsewhere) {
        super(id);
        this.bytesElsewhere = bytesElsewhere;
    }

    /**
     * An open dataset of a file that any program may have written.
     *
     * @param id is closed when this fails
     * @param linkedBytes size of the other files that links went through to it
     * @throws FileFaultException when its values lie where nothing is read
     */
    static H5Dataset readable(Calls calls, long id, long linkedBytes) throws IOException {
        try {
            return new H5Dataset(id, linkedBytes + ValuePlaces.require(calls, ok(id)));
        } catch (IOException | RuntimeException e) {
            calls.H5Oclose(id);
            throw e;
        }
    }

    Handle type(Calls calls) {
        return Handle.type(calls, calls.H5Dget_type(id));
    }

    Handle space(Calls calls) {
        return Handle.space(calls, calls.H5Dget_space(id));
    }

    private Handle creation(Calls calls) {
        return Handle.properties(calls, calls.H5Dget_create_plist(id));
    }

    // Shape and storage

    /**
     * How a dataset is stored.
     *
     * @param dtype empty when the recorder's types do not include it
     * @param typeName the stored type, for messages
     * @param shape empty for a scalar; of texts the last axis is their bytes
     * @param chunkShape empty when it is not stored in chunks
     * @param storedBytes what its values take in the file
     */
    public record Layout(
            Optional<DType> dtype,
            String typeName,
            List<Long> shape,
            List<Long> chunkShape,
            List<String> filters,
            long storedBytes) {}

    /** How it is stored. */
    public Layout layout() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            try (Handle type = type(calls);
                    Handle create = creation(calls)) {
                long[] extent = extent(calls);
                List<Long> chunk = list(chunk(calls, create, extent.length));
                return layout(calls, type, extent, chunk, filters(calls, create.id()), calls.H5Dget_storage_size(id));
            }
        });
    }

    private static Layout layout(
            Calls calls, Handle type, long[] extent, List<Long> chunk, List<String> filters, long storedBytes) {
        List<Long> shape = new ArrayList<>(list(extent));
        Optional<DType> dtype = H5Type.dtype(calls, type.id());
        if (dtype.filter(DType::isText).isPresent()) {
            shape.add(calls.H5Tget_size(type.id()));
        }
        return new Layout(dtype, H5Type.typeName(calls, type.id()), List.copyOf(shape), chunk, filters, storedBytes);
    }

    /**
     * Where the chunks of a dataset lie in it.
     *
     * @param extent length of each axis
     * @param chunk of as many axes; empty when it is not stored in chunks
     * @param isEmpty whether no chunk is stored
     */
    record Grid(long[] extent, long[] chunk, boolean isEmpty) {}

    /** The grid of its chunks, which takes far fewer calls than {@link #layout}. */
    Grid grid() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            try (Handle create = creation(calls)) {
                long[] extent = extent(calls);
                boolean isEmpty = calls.H5Dget_storage_size(id) == 0;
                return new Grid(extent, chunk(calls, create, extent.length), isEmpty);
            }
        });
    }

    private static List<Long> list(long[] sizes) {
        return Arrays.stream(sizes).boxed().toList();
    }

    /** Length of each axis; one of length 0 where there are no values at all. */
    private long[] extent(Calls calls) {
        try (Handle space = space(calls)) {
            if (ok(calls.H5Sget_simple_extent_type(space.id())) == NULL_SPACE) {
                return new long[1];
            }
            return sizes(calls, space, false);
        }
    }

    static long[] sizes(Calls calls, Handle space, boolean most) {
        long[] sizes = new long[ok(calls.H5Sget_simple_extent_ndims(space.id()))];
        if (sizes.length > 0) {
            ok(calls.H5Sget_simple_extent_dims(space.id(), most ? null : sizes, most ? sizes : null));
        }
        return sizes;
    }

    /** Empty when it is not stored in chunks. */
    private static long[] chunk(Calls calls, Handle create, int rank) {
        boolean chunked = rank > 0 && ok(calls.H5Pget_layout(create.id())) == CHUNKED;
        long[] sizes = new long[chunked ? rank : 0];
        if (chunked) {
            ok(calls.H5Pget_chunk(create.id(), rank, sizes));
        }
        return sizes;
    }

    private static List<String> filters(Calls calls, long create) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < calls.H5Pget_nfilters(create); i++) {
            byte[] name = new byte[MAX_FILTER_NAME];
            int[] ignored = new int[1];
            int filter = ok(calls.H5Pget_filter2(create, i, ignored, new long[1], null, name.length, name, ignored));
            String text = Hdf5.text(name, false);
            names.add(text.isEmpty() ? "filter " + filter : text);
        }
        return names;
    }

    /**
     * Describes an array of numbers, booleans or padded texts.
     *
     * @param file that was opened
     * @throws IOException when its type cannot be read here, or its shape cannot be true
     */
    public DatasetInfo describe(Path file) throws IOException {
        Layout stored = layout();
        return info(stored, readable(file, stored));
    }

    private DType readable(Path file, Layout stored) throws IOException {
        DType dtype = stored.dtype()
                .orElseThrow(() ->
                        new IOException("stored type " + stored.typeName() + " is not one that can be read here"));
        StoredValues.requirePossible(Files.size(file) + bytesElsewhere, stored.shape(), dtype);
        return dtype;
    }

    /**
     * As {@link #describe}, but only the type and the shape, which is all that reading rows takes.
     *
     * @throws IOException likewise
     */
    public DatasetInfo describeRows(Path file) throws IOException {
        Layout stored = Hdf5.checked("look at a dataset", calls -> {
            try (Handle type = type(calls)) {
                return layout(calls, type, extent(calls), List.of(), List.of(), 0);
            }
        });
        return DatasetInfo.stored(readable(file, stored), stored.shape(), List.of(), List.of(), 0, Map.of());
    }

    /** Describes byte strings or texts, whose rows have lengths of their own. */
    public DatasetInfo describeStrings() throws IOException {
        return info(layout(), DType.UINT8);
    }

    private DatasetInfo info(Layout stored, DType dtype) throws IOException {
        Map<String, Object> said = new HashMap<>();
        for (String name : List.of(AttributeNames.UNIT, AttributeNames.FRAME, AttributeNames.NON_FINITE_ALLOWED)) {
            attribute(name).ifPresent(value -> said.put(name, value));
        }
        return DatasetInfo.stored(
                dtype, stored.shape(), stored.chunkShape(), stored.filters(), stored.storedBytes(), said);
    }

    Kind kind() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            try (Handle type = type(calls)) {
                int kind = ok(calls.H5Tget_class(type.id()));
                if (kind == H5Type.STRING) {
                    return Kind.TEXTS;
                }
                return kind == H5Type.VLEN && holdsBytes(calls, type) ? Kind.BLOBS : Kind.ARRAY;
            }
        });
    }

    private static boolean holdsBytes(Calls calls, Handle list) {
        try (Handle element = Handle.type(calls, calls.H5Tget_super(list.id()))) {
            return ok(calls.H5Tget_class(element.id())) == H5Type.INTEGER && calls.H5Tget_size(element.id()) == 1;
        }
    }

    /** Whether its elements are texts of their own lengths. */
    public boolean isVariableText() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            try (Handle type = type(calls)) {
                return H5Type.isVariableText(calls, type.id());
            }
        });
    }

    /** Whether rows may be added to it without limit. */
    public boolean isGrowing() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            try (Handle space = space(calls)) {
                long[] most = sizes(calls, space, true);
                return most.length > 0 && most[0] == UNLIMITED;
            }
        });
    }

    /** Length of its first axis; 1 for a scalar. */
    public long rows() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            long[] extent = extent(calls);
            return extent.length == 0 ? 1 : extent[0];
        });
    }

    /** Whether two datasets have the same type, extent, and way of being stored. */
    public boolean isLike(H5Dataset other) throws IOException {
        return Hdf5.checked("compare two datasets", calls -> {
            try (Handle type = type(calls);
                    Handle otherType = other.type(calls);
                    Handle space = space(calls);
                    Handle otherSpace = other.space(calls);
                    Handle create = creation(calls);
                    Handle otherCreate = other.creation(calls)) {
                return isTrue(calls.H5Tequal(type.id(), otherType.id()))
                        && isTrue(calls.H5Sextent_equal(space.id(), otherSpace.id()))
                        && isTrue(calls.H5Pequal(create.id(), otherCreate.id()));
            }
        });
    }

    /** Sets the length of each axis. */
    public void setExtent(long[] sizes) throws IOException {
        Hdf5.checked("resize a dataset", calls -> ok(calls.H5Dset_extent(id, sizes)));
    }

    // Rows

    /** Reads rows as little-endian elements of that type into the start of {@code out}. */
    public void readRows(DType dtype, long from, long rows, byte[] out) throws IOException {
        Hdf5.checked("read rows", calls -> {
            try (Handle type = memoryType(calls, dtype);
                    RowSlab slab = RowSlab.of(calls, this, from, rows)) {
                return ok(calls.H5Dread(
                        id, type.id(), slab.memory().id(), slab.file().id(), DEFAULT, out));
            }
        });
    }

    /** Writes little-endian rows over those that the dataset has from {@code from} on. */
    public void writeRows(DType dtype, long from, long rows, byte[] values) throws IOException {
        Hdf5.checked("write rows", calls -> {
            try (Handle type = memoryType(calls, dtype);
                    RowSlab slab = RowSlab.of(calls, this, from, rows)) {
                return ok(calls.H5Dwrite(
                        id, type.id(), slab.memory().id(), slab.file().id(), DEFAULT, values));
            }
        });
    }

    /** Writes all values. */
    public void write(H5Type type, byte[] values) throws IOException {
        Hdf5.checked("write values", calls -> ok(calls.H5Dwrite(id, type.id(), DEFAULT, DEFAULT, DEFAULT, values)));
    }

    Handle memoryType(Calls calls, DType dtype) throws IOException {
        if (dtype.isBool() || dtype.isText()) {
            return type(calls);
        }
        return H5Type.of(dtype, dtype.bytes()).handle(calls);
    }

    // Chunks

    /** Bytes that its values take in the file. */
    public long storedBytes() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> calls.H5Dget_storage_size(id));
    }

    /**
     * Stores one finished chunk.
     *
     * @param offset element coordinates of the chunk's first element
     * @param skippedFilters bit i set: filter i of the pipeline was not applied
     * @param bytes direct buffer
     * @param start index of the chunk's first byte in it
     */
    public void writeChunk(long[] offset, int skippedFilters, ByteBuffer bytes, int start, int size)
            throws IOException {
        Hdf5.checked("write a chunk", calls -> {
            long from = calls.address(bytes) + start;
            return ok(calls.H5Dwrite_chunk(id, DEFAULT, skippedFilters, offset, size, from));
        });
    }

    /** Bytes that the chunk at these element coordinates takes; 0 when there is none. */
    long chunkBytes(long[] offset) throws IOException {
        return Hdf5.checked("look for a chunk", calls -> {
            long[] size = new long[1];
            if (calls.H5Dget_chunk_storage_size(id, offset, size) < 0) {
                requireNotAllocated(H5Exception.of(calls));
                return 0L;
            }
            return size[0];
        });
    }

    /** The library calls it a failure when there is no such chunk. */
    private static void requireNotAllocated(H5Exception failure) {
        if (!failure.says("not allocated")) {
            throw failure;
        }
    }

    /**
     * Reads a chunk as it is stored into the start of a direct buffer.
     *
     * @return which filters it skipped
     */
    int readChunk(long[] offset, ByteBuffer into) throws IOException {
        return Hdf5.checked("read a chunk", calls -> {
            int[] mask = new int[1];
            ok(calls.H5Dread_chunk(id, DEFAULT, offset, mask, calls.address(into)));
            return mask[0];
        });
    }

    /** Whether the library keeps the places of its chunks in an extensible array. */
    boolean hasExtensibleArray() throws IOException {
        return Hdf5.checked("look at a dataset", calls -> {
            int[] type = new int[1];
            return calls.H5Dget_chunk_index_type(id, type) >= 0 && type[0] == EXTENSIBLE_ARRAY;
        });
    }

    /** Place of the chunk at these element coordinates; empty when there is none. Takes time with their number. */
    public Optional<ChunkPlace> chunkPlace(long[] offset) throws IOException {
        return Hdf5.checked("look for a chunk", calls -> {
            int[] mask = new int[1];
            long[] address = {NO_ADDRESS};
            long[] size = new long[1];
            int result = calls.H5Dget_chunk_info_by_coord(id, offset, mask, address, size);
            return result >= 0 && address[0] != NO_ADDRESS
                    ? Optional.of(new ChunkPlace(address[0], size[0], mask[0]))
                    : Optional.empty();
        });
    }

    /**
     * Which filters the chunk at these element coordinates skipped; -1 when there is no such chunk. Takes time with the
     * number of chunks.
     */
    public int skippedFilters(long[] offset) throws IOException {
        return chunkPlace(offset).map(ChunkPlace::skippedFilters).orElse(-1);
    }
}
