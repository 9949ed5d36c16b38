package io.github.roboreel.tasks;

import java.util.function.Predicate;

/**
 * A condition beside those of {@link Conditions}, for task files. Found by {@link java.util.ServiceLoader}: a new one
 * is a class and its line in {@code META-INF/services}. Without state; any thread may use it.
 */
public interface ConditionProvider {
    /** Name in task files, such as {@code object_spinning}: lower-case letters, digits and {@code _}. */
    String name();

    /**
     * Makes the question.
     *
     * @param arguments those of the task file; what is not asked for here is refused as unknown
     * @return a pure function of a scene that allocates nothing; {@link Conditions#index} finds an object in it
     * @throws IllegalArgumentException in a sentence, when an argument is missing or of a wrong kind
     */
    Predicate<Scene> create(ConditionArguments arguments);
}
