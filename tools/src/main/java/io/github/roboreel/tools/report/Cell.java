package io.github.roboreel.tools.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/**
 * One cell of a table.
 *
 * @param text as people read it; may hold anything that a results file holds
 * @param tone how it is meant
 */
public record Cell(String text, Tone tone) {
    /** What stands for a missing value. */
    public static final String NONE = "-";

    private static final int CSV_DECIMALS = 6;

    /** A value as it prints itself. */
    public static Cell of(Object value) {
        return new Cell(String.valueOf(value), Tone.PLAIN);
    }

    /**
     * A number rounded as Python rounds it: half to even, on the exact binary value. One that is not finite, as the
     * mean of huge numbers is, counts as missing.
     */
    public static Cell number(OptionalDouble value, int decimals) {
        return of(isFinite(value) ? rounded(value.getAsDouble(), decimals) : NONE);
    }

    private static boolean isFinite(OptionalDouble value) {
        return value.isPresent() && Double.isFinite(value.getAsDouble());
    }

    /** A number with up to six decimals; nothing for a missing one or one that is not finite. */
    public static Cell csvNumber(OptionalDouble value) {
        if (!isFinite(value)) {
            return of("");
        }
        BigDecimal rounded = new BigDecimal(value.getAsDouble()).setScale(CSV_DECIMALS, RoundingMode.HALF_EVEN);
        return of(rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString());
    }

    static String rounded(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** The same text, meant otherwise. */
    public Cell withTone(Tone other) {
        return new Cell(text, other);
    }
}
