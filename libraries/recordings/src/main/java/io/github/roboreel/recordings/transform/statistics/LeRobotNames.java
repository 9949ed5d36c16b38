package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.NdArray;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The names that recorded arrays and their statistics have in a LeRobot dataset: its {@code meta/info.json} and
 * {@code meta/stats.json}. What makes either of them asks here, so that statistics of a recording fit the dataset that
 * it is exported to.
 */
public final class LeRobotNames {
    /** What was commanded. */
    public static final String ACTION = "action";

    /** The vectors of floats that were observed before each action, but for time stamps, joined in their order. */
    public static final String STATE = "observation.state";

    /** Rewards of the actions. */
    public static final String REWARD = "next.reward";

    /** Before the names of pictures observed before each action. */
    public static final String IMAGES = "observation.images.";

    /** Before the names of all else, where no policy takes it for its input. */
    private static final String OTHERS = "robolab.";

    private static final Set<String> TIME_UNITS = Set.of("s", "ms", "us", "µs", "ns");
    private static final Set<String> TIME_WORDS =
            Set.of("time", "times", "timestamp", "timestamps", "stamp", "stamps", "clock", "clocks");

    /** Fractions of the quantiles by their names. */
    public static final Map<String, Double> QUANTILES = quantiles();

    private LeRobotNames() {}

    private static Map<String, Double> quantiles() {
        Map<String, Double> names = new LinkedHashMap<>();
        names.put("q01", 0.01);
        names.put("q10", 0.1);
        names.put("q50", 0.5);
        names.put("q90", 0.9);
        names.put("q99", 0.99);
        return Collections.unmodifiableMap(names);
    }

    /** Names of all statistics but the count, in their order. */
    public static List<String> statistics() {
        return Stream.concat(Stream.of("min", "max", "mean", "std"), QUANTILES.keySet().stream())
                .toList();
    }

    /** Statistics by {@link #statistics}, in their order; without quantiles where a field has none. */
    public static Map<String, NdArray> statistics(FieldStatistics field) {
        Map<String, NdArray> named = new LinkedHashMap<>();
        named.put("min", field.min());
        named.put("max", field.max());
        named.put("mean", field.mean());
        named.put("std", field.std());
        QUANTILES.forEach((name, fraction) -> {
            if (field.quantiles().containsKey(fraction)) {
                named.put(name, field.quantiles().get(fraction));
            }
        });
        return named;
    }

    /**
     * Whether an array is a part of {@link #STATE} unless others are chosen.
     *
     * @param shape of one row
     * @param unit of its values; empty when nothing says it
     */
    public static boolean isInState(String path, DType dtype, List<? extends Number> shape, String unit) {
        boolean isVector = shape.size() <= 1 && shape.stream().allMatch(size -> size.longValue() > 0);
        return DemoPaths.isIn(DemoPaths.OBS, path) && dtype.isFloating() && isVector && !isTime(path, unit);
    }

    /**
     * Whether its unit or a word of its name says that it holds times, of which a policy learns how long episodes are.
     */
    private static boolean isTime(String path, String unit) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return TIME_UNITS.contains(unit) || Stream.of(name.split("[._-]")).anyMatch(TIME_WORDS::contains);
    }

    /** Whether such a part is exactly there, so that it needs no column of its own: states are float32. */
    public static boolean isExactInState(DType dtype) {
        return !dtype.isText() && dtype.exactFloat() == DType.FLOAT32;
    }

    /** The name of a picture that was observed before each action. */
    public static String image(String path) {
        return IMAGES + DemoPaths.below(DemoPaths.OBS, path).replace('/', '.');
    }

    /** The name of an array of its own. The library takes whatever has "image" in its name for pictures. */
    public static String column(String path) {
        if (path.equals(DemoPaths.ACTIONS)) {
            return ACTION;
        }
        return path.equals(DemoPaths.SIM_TIME)
                ? OTHERS + "time"
                : OTHERS + path.replace('/', '.').replace("image", "img");
    }
}
