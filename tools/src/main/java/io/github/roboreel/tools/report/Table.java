package io.github.roboreel.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table as content, without a layout. Columns that name the row come first.
 *
 * @param title what it is about
 * @param columns the columns
 * @param rows the rows, the total last
 */
public record Table(String title, List<Column> columns, List<Row> rows) {
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
     * A column and what it shows of a row's subject.
     *
     * @param <T> the row's subject
     */
    record View<T>(Column column, Function<T, Cell> cell) {}

    /** A row per subject, then a total where there is one. */
    static <T> Table of(String title, List<View<T>> views, List<T> subjects, List<T> totals) {
        List<Row> rows = new ArrayList<>();
        subjects.forEach(subject -> rows.add(row(views, subject, false)));
        totals.forEach(total -> rows.add(row(views, total, true)));
        return new Table(title, views.stream().map(View::column).toList(), rows);
    }

    private static <T> Row row(List<View<T>> views, T subject, boolean isTotal) {
        return new Row(views.stream().map(view -> view.cell().apply(subject)).toList(), isTotal);
    }
}
