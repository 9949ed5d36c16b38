package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.OriginalPaths;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A dataset's description where it is JSON: in its metadata, and kept in the configuration of an environment. */
final class DescriptionJson {
    /** Of our metadata: keys whose values follow from the episodes and were not given. */
    static final String DEFAULTS = "defaults";

    /** Of the object {@code minari} in an environment's configuration. */
    private static final String METADATA = "metadata";

    private static final TypeReference<LinkedHashMap<String, Object>> VALUES = new TypeReference<>() {};
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private DescriptionJson() {}

    /** What the metadata of a dataset says, but for what our exporter says by itself. */
    static Map<String, Object> of(JsonNode metadata) {
        Map<String, Object> said = new LinkedHashMap<>();
        metadata.properties()
                .forEach(entry -> put(said, entry.getKey(), JSON.convertValue(entry.getValue(), Object.class)));
        if (metadata.has(DatasetMetadata.OURS)) {
            JsonNode defaults = metadata.path(DatasetMetadata.OURS).path(DEFAULTS);
            // exports that list no defaults knew the description alone
            said.keySet().removeAll(defaults.isArray() ? texts(defaults) : List.of(MinariDescription.DESCRIPTION));
        }
        return said;
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }

    /** Notes a value, in the form that Minari writes today, where it is one of a description. */
    static void put(Map<String, Object> said, String key, Object value) {
        Object today = MinariDescription.isList(key) && value instanceof String text ? List.of(text) : value;
        if (today != null && MinariDescription.isFree(key, today)) {
            said.put(key, today);
        }
    }

    /** What an environment's configuration keeps of the dataset that its episodes were imported from. */
    static Map<String, Object> in(String environmentConfig) {
        try {
            JsonNode kept =
                    JSON.readTree(environmentConfig).path(OriginalPaths.KEY).path(METADATA);
            return kept.isObject() ? JSON.convertValue(kept, VALUES) : Map.of();
        } catch (JsonProcessingException e) {
            return Map.of();
        }
    }

    /**
     * An environment's configuration that keeps it, but for numbers that are none in JSON.
     *
     * @throws IOException if that is no JSON object
     */
    static String keptIn(String environmentConfig, Map<String, Object> said) throws IOException {
        ObjectNode config = JSON.readValue(environmentConfig, ObjectNode.class);
        if (said.isEmpty() && !config.path(OriginalPaths.KEY).has(METADATA)) {
            return environmentConfig;
        }
        ObjectNode kept = FormatJson.tree(said);
        kept.properties().removeIf(entry -> entry.getValue().isNull());
        config.withObjectProperty(OriginalPaths.KEY).set(METADATA, kept);
        return config.toString();
    }

    /** Whether a text is a JSON object with these members. */
    static boolean isObjectWith(String text, List<String> members) {
        try {
            JsonNode json = JSON.readTree(text);
            return json.isObject() && members.stream().allMatch(json::has);
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** A number, true or false for a text that is one in JSON, else the text. */
    static Object value(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            boolean isPlain = json.isNumber() || json.isBoolean();
            return isPlain ? JSON.convertValue(json, Object.class) : text;
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    /**
     * Adds values to those in a file.
     *
     * @throws ExportRefusedException when that holds no JSON object; it is as it was
     */
    static void addTo(Path file, Map<String, Object> values) throws IOException {
        if (!(FormatJson.readOrMissing(Files.readString(file)) instanceof ObjectNode object)) {
            throw new ExportRefusedException("%s is no JSON object; repair it, or move it away", file);
        }
        into(object, values);
        Path next = file.resolveSibling("." + file.getFileName() + ".new");
        Files.writeString(next, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(object) + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Adds values to an object. */
    static void into(ObjectNode object, Map<String, Object> values) {
        values.forEach((key, value) -> object.set(key, JSON.valueToTree(value)));
    }
}
