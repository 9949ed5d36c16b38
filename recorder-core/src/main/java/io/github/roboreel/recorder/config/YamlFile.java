package io.github.roboreel.recorder.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

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

    private static ObjectMapper mapper() {
        return new ObjectMapper(YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL)
                .build());
    }
}
