package io.github.roboreel.recorder.hdf5.deflate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * HDF5's shuffle filter: the first bytes of all elements, then the second ones, and so on. Elements of usual sizes are
 * read as one number each, which takes a third of the time.
 */
final class ByteShuffle {
    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);

    private ByteShuffle() {}

    private static VarHandle littleEndian(Class<?> arrayType) {
        return MethodHandles.byteArrayViewVarHandle(arrayType, ByteOrder.LITTLE_ENDIAN);
    }

    /** Shuffles {@code size} bytes, a whole number of elements. */
    static void shuffle(byte[] chunk, int size, int elementBytes, byte[] planes) {
        switch (elementBytes) {
            case Short.BYTES -> shorts(chunk, size / Short.BYTES, planes);
            case Integer.BYTES -> ints(chunk, size / Integer.BYTES, planes);
            case Long.BYTES -> longs(chunk, size / Long.BYTES, planes);
            default -> any(chunk, size, elementBytes, planes);
        }
    }

    private static void shorts(byte[] chunk, int count, byte[] planes) {
        for (int i = 0; i < count; i++) {
            short value = (short) SHORTS.get(chunk, i * Short.BYTES);
            planes[i] = (byte) value;
            planes[count + i] = (byte) (value >> 8);
        }
    }

    private static void ints(byte[] chunk, int count, byte[] planes) {
        int third = 2 * count;
        int fourth = 3 * count;
        for (int i = 0; i < count; i++) {
            int value = (int) INTS.get(chunk, i * Integer.BYTES);
            planes[i] = (byte) value;
            planes[count + i] = (byte) (value >> 8);
            planes[third + i] = (byte) (value >> 16);
            planes[fourth + i] = (byte) (value >> 24);
        }
    }

    private static void longs(byte[] chunk, int count, byte[] planes) {
        for (int i = 0; i < count; i++) {
            long value = (long) LONGS.get(chunk, i * Long.BYTES);
            for (int plane = 0; plane < Long.BYTES; plane++) {
                planes[plane * count + i] = (byte) (value >> plane * Byte.SIZE);
            }
        }
    }

    /** Puts the bytes of {@code size / elementBytes} elements together again; a rest stands as it is. */
    static void unshuffle(byte[] planes, int size, int elementBytes, byte[] chunk) {
        int count = size / elementBytes;
        switch (elementBytes) {
            case Short.BYTES -> {
                for (int i = 0; i < count; i++) {
                    SHORTS.set(chunk, i * Short.BYTES, (short) (planes[i] & 0xff | planes[count + i] << 8));
                }
            }
            case Integer.BYTES -> unshuffleInts(planes, count, chunk);
            case Long.BYTES -> unshuffleLongs(planes, count, chunk);
            default -> {
                for (int plane = 0; plane < elementBytes; plane++) {
                    for (int i = 0; i < count; i++) {
                        chunk[i * elementBytes + plane] = planes[plane * count + i];
                    }
                }
            }
        }
        System.arraycopy(planes, count * elementBytes, chunk, count * elementBytes, size - count * elementBytes);
    }

    private static void unshuffleInts(byte[] planes, int count, byte[] chunk) {
        int third = 2 * count;
        int fourth = 3 * count;
        for (int i = 0; i < count; i++) {
            int value = planes[i] & 0xff
                    | (planes[count + i] & 0xff) << 8
                    | (planes[third + i] & 0xff) << 16
                    | planes[fourth + i] << 24;
            INTS.set(chunk, i * Integer.BYTES, value);
        }
    }

    private static void unshuffleLongs(byte[] planes, int count, byte[] chunk) {
        for (int i = 0; i < count; i++) {
            long value = 0;
            for (int plane = 0; plane < Long.BYTES; plane++) {
                value |= (planes[plane * count + i] & 0xffL) << plane * Byte.SIZE;
            }
            LONGS.set(chunk, i * Long.BYTES, value);
        }
    }

    private static void any(byte[] chunk, int size, int elementBytes, byte[] planes) {
        int to = 0;
        for (int plane = 0; plane < elementBytes; plane++) {
            for (int from = plane; from < size; from += elementBytes) {
                planes[to++] = chunk[from];
            }
        }
    }
}
