package io.github.roboreel.recorder.bench.record;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Figures as one line of JSON. */
public final class Json {
    private Json() {}

    /**
     * Maps, collections, numbers, booleans and null; everything else as its text. A number that is not finite becomes
     * null.
     */
    public static String line(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members.entrySet().stream()
                    .map(e -> quoted(e.getKey().toString()) + ": " + line(e.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(Json::line).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return "null";
        }
        boolean plain = value == null || value instanceof Number || value instanceof Boolean;
        return plain ? String.valueOf(value) : quoted(value.toString());
    }

    /** Values of a histogram at percentiles, by their names: {@code "99.9"}, {@code "100"}. */
    public static Map<String, Object> percentiles(
            Histogram nanos, double unitNanos, int digits, double... percentiles) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (double percentile : percentiles) {
            boolean whole = percentile == Math.rint(percentile);
            String name = whole ? Integer.toString((int) percentile) : Double.toString(percentile);
            values.put(name, rounded(nanos.getValueAtPercentile(percentile) / unitNanos, digits));
        }
        return values;
    }

    /** A number with so many digits after the point; null when it is not finite. */
    public static Number rounded(double value, int digits) {
        return Double.isFinite(value) ? new BigDecimal(value).setScale(digits, RoundingMode.HALF_EVEN) : null;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ') {
                quoted.append("\\u00").append(Character.forDigit(c / 16, 16));
                quoted.append(Character.forDigit(c % 16, 16));
            } else {
                quoted.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
