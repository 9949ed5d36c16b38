package io.github.roboreel.dataset.sql;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.LineColumn;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A column of the view of episodes and its value in a row. */
record EpisodeViewColumn(View.Column column, Function<Row, ?> value) {
    /** All of them, in their order. */
    static final List<EpisodeViewColumn> ALL = List.of(
            of(
                    "folder",
                    "VARCHAR",
                    "the output folder, as it was named",
                    row -> row.folder.path().toString()),
            of(LineColumn.ENV_NAME),
            of(LineColumn.RUN),
            of(LineColumn.ENV_ID),
            of(LineColumn.EPISODE),
            of(
                    "demo",
                    "VARCHAR",
                    "its group in the run file, for example demo_3",
                    row -> row.demo.map(DemoLocation::demo)),
            of(
                    "file",
                    "VARCHAR",
                    "the run file that it should be in",
                    row -> row.demo.map(DemoLocation::file).map(Object::toString)),
            of("line", "INTEGER", "number of its result line, from 1", row -> row.line.line()),
            renamed(LineColumn.TASK_NAME, "task"),
            of(
                    "run_name",
                    "VARCHAR",
                    "name of the run",
                    row -> row.line.fields().runName()),
            of(
                    "sim_env_id",
                    "INTEGER",
                    "the simulator's env, of a continuous episode",
                    row -> row.line.fields().simEnvId()),
            of(LineColumn.POLICY),
            of(LineColumn.INSTRUCTION),
            of(LineColumn.INSTRUCTION_TYPE),
            of(LineColumn.ATTRIBUTES),
            of(LineColumn.SUCCESS),
            of(LineColumn.STATUS),
            of(LineColumn.SCORE),
            of(LineColumn.REASON),
            renamed(LineColumn.EPISODE_STEP, "num_samples"),
            of("dt", "DOUBLE", "time between two steps, s", row -> row.folder.dtSeconds(row.line)),
            of("duration", "DOUBLE", "simulated time, s", row -> row.folder.durationSeconds(row.line)),
            of("seed", "BIGINT", "of the episode; all run files are opened where a statement asks for it", Row::seed),
            of(LineColumn.EVENT_COUNTS),
            of(
                    "episode_attributes",
                    "JSON",
                    "what the recorder's user gave the episode",
                    row -> json(row.line.episodeAttributes())),
            of(
                    "timing",
                    "JSON",
                    "where the wall-clock time went",
                    row -> json(row.line.fields().timing())),
            of(
                    "saturated_values",
                    "BIGINT",
                    "values that did not fit their integer field",
                    row -> row.line.fields().saturatedValues()),
            of(
                    "dropped_video_frames",
                    "BIGINT",
                    "frames that no video has",
                    row -> row.line.fields().droppedVideoFrames()),
            of("failed_sinks", "VARCHAR[]", "side outputs that failed", row -> row.line.failedSinks()));

    /**
     * What a row is made of.
     *
     * @param demo where the episode's data should be
     * @param storedSeed what the run file says
     */
    record Row(ResultFolder folder, EpisodeRecord line, Optional<DemoLocation> demo, Optional<Long> storedSeed) {
        private Optional<Long> seed() {
            return line.other(AttributeNames.SEED) instanceof Number number
                            && (number instanceof Integer || number instanceof Long)
                    ? Optional.of(number.longValue())
                    : storedSeed;
        }
    }

    private static EpisodeViewColumn of(String name, String type, String meaning, Function<Row, ?> value) {
        return new EpisodeViewColumn(new View.Column(name, type, meaning), value);
    }

    private static EpisodeViewColumn of(LineColumn column) {
        return of(column.label(), column.type(), column.meaning(), row -> column.value(row.line));
    }

    /** One that SQL calls otherwise than the line. */
    private static EpisodeViewColumn renamed(LineColumn column, String name) {
        String meaning = column.meaning() + " (" + column.label() + " of the line)";
        return of(name, column.type(), meaning, row -> column.value(row.line));
    }

    private static String json(Map<String, Object> values) {
        return values == null || values.isEmpty() ? null : FormatJson.text(values);
    }
}
