package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Values of the rounds, by the names that they have in JSON. For one thread. */
final class Rounds {
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    void add(String name, double value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    /** Adds what a program has printed. */
    void add(Child.Printed printed, Iterable<String> names) throws IOException {
        for (String name : names) {
            add(name, printed.number(name));
        }
    }

    /** Adds the median of several. */
    void addMedian(String name, int repeats, Callable<Double> asked) throws Exception {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            each.add(asked.call());
        }
        add(name, Figures.median(each));
    }

    /** NaN when there is no value. */
    double median(String name) {
        return Figures.median(values.getOrDefault(name, List.of()));
    }

    double ratio(String one, String other) {
        return median(one) / median(other);
    }

    Figures medians() {
        Figures medians = new Figures();
        values.keySet().forEach(name -> medians.put(name, median(name)));
        return medians;
    }

    Map<String, List<Double>> each() {
        return values;
    }
}
