package io.github.roboreel.tasks;

import java.util.Locale;

/** Number of a subtask's object groups that must be complete. */
public enum CompletionMode {
    /** Every group; the progress is the groups' mean. */
    ALL,
    /** One group; the progress is that of the best. */
    ANY,
    /** K groups; the progress is the mean of the K best. */
    CHOOSE;

    /** The name in task files: {@code all}, {@code any} or {@code choose}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
