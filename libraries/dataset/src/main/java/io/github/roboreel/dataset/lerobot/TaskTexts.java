package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
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
    private static final String INDEX = "task_index";
    private static final int MAX_ROWS = 1024;

    /** Names of the column of texts: the index of a pandas frame has no name of its own in some. */
    private static final List<String> TEXTS = List.of("task", "__index_level_0__");

    private final Map<Long, String> texts = new HashMap<>();
    private final String table;
    private String contradiction = "";

    TaskTexts(DatasetFiles files, LeRobotInfo info, TableReader tables) throws IOException {
        if (info.layout().isOld() && files.has(LINES)) {
            table = LINES;
            for (JsonNode line : files.jsonLines(LINES)) {
                add(line.path(INDEX).asLong(-1), line.path("task").asText());
            }
        } else {
            table = TABLE;
            if (files.has(TABLE)) {
                readTable(tables, files.file(TABLE));
            }
        }
    }

    /** A row's text is that of its number: tools sort and delete rows. */
    private void readTable(TableReader tables, Path file) throws IOException {
        long rows = tables.rows(file);
        for (long from = 0; from < rows; ) {
            List<Map<String, Object>> some = tables.rows(file, from, MAX_ROWS);
            for (Map<String, Object> row : some) {
                long number = row.get(INDEX) instanceof Long said ? said : from;
                Optional<String> text = TEXTS.stream()
                        .map(row::get)
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .findFirst();
                if (text.isPresent()) {
                    add(number, text.get());
                }
                from++;
            }
            if (some.isEmpty()) {
                return;
            }
        }
    }

    private void add(long number, String text) {
        String other = texts.putIfAbsent(number, text);
        if (other != null && !other.equals(text)) {
            throw new ExportRefusedException(
                    "%s has two texts of task %s, '%s' and '%s'; repair the table", table, number, other, text);
        }
    }

    /** Bytes of the longest text; 0 without any. */
    int maxBytes() {
        return texts.values().stream()
                .mapToInt(text -> FormatJson.utf8(text).length)
                .max()
                .orElse(0);
    }

    /** A task's text; empty when nothing is written of it. */
    String text(long task) {
        return texts.getOrDefault(task, "");
    }

    /**
     * A task's text.
     *
     * @param episode that has the task, for what it says of its tasks itself
     * @param notes learns of contradictions
     * @return empty when nothing is written of it
     */
    Optional<String> text(long task, LeRobotPlace episode, ImportNotes notes) {
        Optional<String> text = Optional.ofNullable(texts.get(task));
        if (text.isPresent() && !episode.tasks().isEmpty() && !episode.tasks().contains(text.get())) {
            note(task, text.get(), episode, notes);
        }
        return text;
    }

    /** Once: it is one fault of the tables, however many episodes have it. */
    private void note(long task, String text, LeRobotPlace episode, ImportNotes notes) {
        if (contradiction.isEmpty()) {
            contradiction = Sentence.of(
                    "%s and meta/episodes contradict each other, first in %s: task %s is '%s', there it is '%s'; the former"
                            + " is the instruction",
                    table, episode.name(), task, text, String.join("', '", episode.tasks()));
        }
        notes.add(contradiction);
    }
}
