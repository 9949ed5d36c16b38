package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;

/** A long of which seven bits go into each byte, the lowest first: small ones are short. */
final class VarLong {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;
    private static final int MAX_SHIFT = Long.SIZE - 1;

    private VarLong() {}

    static void write(DataOutput out, long value) throws IOException {
        long rest = value;
        while ((rest & -MORE) != 0) {
            out.writeByte((int) rest & MORE - 1 | MORE);
            rest >>>= BITS;
        }
        out.writeByte((int) rest);
    }

    static long read(DataInput in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int next = in.readUnsignedByte();
            if (shift == MAX_SHIFT && next > 1) {
                break;
            }
            value |= (long) (next & MORE - 1) << shift;
            if (next < MORE) {
                return value;
            }
        }
        throw new StreamCorruptedException("a number has more than 64 bits");
    }
}
