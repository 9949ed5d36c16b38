package io.github.roboreel.dataset.minari;

import static io.github.roboreel.dataset.minari.ArrowBatch.require;

import io.github.roboreel.dataset.minari.ArrowBatch.Extent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Where rows of their own lengths begin and end.
 *
 * @param place of the numbers in the file, one more than rows
 * @param bytes of each: 4 or 8
 */
record ArrowOffsets(Extent place, int bytes) {
    /** Of rows of one length. */
    static final ArrowOffsets NONE = new ArrowOffsets(new Extent(0, 0), Integer.BYTES);

    /**
     * Where some rows begin, and where the last one ends.
     *
     * @param from first row
     * @param to row after the last one; no more than there are
     * @throws IOException when one ends before it begins
     */
    long[] read(FileChannel file, long from, long to) throws IOException {
        int count = Math.toIntExact(to - from + 1);
        ByteBuffer found =
                ArrowBatch.read(file, new Extent(place.position() + from * bytes, Math.multiplyExact(count, bytes)));
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            offsets[i] = bytes == Integer.BYTES ? found.getInt() : found.getLong();
            require(offsets[i] >= (i == 0 ? 0 : offsets[i - 1]), "has a row that ends before it begins");
        }
        return offsets;
    }
}
