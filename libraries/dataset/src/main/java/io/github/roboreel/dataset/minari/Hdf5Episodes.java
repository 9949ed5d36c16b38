package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.StoredGroup;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads what {@link Hdf5Store} writes. */
final class Hdf5Episodes implements DatasetStorage.Reader {
    private final ArrayFileReader file;
    private final Map<String, MinariArray> arrays;

    Hdf5Episodes(ArrayFileReader file, Map<String, MinariArray> arrays) {
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
    public void arrays(long number, DatasetStorage.ArraySink sink) throws IOException {
        String group = Hdf5Store.group(number);
        if (file.kind(group + "/" + MinariArray.INFOS) != Kind.GROUP) {
            throw new IOException(group + " has no group 'infos', which Minari needs");
        }
        StoredGroup episode = new StoredGroup(file, group);
        for (String path : episode.paths()) {
            if (episode.kind(path) == Kind.BLOBS) {
                pictures(episode, path, sink);
            } else {
                numbers(episode, path, sink);
            }
        }
    }

    private static void numbers(StoredGroup episode, String path, DatasetStorage.ArraySink sink) throws IOException {
        DatasetInfo info = episode.info(path);
        sink.begin(new MinariArray(path, info.dtype(), info.rowShape(), false), info.rows());
        RowBlocks.each(episode, path, 0, info.rows(), sink::rows);
    }

    private void pictures(StoredGroup episode, String path, DatasetStorage.ArraySink sink) throws IOException {
        MinariArray array = arrays.get(path);
        if (array == null || !array.picture()) {
            throw new IOException(episode.name() + "/" + path + " holds pictures, but its space does not say so");
        }
        long rows = episode.info(path).rows();
        sink.begin(array, rows);
        for (long row = 0; row < rows; row++) {
            byte[] png = episode.readBlobs(path, row, row + 1).get(0);
            sink.rows(PngFrames.decode(png, array.width(), array.height()), 1);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
