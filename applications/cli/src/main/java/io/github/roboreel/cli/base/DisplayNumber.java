package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.Sentence;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as tables show them, whatever their size: six digits that count, and the same form for all of a size. */
public final class DisplayNumber {
    private static final MathContext DIGITS = new MathContext(6);
    private static final double MIN_PLAIN = 1e-4;
    private static final double MAX_PLAIN = 1e9;

    private DisplayNumber() {}

    /** For example {@code 570}, {@code -0.000180309}, {@code 1.79571e+18}, {@code inf}, {@code nan}. */
    public static String of(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        double size = Math.abs(value);
        if (size != 0 && (size < MIN_PLAIN || size >= MAX_PLAIN)) {
            return Sentence.of("%.5e", value).replaceFirst("\\.?0+e", "e");
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
