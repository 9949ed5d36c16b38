package io.github.roboreel.recordings;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * An array of numbers, booleans or texts with a shape, row-major. The last axis of texts is their UTF-8 bytes.
 * Immutable: views share memory that is never written. Any thread may use it.
 */
public final class NdArray {
    private final DType dtype;
    private final int[] shape;
    private final ByteBuffer bytes;

    private NdArray(DType dtype, int[] shape, ByteBuffer bytes) {
        this.dtype = dtype;
        this.shape = shape;
        this.bytes = bytes;
    }

    /**
     * An array of these bytes, which must not be modified afterwards.
     *
     * @param bytes little-endian, row-major; from its position to its limit
     * @throws IllegalArgumentException when the shape takes another number of bytes
     */
    public static NdArray wrap(DType dtype, ByteBuffer bytes, int... shape) {
        long expected = (long) elements(shape) * dtype.bytes();
        if (bytes.remaining() != expected) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s %s takes %s bytes, %s were given",
                    dtype.label(), Arrays.toString(shape), expected, bytes.remaining()));
        }
        return new NdArray(
                dtype, shape.clone(), bytes.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN));
    }

    /** A float64 array; its shape is a vector's without one. */
    public static NdArray ofDoubles(double[] values, int... shape) {
        ByteBuffer bytes = Elements.room(DType.FLOAT64, values.length);
        bytes.asDoubleBuffer().put(values);
        return wrap(DType.FLOAT64, bytes, orVector(shape, values.length));
    }

    /** A float32 array; its shape is a vector's without one. */
    public static NdArray ofFloats(float[] values, int... shape) {
        ByteBuffer bytes = Elements.room(DType.FLOAT32, values.length);
        bytes.asFloatBuffer().put(values);
        return wrap(DType.FLOAT32, bytes, orVector(shape, values.length));
    }

    /** An int64 array; its shape is a vector's without one. */
    public static NdArray ofLongs(long[] values, int... shape) {
        ByteBuffer bytes = Elements.room(DType.INT64, values.length);
        bytes.asLongBuffer().put(values);
        return wrap(DType.INT64, bytes, orVector(shape, values.length));
    }

    /** A bool scalar. */
    public static NdArray of(boolean value) {
        return wrap(DType.BOOL, ByteBuffer.wrap(new byte[] {(byte) (value ? 1 : 0)}));
    }

    /** A float64 scalar. */
    public static NdArray of(double value) {
        return wrap(DType.FLOAT64, Elements.room(DType.FLOAT64, 1).putDouble(0, value));
    }

    /** An int64 scalar. */
    public static NdArray of(long value) {
        return wrap(DType.INT64, Elements.room(DType.INT64, 1).putLong(0, value));
    }

    /** One text. */
    public static NdArray of(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return wrap(DType.TEXT, ByteBuffer.wrap(utf8), utf8.length);
    }

    /** Zeros: false, empty texts. */
    public static NdArray zeros(DType dtype, int... shape) {
        return wrap(dtype, Elements.room(dtype, elements(shape)), shape);
    }

    /**
     * Values converted to a dtype: rounded to the nearest for float16 and float32, cut towards zero and saturated for
     * integers, not 0 for true.
     */
    public static NdArray of(DType dtype, double[] values, int... shape) {
        return wrap(dtype, ByteBuffer.wrap(Elements.bytes(dtype, values)), orVector(shape, values.length));
    }

    private static int[] orVector(int[] shape, int length) {
        return shape.length == 0 ? new int[] {length} : shape;
    }

    private static int elements(int[] shape) {
        int elements = 1;
        for (int size : shape) {
            if (size < 0) {
                throw new IllegalArgumentException("no array has the shape " + Arrays.toString(shape));
            }
            elements = Math.multiplyExact(elements, size);
        }
        return elements;
    }

    /** Type of one element. */
    public DType dtype() {
        return dtype;
    }

    /** Shape; empty for a scalar. A copy. */
    public int[] shape() {
        return shape.clone();
    }

    /** Number of axes. */
    public int axes() {
        return shape.length;
    }

    /** Number of elements. */
    public int elements() {
        return bytes.capacity() / dtype.bytes();
    }

    /**
     * Length of the first axis.
     *
     * @throws IllegalStateException of a scalar
     */
    public int rows() {
        if (shape.length == 0) {
            throw new IllegalStateException("a scalar has no rows");
        }
        return shape[0];
    }

    /** One row, without the first axis: a view. */
    public NdArray row(int index) {
        int at = index < 0 ? index + rows() : index;
        NdArray one = rows(at, at + 1);
        return new NdArray(dtype, Arrays.copyOfRange(shape, 1, shape.length), one.bytes);
    }

    /**
     * Some rows: a view.
     *
     * @param from first row
     * @param to row after the last one
     * @throws IndexOutOfBoundsException when there are not so many
     */
    public NdArray rows(int from, int to) {
        if (from < 0 || from > to || to > rows()) {
            throw new IndexOutOfBoundsException(Sentence.of("rows %s to %s asked for, there are %s", from, to, rows()));
        }
        int rowBytes = rows() == 0 ? 0 : bytes.capacity() / rows();
        int[] newShape = shape.clone();
        newShape[0] = to - from;
        ByteBuffer part = bytes.slice(from * rowBytes, (to - from) * rowBytes).order(ByteOrder.LITTLE_ENDIAN);
        return new NdArray(dtype, newShape, part);
    }

    /** The same elements with another shape: a view. */
    public NdArray reshaped(int... newShape) {
        return wrap(dtype, bytes.duplicate(), newShape);
    }

    /** The elements, little-endian, row-major; read-only, with a position of its own. */
    public ByteBuffer buffer() {
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** An element by its place in row-major order, widened; int64 and uint64 beyond 2^53 are rounded. */
    public double getDouble(int index) {
        return Elements.getDouble(dtype, bytes, index);
    }

    /** An element as a whole number: that of an integer or bool exactly (uint64 as its bits), of a float cut. */
    public long getLong(int index) {
        return Elements.getLong(dtype, bytes, index);
    }

    /** An element as an object, as {@link Elements#get} gives it. */
    public Object get(int index) {
        return Elements.get(dtype, bytes, index);
    }

    /** Whether an element is not 0. */
    public boolean getBoolean(int index) {
        return getDouble(index) != 0;
    }

    /** All elements, as {@link #getDouble} gives them. */
    public double[] doubles() {
        return Elements.doubles(dtype, bytes);
    }

    /** All elements as float32. */
    public float[] floats() {
        return Elements.floats(dtype, bytes);
    }

    /** All elements, as {@link #getLong} gives them. */
    public long[] longs() {
        long[] values = new long[elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = getLong(i);
        }
        return values;
    }

    /** All bytes of the elements, a copy. */
    public byte[] bytes() {
        byte[] copy = new byte[bytes.capacity()];
        bytes.get(0, copy);
        return copy;
    }

    /**
     * Copies all bytes of the elements, little-endian, without allocating.
     *
     * @param target its position stays
     * @param at where the first byte goes, counted from the target's begin
     * @throws IndexOutOfBoundsException when there is not so much room
     */
    public void copyTo(ByteBuffer target, int at) {
        target.put(at, bytes, 0, bytes.capacity());
    }

    /** Bytes of all elements. */
    public int sizeInBytes() {
        return bytes.capacity();
    }

    /** Whether another has the same shape, without allocating. */
    public boolean hasShape(int... other) {
        return Arrays.equals(shape, other);
    }

    /**
     * The text of one row of texts, without the NULs behind it.
     *
     * @throws IllegalStateException when this is no single text
     */
    public String text() {
        if (!dtype.isText() || shape.length != 1) {
            throw new IllegalStateException(this + " is no single text");
        }
        int length = bytes.capacity();
        while (length > 0 && bytes.get(length - 1) == 0) {
            length--;
        }
        return StandardCharsets.UTF_8.decode(bytes.slice(0, length)).toString();
    }

    /**
     * Arrays of one dtype and shape under a new first axis.
     *
     * @throws IllegalArgumentException when there is none, or they differ
     */
    public static NdArray stack(List<NdArray> arrays) {
        if (arrays.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to stack");
        }
        NdArray first = arrays.get(0);
        ByteBuffer joined = ByteBuffer.allocate(Math.multiplyExact(arrays.size(), first.bytes.capacity()));
        for (NdArray array : arrays) {
            array.requireLike(first);
            joined.put(array.buffer());
        }
        int[] shape = new int[first.shape.length + 1];
        shape[0] = arrays.size();
        System.arraycopy(first.shape, 0, shape, 1, first.shape.length);
        return wrap(first.dtype, joined.flip(), shape);
    }

    private void requireLike(NdArray first) {
        if (dtype != first.dtype || !Arrays.equals(shape, first.shape)) {
            throw new IllegalArgumentException(
                    Sentence.of("%s cannot be stacked on %s; pad or cut it first", description(), first.description()));
        }
    }

    /** Whether dtype, shape and every bit are the same. */
    @Override
    public boolean equals(Object other) {
        return other instanceof NdArray array
                && dtype == array.dtype
                && Arrays.equals(shape, array.shape)
                && bytes.equals(array.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * dtype.hashCode() + Arrays.hashCode(shape)) + bytes.hashCode();
    }

    private String description() {
        return dtype.label() + Arrays.toString(shape);
    }

    /** Dtype and shape, for example {@code float32[7]}. */
    @Override
    public String toString() {
        return description();
    }
}
