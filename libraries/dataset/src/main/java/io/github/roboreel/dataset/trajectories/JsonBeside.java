package io.github.roboreel.dataset.trajectories;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Statements;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** JSON files that describe trajectories. */
final class JsonBeside {
    private JsonBeside() {}

    /**
     * A document.
     *
     * @throws ExportRefusedException when it is no JSON object
     */
    static JsonNode read(Path file) throws IOException {
        JsonNode json = Statements.json(Files.readString(file));
        if (!json.isObject()) {
            throw new ExportRefusedException("%s is no JSON object; repair it, or move it away", file);
        }
        return json;
    }

    /** The values of a document as attributes have them. */
    static Map<String, Object> object(Path file) throws IOException {
        return attributes(read(file));
    }

    /** Long, Double, Boolean or String by name; lists and objects as JSON text; nulls are left out. */
    static Map<String, Object> attributes(JsonNode object) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        object.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            if (!value.isNull()) {
                attributes.put(entry.getKey(), FormatJson.attribute(value).orElseGet(value::toString));
            }
        });
        return attributes;
    }
}
