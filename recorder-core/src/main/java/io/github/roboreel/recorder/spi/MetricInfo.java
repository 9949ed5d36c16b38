package io.github.roboreel.recorder.spi;

import java.util.Objects;

/**
 * What tables show of a metric beside its numbers. Immutable.
 *
 * @param name key in the result lines, snake case, for example {@code ee_speed_mean}
 * @param heading what its column is called, without a unit, for example {@code Speed}
 * @param unit of the numbers in the result lines, for example {@code m/s}; {@code 1} for a dimensionless one, empty
 *     when it is not known
 * @param shownUnit of the numbers in tables, for example {@code cm/s}
 * @param factor from the unit to that of tables, positive
 * @param decimals of the numbers in tables, 0 to 15
 * @param needs which datasets of a demo it is computed from, in words; empty when it is not said
 */
public record MetricInfo(
        String name, String heading, String unit, String shownUnit, double factor, int decimals, String needs) {
    private static final int DECIMALS = 3;
    private static final int MAX_DECIMALS = 15;
    private static final int MAX_UNIT_IN_HEADER = 6;

    /**
     * Checks.
     *
     * @throws IllegalArgumentException when name or heading is blank, the factor is not positive and finite, or the
     *     decimals are none of 0 to 15
     */
    public MetricInfo {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(shownUnit, "shownUnit");
        Objects.requireNonNull(needs, "needs");
        if (name.isBlank() || heading.isBlank()) {
            throw new IllegalArgumentException(
                    "a metric needs a name and a heading, given '" + name + "' and '" + heading + "'");
        }
        if (!(factor > 0) || Double.isInfinite(factor) || decimals < 0 || decimals > MAX_DECIMALS) {
            throw new IllegalArgumentException("metric '" + name + "' has factor " + factor + " and " + decimals
                    + " decimals; expected a positive factor, and 0 to " + MAX_DECIMALS + " decimals");
        }
    }

    /**
     * Of a metric that nothing is known of: its name is the heading, it has no unit and three decimals.
     *
     * @param name key in the result lines
     */
    public static MetricInfo of(String name) {
        return of(name, name, "");
    }

    /**
     * Shown in the unit of the result lines, with three decimals.
     *
     * @param name key in the result lines
     * @param heading what its column is called, without a unit
     * @param unit of the numbers; {@code 1} for a dimensionless one
     */
    public static MetricInfo of(String name, String heading, String unit) {
        return new MetricInfo(name, heading, unit, unit, 1, DECIMALS, "");
    }

    /** The same in another unit of tables: each number times a positive factor. */
    public MetricInfo shownIn(String otherUnit, double factorToIt) {
        return new MetricInfo(name, heading, unit, otherUnit, factorToIt, decimals, needs);
    }

    /** The same with another number of decimals, 0 to 15. */
    public MetricInfo withDecimals(int number) {
        return new MetricInfo(name, heading, unit, shownUnit, factor, number, needs);
    }

    /** The same with the datasets that it is computed from, for example {@code ee_pose/position}. */
    public MetricInfo needing(String datasets) {
        return new MetricInfo(name, heading, unit, shownUnit, factor, decimals, datasets);
    }

    /** Header of its column in a table of text: the heading with the unit, unless that is a long one. */
    public String header() {
        boolean isPlain = shownUnit.isEmpty() || shownUnit.equals("1") || shownUnit.length() > MAX_UNIT_IN_HEADER;
        return isPlain ? heading : heading + " " + shownUnit;
    }
}
