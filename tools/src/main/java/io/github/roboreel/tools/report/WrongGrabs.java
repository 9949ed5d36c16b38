package io.github.roboreel.tools.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Wrong objects that were grabbed in a group of episodes.
 *
 * @param episodes in how many episodes
 * @param inSuccesses grabs in episodes that succeeded
 * @param inFailures grabs in the other episodes
 * @param objects grabs by object, most often grabbed first
 */
record WrongGrabs(int episodes, int inSuccesses, int inFailures, Map<String, Integer> objects) {
    static WrongGrabs of(List<Episode> group) {
        int episodes = 0;
        int inSuccesses = 0;
        int total = 0;
        Map<String, Integer> counts = new TreeMap<>();
        for (Episode episode : group) {
            int grabs = episode.wrongObjects().size();
            episodes += grabs > 0 ? 1 : 0;
            inSuccesses += episode.line().isSuccess() ? grabs : 0;
            total += grabs;
            episode.wrongObjects().forEach(object -> counts.merge(object, 1, Integer::sum));
        }
        return new WrongGrabs(episodes, inSuccesses, total - inSuccesses, mostFirst(counts));
    }

    private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
        Map<String, Integer> ordered = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(e -> ordered.put(e.getKey(), e.getValue()));
        return Collections.unmodifiableMap(ordered);
    }

    int total() {
        return inSuccesses + inFailures;
    }

    /** "bowl x2, mug x1". */
    String listed() {
        return objects.entrySet().stream()
                .map(e -> e.getKey() + " x" + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
