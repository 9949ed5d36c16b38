package io.github.roboreel.simulation;

import io.github.roboreel.format.FieldSignal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The values of an action, in their order. Immutable.
 *
 * @param values one entry per value, at least one
 */
public record ActionSpace(List<Value> values) {
    private static final String NO_UNIT = "1";

    /**
     * One value of an action. Policies stay within its bounds; what a simulator does with one beyond them is its own
     * affair.
     *
     * @param name for example of the joint
     * @param unit for example rad; 1 for a number without one
     * @param low lower bound; may be negative infinity
     * @param high upper bound, not below {@code low}; may be infinity
     */
    public record Value(String name, String unit, double low, double high) {
        /** Checks the bounds. */
        public Value {
            if (!(low <= high)) {
                throw new IllegalArgumentException("Action space, " + name
                        + ": expected bounds in ascending order, given " + low + " and " + high + ".");
            }
        }
    }

    /** Copies the list. */
    public ActionSpace {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("An action needs at least one value.");
        }
    }

    /** A space whose values have the same unit and bounds, named by their place. */
    public static ActionSpace box(int size, String unit, double low, double high) {
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(new Value(nameByPlace(i), unit, low, high));
        }
        return new ActionSpace(Collections.unmodifiableList(values));
    }

    /**
     * The same, as the recording's field {@code actions} says it: without names that only count the values, without
     * units that are the field's for all, and without bounds where there are none.
     *
     * @param fieldUnit unit of the field; empty when there is none
     */
    public FieldSignal signal(String fieldUnit) {
        List<String> names = values.stream().map(Value::name).toList();
        boolean isNamed =
                names.stream().distinct().count() == names.size() && !names.equals(namesByPlace(names.size()));
        List<String> units = values.stream()
                .map(value -> value.unit().equals(NO_UNIT) ? "" : value.unit())
                .toList();
        boolean isOfOneUnit = units.stream().allMatch(fieldUnit::equals);
        List<Double> low = values.stream().map(Value::low).toList();
        List<Double> high = values.stream().map(Value::high).toList();
        return new FieldSignal(isNamed ? names : List.of(), isOfOneUnit ? List.of() : units, low, high, List.of(), "");
    }

    private static List<String> namesByPlace(int size) {
        return IntStream.range(0, size).mapToObj(ActionSpace::nameByPlace).toList();
    }

    private static String nameByPlace(int index) {
        return "value " + index;
    }

    /** Number of values. */
    public int size() {
        return values.size();
    }
}
