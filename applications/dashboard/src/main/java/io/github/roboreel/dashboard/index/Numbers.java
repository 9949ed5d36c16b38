package io.github.roboreel.dashboard.index;

import java.util.OptionalDouble;

/**
 * Numbers by name, in a tenth of the memory of a map. Immutable.
 *
 * @param names of the numbers
 * @param values NaN for one without a value; not to be changed
 */
public record Numbers(Names names, double[] values) {
    public static final Numbers NONE = new Numbers(Names.NONE, new double[0]);

    /** The number of a name; empty when it has none. */
    public OptionalDouble get(String name) {
        int place = values.length == 0 ? -1 : names.place(name);
        return place < 0 || Double.isNaN(values[place]) ? OptionalDouble.empty() : OptionalDouble.of(values[place]);
    }
}
