package io.github.roboreel.tools.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what an audit finds. Habits of other recorders are named once per file or folder. */
final class Findings {
    private record Habit(Path file, String sentence) {}

    private final List<Finding> findings = new ArrayList<>();
    private final Map<Habit, List<String>> habits = new LinkedHashMap<>();

    void error(Path file, String inside, String problem, String advice) {
        findings.add(new Finding(Severity.ERROR, file, inside, problem, advice));
    }

    void note(Path file, String inside, String problem, String advice) {
        findings.add(new Finding(Severity.NOTE, file, inside, problem, advice));
    }

    void add(Severity severity, Path file, String inside, String problem, String advice) {
        findings.add(new Finding(severity, file, inside, problem, advice));
    }

    /** Another recorder's known habit, seen at a place in a file. */
    void habit(Path file, String inside, String sentence) {
        habits.computeIfAbsent(new Habit(file, sentence), h -> new ArrayList<>())
                .add(inside);
    }

    /** All of them; habits last. */
    List<Finding> list() {
        List<Finding> all = new ArrayList<>(findings);
        habits.forEach((habit, places) -> {
            String more = places.size() > 1 ? " and " + (places.size() - 1) + " more" : "";
            all.add(new Finding(Severity.NOTE, habit.file(), places.get(0) + more, habit.sentence(), ""));
        });
        return List.copyOf(all);
    }
}
