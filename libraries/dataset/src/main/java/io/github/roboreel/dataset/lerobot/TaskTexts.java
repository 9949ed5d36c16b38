package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the numbers of tasks stand for. For one thread. */
final class TaskTexts {
    private static final String TABLE = "meta/tasks.parquet";
    private static final String LINES = "meta/tasks.jsonl";

    /** Names of the column of texts: the index of a pandas frame has no name of its own in some. */
    private static final List<String> TEXTS = List.of("task", "__index_level_0__");

    private final DatasetFiles files;
    private final TableReader tables;
    private final Map<Long, String> lines = new HashMap<>();
    private long lastTask = -1;
    private Optional<String> lastText = Optional.empty();

    TaskTexts(DatasetFiles files, LeRobotInfo info, TableReader tables) throws IOException {
        this.files = files;
        this.tables = tables;
        if (info.layout().isOld() && files.has(LINES)) {
            for (JsonNode line : files.jsonLines(LINES)) {
                lines.put(line.path("task_index").asLong(-1), line.path("task").asText());
            }
        }
    }

    /** A task's text; empty when nothing is written of it. */
    Optional<String> text(long task) throws IOException {
        if (!lines.isEmpty() || !files.has(TABLE)) {
            return Optional.ofNullable(lines.get(task));
        }
        if (task != lastTask) {
            lastText = inTable(task);
            lastTask = task;
        }
        return lastText;
    }

    private Optional<String> inTable(long task) throws IOException {
        Path table = files.file(TABLE);
        if (task < 0 || task >= tables.rows(table)) {
            return Optional.empty();
        }
        Map<String, Object> row = tables.row(table, task);
        return TEXTS.stream()
                .map(row::get)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .findFirst();
    }
}
