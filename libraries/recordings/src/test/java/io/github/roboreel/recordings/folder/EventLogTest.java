package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogTest {
    @TempDir
    Path folder;

    @Test
    void readsSchemaTwo() throws IOException {
        EventLog log = read("{\"schema_version\": 2, \"dt\": 0.05, \"task\": \"T\", \"env_id\": 1,"
                + " \"run\": 3, \"success\": null, \"final_step\": 9, \"events\": ["
                + "{\"step\": 4, \"code\": 258, \"name\": \"OBJECT_BUMPED\","
                + " \"info\": \"Object bumped: 'mug' nudged 0.081m\","
                + " \"score\": 0.5, \"extra\": 1}]}");

        assertEquals(2, log.schema());
        assertEquals(0.05, log.dtSeconds().orElseThrow());
        assertEquals(OptionalInt.of(3), log.identity().run());
        assertEquals(OptionalInt.of(1), log.identity().envId());
        assertEquals(Optional.empty(), log.success());
        assertEquals(OptionalInt.of(9), log.finalStep());
        assertEquals(
                List.of(new EpisodeEvent(4, 258, "OBJECT_BUMPED", "Object bumped: 'mug' nudged 0.081m", 0.5)),
                log.events());
    }

    @Test
    void read_eventsWithoutAScoreAndWithNull_haveNone() throws IOException {
        EventLog log = read("{\"schema_version\": 2, \"events\": ["
                + "{\"step\": 1, \"code\": 1000, \"name\": \"A\", \"info\": \"a\"},"
                + "{\"step\": 2, \"code\": 1000, \"name\": \"B\", \"info\": \"b\", \"score\": null},"
                + "{\"step\": 3, \"code\": 1000, \"name\": \"C\", \"info\": \"c\", \"score\": 0}]}");

        assertEquals(
                Arrays.asList(null, null, 0.0),
                log.events().stream().map(EpisodeEvent::score).toList());
    }

    @Test
    void reportsEntriesThatAreNoEvents() throws IOException {
        EventLog log = read("{\"schema_version\": 2, \"events\": [{\"step\": -1, \"code\": 258},"
                + " {\"step\": 2, \"code\": 255}, 7]}");

        assertEquals(List.of("GRIPPER_HIT_TABLE"), names(log));
        assertEquals(2, log.problems().size());
        assertTrue(log.problems().get(0).text().contains("entry 1 without a step (-1)"));
        assertFalse(log.problems().get(0).isLeftOut());
        assertTrue(log.problems().get(1).text().contains("entry 3 that is no event"));
    }

    @Test
    void convertsSchemaOneOneEventPerDistinctCode() throws IOException {
        EventLog log = read("[null, {}, {\"status\": 139, \"score\": 0.5, \"all_status_codes\":"
                + " [[\"grabbed\", 139], [\"above\", 129], [\"again\", 139]]}]");

        assertEquals(1, log.schema());
        assertEquals(OptionalInt.of(3), log.finalStep());
        assertEquals(
                List.of(
                        new EpisodeEvent(3, 139, "OBJECT_GRABBED_SUCCESS", "grabbed", 0.5 / 3),
                        new EpisodeEvent(3, 129, "OBJECT_ABOVE_BOTTOM_SUCCESS", "above", 0.5 / 3 + 0.5 / 3)),
                log.events());
    }

    @Test
    void convertsALastingCauseOnce() throws IOException {
        String held = "{\"score\": 0, \"all_status_codes\": [[\"held\", 250]]}";
        String closed = "{\"score\": 0, \"all_status_codes\": [[\"closed\", 256]]}";

        EventLog log = read("[" + String.join(",", held, held, "{}", held, closed, closed) + "]");

        assertEquals(
                List.of(1, 4, 5, 6),
                log.events().stream().map(EpisodeEvent::step).toList());
    }

    @Test
    void convertsASingleStatusWhenItOrTheScoreChanges() throws IOException {
        EventLog log = read("[{\"status\": 200, \"score\": 0.0, \"info\": \"a\"},"
                + " {\"status\": 200, \"score\": 0.0, \"info\": \"b\"},"
                + " {\"status\": 200, \"score\": 0.5, \"info\": \"c\"},"
                + " {\"status\": 0, \"score\": 0.7},"
                + " {\"status\": 999, \"score\": 0.5, \"info\": \"d\"}]");

        assertEquals(
                List.of("a", "c", "d"),
                log.events().stream().map(EpisodeEvent::info).toList());
        assertEquals("UNKNOWN(999)", log.events().get(2).name());
    }

    @Test
    void anythingElseHoldsNoEvents() throws IOException {
        assertEquals(0, read("{\"schema_version\": 3, \"events\": [1]}").schema());
        assertEquals(List.of(), read("{\"schema_version\": 3, \"events\": [1]}").events());
        assertEquals(0, read("42").schema());
        IOException fault = assertThrows(IOException.class, () -> read("{\"schema"));
        assertTrue(fault.getMessage().contains("log.json is not JSON"), fault.getMessage());
    }

    private static List<String> names(EventLog log) {
        return log.events().stream().map(EpisodeEvent::name).toList();
    }

    private EventLog read(String text) throws IOException {
        return EventLog.read(Files.writeString(folder.resolve("log.json"), text));
    }
}
