package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of the rounds, by the names that they have in JSON. For one thread. */
final class RoundSamples {
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    /** Something that takes time or bytes. */
    @FunctionalInterface
    interface Asked {
        double value() throws IOException, InterruptedException;
    }

    void add(String name, double value) {
        values.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    /** Adds what a program has printed. */
    void add(PeerFigures printed, Collection<String> names) throws IOException {
        for (String name : names) {
            add(name, printed.number(name));
        }
    }

    /** Adds the median of several. */
    void addMedian(String name, int repeats, Asked asked) throws IOException, InterruptedException {
        List<Double> each = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            each.add(asked.value());
        }
        add(name, Figures.median(each));
    }

    /** NaN when there is no value. */
    double median(String name) {
        return Figures.median(values.getOrDefault(name, List.of()));
    }

    Map<String, Double> medians() {
        Map<String, Double> medians = new LinkedHashMap<>();
        values.forEach((name, of) -> medians.put(name, Figures.median(of)));
        return medians;
    }

    Map<String, List<Double>> each() {
        return values;
    }
}
