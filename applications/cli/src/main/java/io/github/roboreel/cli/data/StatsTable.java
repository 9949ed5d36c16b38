package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.DisplayNumber;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.transform.statistics.FieldStatistics;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Statistics for people: a row for each element. */
final class StatsTable {
    /** Elements of a field that are shown; JSON has all. */
    private static final int MAX_ELEMENTS = 32;

    private StatsTable() {}

    static String of(FoundStatistics found, Terminal terminal) {
        List<Row> rows = new ArrayList<>();
        found.fields().forEach((path, field) -> rows.addAll(rows(found.specs().get(path), field)));
        List<Column> columns = new ArrayList<>(List.of(Column.key("Field"), Column.numericKey("#")));
        Stream.of("Type", "Count", "NaN", "Mean", "Std", "Min", "q01", "q10", "q50", "q90", "q99", "Max")
                .map(Column::numeric)
                .forEach(columns::add);
        if (found.fields().values().stream().anyMatch(f -> f.mean().elements() > MAX_ELEMENTS)) {
            terminal.say("of long fields the first " + MAX_ELEMENTS + " elements are shown; --json gives all");
        }
        return new TableView(Screen.of(terminal)).of(new Table("", columns, rows));
    }

    private static List<Row> rows(ArraySpec spec, FieldStatistics field) {
        List<Row> rows = new ArrayList<>();
        String type = spec.dtype().label()
                + (spec.shape().isEmpty() ? "" : spec.shape().toString());
        for (int i = 0; i < Math.min(MAX_ELEMENTS, field.mean().elements()); i++) {
            List<Cell> cells = new ArrayList<>(List.of(
                    Cell.of(spec.path()),
                    spec.signal().names().isEmpty()
                            ? Cell.of(i)
                            : Cell.of(i + " " + spec.signal().names().get(i)),
                    Cell.of(type),
                    Cell.of(field.count().getLong(i)),
                    Cell.of(field.nans().getLong(i)),
                    cell(field.mean(), i),
                    cell(field.std(), i),
                    cell(field.min(), i)));
            for (double fraction : LeRobotNames.QUANTILES.values()) {
                NdArray quantile = field.quantiles().get(fraction);
                cells.add(quantile == null ? Cell.of(Cell.NONE) : cell(quantile, i));
            }
            cells.add(cell(field.max(), i));
            rows.add(new Row(cells, false));
        }
        return rows;
    }

    private static Cell cell(NdArray values, int index) {
        double value = values.getDouble(index);
        return Cell.of(Double.isNaN(value) ? Cell.NONE : DisplayNumber.of(value));
    }
}
