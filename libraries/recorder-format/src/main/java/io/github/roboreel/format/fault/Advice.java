package io.github.roboreel.format.fault;

import java.util.Objects;

/**
 * Way out of a failure, as a key that the program around the library puts into words.
 *
 * @param action what helps
 * @param subject what it is to be done with, for example an output folder; empty where there is nothing to name
 */
public record Advice(Action action, String subject) {
    /** What helps. */
    public enum Action {
        /** Bring back the runs of the folder {@code subject} that were not closed. */
        RECOVER,
        /** Record into another folder, and merge the folders afterwards. */
        MERGE,
        /** Give the JVM more memory, or record fewer envs. */
        ADD_MEMORY,
        /** Make the new file on another disk, or complete the old one where it lies. */
        CHOOSE_DISK,
        /** Leave the episodes that cannot be read out, or their env. */
        CHOOSE_EPISODES,
        /** Move the file that cannot be read away, or leave its env out. */
        MOVE_FILE_AWAY
    }

    /** Checks that both are given. */
    public Advice {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(subject, "subject");
    }

    /** An advice that names nothing. */
    public static Advice to(Action action) {
        return new Advice(action, "");
    }
}
