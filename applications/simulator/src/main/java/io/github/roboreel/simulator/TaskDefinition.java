package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tasks.TaskRules;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Definition of a task: instruction, objects with the ranges of their start poses, and what it is judged by. Immutable.
 *
 * @param name the task's name, also the env's folder name in a recording
 * @param instructions instruction text by type; {@code default} always exists
 * @param attributes labels, exactly one of them {@code simple}, {@code moderate} or {@code complex}
 * @param target name of the object that the scripted policy moves
 * @param container name of the object it puts it into
 * @param episodeLengthSeconds simulated time after which an episode is truncated
 * @param objects by name, in the order of the recording
 * @param rules subtasks and events; an episode is a success when all subtasks are complete
 * @param fileJson the task file's content as JSON, without its comments
 */
public record TaskDefinition(
        String name,
        Map<String, String> instructions,
        List<String> attributes,
        String target,
        String container,
        double episodeLengthSeconds,
        Map<String, Placement> objects,
        TaskRules rules,
        String fileJson) {

    /** Copies the collections; keeps the objects' order. */
    public TaskDefinition {
        instructions = Collections.unmodifiableMap(new LinkedHashMap<>(instructions));
        attributes = List.copyOf(attributes);
        objects = Collections.unmodifiableMap(new LinkedHashMap<>(objects));
    }

    /**
     * An object and the uniform ranges of its start pose, env-local.
     *
     * @param model what it is
     * @param x metres
     * @param y metres
     * @param yaw about the vertical, rad
     */
    public record Placement(ObjectModel model, Range x, Range y, Range yaw) {}

    /**
     * An interval.
     *
     * @param from lower end
     * @param to upper end, not below {@code from}
     */
    public record Range(double from, double to) {}

    /**
     * Reads one task from a YAML file.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, naming file and key when a key is unknown, missing or has a bad
     *     value
     */
    public static TaskDefinition load(Path file) {
        return TaskReader.read(TaskNode.parse(file));
    }

    /**
     * Takes a task from the configuration of a recording, whose key {@code task_file} holds the task's file.
     *
     * @param envConfigJson content of {@code env_cfg.json}
     * @throws RoboReelException of kind BAD_ARGUMENT, when it has no task or a faulty one
     */
    public static TaskDefinition recorded(String envConfigJson) {
        return TaskReader.read(TaskNode.parseRecorded(envConfigJson));
    }

    /**
     * The instruction of a type such as {@code default}, {@code vague} or {@code specific}.
     *
     * @throws IllegalArgumentException naming the known types when this task has none of that type
     */
    public String instruction(String type) {
        String text = instructions.get(type);
        if (text == null) {
            throw new IllegalArgumentException(Sentence.of(
                    "Task '%s' has no instruction of type '%s'; known are %s.",
                    name, type, String.join(", ", instructions.keySet())));
        }
        return text;
    }

    /** The difficulty label among the attributes: simple, moderate or complex. */
    public String difficulty() {
        return attributes.stream()
                .filter(TaskReader.DIFFICULTIES::contains)
                .findFirst()
                .orElseThrow();
    }
}
