package io.github.roboreel.tools.metrics;

import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import io.github.roboreel.tools.report.Table.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Puts metrics into tables for people. */
public final class MetricsTable {
    /** How a metric is shown; headings name the unit where it is a common one. */
    private record Shown(String metric, String heading, int decimals) {}

    private static final List<Shown> METRICS = List.of(
            new Shown("ee_sparc", "EE SPARC", 3),
            new Shown("joint_sparc_mean", "Jt SPARC", 3),
            new Shown("joint_sparc_moving_mean", "Moving", 3),
            new Shown("ee_isj", "EE ISJ", 3),
            new Shown("joint_isj", "Joint ISJ", 2),
            new Shown("ee_path_length", "Path m", 3),
            new Shown("joint_rmse_mean", "RMSE rad", 4),
            new Shown("ee_speed_max", "Max m/s", 3),
            new Shown("ee_speed_mean", "Mean m/s", 3));

    private static final int OWN_DECIMALS = 3;

    private MetricsTable() {}

    /**
     * A table per env, named after it: a row per episode. Metrics that are none of the standard ones have columns
     * behind these.
     */
    public static List<Table> of(List<MetricsRow> episodes) {
        List<Shown> shown = shown(episodes);
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        for (MetricsRow episode : episodes) {
            rows.computeIfAbsent(episode.envName(), name -> new ArrayList<>()).add(row(episode, shown));
        }
        List<Table> tables = new ArrayList<>();
        rows.forEach((name, own) -> tables.add(new Table(name, columns(shown), own)));
        return tables;
    }

    private static List<Shown> shown(List<MetricsRow> episodes) {
        Set<String> own = new LinkedHashSet<>();
        episodes.forEach(episode -> own.addAll(episode.metrics().keySet()));
        METRICS.forEach(metric -> own.remove(metric.metric()));
        List<Shown> shown = new ArrayList<>(METRICS);
        own.forEach(name -> shown.add(new Shown(name, name, OWN_DECIMALS)));
        return shown;
    }

    private static List<Column> columns(List<Shown> shown) {
        List<Column> columns = new ArrayList<>();
        for (String heading : List.of("Episode", "Run", "Env")) {
            columns.add(Column.numericKey(heading));
        }
        shown.forEach(metric -> columns.add(Column.numeric(metric.heading())));
        return columns;
    }

    private static Row row(MetricsRow episode, List<Shown> columns) {
        List<Cell> cells = new ArrayList<>(List.of(
                plain(String.valueOf(episode.episode())),
                plain(number(episode.run())),
                plain(number(episode.envId()))));
        for (Shown shown : columns) {
            Double value = episode.metrics().get(shown.metric());
            cells.add(value == null ? new Cell(Cell.NONE, Tone.UNKNOWN) : plain(rounded(value, shown.decimals())));
        }
        return new Row(cells, false);
    }

    private static Cell plain(String text) {
        return new Cell(text, Tone.PLAIN);
    }

    private static String number(Integer number) {
        return number == null ? Cell.NONE : String.valueOf(number);
    }

    private static String rounded(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
