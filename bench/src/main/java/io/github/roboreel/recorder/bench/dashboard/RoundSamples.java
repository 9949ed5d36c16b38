package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.recorder.bench.record.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the rounds, by the names that they have in JSON, which end with the unit. For one thread. */
final class RoundSamples {
    private final Map<String, List<Double>> values = new LinkedHashMap<>();
    private final Map<String, String> notes = new LinkedHashMap<>();

    /** Something that takes time or bytes. */
    @FunctionalInterface
    interface Asked {
        double value() throws IOException, InterruptedException;
    }

    void add(String name, double value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    /** Says under what circumstances was measured. */
    void note(String name, String text) {
        notes.put(name, text);
    }

    /** Adds the median of several. */
    void addMedian(String name, int repeats, Asked asked) throws IOException, InterruptedException {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            each.add(asked.value());
        }
        add(name, Figures.median(each));
    }

    /** Medians of the rounds, each round's value, and the goals. */
    Figures figures(Map<String, Integer> goals) {
        Figures figures = new Figures();
        Figures each = new Figures();
        Figures most = new Figures();
        values.forEach((name, of) -> {
            figures.put(name, Figures.median(of), 3);
            each.put(name, of);
            if (goals.containsKey(name)) {
                most.put(name, goals.get(name));
            }
        });
        notes.forEach(figures::put);
        return figures.put("goals", most).put("each", each);
    }

    /** For people. */
    String table(String title, Map<String, Integer> goals) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        values.forEach((name, of) -> {
            Integer goal = goals.get(name);
            String row = goal == null ? name : name + " (goal " + goal + ")";
            rows.put(
                    row,
                    new Figures()
                            .put("median", Figures.median(of), 3, "median", 2)
                            .put("least", Collections.min(of), 3, "least", 2)
                            .put("most", Collections.max(of), 3, "most", 2));
        });
        return Figures.table(title, rows);
    }
}
