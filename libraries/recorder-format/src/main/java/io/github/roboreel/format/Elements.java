package io.github.roboreel.format;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Single elements of arrays, row-major: the one place that knows their bytes. Buffers are little-endian, and an index
 * counts elements from a buffer's begin, whatever its position; positions stay but for {@link #next}. Any thread may
 * use it on buffers of its own.
 */
public final class Elements {
    private Elements() {}

    /** Bytes of elements as a buffer to read and write them in; it shares the array. */
    public static ByteBuffer of(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Room for so many elements, all 0.
     *
     * @throws ArithmeticException when they take 2 GiB or more
     */
    public static ByteBuffer room(DType dtype, int elements) {
        return of(new byte[Math.multiplyExact(elements, dtype.bytes())]);
    }

    /** An element widened to float64; int64 and uint64 beyond 2^53 are rounded, a text's is a byte from 0 to 255. */
    public static double getDouble(DType dtype, ByteBuffer bytes, int index) {
        int at = index * dtype.bytes();
        return switch (dtype) {
            case FLOAT16 -> Float16.toFloat(bytes.getShort(at));
            case FLOAT32 -> bytes.getFloat(at);
            case FLOAT64 -> bytes.getDouble(at);
            case INT8 -> bytes.get(at);
            case INT16 -> bytes.getShort(at);
            case INT32 -> bytes.getInt(at);
            case INT64 -> bytes.getLong(at);
            case UINT8, BOOL, TEXT -> Byte.toUnsignedInt(bytes.get(at));
            case UINT16 -> Short.toUnsignedInt(bytes.getShort(at));
            case UINT32 -> Integer.toUnsignedLong(bytes.getInt(at));
            case UINT64 -> Uint64.toDouble(bytes.getLong(at));
        };
    }

    /** An element as a whole number: that of an integer or bool exactly, uint64 as its bits, of a float cut. */
    public static long getLong(DType dtype, ByteBuffer bytes, int index) {
        boolean isLong = dtype.isInteger() && dtype.bytes() == Long.BYTES;
        return isLong ? bytes.getLong(index * Long.BYTES) : (long) getDouble(dtype, bytes, index);
    }

    /** The bits of an element as a float32; what a NaN carries is kept. */
    public static int getFloatBits(DType dtype, ByteBuffer bytes, int index) {
        return switch (dtype) {
            case FLOAT16 -> Float16.widen(bytes.getShort(index * Short.BYTES));
            case FLOAT32 -> bytes.getInt(index * Float.BYTES);
            case FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, TEXT ->
                Float.floatToRawIntBits((float) getDouble(dtype, bytes, index));
        };
    }

    /**
     * An element as an object that has exactly its value.
     *
     * @return Boolean; Float of float16 and float32; Double; Long, or BigInteger of a uint64 beyond it
     */
    public static Object get(DType dtype, ByteBuffer bytes, int index) {
        return switch (dtype.kind()) {
            case FLOATING -> {
                double value = getDouble(dtype, bytes, index);
                yield dtype.exactFloat() == DType.FLOAT32 ? (Object) (float) value : (Object) value;
            }
            case BOOL -> getDouble(dtype, bytes, index) != 0;
            case SIGNED, TEXT -> getLong(dtype, bytes, index);
            case UNSIGNED -> unsigned(getLong(dtype, bytes, index));
        };
    }

    private static Object unsigned(long bits) {
        return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
    }

    /** Whole buffers as {@link #getDouble} gives their elements. */
    public static double[] doubles(DType dtype, ByteBuffer bytes) {
        double[] values = new double[bytes.limit() / dtype.bytes()];
        doubles(dtype, bytes, values.length, values, 0);
        return values;
    }

    /** The first {@code count} elements, as {@link #getDouble} gives them, into {@code out} from {@code at}. */
    public static void doubles(DType dtype, ByteBuffer bytes, int count, double[] out, int at) {
        if (dtype == DType.FLOAT64) {
            whole(bytes).asDoubleBuffer().get(out, at, count);
        } else if (dtype == DType.FLOAT32) {
            // The usual type without a decision for each element.
            for (int i = 0; i < count; i++) {
                out[at + i] = bytes.getFloat(i * Float.BYTES);
            }
        } else {
            for (int i = 0; i < count; i++) {
                out[at + i] = getDouble(dtype, bytes, i);
            }
        }
    }

    /** All elements of a buffer as float32, the nearest to what {@link #getDouble} gives. */
    public static float[] floats(DType dtype, ByteBuffer bytes) {
        float[] values = new float[bytes.limit() / dtype.bytes()];
        if (dtype == DType.FLOAT32) {
            whole(bytes).asFloatBuffer().get(values);
            return values;
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) getDouble(dtype, bytes, i);
        }
        return values;
    }

    /**
     * All elements of a buffer in an array of the type that values are handed in as: of {@link DType#javaType},
     * unsigned ones as bit patterns.
     *
     * @throws IllegalArgumentException of texts
     */
    public static Object array(DType dtype, ByteBuffer bytes) {
        int count = bytes.limit() / dtype.bytes();
        return switch (dtype.kind()) {
            case FLOATING -> dtype.javaType() == float.class ? floats(dtype, bytes) : doubles(dtype, bytes);
            case SIGNED, UNSIGNED -> integers(dtype, whole(bytes), count);
            case BOOL -> {
                boolean[] values = new boolean[count];
                for (int i = 0; i < count; i++) {
                    values[i] = bytes.get(i) != 0;
                }
                yield values;
            }
            case TEXT -> throw new IllegalArgumentException("texts are no array of numbers");
        };
    }

