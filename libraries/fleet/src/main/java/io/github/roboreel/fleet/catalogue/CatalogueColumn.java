package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.recordings.folder.LineColumn;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Columns of a catalogue, in their order. Types are those that DuckDB, Trino and Spark SQL all read from Parquet: plain
 * ones, a list of texts, and one map, since each task has metrics of its own and a column for each would change the
 * table with every new one.
 */
enum CatalogueColumn {
    /** Where the output folder is, as a path or in a store. */
    FOLDER("VARCHAR"),
    /** The run file in its folder; null when the result line names none. */
    RUN_FILE("VARCHAR"),
    /** Its group in the run file, for example {@code demo_3}. */
    DEMO("VARCHAR"),
    ENV_NAME(LineColumn.ENV_NAME),
    TASK_NAME(LineColumn.TASK_NAME),
    RUN(LineColumn.RUN),
    ENV_ID(LineColumn.ENV_ID),
    EPISODE(LineColumn.EPISODE),
    POLICY(LineColumn.POLICY),
    INSTRUCTION(LineColumn.INSTRUCTION),
    INSTRUCTION_TYPE(LineColumn.INSTRUCTION_TYPE),
    ATTRIBUTES(LineColumn.ATTRIBUTES),
    /** What the recorder's user gave the episode, JSON. */
    EPISODE_ATTRIBUTES("VARCHAR"),
    STATUS(LineColumn.STATUS),
    SUCCESS(LineColumn.SUCCESS),
    SCORE(LineColumn.SCORE),
    REASON(LineColumn.REASON),
    /** Stored steps. */
    STEPS("BIGINT"),
    /** Time between two steps, s. */
    DT_SECONDS("DOUBLE"),
    /** Duration, s. */
    DURATION_SECONDS("DOUBLE"),
    /** Seed of the episode. */
    SEED("BIGINT"),
    /** When the run file was made, UTC. */
    RECORDED_AT("TIMESTAMP"),
    RECORDER_VERSION("VARCHAR"),
    /** Version of the run file's format. */
    FORMAT_VERSION("BIGINT"),
    /** Metrics by name. */
    METRICS("MAP(VARCHAR, DOUBLE)"),
    /** Size of the run file, bytes. */
    RUN_FILE_BYTES("BIGINT"),
    /** Changes when the run file does. */
    RUN_FILE_VERSION("VARCHAR"),
    /** Changes when the results or configurations of the folder do. */
    RESULTS_VERSION("VARCHAR"),
    /** SHA-256 of actions and initial states, in hexadecimal; null where it was not asked for. */
    CONTENT_SHA256("VARCHAR"),
    /** What is wrong with the episode's data; null when nothing is. */
    PROBLEMS("VARCHAR");

    private final String type;
    private final LineColumn ofLine;

    CatalogueColumn(String type) {
        this(type, null);
    }

    CatalogueColumn(LineColumn ofLine) {
        this(ofLine.type(), ofLine);
    }

    CatalogueColumn(String type, LineColumn ofLine) {
        this.type = type;
        this.ofLine = ofLine;
    }

    /** Its name in SQL. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its type, as DuckDB calls it. */
    public String type() {
        return type;
    }

    /** What a result line says of it, of the same name; empty where a line is not all there is to know. */
    Optional<LineColumn> ofLine() {
        return Optional.ofNullable(ofLine);
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(CatalogueColumn::label).toList();
    }
}
