package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Records of documents that other programs wrote. */
class LenientJsonTest {
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "5",
            "-1.5",
            "2.0",
            "1e400",
            "123456789012345678901234567890",
            "NaN",
            "Infinity",
            "\"\"",
            "\"a\"",
            "\"7\"",
            "[]",
            "[1, \"b\", null, {}]",
            "[[]]",
            "{}",
            "{\"a\": {\"b\": []}, \"c\": NaN, \"d\": \"\"}");

    @Test
    void noFieldOfAnotherTypeSpoilsALine() throws IOException {
        for (String field : fields()) {
            for (String value : VALUES) {
                String json = "{\"" + field + "\": " + value + ", \"policy\": \"p\", \"later\": " + value + "}";
                ResultLine line = line(json);
                assertEquals("p", line.policy(), json);
                ResultLine ofTree = LenientJson.bind(LenientJson.parse(json).json(), ResultLine.class);
                assertEquals(ofTree, line, json);
            }
        }
    }

    @Test
    void noFieldOfAnotherTypeSpoilsAConfiguration() throws IOException {
        for (String field :
                List.of("sim", "decimation", "scene", "_instruction_variants", "_task_attributes", "seed")) {
            for (String value : VALUES) {
                String json = "{\"" + field + "\": " + value + ", \"policy\": \"p\", \"more\": " + value + "}";
                assertEquals(
                        "p",
                        LenientJson.bind(LenientJson.parse(json).json(), EnvConfig.class)
                                .policy(),
                        json);
            }
        }
    }

    @Test
    void numbersAreTakenAsOlderFilesHaveThem() throws IOException {
        ResultLine line = line("{\"run\": \"3\", \"env_id\": 2.0, \"episode\": 2.5, \"score\": NaN, \"dt\": 1}");
        assertEquals(3, line.run());
        assertEquals(2, line.envId());
        assertNull(line.episode());
        assertNull(line.score());
        assertEquals(1.0, line.dt());
    }

    @Test
    void whatTheRecordDoesNotKnowIsKept() throws IOException {
        Map<String, Object> others = new LinkedHashMap<>();
        LenientJson.bind(
                FormatJson.utf8("{\"b\": [1, {\"c\": null}], \"run\": 1, \"a\": NaN}"), ResultLine.class, others);
        assertEquals("{b=[1, {c=null}], a=NaN}", others.toString());
    }

    @Test
    void onlyWholeObjectsAreRecords() throws IOException {
        for (String json : List.of("", "{", "{} {}", "5", "\"a\"", "{\"run\": 1, \"run\": 2}")) {
            assertThrows(IOException.class, () -> line(json), json);
        }
        assertNull(line("[]"));
    }

    private static List<String> fields() {
        return Arrays.stream(ResultLine.class.getRecordComponents())
                .map(component -> new SnakeCaseStrategy().translate(component.getName()))
                .filter(name -> !name.equals("policy"))
                .toList();
    }

    private static ResultLine line(String json) throws IOException {
        return LenientJson.bind(FormatJson.utf8(json), ResultLine.class, null);
    }
}
