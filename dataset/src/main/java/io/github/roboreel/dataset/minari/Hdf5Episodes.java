package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads what {@link Hdf5Store} writes. */
final class Hdf5Episodes implements StoredEpisodes {
    private static final long BLOCK_BYTES = 8 << 20;
    private static final int DEEPEST = 64;

    private final ArrayFileReader file;
    private final Map<String, StoredArray> arrays;

    Hdf5Episodes(ArrayFileReader file, Map<String, StoredArray> arrays) {
        this.file = file;
        this.arrays = arrays;
    }

    @Override
    public void requireExactly(long from, long to) throws IOException {
        Set<String> found = new HashSet<>(file.members(""));
        for (long number = from; number < to; number++) {
            if (!found.remove(Hdf5Store.group(number))) {
                throw new IOException(Hdf5Store.group(number) + " is missing in the dataset");
            }
        }
        if (!found.isEmpty()) {
            throw new IOException("the dataset holds " + found + ", which is no episode of it");
        }
    }

    @Override
    public Map<String, Object> attributes(long number) throws IOException {
        return file.attributes(Hdf5Store.group(number));
    }

    @Override
    public void arrays(long number, ArraySink sink) throws IOException {
        String group = Hdf5Store.group(number);
        if (file.kind(group + "/" + StoredArray.INFOS) != Kind.GROUP) {
            throw new IOException(group + " has no group 'infos', which Minari needs");
        }
        for (String member : file.members(group)) {
            walk(group, member, sink);
        }
    }

    private void walk(String group, String path, ArraySink sink) throws IOException {
        String full = group + "/" + path;
        if (path.chars().filter(c -> c == '/').count() > DEEPEST) {
            throw new IOException(full + " is too deep; a group of the dataset contains itself");
        }
        switch (file.kind(full)) {
            case GROUP -> {
                for (String member : file.members(full)) {
                    walk(group, path + "/" + member, sink);
                }
            }
            case ARRAY, TEXTS -> numbers(full, path, sink);
            case BLOBS -> pictures(full, path, sink);
            default -> throw new IOException(full + " is nothing that a dataset holds");
        }
    }

    private void numbers(String full, String path, ArraySink sink) throws IOException {
        DatasetInfo info = file.info(full);
        StoredArray array = new StoredArray(path, info.dtype(), info.rowShape(), false);
        sink.begin(array, info.rows());
        long most = Math.max(1, BLOCK_BYTES / Math.max(1, array.rowBytes()));
        for (long row = 0; row < info.rows(); row += most) {
            long end = Math.min(info.rows(), row + most);
            sink.rows(file.readBytes(full, row, end), (int) (end - row));
        }
    }

    private void pictures(String full, String path, ArraySink sink) throws IOException {
        StoredArray array = arrays.get(path);
        if (array == null || !array.picture()) {
            throw new IOException(full + " holds pictures, but its space does not say so");
        }
        long rows = file.info(full).rows();
        sink.begin(array, rows);
        for (long row = 0; row < rows; row++) {
            byte[] png = file.readBlobs(full, row, row + 1).get(0);
            sink.rows(PngFrames.decode(png, array.width(), array.height()), 1);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
