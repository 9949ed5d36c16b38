package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Uint64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Limits of stored values, which of them are little-endian, and their widening to float64. */
public final class StoredValues {
    /** Deflate's best ratio is 1032 to 1. */
    private static final double MAX_COMPRESSION = 1100;

    /** Values that were never written take no room in the file. */
    private static final double MAX_FILL = 1 << 24;

    private StoredValues() {}

    /**
     * Refuses more values than a file can hold: a damaged extent can promise more than anybody can read in a lifetime.
     *
     * @param shape of the dataset
     */
    public static void requirePossible(long fileBytes, List<Long> shape, DType dtype) throws IOException {
        double bytes = dtype.bytes();
        for (long size : shape) {
            bytes *= Math.max(1, size);
        }
        if (bytes > fileBytes * MAX_COMPRESSION + MAX_FILL) {
            throw new IOException(
                    "its shape " + shape + " is more than a file of " + fileBytes + " bytes can hold; it is damaged");
        }
    }

    /** A text without the padding behind it: up to its NUL, and without the spaces at its end where it has those. */
    public static String text(byte[] padded, boolean isSpacePadded) {
        return Hdf5.text(padded, isSpacePadded);
    }

    /** Decodes {@code count} elements at the start of {@code raw} into {@code out} from {@code at}. */
    public static void widen(DType dtype, byte[] raw, int count, double[] out, int at) {
        ByteBuffer in = ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
        switch (dtype) {
            case FLOAT16 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = half(in.getShort());
                }
            }
            case FLOAT32 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.getFloat();
                }
            }
            case FLOAT64 -> in.asDoubleBuffer().get(out, at, count);
            case INT16 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.getShort();
                }
            }
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.getInt();
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.getLong();
                }
            }
            case UINT8, BOOL, TEXT -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.get() & 0xff;
                }
            }
            case INT8 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.get();
                }
            }
            case UINT32 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = Integer.toUnsignedLong(in.getInt());
                }
            }
            case UINT64 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = Uint64.toDouble(in.getLong());
                }
            }
            case UINT16 -> {
                for (int i = 0; i < count; i++) {
                    out[at + i] = in.getShort() & 0xffff;
                }
            }
        }
    }

    /** IEEE 754-2008 binary16: 1 sign, 5 exponent (bias 15), 10 fraction bits. */
    static double half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double magnitude = switch (exponent) {
            case 0 -> Math.scalb((double) fraction, -24);
            case 0x1f -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
            default -> Math.scalb((double) (fraction | 0x400), exponent - 25);
        };
        return bits < 0 ? -magnitude : magnitude;
    }
}
