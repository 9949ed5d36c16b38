package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.recorder.hdf5.lib.Hdf5ArrayNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5StringNative;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Adds rows to one array of byte strings. For one thread. */
final class BlobAppender implements Closeable {
    private final long dataset;
    private long rows;

    private BlobAppender(long dataset, long rows) {
        this.dataset = dataset;
        this.rows = rows;
    }

    /** Of an array in an open file. */
    static BlobAppender open(long file, String path) throws IOException {
        long dataset = Hdf5Native.openObject(file, path);
        try {
            List<Long> shape = Hdf5ReadNative.layout(dataset).shape();
            if (shape.size() != 1 || !Hdf5ArrayNative.isGrowing(dataset)) {
                throw new IOException("byte strings '"
                        + path
                        + "' of shape "
                        + shape
                        + " were made with that size for ever; write a new file");
            }
            return new BlobAppender(dataset, shape.get(0));
        } catch (IOException e) {
            Hdf5Native.closeObject(dataset);
            throw e;
        }
    }

    void append(List<byte[]> added) throws IOException {
        if (added.isEmpty()) {
            return;
        }
        Hdf5Native.setExtent(dataset, new long[] {rows + added.size()});
        Hdf5StringNative.writeBlobs(dataset, rows, added);
        rows += added.size();
    }

    @Override
    public void close() throws IOException {
        Hdf5Native.closeObject(dataset);
    }
}
