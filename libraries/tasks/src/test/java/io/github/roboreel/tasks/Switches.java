package io.github.roboreel.tasks;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Conditions that hold when a test says so. */
final class Switches {
    private final Map<String, Boolean> on = new TreeMap<>();

    /** A condition of a function with codes of its own, such as {@code object_grabbed}. */
    Condition condition(String function, String object) {
        return new Condition(
                function,
                Map.of("object", object),
                List.of(object),
                scene -> on.getOrDefault(function + object, false));
    }

    Stage stage(String function, String object, double weight) {
        return new Stage(condition(function, object), weight, 1);
    }

    void set(String function, String object, boolean holds) {
        on.put(function + object, holds);
    }

    void clear() {
        on.clear();
    }
}
