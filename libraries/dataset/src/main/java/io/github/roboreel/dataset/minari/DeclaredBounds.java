package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.spi.ValueBounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/** The least and greatest values that a dataset's spaces declare, by the fields that their arrays become. */
final class DeclaredBounds {
    private final Map<String, JsonNode> spaces = new HashMap<>();
    private final Map<String, ValueBounds> fields = new HashMap<>();

    DeclaredBounds(Space observations, Space actions) {
        spaces.putAll(observations.leaves(MinariArray.OBSERVATIONS));
        spaces.putAll(actions.leaves(MinariArray.ACTIONS));
    }

    /**
     * Notes those of the fields of an episode, whose group it is; the fields, saying what the spaces say of them.
     *
     * @param notes learns of arrays that their spaces contradict
     */
    List<FieldSource> add(String group, List<FieldSource> arrays, ImportNotes notes) {
        List<FieldSource> said = new ArrayList<>();
        for (FieldSource array : arrays) {
            String path = array.path().substring(group.length() + 1);
            JsonNode space = spaces.getOrDefault(path, MissingNode.getInstance());
            noteContradiction(path, array, space, notes);
            bounds(space).ifPresent(found -> fields.put(array.spec().path(), found));
            said.add(array.withSpec(array.spec().withIfPossible(signal(array.spec(), space))));
        }
        return said;
    }

    private static void noteContradiction(String path, FieldSource array, JsonNode space, ImportNotes notes) {
        DType dtype = array.storedType();
        List<Long> row = array.spec().shape().stream().map(Integer::longValue).toList();
        if (!Space.isOfNumbers(space, dtype) || !dtype.isText() && !Space.isOfShape(space, dtype, row)) {
            notes.add(Sentence.of(
                    "'%s' is %s of the shape %s a row, though its space is %s of the shape %s: the array is taken as it is",
                    path,
                    dtype.label(),
                    row,
                    (space.path("type").asText() + " " + space.path("dtype").asText()).strip(),
                    Space.shape(space)));
        }
    }

    private static FieldSignal signal(FieldSpec field, JsonNode space) {
        return switch (space.path("type").asText()) {
            case "Box" -> ofBox(field, space);
            case "Discrete" -> ofCounts(numbers(space.path("start")), numbers(space.path("n")));
            case "MultiDiscrete" -> ofCounts(numbers(space.path("start")), numbers(space.path("nvec")));
            case "MultiBinary" -> field.dtype().isBool() ? FieldSignal.NONE : ofCounts(List.of(), List.of(2.0));
            default -> FieldSignal.NONE;
        };
    }

    /** Bounds that every value of a type of whole numbers keeps say nothing. */
    private static FieldSignal ofBox(FieldSpec field, JsonNode box) {
        List<Double> low = spread(field, box.path("low"));
        List<Double> high = spread(field, box.path("high"));
        DType dtype = field.dtype();
        boolean saysNothing = (dtype.isInteger() || dtype.isBool())
                && low.stream().allMatch(bound -> bound == dtype.min().doubleValue())
                && high.stream().allMatch(bound -> bound == dtype.max().doubleValue());
        return saysNothing ? FieldSignal.NONE : new FieldSignal(List.of(), List.of(), low, high, List.of(), "");
    }

    private static FieldSignal ofCounts(List<Double> start, List<Double> counts) {
        List<Double> low = start.stream().allMatch(first -> first == 0) ? List.of() : start;
        List<Long> numValues = counts.stream().map(Double::longValue).toList();
        return new FieldSignal(List.of(), List.of(), low, List.of(), numValues, "");
    }

    /**
     * A bound, or one for each element, row-major: where parts of a row have equal ones, the short form says one. Of
     * another shape than the field's rows there are too few or too many, however large that says it is.
     */
    private static List<Double> spread(FieldSpec field, JsonNode bounds) {
        if (!bounds.isArray()) {
            return numbers(bounds);
        }
        List<Double> all = new ArrayList<>();
        spread(bounds, field.shape(), field.elements(), all);
        return all;
    }

    private static void spread(JsonNode bounds, List<Integer> shape, int elements, List<Double> all) {
        List<Integer> inner = shape.subList(Math.min(1, shape.size()), shape.size());
        int each = inner.stream().reduce(1, Math::multiplyExact);
        for (JsonNode bound : bounds) {
            if (all.size() > elements) {
                return;
            }
            if (bound.isArray()) {
                spread(bound, inner, elements, all);
            } else {
                all.addAll(Collections.nCopies(each, number(bound)));
            }
        }
    }

    /** A number, or numbers in lists, row-major. */
    private static List<Double> numbers(JsonNode bounds) {
        if (bounds.isMissingNode()) {
            return List.of();
        }
        if (!bounds.isArray()) {
            return List.of(number(bounds));
        }
        List<Double> all = new ArrayList<>();
        bounds.forEach(bound -> all.addAll(numbers(bound)));
        return all;
    }

    /** By path of the field. */
    Map<String, ValueBounds> byField() {
        return Map.copyOf(fields);
    }

    private static Optional<ValueBounds> bounds(JsonNode space) {
        return switch (space.path("type").asText()) {
            case "Box" -> between(least(space.path("low")), greatest(space.path("high")));
            case "Discrete" -> ofCounts(space.path("start"), space.path("n"));
            case "MultiDiscrete" -> ofCounts(space.path("start"), space.path("nvec"));
            case "MultiBinary" -> between(0, 1);
            default -> Optional.empty();
        };
    }

    /** So many values from one on. */
    private static Optional<ValueBounds> ofCounts(JsonNode start, JsonNode count) {
        double first = start.isMissingNode() ? 0 : least(start);
        double last = start.isMissingNode() ? 0 : greatest(start);
        return between(first, last + greatest(count) - 1);
    }

    private static Optional<ValueBounds> between(double minimum, double maximum) {
        return minimum <= maximum ? Optional.of(new ValueBounds(minimum, maximum)) : Optional.empty();
    }

    private static double least(JsonNode bounds) {
        return any(bounds, Math::min);
    }

    private static double greatest(JsonNode bounds) {
        return any(bounds, Math::max);
    }

    /** Of a number or of numbers in lists; NaN where one is none. */
    private static double any(JsonNode bounds, DoubleBinaryOperator which) {
        if (!bounds.isArray()) {
            return number(bounds);
        }
        double found = bounds.isEmpty() ? Double.NaN : any(bounds.get(0), which);
        for (JsonNode bound : bounds) {
            found = which.applyAsDouble(found, any(bound, which));
        }
        return found;
    }

    private static double number(JsonNode bound) {
        return switch (bound.asText()) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> bound.isNumber() ? bound.doubleValue() : Double.NaN;
        };
    }
}
