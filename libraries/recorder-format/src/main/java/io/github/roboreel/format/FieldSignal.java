package io.github.roboreel.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.fault.Sentence;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the elements of a field are, as the simulator says it: nothing is converted, checked against the values or made
 * up, and an empty list or text means that it was not said. Elements are counted in row-major order. Immutable.
 *
 * @param names of each element, for example {@code shoulder_pan}
 * @param units of each element where the field's unit does not hold for all; an empty text for one without a unit
 * @param low least value of each element, or one value for all; negative infinity where there is none
 * @param high greatest value likewise
 * @param numValues how many values an element of a whole number takes, from its {@code low} (0 if that was not said)
 *     up; of each element, or one number for all
 * @param quaternion order of the quaternion that a row ends in: {@code wxyz} or {@code xyzw}
 */
public record FieldSignal(
        List<String> names,
        List<String> units,
        List<Double> low,
        List<Double> high,
        List<Long> numValues,
        String quaternion)
        implements Serializable {
    /** Of which nothing was said. */
    public static final FieldSignal NONE = new FieldSignal(List.of(), List.of(), List.of(), List.of(), List.of(), "");

    /** Orders of a quaternion's elements. */
    static final List<String> QUATERNIONS = List.of("wxyz", "xyzw");

    /** Copies the lists; bounds that bound no element are none. */
    public FieldSignal {
        names = List.copyOf(names);
        units = List.copyOf(units);
        low = bounding(low, Double.NEGATIVE_INFINITY);
        high = bounding(high, Double.POSITIVE_INFINITY);
        numValues = List.copyOf(numValues);
    }

    private static List<Double> bounding(List<Double> bounds, Double none) {
        return bounds.stream().allMatch(none::equals) ? List.of() : List.copyOf(bounds);
    }

    /** Whether nothing was said. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** As JSON and YAML have it, by the names of the attributes; what was not said is left out. */
    public Map<String, Object> map() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(AttributeNames.NAMES, names);
        map.put(AttributeNames.UNITS, units);
        map.put(AttributeNames.LOW, low);
        map.put(AttributeNames.HIGH, high);
        map.put(AttributeNames.NUM_VALUES, numValues);
        map.values().removeIf(list -> ((List<?>) list).isEmpty());
        if (!quaternion.isEmpty()) {
            map.put(AttributeNames.QUATERNION, quaternion);
        }
        return map;
    }

    /**
     * What an object says under the names of the attributes; a single value stands for a list of one.
     *
     * @throws IllegalArgumentException naming the key, when a value is none
     */
    public static FieldSignal of(JsonNode object) {
        return new FieldSignal(
                list(object, AttributeNames.NAMES, "texts", node -> node.isTextual() ? node.asText() : null),
                list(object, AttributeNames.UNITS, "texts", node -> node.isTextual() ? node.asText() : null),
                list(object, AttributeNames.LOW, "numbers", node -> bound(node, Double.NEGATIVE_INFINITY)),
                list(object, AttributeNames.HIGH, "numbers", node -> bound(node, Double.POSITIVE_INFINITY)),
                list(
                        object,
                        AttributeNames.NUM_VALUES,
                        "whole numbers",
                        node -> node.canConvertToExactIntegral() && node.canConvertToLong() ? node.asLong() : null),
                text(object, AttributeNames.QUATERNION));
    }

    /** As {@link #of(JsonNode)}; {@link #NONE} when a value is none. */
    public static FieldSignal read(JsonNode object) {
        try {
            return of(object);
        } catch (IllegalArgumentException e) {
            return NONE;
        }
    }

    private static Double bound(JsonNode node, double absent) {
        if (node.isNull()) {
            return absent;
        }
        return node.isNumber() ? node.asDouble() : null;
    }

    private static <T> List<T> list(JsonNode object, String key, String kind, Function<JsonNode, T> value) {
        JsonNode found = object.path(key);
        List<T> list = new ArrayList<>();
        for (JsonNode node : found.isMissingNode() || found.isArray() ? found : List.of(found)) {
            T one = value.apply(node);
            if (one == null) {
                throw new IllegalArgumentException(
                        Sentence.of("key '%s' holds %s; expected a list of %s", key, node, kind));
            }
            list.add(one);
        }
        return list;
    }

    private static String text(JsonNode object, String key) {
        JsonNode found = object.path(key);
        if (!found.isMissingNode() && !found.isTextual()) {
            throw new IllegalArgumentException(Sentence.of("key '%s' is %s; expected a text", key, found));
        }
        return found.asText("");
    }

    /** Least value of an element; negative infinity where none was said. */
    public double low(int element) {
        return of(low, element, Double.NEGATIVE_INFINITY);
    }

    /** Greatest value of an element; infinity where none was said. */
    public double high(int element) {
        return of(high, element, Double.POSITIVE_INFINITY);
    }

    /** How many values an element takes; 0 where that was not said. */
    public long numValues(int element) {
        return of(numValues, element, 0L);
    }

    private static <T> T of(List<T> list, int element, T absent) {
        return list.isEmpty() ? absent : list.get(list.size() == 1 ? 0 : element);
    }

    /** What messages call an element: its name, or its number in brackets. */
    String label(int element) {
        return names.isEmpty() ? "[" + element + "]" : "'" + names.get(element) + "'";
    }

    /** The least value of an element, of which may be said how many values it takes; else as {@link #low(int)}. */
    public double first(int element) {
        return numValues(element) > 0 && low.isEmpty() ? 0 : low(element);
    }

    /** The greatest value of an element, likewise. */
    public double last(int element) {
        return numValues(element) > 0 ? first(element) + numValues(element) - 1 : high(element);
    }

    /** Elements that are described one by one: 1 where everything is said for all of a row's. */
    public int described(int elements) {
        boolean isOneForAll = names.isEmpty()
                && units.isEmpty()
                && Stream.of(low, high, numValues).allMatch(list -> list.size() <= 1);
        return isOneForAll ? Math.min(1, elements) : elements;
    }

    /**
     * Why this cannot be said of an array.
     *
     * @param shape of a row
     * @return in words that follow the array's name, naming the element; empty when it can be said
     */
    public Optional<String> fault(DType dtype, List<? extends Number> shape) {
        try {
            requireFits(dtype, shape);
            return Optional.empty();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Requires that this can be said of a field.
     *
     * @param shape of a row
     * @throws IllegalArgumentException in words that follow the field's name, naming the element
     */
    public void requireFits(DType dtype, List<? extends Number> shape) {
        if (isEmpty()) {
            return;
        }
        int elements =
                Math.toIntExact(shape.stream().mapToLong(Number::longValue).reduce(1, Math::multiplyExact));
        require(!dtype.isText(), () -> "is a text, which has no elements to name or bound");
        requireOfEach(names, elements, false, "names");
        requireOfEach(units, elements, false, "units");
        requireOfEach(low, elements, true, "low bounds");
        requireOfEach(high, elements, true, "high bounds");
        requireOfEach(numValues, elements, true, "numbers of values");
        requireDifferent();
        requireQuaternion(dtype, shape);
        require(
                numValues.isEmpty() || high.isEmpty(),
                () -> "has both numbers of values and high bounds; the last value follows from the number, so leave"
                        + " 'high' out");
        for (int element = 0; element < described(elements); element++) {
            requireBounds(dtype, element);
            if (!numValues.isEmpty()) {
                requireValues(dtype, element);
            }
        }
    }

    private static void requireOfEach(List<?> list, int elements, boolean isOneEnough, String what) {
        boolean fits = list.isEmpty() || list.size() == elements || isOneEnough && list.size() == 1;
        require(
                fits,
                () -> Sentence.of(
                        "has %s %s; expected %s, one for each element of a row%s",
                        list.size(), what, elements, isOneEnough ? ", or 1 for all" : ""));
    }

    private void requireDifferent() {
        Map<String, Integer> seen = new HashMap<>();
        for (int element = 0; element < names.size(); element++) {
            int own = element;
            Integer other = seen.put(names.get(element), element);
            require(
                    other == null,
                    () -> Sentence.of(
                            "has two elements '%s', %s and %s; give each a name of its own",
                            names.get(own), other, own));
        }
    }

    private void requireQuaternion(DType dtype, List<? extends Number> shape) {
        if (quaternion.isEmpty()) {
            return;
        }
        require(
                QUATERNIONS.contains(quaternion),
                () -> Sentence.of("has a quaternion of order '%s'; expected one of %s", quaternion, QUATERNIONS));
        long last = shape.isEmpty() ? 1 : shape.get(shape.size() - 1).longValue();
        require(
                dtype.isFloating() && (last == PoseOrder.QUATERNION_VALUES || last == PoseOrder.POSE_VALUES),
                () -> Sentence.of(
                        "ends in a quaternion, so its last axis has 4 floating-point elements, or 7 of a pose;"
                                + " given %s%s",
                        dtype.label(), shape));
    }

    private void requireBounds(DType dtype, int element) {
        require(
                low(element) <= high(element),
                () -> Sentence.of(
                        "has element %s from %s to %s; the low bound must not be above the high one, and neither NaN",
                        label(element), low(element), high(element)));
        if (dtype.isFloating()) {
            return;
        }
        double least = Math.max(Math.ceil(low(element)), dtype.min().doubleValue());
        double greatest = Math.min(Math.floor(high(element)), dtype.max().doubleValue());
        require(
                least <= greatest,
                () -> Sentence.of(
                        "has element %s from %s to %s, where %s has no value; expected bounds within %s to %s",
                        label(element), low(element), high(element), dtype.label(), dtype.min(), dtype.max()));
    }

    private void requireValues(DType dtype, int element) {
        require(
                dtype.isInteger() || dtype.isBool(),
                () -> Sentence.of(
                        "has numbers of values, which only whole numbers and booleans have; given %s", dtype.label()));
        double first = first(element);
        long count = numValues(element);
        boolean isWhole = first == Math.rint(first) && Double.isFinite(first);
        require(
                isWhole && count >= 1 && holds(dtype, BigDecimal.valueOf(first).toBigInteger(), count),
                () -> Sentence.of(
                        "has element %s of %s values from %s, which %s cannot hold; expected at least 1 within %s to %s",
                        label(element), count, low.isEmpty() ? 0.0 : first, dtype.label(), dtype.min(), dtype.max()));
    }

    private static boolean holds(DType dtype, BigInteger first, long count) {
        BigInteger last = first.add(BigInteger.valueOf(count - 1));
        return first.compareTo(dtype.min()) >= 0 && last.compareTo(dtype.max()) <= 0;
    }

    private static void require(boolean ok, Supplier<String> fault) {
        if (!ok) {
            throw new IllegalArgumentException(fault.get());
        }
    }
}
