package io.github.roboreel.tools.check;

import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what an audit finds. Habits of other recorders, and notes that every demo would repeat, are named once per
 * file or folder.
 */
final class Findings {
    private record Habit(Path file, String sentence) {}

    private final List<FileFault> findings = new ArrayList<>();
    private final Map<Habit, List<String>> habits = new LinkedHashMap<>();

    void error(Path file, String place, String problem, String advice) {
        add(Severity.ERROR, file, place, problem, advice);
    }

    void note(Path file, String place, String problem, String advice) {
        add(Severity.NOTE, file, place, problem, advice);
    }

    void add(Severity severity, Path file, String place, String problem, String advice) {
        findings.add(new FileFault(file, 0, place, problem, advice, severity));
    }

    /** An error of a result line; of one of its fields, unless that is empty. */
    void error(EpisodeRecord line, String field, String problem, String advice) {
        findings.add(new FileFault(line.file(), line.line(), field, problem, advice, Severity.ERROR));
    }

    /** A note on a field of a result line. */
    void note(EpisodeRecord line, String field, String problem, String advice) {
        findings.add(new FileFault(line.file(), line.line(), field, problem, advice, Severity.NOTE));
    }

    /** A fault that a reader found, of another severity maybe. */
    void add(FileFault fault, Severity severity) {
        findings.add(
                new FileFault(fault.file(), fault.line(), fault.field(), fault.problem(), fault.advice(), severity));
    }

    /** Another recorder's known habit, or what every demo of a file has, seen at a place in the file. */
    void habit(Path file, String place, String sentence) {
        habits.computeIfAbsent(new Habit(file, sentence), h -> new ArrayList<>())
                .add(place);
    }

    /** Another recorder's known habit, seen in a result line. */
    void habit(EpisodeRecord line, String field, String sentence) {
        habit(line.file(), "line " + line.line() + (field.isEmpty() ? "" : ", " + field), sentence);
    }

    /** All of them; habits last. */
    List<FileFault> list() {
        List<FileFault> all = new ArrayList<>(findings);
        habits.forEach((habit, places) -> {
            String more = places.size() > 1 ? " and " + (places.size() - 1) + " more" : "";
            all.add(new FileFault(habit.file(), 0, places.get(0) + more, habit.sentence(), "", Severity.NOTE));
        });
        return List.copyOf(all);
    }
}
