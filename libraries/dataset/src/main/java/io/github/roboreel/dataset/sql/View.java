package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.DuckDb;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What can be asked about: a table each, of the same columns whatever the folders hold. */
public enum View {
    /** A row per run. */
    RUNS(
            "a row per run of an env; its file is opened for the recorder's version",
            column("folder", "VARCHAR", "the output folder, as it was named"),
            column("env_name", "VARCHAR", "name of the env and of its folder"),
            column("run", "INTEGER", "index of the run; NULL of the legacy file"),
            column("file", "VARCHAR", "the run file; NULL without one"),
            column("file_bytes", "BIGINT", "size of the file, bytes"),
            column("modified_at", "TIMESTAMP", "when the file was last written, UTC"),
            column("recorder_version", "VARCHAR", "version of what recorded it"),
            column("is_live", "BOOLEAN", "whether it is being recorded; NULL where the file tells nothing"),
            column("is_complete", "BOOLEAN", "whether all runs of the env were done"),
            column("demos", "INTEGER", "readable demos in the file"),
            column("episodes", "INTEGER", "result lines of the run"),
            column("successes", "INTEGER", "those that were judged a success"),
            column("num_samples", "BIGINT", "steps of its result lines")),
    /** A row per described element of a run's fields. */
    ELEMENTS(
            "a row per element of which a run's file says something; all run files are opened",
            column("folder", "VARCHAR", "the output folder, as it was named"),
            column("env_name", "VARCHAR", "name of the env and of its folder"),
            column("run", "INTEGER", "index of the run; NULL of the legacy file"),
            column("path", "VARCHAR", "path of the array in its demo, for example actions"),
            column(
                    "element",
                    "INTEGER",
                    "place in the value of steps('PATH'), from 1; NULL where all are described alike"),
            column("name", "VARCHAR", "name of the element"),
            column("unit", "VARCHAR", "its unit, where it has one of its own"),
            column("low", "DOUBLE", "its least value; NULL where none was said"),
            column("high", "DOUBLE", "its greatest value; NULL where none was said"),
            column("num_values", "BIGINT", "how many values it takes; NULL where that was not said")),
    /** A row per result line. */
    EPISODES(
            "a row per result line",
            EpisodeViewColumn.ALL.stream().map(EpisodeViewColumn::column).toArray(Column[]::new)),
    /** A row per entry of an event log. */
    EVENTS(
            "a row per entry of the event log of an episode that has a result line",
            ofEpisode(
                    column("step", "INTEGER", "control step, from 1: row step - 1 of the run file"),
                    column("sim_time", "DOUBLE", "simulated time after the step: step x dt, s"),
                    column("code", "INTEGER", "status code"),
                    column("name", "VARCHAR", "the code's name"),
                    column("info", "VARCHAR", "one sentence for people"),
                    column("score", "DOUBLE", "score after the step; NULL of an event that gives none"))),
    /** A row per episode and metric. */
    METRICS(
            "a row per episode and metric that has a value",
            ofEpisode(column("name", "VARCHAR", "name of the metric"), column("value", "DOUBLE", "its value"))),
    /** A row per change of the subtask state. */
    SUBTASKS(
            "a row per change of a demo's subtask state; all run files are opened",
            ofEpisode(
                    column("step", "INTEGER", "control step, from 1; NULL where rows are not aligned to steps"),
                    column("row", "BIGINT", "row of subtask in the run file, from 0"),
                    column("sim_time", "DOUBLE", "simulated time after the step, s"),
                    column("status", "INTEGER", "status code"),
                    column("name", "VARCHAR", "the code's name"),
                    column("completed", "INTEGER", "subtasks completed"),
                    column("score", "DOUBLE", "score after the step")));

    /** Columns of what {@code steps('path')} stands for; the type of the value is the array's own. */
    public static final List<Column> STEPS = List.of(ofEpisode(
            column("demo", "VARCHAR", "as of episodes"),
            column("step", "INTEGER", "control step, from 1: row step - 1 of the run file"),
            column("sim_time", "DOUBLE", "simulated time after the step, s"),
            column("value", "", "the array's row: a number, truth or text; of more than one axis a list, row-major")));

    /**
     * A column.
     *
     * @param name as SQL has it
     * @param type DuckDB's; empty where it depends
     * @param meaning in a few words
     */
    public record Column(String name, String type, String meaning) {}

    private final String meaning;
    private final List<Column> columns;

    View(String meaning, Column... columns) {
        this.meaning = meaning;
        this.columns = List.of(columns);
    }

    /** Those that tell the episode, and others. */
    private static Column[] ofEpisode(Column... others) {
        Stream<Column> episode = Stream.of(
                column("folder", "VARCHAR", "as of episodes"),
                column("env_name", "VARCHAR", "as of episodes"),
                column("run", "INTEGER", "as of episodes"),
                column("env_id", "INTEGER", "as of episodes"),
                column("episode", "INTEGER", "as of episodes"));
        return Stream.concat(episode, Stream.of(others)).toArray(Column[]::new);
    }

    private static Column column(String name, String type, String meaning) {
        return new Column(name, type, meaning);
    }

    /** Its name in SQL. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What a row of it is. */
    public String meaning() {
        return meaning;
    }

    /** Its columns, in their order. */
    public List<Column> columns() {
        return columns;
    }

    String creation() {
        return creation(label(), columns);
    }

    static String creation(String table, List<Column> columns) {
        return columns.stream()
                .map(column -> DuckDb.name(column.name()) + " " + column.type())
                .collect(Collectors.joining(", ", "CREATE TABLE " + DuckDb.name(table) + " (", ")"));
    }
}
