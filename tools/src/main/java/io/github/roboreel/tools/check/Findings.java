package io.github.roboreel.tools.check;

import io.github.roboreel.tools.FileFault;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what an audit finds. Habits of other recorders are named once per file or folder. */
final class Findings {
    private record Habit(Path file, String sentence) {}

    private final List<FileFault> findings = new ArrayList<>();
    private final Map<Habit, List<String>> habits = new LinkedHashMap<>();

    void error(Path file, String inside, String problem, String advice) {
        findings.add(new FileFault(file, 0, inside, problem, advice, FileFault.Severity.ERROR));
    }

    void note(Path file, String inside, String problem, String advice) {
        findings.add(new FileFault(file, 0, inside, problem, advice, FileFault.Severity.NOTE));
    }

    void add(FileFault.Severity severity, Path file, String inside, String problem, String advice) {
        findings.add(new FileFault(file, 0, inside, problem, advice, severity));
    }

    /** Another recorder's known habit, seen at a place in a file. */
    void habit(Path file, String inside, String sentence) {
        habits.computeIfAbsent(new Habit(file, sentence), h -> new ArrayList<>())
                .add(inside);
    }

    /** All of them; habits last. */
    List<FileFault> list() {
        List<FileFault> all = new ArrayList<>(findings);
        habits.forEach((habit, places) -> {
            String more = places.size() > 1 ? " and " + (places.size() - 1) + " more" : "";
            all.add(new FileFault(
                    habit.file(), 0, places.get(0) + more, habit.sentence(), "", FileFault.Severity.NOTE));
        });
        return List.copyOf(all);
    }
}
