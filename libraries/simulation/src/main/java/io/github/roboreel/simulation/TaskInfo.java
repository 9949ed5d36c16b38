package io.github.roboreel.simulation;

import java.util.List;

/**
 * A task that a simulator offers. Immutable.
 *
 * @param description one line for people, for example the instruction
 * @param instructionTypes wordings that {@code --instruction-type} takes, {@code default} among them
 */
public record TaskInfo(String description, List<String> instructionTypes) {
    /** Wording that every task has. */
    public static final String DEFAULT_INSTRUCTION = "default";

    /** Copies the list. */
    public TaskInfo {
        instructionTypes = List.copyOf(instructionTypes);
    }

    /** A task with one wording of its instruction. */
    public TaskInfo(String description) {
        this(description, List.of(DEFAULT_INSTRUCTION));
    }
}
