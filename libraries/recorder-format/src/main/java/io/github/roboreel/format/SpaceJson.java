package io.github.roboreel.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Spaces of Gymnasium as JSON, as Minari writes them, in a short form: bounds that are equal for all elements are said
 * once, and infinite ones are the texts {@code inf} and {@code -inf}. So that of a camera has some bytes instead of
 * megabytes.
 */
public final class SpaceJson {
    /** Of a dictionary, its members by name. */
    public static final String SUBSPACES = "subspaces";

    /** An infinite bound; with a minus sign before it the other one. */
    public static final String INFINITE = "inf";

    /** Numbers that stand for booleans in a space. */
    public static final DType BOOL_AS = DType.UINT8;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final FieldSignal FLAG =
            new FieldSignal(List.of(), List.of(), List.of(0.0), List.of(1.0), List.of(), "");

    /** The texts' characters are not known; these are what most are made of. */
    private static final String PRINTABLE =
            IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(Collectors.joining());

    private SpaceJson() {}

    /**
     * A Dict of spaces, nested as the names are; the only one by itself where its name is empty.
     *
     * @param byName spaces by their names, with slashes between those of nested ones
     */
    public static ObjectNode of(Map<String, ObjectNode> byName) {
        if (byName.size() == 1 && byName.containsKey("")) {
            return byName.get("");
        }
        ObjectNode root = dict();
        byName.forEach((path, space) -> {
            ObjectNode parent = root;
            String[] names = path.split("/");
            for (int i = 0; i < names.length - 1; i++) {
                ObjectNode subspaces = (ObjectNode) parent.get(SUBSPACES);
                if (!subspaces.has(names[i])) {
                    subspaces.set(names[i], dict());
                }
                parent = (ObjectNode) subspaces.get(names[i]);
            }
            ((ObjectNode) parent.get(SUBSPACES)).set(names[names.length - 1], space);
        });
        return root;
    }

    private static ObjectNode dict() {
        ObjectNode dict = NODES.objectNode().put("type", "Dict");
        dict.set(SUBSPACES, NODES.objectNode());
        return dict;
    }

    /**
     * The space of an array: a Text, a Discrete or MultiDiscrete where numbers of values were said, a MultiBinary of
     * booleans, else a Box, which is unbounded where no bounds were said. Discrete values are said to have the array's
     * own type, and booleans that of {@link #BOOL_AS}; a MultiDiscrete keeps its numbers of values in that type, so
     * those that it cannot hold (256 of uint8) make a Box.
     *
     * @param shape of a row; of texts the last axis is their bytes
     */
    public static ObjectNode of(DType dtype, List<Long> shape, FieldSignal signal) {
        if (dtype.isBool()) {
            ObjectNode flags = NODES.objectNode().put("type", "MultiBinary");
            shape.forEach(flags.putArray("n")::add);
            return shape.isEmpty() ? discrete(BOOL_AS, 0, 2) : flags;
        }
        if (signal.numValues().isEmpty()) {
            return box(dtype, shape, signal);
        }
        if (shape.isEmpty()) {
            return discrete(dtype, first(signal, 0).longValue(), signal.numValues(0));
        }
        BigInteger most = BigInteger.valueOf(
                signal.numValues().stream().mapToLong(Long::longValue).max().orElseThrow());
        if (most.compareTo(dtype.max()) > 0) {
            return box(dtype, shape, signal);
        }
        ObjectNode several = NODES.objectNode().put("type", "MultiDiscrete").put("dtype", dtype.label());
        several.set("nvec", nested(shape, 0, element -> NODES.numberNode(signal.numValues(element))));
        several.set("start", nested(shape, 0, element -> BigIntegerNode.valueOf(first(signal, element))));
        return several;
    }

    private static ObjectNode discrete(DType dtype, long first, long count) {
        return NODES.objectNode()
                .put("type", "Discrete")
                .put("dtype", dtype.label())
                .put("start", first)
                .put("n", count);
    }

    private static BigInteger first(FieldSignal signal, int element) {
        double first = signal.first(element);
        return Double.isFinite(first) ? whole(first) : BigInteger.ZERO;
    }

    /**
     * The Box of an array, whatever was said of its values, or the Text. Booleans are a Box of 0 and 1.
     *
     * @param shape as of {@link #of(DType, List, FieldSignal)}
     */
    public static ObjectNode box(DType dtype, List<Long> shape, FieldSignal signal) {
        if (dtype.isText()) {
            return NODES.objectNode()
                    .put("type", "Text")
                    .put("max_length", shape.get(0))
                    .put("min_length", 0)
                    .put("charset", PRINTABLE);
        }
        DType number = dtype.isBool() ? BOOL_AS : dtype;
        FieldSignal said = dtype.isBool() ? FLAG : signal;
        ObjectNode box = NODES.objectNode().put("type", "Box").put("dtype", number.label());
        shape.forEach(box.putArray("shape")::add);
        box.set("low", bounds(shape, said, element -> low(number, said, element)));
        box.set("high", bounds(shape, said, element -> high(number, said, element)));
        return box;
    }

    private static JsonNode low(DType dtype, FieldSignal signal, int element) {
        double low = signal.first(element);
        if (dtype.isFloating()) {
            return bound(low);
        }
        return BigIntegerNode.valueOf(
                Double.isInfinite(low) ? dtype.min() : whole(Math.ceil(low)).max(dtype.min()));
    }

    private static JsonNode high(DType dtype, FieldSignal signal, int element) {
        double high = signal.high(element);
        if (dtype.isFloating()) {
            return bound(high);
        }
        if (signal.numValues(element) > 0) {
            return BigIntegerNode.valueOf(
                    first(signal, element).add(BigInteger.valueOf(signal.numValues(element) - 1)));
        }
        return BigIntegerNode.valueOf(
                Double.isInfinite(high) ? dtype.max() : whole(Math.floor(high)).min(dtype.max()));
    }

    private static BigInteger whole(double number) {
        return new BigDecimal(number).toBigInteger();
    }

    /** A bound of floating-point numbers. */
    private static JsonNode bound(double bound) {
        return Double.isInfinite(bound) ? infinite(bound > 0) : new DoubleNode(bound);
    }

    /** An infinite bound. */
    public static JsonNode infinite(boolean isPositive) {
        return new TextNode(isPositive ? INFINITE : "-" + INFINITE);
    }

    private static JsonNode bounds(List<Long> shape, FieldSignal signal, IntFunction<JsonNode> bound) {
        JsonNode first = bound.apply(0);
        boolean isOneForAll =
                Stream.of(signal.low(), signal.high(), signal.numValues()).allMatch(list -> list.size() <= 1);
        if (isOneForAll) {
            return first;
        }
        int elements = Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
        boolean isEqual = IntStream.range(1, elements)
                .allMatch(element -> bound.apply(element).equals(first));
        return isEqual ? first : nested(shape, 0, bound);
    }

    private static JsonNode nested(List<Long> shape, int from, IntFunction<JsonNode> value) {
        if (shape.isEmpty()) {
            return value.apply(from);
        }
        List<Long> inner = shape.subList(1, shape.size());
        int stride = Math.toIntExact(inner.stream().reduce(1L, Math::multiplyExact));
        ArrayNode all = NODES.arrayNode();
        for (int i = 0; i < shape.get(0); i++) {
            all.add(nested(inner, from + i * stride, value));
        }
        return all;
    }
}
