package io.github.roboreel.recorder.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a YAML file whole; a key given twice is a fault. */
public final class YamlFile {
    private YamlFile() {}

    public static JsonNode read(Path file) {
        try {
            JsonNode root = mapper().readTree(file.toFile());
            if (root == null || !root.isObject()) {
                throw new ConfigException(file.toString(), List.of("expected a mapping of keys to values"));
            }
            return root;
        } catch (JsonProcessingException e) {
            throw new ConfigException(file.toString(), "is not valid YAML: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new ConfigException(file.toString(), "cannot be read: " + e.getMessage(), e);
        }
    }

    /** Line of each key with a value, keys joined by dots; of a file that {@link #read} accepts. */
    static Map<String, Integer> linesByKey(Path file) {
        Map<String, Integer> lines = new HashMap<>();
        try (JsonParser parser = mapper().createParser(file.toFile())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isScalarValue() || token == JsonToken.START_ARRAY) {
                    String key = parser.getParsingContext().pathAsPointer().toString();
                    int line = parser.currentTokenLocation().getLineNr();
                    lines.put(key.substring(1).replace('/', '.'), line);
                }
            }
            return lines;
        } catch (IOException e) {
            throw new ConfigException(file.toString(), "cannot be read: " + e.getMessage(), e);
        }
    }

    private static ObjectMapper mapper() {
        return new ObjectMapper(YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                .build());
    }
}
