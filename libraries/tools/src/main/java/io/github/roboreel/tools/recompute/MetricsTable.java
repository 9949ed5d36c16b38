package io.github.roboreel.tools.recompute;

import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.tools.report.MetricColumns;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Tone;
import io.github.roboreel.tools.report.Table.Views;
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
        Views<MetricsRow> views = new Views<MetricsRow>()
                .add(Column.numericKey("Episode"), e -> Cell.of(e.episode()))
                .add(Column.numericKey("Run"), e -> Cell.of(e.run() == null ? Cell.NONE : e.run()))
                .add(Column.numericKey("Env"), e -> Cell.of(e.envId() == null ? Cell.NONE : e.envId()));
        for (MetricInfo metric : shown(episodes)) {
            views.number(metric.header(), e -> cell(e.metrics().get(metric.name()), metric));
        }
        Map<String, List<MetricsRow>> envs = new LinkedHashMap<>();
        episodes.forEach(e ->
                envs.computeIfAbsent(e.envName(), name -> new ArrayList<>()).add(e));
        List<Table> tables = new ArrayList<>();
        envs.forEach((name, own) -> tables.add(views.table(name, own, List.of())));
        return tables;
    }

    private static List<MetricInfo> shown(List<MetricsRow> episodes) {
        Set<String> names = new LinkedHashSet<>();
        episodes.forEach(episode -> names.addAll(episode.metrics().keySet()));
        return MetricColumns.of(
                names, name -> episodes.stream().anyMatch(e -> e.metrics().get(name) != null));
    }

    private static Cell cell(Double value, MetricInfo metric) {
        return value == null
                ? new Cell(Cell.NONE, Tone.UNKNOWN)
                : Cell.number(OptionalDouble.of(value * metric.factor()), metric.decimals());
    }
}
