package io.github.roboreel.tools.metrics;

import io.github.roboreel.tools.report.Cell;
import io.github.roboreel.tools.report.Column;
import io.github.roboreel.tools.report.Row;
import io.github.roboreel.tools.report.Table;
import io.github.roboreel.tools.report.Tone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/** Puts metrics into tables for people. */
public final class MetricsTable {
    /** How a metric is shown; headings name the unit where it is a common one. */
    private record Shown(String metric, String heading, int decimals) {}

    private static final List<Shown> METRICS =
            List.of(
                    new Shown("ee_sparc", "EE SPARC", 3),
                    new Shown("joint_sparc_mean", "Jt SPARC", 3),
                    new Shown("joint_sparc_moving_mean", "Moving", 3),
                    new Shown("ee_isj", "EE ISJ", 3),
                    new Shown("joint_isj", "Joint ISJ", 2),
                    new Shown("ee_path_length", "Path m", 3),
                    new Shown("joint_rmse_mean", "RMSE rad", 4),
                    new Shown("ee_speed_max", "Max m/s", 3),
                    new Shown("ee_speed_mean", "Mean m/s", 3));

    private MetricsTable() {}

    /** A table per env, named after it: a row per episode. */
    public static List<Table> of(List<StoredMetrics> episodes) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        for (StoredMetrics episode : episodes) {
            rows.computeIfAbsent(episode.episode().env().name(), name -> new ArrayList<>())
                    .add(row(episode));
        }
        List<Table> tables = new ArrayList<>();
        rows.forEach((name, own) -> tables.add(new Table(name, columns(), own)));
        return tables;
    }

    private static List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        for (String heading : List.of("Episode", "Run", "Env")) {
            columns.add(Column.numericKey(heading));
        }
        METRICS.forEach(metric -> columns.add(Column.numeric(metric.heading())));
        return columns;
    }

    private static Row row(StoredMetrics metrics) {
        RecordedEpisode episode = metrics.episode();
        List<Cell> cells =
                new ArrayList<>(
                        List.of(
                                plain(String.valueOf(episode.episode())),
                                plain(number(episode.run())),
                                plain(number(episode.envId()))));
        for (Shown shown : METRICS) {
            Double value = metrics.metrics().get(shown.metric());
            cells.add(
                    value == null
                            ? new Cell(Cell.NONE, Tone.UNKNOWN)
                            : plain(rounded(value, shown.decimals())));
        }
        return new Row(cells, false);
    }

    private static Cell plain(String text) {
        return new Cell(text, Tone.PLAIN);
    }

    private static String number(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : Cell.NONE;
    }

    private static String rounded(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
