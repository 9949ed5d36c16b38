package io.github.roboreel.tools.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A table as content, without a layout. Columns that name the row come first.
 *
 * @param title what it is about
 * @param columns the columns
 * @param rows the rows, the total last
 */
public record Table(String title, List<Column> columns, List<Row> rows) {
    /** Meaning of a cell; a colour on a terminal. */
    public enum Tone {
        /** Says nothing. */
        PLAIN,
        /** It went well. */
        GOOD,
        /** It went wrong. */
        BAD,
        /** It is not known. */
        UNKNOWN
    }

    /**
     * A column.
     *
     * @param header its name
     * @param isNumeric whether it is aligned to the right
     * @param mayShrink whether its cells may be cut where the table is too wide
     * @param isKey whether it says what a row is about, so that each part of a table that is too wide repeats it; keys
     *     come first
     */
    public record Column(String header, boolean isNumeric, boolean mayShrink, boolean isKey) {
        /** Text that names the row; may be cut. */
        public static Column key(String header) {
            return new Column(header, false, true, true);
        }

        /** A number that names the row. */
        public static Column numericKey(String header) {
            return new Column(header, true, false, true);
        }

        /** Numbers. */
        public static Column numeric(String header) {
            return new Column(header, true, false, false);
        }

        /** Text that is never cut. */
        public static Column fixed(String header) {
            return new Column(header, false, false, false);
        }

        /** Text that may be cut. */
        public static Column flexible(String header) {
            return new Column(header, false, true, false);
        }
    }

    /**
     * A row.
     *
     * @param cells one per column
     * @param isTotal whether it sums up the rows above
     */
    public record Row(List<Cell> cells, boolean isTotal) {
        /** Copies the cells. */
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A cell.
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
            return new BigDecimal(value)
                    .setScale(decimals, RoundingMode.HALF_EVEN)
                    .toPlainString();
        }

        /** The same text, meant otherwise. */
        public Cell withTone(Tone other) {
            return new Cell(text, other);
        }
    }

    /** Copies the lists and checks that each row fills the columns. */
    public Table {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        "a row has " + row.cells().size() + " cells; expected " + columns.size() + ", one per column");
            }
        }
    }

    /**
     * Columns in the making, each with what it shows of a row's subject. For one thread.
     *
     * @param <T> the row's subject
     */
    public static final class Views<T> {
        private final List<Column> columns = new ArrayList<>();
        private final List<Function<T, Cell>> cells = new ArrayList<>();

        /** No columns yet. */
        public Views() {}

        /** Adds a column. */
        public Views<T> add(Column column, Function<T, Cell> cell) {
            columns.add(column);
            cells.add(cell);
            return this;
        }

        /** Adds a column of numbers. */
        public Views<T> number(String header, Function<T, Cell> cell) {
            return add(Column.numeric(header), cell);
        }

        /** A row per subject, then a total where there is one. */
        public Table table(String title, List<T> subjects, List<T> totals) {
            List<Row> rows = new ArrayList<>();
            subjects.forEach(subject -> rows.add(row(subject, false)));
            totals.forEach(total -> rows.add(row(total, true)));
            return new Table(title, columns, rows);
        }

        private Row row(T subject, boolean isTotal) {
            return new Row(cells.stream().map(cell -> cell.apply(subject)).toList(), isTotal);
        }
    }
}
