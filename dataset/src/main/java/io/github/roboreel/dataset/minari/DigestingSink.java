package io.github.roboreel.dataset.minari;

import java.io.IOException;

/** Notes checksums of all that it hands on. */
final class DigestingSink implements ArraySink {
    private final ArraySink next;
    private final DatasetDigests digests;
    private final long episode;
    private StoredArray current;

    DigestingSink(ArraySink next, DatasetDigests digests, long episode) {
        this.next = next;
        this.digests = digests;
        this.episode = episode;
    }

    @Override
    public void begin(StoredArray array, long rows) throws IOException {
        current = array;
        digests.begin(episode, array, rows);
        next.begin(array, rows);
    }

    @Override
    public void rows(byte[] rows, int count) throws IOException {
        digests.rows(current, rows);
        next.rows(rows, count);
    }
}
