package io.github.roboreel.remote;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * A NumPy array of a server's answer, as openpi's {@code msgpack_numpy} writes it: a map of {@code __ndarray__},
 * {@code data}, {@code dtype} and {@code shape}.
 *
 * @param shape sizes of its axes
 * @param type of its elements
 * @param data the elements, row-major, little-endian
 */
record WireArray(List<Integer> shape, DType type, ByteBuffer data) {
    static final String MARK = "__ndarray__";
    private static final int MAX_AXES = 8;

    /**
     * Takes an array out of a decoded answer.
     *
     * @throws ServerException when it is none, has another dtype than numbers, or more or less data than its shape says
     */
    static WireArray of(Object value) {
        if (!(value instanceof Map<?, ?> map)
                || !map.containsKey(MARK)
                || !(map.get("data") instanceof byte[] data)
                || !(map.get("dtype") instanceof String dtype)
                || !(map.get("shape") instanceof List<?> shape)) {
            throw new ServerException("an array of numbers was expected, given %s", describe(value));
        }
        DType type = NumpyTypes.named(dtype);
        if (shape.size() > MAX_AXES) {
            throw new ServerException("an array has %d axes; expected at most %d", shape.size(), MAX_AXES);
        }
        long bytes = type.bytes();
        for (Object size : shape) {
            if (!(size instanceof Long length) || length < 0 || length > Integer.MAX_VALUE) {
                throw new ServerException("an array has shape %s; expected whole numbers from 0", shape);
            }
            bytes = Math.min(bytes * length, Integer.MAX_VALUE + 1L);
        }
        if (bytes != data.length) {
            throw new ServerException(
                    "an array of dtype %s and shape %s has %d bytes of data", dtype, shape, data.length);
        }
        return new WireArray(
                shape.stream().map(size -> ((Long) size).intValue()).toList(), type, Elements.of(data));
    }

    private static String describe(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.containsKey(MARK) ? "one that lacks data, dtype or shape" : "a map";
        }
        return value == null ? "nothing" : "a " + value.getClass().getSimpleName();
    }

    /** The element at a place in row-major order. */
    double get(int index) {
        double value = Elements.getDouble(type, data, index);
        return type.isBool() ? Math.signum(value) : value;
    }
}
