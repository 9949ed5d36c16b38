package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Figures in order, from which both the JSON line and the tables are made: each is a member of the JSON object, those
 * with a heading are columns of a table, too.
 */
final class Figures {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MIN_WIDTH = 9;

    /** Small figures keep so many digits, so that a ratio can be computed from them again. */
    private static final int MIN_SIGNIFICANT_DIGITS = 5;

    private record Cell(String heading, String text) {}

    private final Map<String, Object> members = new LinkedHashMap<>();
    private final List<Cell> cells = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    /**
     * A member of the JSON object that is in no table: Figures, maps, collections, numbers, booleans, null or a text.
     */
    Figures put(String key, Object value) {
        members.put(key, value);
        return this;
    }

    /**
     * A number with so many digits after the point, or with five significant digits where those are more; null in JSON
     * when it is not finite.
     */
    Figures put(String key, double value, int digits) {
        return put(key, rounded(value, digits));
    }

    /** The same with a column, which has as many digits as are worth reading. */
    Figures put(String key, double value, int digits, String heading, int columnDigits) {
        return put(key, value, digits).cell(heading, text(value, columnDigits));
    }

    /** A whole number with a column. */
    Figures put(String key, long value, String heading) {
        return put(key, value).cell(heading, Long.toString(value));
    }

    /** A column that is no member of the JSON object. */
    Figures cell(String heading, String text) {
        cells.add(new Cell(heading, text));
        return this;
    }

    /** Columns that are no members: values of a histogram at percentiles. */
    Figures cells(Histogram nanos, double unitNanos, String unit, int digits, double... percentiles) {
        for (double percentile : percentiles) {
            String name = percentile == 100 ? "max" : "p" + name(percentile);
            cell(name + " " + unit, text(nanos.getValueAtPercentile(percentile) / unitNanos, digits));
        }
        return this;
    }

    /** Values of a histogram at percentiles, by their names: {@code "99.9"}, {@code "100"}. */
    Figures put(String key, Histogram nanos, double unitNanos, int digits, double... percentiles) {
        Figures values = new Figures();
        for (double percentile : percentiles) {
            values.put(name(percentile), nanos.getValueAtPercentile(percentile) / unitNanos, digits);
        }
        return put(key, values);
    }

    /** A percentile's name in JSON. */
    static String name(double percentile) {
        boolean whole = percentile == Math.rint(percentile);
        return whole ? Integer.toString((int) percentile) : Double.toString(percentile);
    }

    static Number rounded(double value, int digits) {
        if (!Double.isFinite(value)) {
            return null;
        }
        BigDecimal exact = new BigDecimal(value);
        int leading = exact.precision() - exact.scale();
        int kept = exact.signum() == 0 ? digits : Math.max(digits, MIN_SIGNIFICANT_DIGITS - leading);
        return exact.setScale(kept, RoundingMode.HALF_EVEN);
    }

    private static String text(double value, int digits) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** One line of JSON. */
    String line() {
        try {
            return JSON.writeValueAsString(json(this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("figures are plain values", e);
        }
    }

    private static Object json(Object value) {
        if (value instanceof Figures figures) {
            return json(figures.members);
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((key, member) -> plain.put(key.toString(), json(member)));
            return plain;
        }
        if (value instanceof Collection<?> items) {
            return items.stream().map(Figures::json).collect(Collectors.toCollection(ArrayList::new));
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            return null;
        }
        boolean plain = value == null || value instanceof Number || value instanceof Boolean;
        return plain ? value : value.toString();
    }

    /** A head and a row for each; columns that a row does not have stay empty. No line break at the end. */
    static String table(String corner, Map<String, Figures> rows) {
        Set<String> headings = new LinkedHashSet<>();
        rows.values().forEach(row -> row.cells.forEach(cell -> headings.add(cell.heading())));
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        width = Math.max(width, corner.length());
        List<String> lines = new ArrayList<>();
        lines.add(line(corner, width, headings, headings));
        for (Map.Entry<String, Figures> row : rows.entrySet()) {
            Map<String, String> texts =
                    row.getValue().cells.stream().collect(Collectors.toMap(Cell::heading, Cell::text, (a, b) -> b));
            List<String> cells =
                    headings.stream().map(h -> texts.getOrDefault(h, "")).toList();
            lines.add(line(row.getKey(), width, headings, cells));
        }
        return String.join(System.lineSeparator(), lines);
    }

    private static String line(String name, int width, Collection<String> headings, Collection<String> cells) {
        StringBuilder line = new StringBuilder(name).append(" ".repeat(width - name.length()));
        var heading = headings.iterator();
        for (String cell : cells) {
            int column = Math.max(MIN_WIDTH, heading.next().length());
            line.append(' ').append(" ".repeat(Math.max(0, column - cell.length())));
            line.append(cell);
        }
        return line.toString();
    }

    /** The head of a table that is printed row by row, without names of rows. */
    String head() {
        List<String> headings = cells.stream().map(Cell::heading).toList();
        return line("", 0, headings, headings);
    }

    /** A row of such a table. */
    String row() {
        List<String> headings = cells.stream().map(Cell::heading).toList();
        return line("", 0, headings, cells.stream().map(Cell::text).toList());
    }

    /** A table or a sentence for people, printed before the line of JSON. */
    Figures say(String text) {
        texts.add(text);
        return this;
    }

    List<String> texts() {
        return texts;
    }

    /** Numbers by name, rounded to four digits. */
    static Figures of(Map<String, Double> numbers) {
        Figures figures = new Figures();
        numbers.forEach((key, value) -> figures.put(key, value, 4));
        return figures;
    }

    /** Of at least one value; NaN of none. */
    static double median(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
