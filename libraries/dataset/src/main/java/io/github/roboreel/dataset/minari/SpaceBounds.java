package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** The lower or upper bounds of a box: one for each element, so millions for a picture. */
final class SpaceBounds {
    private final String path;
    private final DType dtype;
    private final long[] integers;
    private final double[] floats;
    private int count;

    private SpaceBounds(String path, DType dtype, int elements) {
        this.path = path;
        this.dtype = dtype;
        this.integers = new long[dtype.isFloating() ? 0 : elements];
        this.floats = new double[dtype.isFloating() ? elements : 0];
    }

    /**
     * Reads them, nested as their box is.
     *
     * @param json at their first token
     * @throws IOException when there are more or fewer, or one does not fit the type
     */
    static SpaceBounds read(String path, DType dtype, List<Long> shape, JsonParser json) throws IOException {
        long elements = shape.stream().reduce(1L, Math::multiplyExact);
        SpaceBounds bounds = new SpaceBounds(path, dtype, Math.toIntExact(elements));
        bounds.read(shape, json);
        return bounds;
    }

    private void read(List<Long> shape, JsonParser json) throws IOException {
        if (shape.isEmpty()) {
            add(json);
            return;
        }
        requireShape(json.currentToken() == JsonToken.START_ARRAY);
        for (long i = 0; i < shape.get(0); i++) {
            requireShape(json.nextToken() != JsonToken.END_ARRAY);
            read(shape.subList(1, shape.size()), json);
        }
        requireShape(json.nextToken() == JsonToken.END_ARRAY);
    }

    private void requireShape(boolean good) throws IOException {
        if (!good) {
            throw new IOException(path + " has bounds of another shape than its values");
        }
    }

    private void add(JsonParser json) throws IOException {
        requireShape(!json.currentToken().isStructStart());
        if (dtype.isFloating()) {
            floats[count++] = floating(json);
        } else {
            integers[count++] = integer(json);
        }
    }

    private double floating(JsonParser json) throws IOException {
        if (json.currentToken().isNumeric()) {
            return json.getDoubleValue();
        }
        return switch (json.getText()) {
            case "inf", "Infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> throw unfit(json);
        };
    }

    private long integer(JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw unfit(json);
        }
        BigInteger value = json.getBigIntegerValue();
        if (value.compareTo(dtype.min()) < 0 || value.compareTo(dtype.max()) > 0) {
            throw unfit(json);
        }
        return value.longValue();
    }

    private IOException unfit(JsonParser json) throws IOException {
        return new IOException(path + " has " + json.getText() + " as a bound, which is no " + dtype.label());
    }

    /** Requires that no lower bound is above its upper one. */
    void requireBelow(SpaceBounds high) throws IOException {
        for (int i = 0; i < count; i++) {
            boolean good = dtype.isFloating() ? floats[i] <= high.floats[i] : isAtMost(integers[i], high.integers[i]);
            if (!good) {
                throw new IOException(path + " has a lower bound above the upper one");
            }
        }
    }

    /** Of 64 bits without a sign, whose larger half a long has as negative numbers. */
    private boolean isAtMost(long low, long high) {
        return dtype.min().signum() < 0 ? low <= high : Long.compareUnsigned(low, high) <= 0;
    }

    boolean areAll(long value) {
        return !dtype.isFloating() && Arrays.stream(integers).allMatch(bound -> bound == value);
    }
}
