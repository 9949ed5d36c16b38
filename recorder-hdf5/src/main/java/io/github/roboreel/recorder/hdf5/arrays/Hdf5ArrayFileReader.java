package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.recorder.hdf5.lib.Hdf5ArrayNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5StringNative;
import io.github.roboreel.recorder.hdf5.lib.NaturalOrder;
import io.github.roboreel.recorder.hdf5.lib.StoredArray;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.StoredEpisode;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** An HDF5 file being read; links are followed, also into other files. */
final class Hdf5ArrayFileReader implements ArrayFileReader {
    private static final Kind[] ANY = {Kind.GROUP, Kind.ARRAY, Kind.BLOBS, Kind.TEXTS};

    private final Path path;
    private final long file;
    private boolean closed;

    Hdf5ArrayFileReader(Path path, long file) {
        this.path = path;
        this.file = file;
    }

    @Override
    public Kind kind(String object) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read '" + object + "'");
        }
        try {
            return Hdf5ArrayNative.kind(file, ArrayPaths.require(object));
        } catch (IOException e) {
            throw new IOException(path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public List<String> members(String group) throws IOException {
        return with(group, Hdf5ReadNative::linkNames, Kind.GROUP).stream()
                .sorted(NaturalOrder.OF_NAMES)
                .toList();
    }

    @Override
    public Map<String, Object> attributes(String object) throws IOException {
        return with(object, Hdf5ArrayNative::attributes, ANY);
    }

    @Override
    public List<String> otherAttributes(String object) throws IOException {
        return with(object, Hdf5ArrayNative::otherAttributes, ANY);
    }

    @Override
    public DatasetInfo info(String array) throws IOException {
        return kind(array) == Kind.BLOBS
                ? with(array, StoredArray::describeStrings, Kind.BLOBS)
                : with(array, this::describeElements, Kind.ARRAY, Kind.TEXTS);
    }

    private DatasetInfo describeElements(long dataset) throws IOException {
        return Hdf5StringNative.isVariableText(dataset) ? StoredArray.describeStrings(dataset) : describe(dataset);
    }

    private DatasetInfo describe(long dataset) throws IOException {
        Path holder = Path.of(Hdf5ArrayNative.fileOf(dataset));
        return StoredArray.describe(Files.exists(holder) ? holder : path, dataset);
    }

    @Override
    public byte[] readBytes(String array, long from, long to) throws IOException {
        return with(array, dataset -> readBytes(array, dataset, from, to), Kind.ARRAY, Kind.TEXTS);
    }

    private byte[] readBytes(String array, long dataset, long from, long to) throws IOException {
        DatasetInfo info = describe(dataset);
        int bytes =
                StoredEpisode.arrayLength(array, info, from, to, info.dtype().bytes());
        byte[] rows = new byte[bytes];
        if (bytes > 0) {
            Hdf5ReadNative.readRows(dataset, info.dtype(), from, to - from, rows);
        }
        return rows;
    }

    @Override
    public List<byte[]> readBlobs(String array, long from, long to) throws IOException {
        return with(
                array,
                dataset -> {
                    int rows = StoredEpisode.arrayLength(array, listOf(dataset), from, to, 1);
                    return rows == 0 ? List.<byte[]>of() : Hdf5StringNative.readBlobs(dataset, from, rows);
                },
                Kind.BLOBS);
    }

    @Override
    public List<String> readTexts(String array) throws IOException {
        return with(
                array,
                dataset -> {
                    int rows = Math.toIntExact(texts(dataset).rows());
                    return rows == 0 ? List.<String>of() : Hdf5StringNative.readTexts(dataset, rows);
                },
                Kind.TEXTS);
    }

    private static DatasetInfo texts(long dataset) throws IOException {
        return Hdf5StringNative.isVariableText(dataset)
                ? listOf(dataset)
                : requireList(StoredArray.describeStrings(dataset), 1);
    }

    private static DatasetInfo listOf(long dataset) throws IOException {
        return requireList(StoredArray.describeStrings(dataset), 0);
    }

    private static DatasetInfo requireList(DatasetInfo info, int axes) throws IOException {
        if (info.rowShape().size() != axes) {
            throw new IOException("its rows have shape " + info.rowShape() + ", but one string each is expected");
        }
        return info;
    }

    /** Opens an object for one use. */
    private <T> T with(String object, Hdf5RunReader.Use<T> use, Kind... kinds) throws IOException {
        Kind found = kind(object);
        if (!Arrays.asList(kinds).contains(found)) {
            boolean nothing = found == Kind.NOTHING;
            throw new IOException(path
                    + " has "
                    + (nothing ? "nothing, or a link that leads nowhere," : found)
                    + " at '"
                    + object
                    + "', but "
                    + Arrays.toString(kinds)
                    + " is expected");
        }
        try {
            long open = Hdf5Native.openObject(file, ArrayPaths.require(object));
            try {
                return use.of(open);
            } finally {
                Hdf5Native.closeObject(open);
            }
        } catch (IOException e) {
            throw new IOException(path + ", " + object + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            Hdf5Native.closeFile(file);
        }
    }
}
