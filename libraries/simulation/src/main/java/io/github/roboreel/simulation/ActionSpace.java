package io.github.roboreel.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The values of an action, in their order. Immutable.
 *
 * @param values one entry per value, at least one
 */
public record ActionSpace(List<Value> values) {
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
            values.add(new Value("value " + i, unit, low, high));
        }
        return new ActionSpace(Collections.unmodifiableList(values));
    }

    /** Number of values. */
    public int size() {
        return values.size();
    }
}
