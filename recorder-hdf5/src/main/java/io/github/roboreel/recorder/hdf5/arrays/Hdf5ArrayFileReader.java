package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.names.NameOrder;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.H5Strings;
import io.github.roboreel.recorder.hdf5.read.StoredRows;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An HDF5 file being read; links are followed, also into files beside it. */
final class Hdf5ArrayFileReader implements ArrayFileReader {
    private static final Kind[] ANY = {Kind.GROUP, Kind.ARRAY, Kind.BLOBS, Kind.TEXTS};

    private final Path path;
    private final H5File file;
    private final OpenGroups groups;
    private boolean closed;

    /** Object asked about last, since each is asked about several times; nothing changes in a file being read. */
    private String lastObject;

    /** What it is, open; empty for nothing, and at first. */
    private Optional<H5Group.Found> last = Optional.empty();

    /** Its description, once it was asked for. */
    private DatasetInfo lastInfo;

    Hdf5ArrayFileReader(Path path, H5File file) {
        this.path = path;
        this.file = file;
        this.groups = new OpenGroups(file.root());
    }

    @Override
    public Kind kind(String object) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read '" + object + "'");
        }
        if (!object.equals(lastObject)) {
            try {
                lastObject = null;
                closeLast();
                ArrayPaths.require(object);
                last = groups.find(object);
                lastObject = object;
            } catch (IOException e) {
                throw new IOException(path + ", " + object + ": " + e.getMessage(), e);
            }
        }
        return last.map(H5Group.Found::kind).orElse(Kind.NOTHING);
    }

    @Override
    public List<String> members(String group) throws IOException {
        return withGroup(group, H5Group::linkNames).stream()
                .sorted(NameOrder.NATURAL)
                .toList();
    }

    @Override
    public Map<String, Object> attributes(String object) throws IOException {
        Map<String, Object> attributes = with(object, H5Object::singleAttributes, ANY);
        attributes.replaceAll((name, value) -> value instanceof List<?> texts ? FormatJson.text(texts) : value);
        return attributes;
    }

    @Override
    public List<String> otherAttributes(String object) throws IOException {
        return with(object, H5Object::otherAttributes, ANY);
    }

    @Override
    public DatasetInfo info(String array) throws IOException {
        Kind kind = kind(array);
        if (lastInfo == null) {
            lastInfo = kind == Kind.BLOBS
                    ? withDataset(array, H5Dataset::describeStrings, Kind.BLOBS)
                    : withDataset(array, this::describeElements, Kind.ARRAY, Kind.TEXTS);
        }
        return lastInfo;
    }

    private DatasetInfo describeElements(H5Dataset dataset) throws IOException {
        boolean isText =
                last.map(H5Group.Found::kind).filter(Kind.TEXTS::equals).isPresent();
        return isText && dataset.isVariableText() ? dataset.describeStrings() : dataset.describe(path);
    }

    @Override
    public byte[] readBytes(String array, long from, long to) throws IOException {
        return withDataset(
                array,
                dataset -> {
                    DatasetInfo info = lastInfo == null ? dataset.describeRows(path) : lastInfo;
                    return StoredRows.bytes(
                            array, info, from, to, (row, rows, out) -> dataset.readRows(info.dtype(), row, rows, out));
                },
                Kind.ARRAY,
                Kind.TEXTS);
    }

    @Override
    public List<byte[]> readBlobs(String array, long from, long to) throws IOException {
        return withDataset(
                array,
                dataset -> {
                    int rows = listOf(dataset).arrayLength(array, from, to, 1);
                    return rows == 0 ? List.<byte[]>of() : H5Strings.readBlobs(dataset, from, rows);
                },
                Kind.BLOBS);
    }

    @Override
    public List<String> readTexts(String array) throws IOException {
        return withDataset(
                array,
                dataset -> {
                    int rows = Math.toIntExact(texts(dataset).rows());
                    return rows == 0 ? List.<String>of() : H5Strings.readTexts(dataset, rows);
                },
                Kind.TEXTS);
    }

    private static DatasetInfo texts(H5Dataset dataset) throws IOException {
        return dataset.isVariableText() ? listOf(dataset) : requireList(dataset.describeStrings(), 1);
    }

    private static DatasetInfo listOf(H5Dataset dataset) throws IOException {
        return requireList(dataset.describeStrings(), 0);
    }

    private static DatasetInfo requireList(DatasetInfo info, int axes) throws IOException {
        if (info.rowShape().size() != axes) {
            throw new IOException("its rows have shape " + info.rowShape() + ", but one string each is expected");
        }
        return info;
    }

    private <T> T withGroup(String group, IoFunction<H5Group, T> use) throws IOException {
        return with(group, object -> use.apply((H5Group) object), Kind.GROUP);
    }

    private <T> T withDataset(String array, IoFunction<H5Dataset, T> use, Kind... kinds) throws IOException {
        return with(array, object -> use.apply((H5Dataset) object), kinds);
    }

    /** Opens an object for a use; it stays open until another one is asked for. */
    private <T> T with(String object, IoFunction<H5Object, T> use, Kind... kinds) throws IOException {
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
            return use.apply(last.orElseThrow().object());
        } catch (IOException e) {
            throw new IOException(path + ", " + object + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try (file;
                    groups) {
                closeLast();
            }
        }
    }

    private void closeLast() throws IOException {
        Optional<H5Group.Found> closing = last.filter(found -> !groups.isKept(found));
        last = Optional.empty();
        lastInfo = null;
        if (closing.isPresent()) {
            closing.get().object().close();
        }
    }
}
