package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.fault.Sentence;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Figures in order, by their names in JSON. Columns of tables are the numbers and texts among them, percentiles
 * included; units are in the names: {@code wall_s}, {@code stall_us}, {@code env_steps_per_s}.
 */
final class Figures {
    /** Those of a producer's stalls, by which they are known in JSON. */
    static final String[] PERCENTILES = {"50", "99", "99.9", "100"};

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MIN_WIDTH = 9;
    private static final int MIN_DIGITS = 3;
    /** Small figures keep so many, so that a ratio can be computed from them again. */
    private static final int MIN_SIGNIFICANT_DIGITS = 5;

    private final Map<String, Object> members = new LinkedHashMap<>();

    /**
     * Figures, maps, collections, booleans, texts, or numbers, which are rounded, and null when they are not finite.
     */
    Figures put(String key, Object value) {
        members.put(key, rounded(value));
        return this;
    }

    /** All of them. */
    Figures put(Map<String, ?> others) {
        others.forEach(this::put);
        return this;
    }

    /** Times at {@link #PERCENTILES}. */
    Figures put(String key, Histogram nanos) {
        return put(key, nanos, PERCENTILES);
    }

    /** Times at percentiles, in milliseconds or microseconds as the key says. */
    Figures put(String key, Histogram nanos, String... percentiles) {
        double unitNanos = key.contains("_ms") ? 1e6 : 1e3;
        Figures values = new Figures();
        for (String percentile : percentiles) {
            values.put(percentile, nanos.getValueAtPercentile(Double.parseDouble(percentile)) / unitNanos);
        }
        return put(key, values);
    }

    private static Object rounded(Object value) {
        if (value instanceof Collection<?> items) {
            return items.stream().map(Figures::rounded).toList();
        }
        if (!(value instanceof Double number)) {
            return value;
        }
        if (!Double.isFinite(number)) {
            return null;
        }
        BigDecimal exact = new BigDecimal(number);
        int leading = exact.precision() - exact.scale();
        return exact.setScale(Math.max(MIN_DIGITS, MIN_SIGNIFICANT_DIGITS - leading), RoundingMode.HALF_EVEN);
    }

    @JsonValue
    Map<String, Object> members() {
        return members;
    }

    /** One line of JSON. */
    String line() {
        try {
            return JSON.writeValueAsString(members);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("figures are plain values", e);
        }
    }

    /** The numbers and texts; {@code stall_us_99.9} for a percentile. */
    Map<String, Object> flat() {
        Map<String, Object> flat = new LinkedHashMap<>();
        members.forEach((key, value) -> {
            if (value instanceof Number || value instanceof String) {
                flat.put(key, value);
            } else if (value instanceof Figures inner && inner.members.containsKey("50")) {
                inner.members.forEach((percentile, figure) -> flat.put(key + "_" + percentile, figure));
            }
        });
        return flat;
    }

    /** A head and a line for each; columns that a row does not have stay empty. No line break at the end. */
    static String table(String corner, Map<String, Figures> rows) {
        Set<String> keys = new LinkedHashSet<>();
        rows.values().forEach(row -> keys.addAll(row.flat().keySet()));
        List<List<String>> lines = new ArrayList<>();
        lines.add(Stream.concat(Stream.of(corner), keys.stream().map(Figures::heading))
                .toList());
        rows.forEach((name, row) -> lines.add(Stream.concat(
                        Stream.of(name),
                        keys.stream().map(key -> text(row.flat().get(key))))
                .toList()));
        return lines.stream()
                .map(line -> IntStream.range(0, line.size())
                        .mapToObj(column -> padded(line.get(column), column, lines))
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String padded(String cell, int column, List<List<String>> lines) {
        int longest =
                lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
        String spaces = " ".repeat(Math.max(column == 0 ? 0 : MIN_WIDTH, longest) - cell.length());
        return column == 0 ? cell + spaces : spaces + cell;
    }

    private static String heading(String key) {
        return key.replace("env_steps", "env-steps")
                .replace("_per_", "/")
                .replaceAll("_(\\d[\\d.]*)$", " p$1")
                .replaceAll("(^|_)mb(_|/|$)", "$1MB$2")
                .replace('_', ' ');
    }

    /** As tables have it; empty for what was not measured. */
    static String text(Object value) {
        if (value == null || value instanceof Double number && number.isNaN()) {
            return "";
        }
        boolean isWhole = !(value instanceof Double || value instanceof BigDecimal);
        double number = isWhole ? 0 : ((Number) value).doubleValue();
        return isWhole ? value.toString() : Sentence.of(Math.abs(number) >= 1000 ? "%.0f" : "%.3f", number);
    }

    /** NaN of none. */
    static double median(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length == 0 ? Double.NaN : (sorted[middle] + sorted[(sorted.length - 1) / 2]) / 2;
    }
}
