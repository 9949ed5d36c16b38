package io.github.roboreel.recorder.jhdf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The checksum of HDF5's fletcher32 filter behind a chunk: J. Fletcher, "An Arithmetic Checksum for Serial
 * Transmissions", IEEE Transactions on Communications 30 (1982), over big-endian words of 16 bits, as HDF5 stores it.
 */
final class Fletcher32 {
    /** Its size. */
    static final int BYTES = 4;

    /** Words after which the sums are reduced, so that they stay below 2^32. */
    private static final int WORDS_AT_ONCE = 360;

    private Fletcher32() {}

    /**
     * The values before the checksum.
     *
     * @throws IOException when they have another one
     */
    static byte[] strip(byte[] chunk) throws IOException {
        int size = chunk.length - BYTES;
        if (size < 0) {
            throw new IOException("a chunk holds " + chunk.length + " bytes, less than its checksum, so it is damaged");
        }
        int stored = ByteBuffer.wrap(chunk, size, BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .getInt();
        int computed = of(chunk, size);
        // HDF5 before 1.6.3 turned the bytes of its words round.
        int turned = computed << 8 & 0xff00ff00 | computed >>> 8 & 0x00ff00ff;
        if (stored != computed && stored != turned) {
            throw new IOException("a chunk does not have its checksum, so it is damaged");
        }
        return Arrays.copyOf(chunk, size);
    }

    private static int of(byte[] values, int size) {
        long low = 0;
        long high = 0;
        int words = 0;
        for (int at = 0; at + 1 < size; at += 2) {
            low += (values[at] & 0xff) << 8 | values[at + 1] & 0xff;
            high += low;
            if (++words % WORDS_AT_ONCE == 0) {
                low = reduced(low);
                high = reduced(high);
            }
        }
        if (size % 2 == 1) {
            low += (values[size - 1] & 0xff) << 8;
            high += low;
        }
        low = reduced(reduced(low));
        high = reduced(reduced(high));
        return (int) (high << 16 | low);
    }

    private static long reduced(long sum) {
        return (sum & 0xffff) + (sum >>> 16);
    }
}
