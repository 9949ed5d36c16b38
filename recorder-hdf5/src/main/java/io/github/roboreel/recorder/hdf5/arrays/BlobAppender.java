package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Strings;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Adds rows to one array of byte strings. For one thread. */
final class BlobAppender implements Closeable {
    private final H5Dataset dataset;
    private long rows;

    private BlobAppender(H5Dataset dataset, long rows) {
        this.dataset = dataset;
        this.rows = rows;
    }

    /** Of an array in an open file. */
    static BlobAppender open(H5File file, String path) throws IOException {
        H5Dataset dataset = file.root().dataset(path);
        try {
            List<Long> shape = dataset.layout().shape();
            if (shape.size() != 1 || !dataset.isGrowing()) {
                throw new IOException("byte strings '"
                        + path
                        + "' of shape "
                        + shape
                        + " were created with that fixed size; write a new file");
            }
            return new BlobAppender(dataset, shape.get(0));
        } catch (IOException e) {
            dataset.close();
            throw e;
        }
    }

    void append(List<byte[]> added) throws IOException {
        if (added.isEmpty()) {
            return;
        }
        dataset.setExtent(new long[] {rows + added.size()});
        H5Strings.writeBlobs(dataset, rows, added);
        rows += added.size();
    }

    @Override
    public void close() throws IOException {
        dataset.close();
    }
}
