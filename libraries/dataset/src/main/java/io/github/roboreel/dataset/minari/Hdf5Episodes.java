package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.FoundArray;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.RowBlocks;
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
        FoundArray.each(file, group, found -> {
            DatasetInfo info = found.info().orElseThrow(() -> new IOException(found.fault()));
            if (found.kind() == Kind.BLOBS) {
                pictures(found, info.rows(), sink);
            } else {
                sink.begin(new MinariArray(found.name(), info.dtype(), info.rowShape(), false), info.rows());
                long rowBytes = info.rowElements() * info.dtype().bytes();
                RowBlocks.each(found.rows(), rowBytes, 0, info.rows(), sink::rows);
            }
        });
    }

    private void pictures(FoundArray found, long rows, DatasetStorage.ArraySink sink) throws IOException {
        MinariArray array = arrays.get(found.name());
        if (array == null || !array.picture()) {
            throw new IOException(found.path() + " holds pictures, but its space does not say so");
        }
        sink.begin(array, rows);
        for (long row = 0; row < rows; row++) {
            byte[] png = found.rows().blobs(row, row + 1).get(0);
            sink.rows(PngFrames.decode(png, array.width(), array.height()), 1);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
