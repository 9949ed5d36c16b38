package io.github.roboreel.tools.recompute;

import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.tools.report.MetricColumns;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import io.github.roboreel.tools.report.Table.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Puts metrics into tables for people. */
public final class MetricsTable {
    private MetricsTable() {}

    /**
     * A table per env, named after it: a row per episode, a column per metric that one of all the episodes has. Metrics
     * that are none of the standard ones have columns behind these.
     */
    public static List<Table> of(List<MetricsRow> episodes) {
        List<MetricInfo> shown = shown(episodes);
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        for (MetricsRow episode : episodes) {
            rows.computeIfAbsent(episode.envName(), name -> new ArrayList<>()).add(row(episode, shown));
        }
        List<Table> tables = new ArrayList<>();
        rows.forEach((name, own) -> tables.add(new Table(name, columns(shown), own)));
        return tables;
    }

    private static List<MetricInfo> shown(List<MetricsRow> episodes) {
        Set<String> names = new LinkedHashSet<>();
        episodes.forEach(episode -> names.addAll(episode.metrics().keySet()));
        return MetricColumns.of(
                names, name -> episodes.stream().anyMatch(e -> e.metrics().get(name) != null));
    }

    private static List<Column> columns(List<MetricInfo> shown) {
        List<Column> columns = new ArrayList<>();
        for (String heading : List.of("Episode", "Run", "Env")) {
            columns.add(Column.numericKey(heading));
        }
        shown.forEach(metric -> columns.add(Column.numeric(metric.header())));
        return columns;
    }

    private static Row row(MetricsRow episode, List<MetricInfo> columns) {
        List<Cell> cells = new ArrayList<>(
                List.of(Cell.of(episode.episode()), Cell.of(number(episode.run())), Cell.of(number(episode.envId()))));
        for (MetricInfo shown : columns) {
            Double value = episode.metrics().get(shown.name());
            cells.add(
                    value == null
                            ? new Cell(Cell.NONE, Tone.UNKNOWN)
                            : Cell.number(OptionalDouble.of(value * shown.factor()), shown.decimals()));
        }
        return new Row(cells, false);
    }

    private static String number(Integer number) {
        return number == null ? Cell.NONE : String.valueOf(number);
    }
}
