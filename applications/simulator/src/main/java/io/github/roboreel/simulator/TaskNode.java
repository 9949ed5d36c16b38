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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A value in a task file, and the sentences that say what is wrong with it.
 *
 * @param file begin of each sentence
 * @param path where in the file it is; empty for the whole
 * @param value missing where the file has none
 */
record TaskNode(String file, String path, JsonNode value) {
    private static final String RECORDED_TASK = "task_file";

    static TaskNode parse(Path source) {
        TaskNode file = new TaskNode("Task file " + source, "", null);
        YAMLFactory factory = YAMLFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        try {
            JsonNode root = new ObjectMapper(factory).readTree(Files.readString(source));
            if (root == null || !root.isObject()) {
                throw file.fault("expected a mapping of keys to values.");
            }
            return new TaskNode(file.file, "", root);
        } catch (JsonProcessingException e) {
            throw file.fault(
                    Sentence.of(
                            "not valid YAML: %s.",
                            e.getOriginalMessage().lines().findFirst().orElse("?")),
                    e);
        } catch (IOException e) {
            throw file.fault("cannot be read: " + e + ".", e);
        }
    }

    /** The task in the configuration of a recording. */
    static TaskNode parseRecorded(String envConfigJson) {
        TaskNode file = new TaskNode("Task in the recorded configuration", "", null);
        try {
            TaskNode task = new TaskNode(file.file, "", new ObjectMapper().readTree(envConfigJson)).at(RECORDED_TASK);
            task.entries();
            return new TaskNode(file.file, "", task.value);
        } catch (JsonProcessingException e) {
            throw file.fault("not valid JSON: " + e.getOriginalMessage() + ".", e);
        }
    }

    /** What is under a key. */
    TaskNode at(String key) {
        return new TaskNode(file, below() + key, value.path(key));
    }

    private String below() {
        return path.isEmpty() ? "" : path + ".";
    }

    boolean isMissing() {
        return value.isMissingNode();
    }

    /** Refuses a key that is in neither list, and the lack of a required one. */
    void requireKeys(List<String> required, List<String> optional) {
        entries();
        List<String> known = Stream.concat(required.stream(), optional.stream()).toList();
        Set<String> unknown = new TreeSet<>();
        value.fieldNames().forEachRemaining(unknown::add);
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw whole().fault(Sentence.of(
                    "unknown key '%s%s'; known are %s.",
                    below(), unknown.iterator().next(), String.join(", ", known)));
        }
        required.forEach(this::requireKey);
    }

    void requireKey(String key) {
        if (!value.hasNonNull(key)) {
            throw whole().fault("key '" + below() + key + "' is missing.");
        }
    }

    private TaskNode whole() {
        return new TaskNode(file, "", value);
    }

    /** What is under each key of a mapping, in the file's order. */
    Map<String, TaskNode> entries() {
        if (!value.isObject() || value.isEmpty()) {
            throw fault("expected a mapping, given " + value + ".");
        }
        Map<String, TaskNode> entries = new LinkedHashMap<>();
        value.fieldNames().forEachRemaining(key -> entries.put(key, at(key)));
        return entries;
    }

    /** Each of a list. */
    List<TaskNode> items() {
        if (!value.isArray() || value.isEmpty()) {
            throw fault("expected a list, given " + value + ".");
        }
        List<TaskNode> items = new ArrayList<>();
        value.forEach(item -> items.add(new TaskNode(file, path + "[" + items.size() + "]", item)));
        return items;
    }

    /** Numbers of a list; what is wrong with one is said of the list. */
    List<Double> numbers() {
        return items().stream()
                .map(item -> new TaskNode(file, path, item.value).number())
                .toList();
    }

    String text() {
        if (!value.isTextual() || value.asText().isBlank()) {
            throw fault("expected a text, given " + value + ".");
        }
        return value.asText();
    }

    double number() {
        if (!value.isNumber() || !Double.isFinite(value.asDouble())) {
            throw fault("expected a number, given " + value + ".");
        }
        return value.asDouble();
    }

    double numberOr(double otherwise) {
        return isMissing() ? otherwise : number();
    }

    int integerOr(int otherwise) {
        if (isMissing()) {
            return otherwise;
        }
        if (!value.canConvertToInt() || !value.isIntegralNumber()) {
            throw fault("expected a whole number, given " + value + ".");
        }
        return value.asInt();
    }

    /** One of the names of the objects on the table. */
    String requireIn(Set<String> objects, String name) {
        if (!objects.contains(name)) {
            throw fault("'" + name + "' is not among the task's objects " + objects + ".");
        }
        return name;
    }

    /** Says where in the file it is that something else refuses. */
    <T> T checked(Supplier<T> make) {
        try {
            return make.get();
        } catch (IllegalArgumentException e) {
            throw fault(e.getMessage(), e);
        }
    }

    RoboReelException fault(String what) {
        return fault(what, null);
    }

    private RoboReelException fault(String what, Throwable cause) {
        String where = path.isEmpty() ? "" : path + ": ";
        return new RoboReelException(Kind.BAD_ARGUMENT, file + ": " + where + what, cause);
    }
}
