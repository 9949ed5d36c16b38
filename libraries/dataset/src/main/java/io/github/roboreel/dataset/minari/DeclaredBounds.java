package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.FieldSource;
import io.github.roboreel.recordings.spi.ValueBounds;
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

    /** Notes those of the fields of an episode, whose group it is. */
    void add(String group, List<FieldSource> arrays) {
        for (FieldSource array : arrays) {
            JsonNode space = spaces.get(array.path().substring(group.length() + 1));
            if (space != null) {
                bounds(space).ifPresent(found -> fields.put(array.spec().path(), found));
            }
        }
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
