package io.github.roboreel.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** A task file's YAML and the sentences that say what is wrong with it. */
final class TaskFile {
    private static final String RECORDED_TASK = "task_file";

    private final String name;

    /** @param name begin of each sentence about it */
    TaskFile(String name) {
        this.name = name;
    }

    JsonNode parse(Path file) {
        YAMLFactory factory = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try {
            JsonNode root = new ObjectMapper(factory).readTree(Files.readString(file));
            if (root == null || !root.isObject()) {
                throw fault("expected a mapping of keys to values.");
            }
            return root;
        } catch (JsonProcessingException e) {
            throw fault(
                    Sentence.of(
                            "not valid YAML: %s.",
                            e.getOriginalMessage().lines().findFirst().orElse("?")),
                    e);
        } catch (IOException e) {
            throw fault("cannot be read: " + e + ".", e);
        }
    }

    JsonNode parseRecorded(String envConfigJson) {
        try {
            JsonNode root = new ObjectMapper().readTree(envConfigJson).path(RECORDED_TASK);
            requireMapping(root, RECORDED_TASK);
            return root;
        } catch (JsonProcessingException e) {
            throw fault("not valid JSON: " + e.getOriginalMessage() + ".", e);
        }
    }

    /** Refuses a key that is in neither list, and the lack of a required one. */
    void requireKeys(JsonNode node, String prefix, List<String> required, List<String> optional) {
        Set<String> unknown = new TreeSet<>();
        node.fieldNames().forEachRemaining(unknown::add);
        required.forEach(unknown::remove);
        optional.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            List<String> known = new ArrayList<>(required);
            known.addAll(optional);
            throw fault(Sentence.of(
                    "unknown key '%s%s'; known are %s.",
                    prefix, unknown.iterator().next(), String.join(", ", known)));
        }
        for (String key : required) {
            if (node.path(key).isMissingNode() || node.get(key).isNull()) {
                throw fault("key '" + prefix + key + "' is missing.");
            }
        }
    }

    void requireMapping(JsonNode node, String path) {
        if (node == null || !node.isObject() || node.isEmpty()) {
            throw fault(path + ": expected a mapping, given " + node + ".");
        }
    }

    void requireList(JsonNode node, String path) {
        if (node == null || !node.isArray() || node.isEmpty()) {
            throw fault(path + ": expected a list, given " + node + ".");
        }
    }

    String text(JsonNode value, String path) {
        if (!value.isTextual() || value.asText().isBlank()) {
            throw fault(path + ": expected a text, given " + value + ".");
        }
        return value.asText();
    }

    double number(JsonNode value, String path) {
        if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
            throw fault(path + ": expected a number, given " + value + ".");
        }
        return value.asDouble();
    }

    double numberOr(JsonNode value, String path, double otherwise) {
        return value.isMissingNode() ? otherwise : number(value, path);
    }

    /** Says where in the file it is that something else refuses. */
    <T> T checked(String path, Supplier<T> make) {
        try {
            return make.get();
        } catch (IllegalArgumentException e) {
            throw fault(path + ": " + e.getMessage(), e);
        }
    }

    RoboReelException fault(String what) {
        return fault(what, null);
    }

    RoboReelException fault(String what, Throwable cause) {
        return new RoboReelException(Kind.BAD_ARGUMENT, name + ": " + what, cause);
    }
}
