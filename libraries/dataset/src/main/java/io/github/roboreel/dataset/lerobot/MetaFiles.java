package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files about the whole dataset. */
final class MetaFiles {
    private static final String VERSION = "v3.0";
    private static final String PLACE = "chunk-{chunk_index:03d}/file-{file_index:03d}";

    /** Tells pandas that the task is the index of the frame, by which the library looks it up. */
    private static final String TASKS_IN_PANDAS = """
            {"index_columns":["task"],\
            "column_indexes":[{"name":null,"field_name":null,"pandas_type":"unicode",\
            "numpy_type":"object","metadata":{"encoding":"UTF-8"}}],\
            "columns":[{"name":"task_index","field_name":"task_index","pandas_type":"int64",\
            "numpy_type":"int64","metadata":null},\
            {"name":"task","field_name":"task","pandas_type":"unicode","numpy_type":"object","metadata":null}],\
            "creator":{"library":"roboreel"},"pandas_version":"2.2.0"}""";

    private static final String META = "meta";
    private static final String TASKS = "tasks.parquet";
    private static final String STATISTICS = "stats.json";
    private static final String CARD = "README.md";
    private static final String INFO = "info.json";

    private final Workplace place;
    private final LeRobotPlan plan;

    MetaFiles(Workplace place, LeRobotPlan plan) {
        this.place = place;
        this.plan = plan;
    }

    /**
     * Writes all of them, and reads the table among them back.
     *
     * @return their names in the dataset, last the one without which it is none
     */
    List<String> write(LeRobotOptions options, DatasetStatistics statistics) throws IOException {
        writeTasks();
        new LeRobotReadBack(place, plan).checkTasks();
        writeStatistics(statistics);
        writeCard(options);
        writeInfo();
        return List.of(META + "/" + TASKS, META + "/" + STATISTICS, CARD, META + "/" + INFO);
    }

    private void writeInfo() throws IOException {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("codebase_version", VERSION);
        info.put("robot_type", plan.robotType().orElse(null));
        info.put("total_episodes", plan.episodes().count());
        info.put("total_frames", plan.episodes().steps());
        info.put("total_tasks", plan.tasks().size());
        info.put("chunks_size", FilePlace.CHUNK_FILES);
        info.put("data_files_size_in_mb", LeRobotExporter.FILE_MEGABYTES);
        info.put("video_files_size_in_mb", LeRobotExporter.VIDEO_FILE_MEGABYTES);
        info.put("fps", plan.fps());
        info.put("splits", plan.episodes().splits());
        info.put("data_path", "data/" + PLACE + ".parquet");
        info.put("video_path", plan.cameras().isEmpty() ? null : "videos/{video_key}/" + PLACE + ".mp4");
        info.put("features", plan.featuresJson());
        try (JsonGenerator json = json(INFO)) {
            json.writePOJO(info);
        }
    }

    private void writeStatistics(DatasetStatistics statistics) throws IOException {
        try (JsonGenerator json = json(STATISTICS)) {
            json.writeStartObject();
            // One after the other, since those of long vectors are long.
            for (LeRobotFeature feature : plan.measured()) {
                json.writePOJOField(feature.key(), statistics.of(feature.key()).json());
            }
            json.writeEndObject();
        }
    }

    private JsonGenerator json(String name) throws IOException {
        Path file = place.dataset().resolve(META).resolve(name);
        Files.createDirectories(file.getParent());
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultIndenter("    ", "\n"));
        // Python writes and reads NaN as it is.
        return JsonMapper.builder()
                .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                .build()
                .writer(printer)
                .createGenerator(file.toFile(), JsonEncoding.UTF8);
    }

    private void writeTasks() throws IOException {
        List<TableColumn> columns =
                List.of(TableColumn.scalar("task_index", "BIGINT"), TableColumn.scalar("task", "VARCHAR"));
        Path folder = place.dataset().resolve(META);
        try (ParquetFiles files = new ParquetFiles(place, folder, "tasks", new FilePlace(0), columns)) {
            for (int task = 0; task < plan.tasks().size(); task++) {
                files.rows().row((long) task, plan.tasks().get(task));
            }
            files.finish(TASKS, "pandas", TASKS_IN_PANDAS);
        } catch (SQLException e) {
            throw DuckDb.failed("take the tasks", e);
        }
    }

    /** The hub shows it. */
    private void writeCard(LeRobotOptions options) throws IOException {
        StringBuilder card = new StringBuilder();
        card.append("---\ntask_categories:\n- robotics\ntags:\n- LeRobot\nconfigs:\n");
        card.append("- config_name: default\n  data_files: data/*/*.parquet\n---\n\n");
        card.append("# ").append(options.repoId()).append("\n\n");
        card.append("A LeRobot dataset, ").append(VERSION).append(", exported by RoboReel: ");
        card.append(plan.episodes().count()).append(" episodes, ");
        card.append(plan.episodes().steps())
                .append(" frames at ")
                .append(plan.fps())
                .append(" Hz.\n\n");
        plan.notes().forEach(note -> card.append("- ").append(note).append(".\n"));
        Files.writeString(place.dataset().resolve(CARD), card);
    }
}
