package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Reads the YAML list of fields; collects every fault before it refuses. */
final class SchemaFile {
    private static final Set<String> KEYS =
            Set.of(
                    "path",
                    "dtype",
                    "shape",
                    "unit",
                    "frame",
                    "phase",
                    "image",
                    "non_finite_allowed");

    private final List<String> faults = new ArrayList<>();
    private final List<FieldSpec> fields = new ArrayList<>();

    private SchemaFile() {}

    static List<FieldSpec> read(Path file) {
        JsonNode list = YamlFile.read(file).path("fields");
        if (!list.isArray() || list.isEmpty()) {
            throw new ConfigException(
                    file.toString(), List.of("key 'fields' must be a list of at least one field"));
        }
        SchemaFile reader = new SchemaFile();
        list.forEach(reader::add);
        if (!reader.faults.isEmpty()) {
            throw new ConfigException(file.toString(), reader.faults);
        }
        return reader.fields;
    }

    private void add(JsonNode node) {
        String where =
                "field "
                        + (fields.size() + faults.size())
                        + " ("
                        + node.path("path").asText("no path")
                        + ")";
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String key = names.next();
            if (!KEYS.contains(key)) {
                faults.add(
                        where
                                + " has unknown key '"
                                + key
                                + "'; known are "
                                + String.join(", ", KEYS.stream().sorted().toList()));
                return;
            }
        }
        try {
            fields.add(spec(node));
        } catch (IllegalArgumentException e) {
            faults.add(where + ": " + e.getMessage());
        }
    }

    private static FieldSpec spec(JsonNode node) {
        List<Integer> shape = new ArrayList<>();
        for (JsonNode size : node.path("shape")) {
            if (!size.canConvertToInt() || !size.isIntegralNumber()) {
                throw new IllegalArgumentException(
                        "shape " + node.path("shape") + " must be a list of whole numbers");
            }
            shape.add(size.asInt());
        }
        return new FieldSpec(
                node.path("path").asText(),
                DType.of(node.path("dtype").asText()),
                shape,
                node.path("unit").asText(""),
                node.path("frame").asText(""),
                phase(node.path("phase").asText(FieldPhase.STEP.label())),
                node.path("image").asBoolean(false),
                node.path("non_finite_allowed").asBoolean(false));
    }

    private static FieldPhase phase(String label) {
        for (FieldPhase phase : FieldPhase.values()) {
            if (phase.label().equals(label)) {
                return phase;
            }
        }
        throw new IllegalArgumentException(
                "phase '" + label + "' is unknown; known are initial, step, final");
    }
}
