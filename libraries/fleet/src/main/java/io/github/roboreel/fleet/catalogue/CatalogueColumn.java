package io.github.roboreel.fleet.catalogue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
    /** Name of the env and of its folder. */
    ENV_NAME("VARCHAR"),
    TASK_NAME("VARCHAR"),
    /** Index of the run, from 0. */
    RUN("INTEGER"),
    /** Number of the demo in its run, from 0. */
    ENV_ID("INTEGER"),
    /** Number of the episode in its env folder. */
    EPISODE("INTEGER"),
    /** Who acted. */
    POLICY("VARCHAR"),
    /** What the policy was told. */
    INSTRUCTION("VARCHAR"),
    /** Kind of its wording. */
    INSTRUCTION_TYPE("VARCHAR"),
    /** Labels of the task. */
    ATTRIBUTES("VARCHAR[]"),
    /** What the recorder's user gave the episode, JSON. */
    EPISODE_ATTRIBUTES("VARCHAR"),
    /** How it ended: success, failure, truncated, aborted, recovered. */
    STATUS("VARCHAR"),
    /** The verdict; null when it was not judged. */
    SUCCESS("BOOLEAN"),
    /** The last score, 0 to 1. */
    SCORE("DOUBLE"),
    /** Why it ended as it did. */
    REASON("VARCHAR"),
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

    CatalogueColumn(String type) {
        this.type = type;
    }

    /** Its name in SQL. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its type, as DuckDB calls it. */
    public String type() {
        return type;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(CatalogueColumn::label).toList();
    }
}
