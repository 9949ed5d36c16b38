package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.tools.check.DocumentSchema.Fault;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentSchemaTest {
    private final DocumentSchema schema = DocumentSchema.RESULT_LINE;

    @Test
    void aLineWithFieldsOfTheUsersOwnIsSound() {
        assertEquals(List.of(), schema.faults(line().put("operator", "Ada").putNull("score")));
    }

    @Test
    void whatIsMissingIsNamedInTheLinesOrder() {
        ObjectNode line = line();
        line.remove(List.of("status", "task_name", "failed_sinks"));
        assertEquals(
                List.of(new Fault("task_name", "is missing"), new Fault("status", "is missing")), schema.faults(line));
    }

    @Test
    void whatIsOfAnotherTypeIsShownWithTheTypesExpected() {
        assertEquals(
                List.of(new Fault("run", "is \"0\"; expected integer or null")), schema.faults(line().put("run", "0")));
    }

    private static ObjectNode line() {
        ResultLine line = new ResultLine(
                "Wave",
                "WaveTask",
                "Wave_0",
                0,
                3,
                3,
                null,
                null,
                "wave",
                List.of("simple"),
                null,
                8L,
                0.5,
                0.0625,
                Map.of("sparc", -1.5),
                Map.of(),
                Map.of("SLIPPED", 2),
                "default",
                Map.of(),
                0.5,
                null,
                "aborted",
                0,
                0,
                List.of("video"));
        return line.toJson(FormatJson.tree(Map.of()));
    }
}