    private static Object integers(DType dtype, ByteBuffer bytes, int count) {
        switch (dtype.bytes()) {
            case Byte.BYTES -> {
                byte[] values = new byte[count];
                bytes.get(values);
                return values;
            }
            case Short.BYTES -> {
                short[] values = new short[count];
                bytes.asShortBuffer().get(values);
                return values;
            }
            case Integer.BYTES -> {
                int[] values = new int[count];
                bytes.asIntBuffer().get(values);
                return values;
            }
            default -> {
                long[] values = new long[count];
                bytes.asLongBuffer().get(values);
                return values;
            }
        }
    }

    private static ByteBuffer whole(ByteBuffer bytes) {
        return bytes.duplicate().rewind().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Index of the element at a buffer's position, which is moved past it: for elements that are written or read one
     * after the other.
     *
     * @throws IllegalArgumentException when the buffer ends before
     */
    public static int next(DType dtype, ByteBuffer bytes) {
        int at = bytes.position();
        bytes.position(at + dtype.bytes());
        return at / dtype.bytes();
    }

    /**
     * Puts a number: rounded to the nearest for floats, cut towards zero and saturated for integers, not 0 for true.
     *
     * @return the buffer
     */
    public static ByteBuffer putDouble(DType dtype, ByteBuffer bytes, int index, double value) {
        int at = index * dtype.bytes();
        return switch (dtype) {
            case FLOAT16 -> bytes.putShort(at, Float16.fromFloat((float) value));
            case FLOAT32 -> bytes.putFloat(at, (float) value);
            case FLOAT64 -> bytes.putDouble(at, value);
            case INT8 -> bytes.put(at, (byte) saturated(value, Byte.MIN_VALUE, Byte.MAX_VALUE));
            case INT16 -> bytes.putShort(at, (short) saturated(value, Short.MIN_VALUE, Short.MAX_VALUE));
            case INT32 -> bytes.putInt(at, (int) value);
            case INT64 -> bytes.putLong(at, (long) value);
            case UINT8, TEXT -> bytes.put(at, (byte) saturated(value, 0, 0xff));
            case UINT16 -> bytes.putShort(at, (short) saturated(value, 0, 0xffff));
            case UINT32 -> bytes.putInt(at, (int) saturated(value, 0, 0xffffffffL));
            case UINT64 -> bytes.putLong(at, Uint64.fromDouble(value));
            case BOOL -> bytes.put(at, (byte) (value == 0 ? 0 : 1));
        };
    }

    private static long saturated(double value, long min, long max) {
        return Math.max(min, Math.min(max, (long) value));
    }

    /**
     * Puts a whole number: its lowest bits for integers, bools and bytes of texts, the nearest for floats.
     *
     * @return the buffer
     */
    public static ByteBuffer putLong(DType dtype, ByteBuffer bytes, int index, long value) {
        int at = index * dtype.bytes();
        return switch (dtype) {
            case INT8, UINT8, BOOL, TEXT -> bytes.put(at, (byte) value);
            case INT16, UINT16 -> bytes.putShort(at, (short) value);
            case INT32, UINT32 -> bytes.putInt(at, (int) value);
            case INT64, UINT64 -> bytes.putLong(at, value);
            case FLOAT16, FLOAT32, FLOAT64 -> putDouble(dtype, bytes, index, value);
        };
    }

    /**
     * Puts a float32 given by its bits, as {@link #putDouble} does; a float16 keeps of what a NaN carries what it has
     * room for.
     *
     * @return the buffer
     */
    public static ByteBuffer putFloatBits(DType dtype, ByteBuffer bytes, int index, int bits) {
        return switch (dtype) {
            case FLOAT16 -> bytes.putShort(index * Short.BYTES, Float16.narrow(bits));
            case FLOAT32 -> bytes.putInt(index * Float.BYTES, bits);
            case FLOAT64, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, TEXT ->
                putDouble(dtype, bytes, index, Float.intBitsToFloat(bits));
        };
    }

    /**
     * Puts the value of an object.
     *
     * @param value Boolean for a bool, any Number for the others; of integers its lowest bits
     * @return the buffer
     * @throws ClassCastException when it is another object
     */
    public static ByteBuffer put(DType dtype, ByteBuffer bytes, int index, Object value) {
        return switch (dtype.kind()) {
            case FLOATING ->
                value instanceof Float number
                        ? putFloatBits(dtype, bytes, index, Float.floatToRawIntBits(number))
                        : putDouble(dtype, bytes, index, ((Number) value).doubleValue());
            case BOOL -> putLong(dtype, bytes, index, (Boolean) value ? 1 : 0);
            case SIGNED, UNSIGNED, TEXT -> putLong(dtype, bytes, index, ((Number) value).longValue());
        };
    }

    /** Bytes of numbers, each put as {@link #putDouble} does. */
    public static byte[] bytes(DType dtype, double... values) {
        ByteBuffer bytes = room(dtype, values.length);
        for (int i = 0; i < values.length; i++) {
            putDouble(dtype, bytes, i, values[i]);
        }
        return bytes.array();
    }
}
