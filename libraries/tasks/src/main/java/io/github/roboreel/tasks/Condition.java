package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A question about a {@link Scene}: a pure function of it, without memory. {@link Conditions} has the usual ones.
 *
 * @param function its name, such as {@code object_grabbed}; decides the status codes
 * @param arguments what it was made with, in the order of the call text: texts, numbers, lists
 * @param objects names of the scene's objects it looks at
 * @param test the question itself; allocates nothing
 */
public record Condition(String function, Map<String, Object> arguments, List<String> objects, Predicate<Scene> test) {

    /** Copies the collections. */
    public Condition {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(test, "test");
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
        objects = List.copyOf(objects);
    }

    /** Whether it holds now. */
    public boolean holds(Scene scene) {
        return test.test(scene);
    }

    /** The call as logs show it, such as {@code object_grabbed(object='tea_tin')}. */
    public String callText() {
        return arguments.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                .collect(Collectors.joining(", ", function + "(", ")"));
    }

    /** The code of a step on which it came true. */
    public StatusCode successCode() {
        return StatusCode.successOf(function);
    }

    /** The code of a step on which it was lost. */
    public StatusCode failureCode() {
        return StatusCode.failureOf(function);
    }

    /** A value as Python prints it. */
    static String text(Object value) {
        if (value instanceof String s) {
            return "'" + s + "'";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Condition::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return String.valueOf(value);
    }
}
