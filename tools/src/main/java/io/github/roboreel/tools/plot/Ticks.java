package io.github.roboreel.tools.plot;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnits;

/** Distances between the ticks of an axis: 1, 2 or 5 times a power of ten. */
final class Ticks {
    private static final int SMALLEST_EXPONENT = -9;
    private static final int LARGEST_EXPONENT = 9;
    private static final int[] LEADING_DIGITS = {1, 2, 5};

    private Ticks() {}

    /** All labels of an axis have the same number of decimals, in every locale. */
    static TickUnits decimal() {
        TickUnits units = new TickUnits();
        for (int exponent = SMALLEST_EXPONENT; exponent <= LARGEST_EXPONENT; exponent++) {
            for (int digit : LEADING_DIGITS) {
                double size = Double.parseDouble(digit + "e" + exponent);
                units.add(new NumberTickUnit(size, format(Math.max(0, -exponent)), 2));
            }
        }
        return units;
    }

    /** Every 20 %, of a rate from 0 to 1. */
    static NumberTickUnit percent() {
        return new NumberTickUnit(0.2, new DecimalFormat("0 %", symbols()), 2);
    }

    static DecimalFormat format(int decimals) {
        return new DecimalFormat(decimals == 0 ? "0" : "0." + "0".repeat(decimals), symbols());
    }

    private static DecimalFormatSymbols symbols() {
        return DecimalFormatSymbols.getInstance(Locale.ROOT);
    }
}
