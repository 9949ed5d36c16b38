package io.github.roboreel.recorder.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the YAML list of fields; collects every fault before it refuses. */
public final class SchemaFile {
    private static final Set<String> KEYS = Set.of(
            "path",
            "dtype",
            "shape",
            "unit",
            "frame",
            "phase",
            "image",
            "non_finite_allowed",
            "stored",
            "video",
            "noise_free",
            AttributeNames.NAMES,
            AttributeNames.UNITS,
            AttributeNames.LOW,
            AttributeNames.HIGH,
            AttributeNames.NUM_VALUES,
            AttributeNames.QUATERNION);

    private final List<String> faults = new ArrayList<>();
    private final List<FieldSpec> fields = new ArrayList<>();
    private final Map<String, ? extends Collection<String>> placeholders;
    private int entry;

    private SchemaFile(Map<String, ? extends Collection<String>> placeholders) {
        this.placeholders = placeholders;
    }

    /** See {@link FieldSchema#load(Path, Map)}. */
    static List<FieldSpec> read(Path file, Map<String, ? extends Collection<String>> placeholders) {
        JsonNode root = YamlFile.read(file);
        SchemaFile reader = new SchemaFile(placeholders);
        reader.requireKnown("the file", root, Set.of("fields"));
        JsonNode list = root.path("fields");
        if (list.isArray() && !list.isEmpty()) {
            list.forEach(reader::add);
        } else {
            reader.faults.add("key 'fields' must be a list of at least one field");
        }
        if (!reader.faults.isEmpty()) {
            throw new ConfigException(file.toString(), reader.faults);
        }
        return reader.fields;
    }

    private void add(JsonNode node) {
        String where = "field " + entry++ + " (" + node.path("path").asText("no path") + ")";
        requireKnown(where, node, KEYS);
        try {
            for (JsonNode one : resolved(node)) {
                fields.add(spec(one));
            }
        } catch (IllegalArgumentException e) {
            faults.add(where + ": " + e.getMessage());
        }
    }

    /** The entry itself, or one for each name that takes its placeholder's place. */
    private List<JsonNode> resolved(JsonNode node) {
        String path = node.path("path").asText();
        for (Map.Entry<String, ? extends Collection<String>> placeholder : placeholders.entrySet()) {
            if (node instanceof ObjectNode map && path.contains(placeholder.getKey())) {
                return placeholder.getValue().stream()
                        .<JsonNode>map(name -> map.deepCopy().put("path", path.replace(placeholder.getKey(), name)))
                        .toList();
            }
        }
        return List.of(node);
    }

    private void requireKnown(String where, JsonNode node, Set<String> known) {
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String key = names.next();
            if (!known.contains(key)) {
                faults.add(Sentence.of(
                        "%s has unknown key '%s'; %s",
                        where, key, KnownNames.hint(key, known.stream().sorted().toList())));
            }
        }
    }

    /**
     * The field that an entry declares; keys that it does not have take their defaults.
     *
     * @param node a map with {@code path}, {@code dtype} and any other key of a schema file
     * @throws IllegalArgumentException naming what is wrong with it
     */
    public static FieldSpec spec(JsonNode node) {
        return new FieldSpec(
                node.path("path").asText(),
                DType.of(node.path("dtype").asText()),
                shape(node),
                node.path("unit").asText(""),
                node.path("frame").asText(""),
                phase(node.path("phase").asText(FieldPhase.STEP.label())),
                flag(node, "image", false),
                flag(node, "non_finite_allowed", false),
                flag(node, "stored", true),
                node.path("video").asText(""),
                flag(node, "noise_free", false),
                FieldSignal.of(node));
    }

    private static List<Integer> shape(JsonNode node) {
        JsonNode list = node.path("shape");
        List<Integer> shape = new ArrayList<>();
        for (JsonNode size : list) {
            shape.add(size.isIntegralNumber() && size.canConvertToInt() ? size.asInt() : -1);
        }
        if (!(list.isArray() || list.isMissingNode()) || shape.contains(-1)) {
            throw new IllegalArgumentException(
                    "shape " + list + " must be a list of whole numbers; leave it out for a scalar");
        }
        return shape;
    }

    private static boolean flag(JsonNode node, String key, boolean absent) {
        JsonNode value = node.path(key);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw new IllegalArgumentException("key '" + key + "' is " + value + "; expected true or false");
        }
        return value.asBoolean(absent);
    }

    private static FieldPhase phase(String label) {
        for (FieldPhase phase : FieldPhase.values()) {
            if (phase.label().equals(label)) {
                return phase;
            }
        }
        throw new IllegalArgumentException("phase '" + label + "' is unknown; known are initial, step, final");
    }
}
