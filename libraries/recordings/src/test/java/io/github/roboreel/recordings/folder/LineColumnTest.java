package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineColumnTest {
    private static final String FULL = """
            {"env_name": "A", "task_name": "T", "run": 1, "env_id": 2, "episode": 6, "policy": "P", \
            "instruction": "I", "instruction_type": "vague", "attributes": ["easy"], "success": false, \
            "status": "failure", "score": 0.5, "reason": "fell", "episode_step": 7, \
            "events": {"WRONG_OBJECT_GRABBED": 3}}
            """;

    private static final Map<String, Class<?>> TYPES = Map.of(
            "VARCHAR", String.class,
            "INTEGER", Integer.class,
            "DOUBLE", Double.class,
            "BOOLEAN", Boolean.class,
            "VARCHAR[]", List.class,
            "MAP(VARCHAR, INTEGER)", Map.class);

    @TempDir
    Path folder;

    private EpisodeRecord line(String json) throws IOException {
        Files.writeString(folder.resolve("episode_results.jsonl"), json);
        return ResultFolder.open(folder).episodes().get(0);
    }

    @Test
    void value_ofAFullLine_isTheFieldOfThatName() throws IOException {
        EpisodeRecord full = line(FULL);

        for (LineColumn column : LineColumn.values()) {
            assertInstanceOf(TYPES.get(column.type()), column.value(full), column.label());
        }
        assertEquals("T", LineColumn.TASK_NAME.value(full));
        assertEquals(1, LineColumn.RUN.value(full));
        assertEquals(2, LineColumn.ENV_ID.value(full));
        assertEquals(List.of("easy"), LineColumn.ATTRIBUTES.value(full));
        assertEquals(false, LineColumn.SUCCESS.value(full));
        assertEquals(0.5, LineColumn.SCORE.value(full));
        assertEquals(7, LineColumn.EPISODE_STEP.value(full));
        assertEquals("fell", LineColumn.REASON.value(full));
    }

    @Test
    void value_thatTheLineHasNot_isNull() throws IOException {
        EpisodeRecord bare = line("{\"env_name\": \"A\"}\n");

        Set<LineColumn> always =
                Set.of(LineColumn.ENV_NAME, LineColumn.TASK_NAME, LineColumn.ATTRIBUTES, LineColumn.EVENT_COUNTS);
        for (LineColumn column : LineColumn.values()) {
            if (!always.contains(column)) {
                assertNull(column.value(bare), column.label());
            }
        }
    }
}
