package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.minari.DatasetStorage.ArraySink;
import java.io.IOException;

/** Notes checksums of all that it hands on. */
final class DigestingSink implements ArraySink {
    private final ArraySink next;
    private final ArrayDigests digests;
    private MinariArray current;

    DigestingSink(ArraySink next, ArrayDigests digests) {
        this.next = next;
        this.digests = digests;
    }

    @Override
    public void begin(MinariArray array, long rows) throws IOException {
        current = array;
        digests.begin(array.path(), array.dtype(), array.rowShape(), rows);
        next.begin(array, rows);
    }

    @Override
    public void rows(byte[] rows, int count) throws IOException {
        digests.add(current.path(), rows);
        next.rows(rows, count);
    }
}
