package io.github.roboreel.dashboard.index;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Numbers by name, in a tenth of the memory of a map. Immutable.
 *
 * @param places place of each name among the values; many episodes share one
 * @param values NaN for one without a value; not to be changed
 */
record Numbers(Map<String, Integer> places, double[] values) {
    static final Numbers NONE = new Numbers(Map.of(), new double[0]);

    /** The place of each of some names. */
    static Map<String, Integer> places(List<String> names) {
        Map<String, Integer> places = new LinkedHashMap<>();
        names.forEach(name -> places.put(name, places.size()));
        return places;
    }

    /** The number of a name; empty when it has none. */
    OptionalDouble get(String name) {
        Integer place = places.get(name);
        return place == null || Double.isNaN(values[place]) ? OptionalDouble.empty() : OptionalDouble.of(values[place]);
    }
}
