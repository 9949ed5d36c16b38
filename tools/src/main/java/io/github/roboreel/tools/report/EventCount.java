package io.github.roboreel.tools.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Number of events of a kind.
 *
 * @param count events
 * @param episodes in how many episodes
 */
record EventCount(int count, int episodes) {
    static final EventCount NONE = new EventCount(0, 0);

    /** By name, in the order of the result lines. */
    static Map<String, EventCount> byName(List<Episode> episodes) {
        Map<String, EventCount> counts = new LinkedHashMap<>();
        for (Episode episode : episodes) {
            episode.line()
                    .eventCounts()
                    .forEach((name, count) -> counts.merge(name, new EventCount(count, 1), EventCount::plus));
        }
        return counts;
    }

    private EventCount plus(EventCount other) {
        return new EventCount(count + other.count, episodes + other.episodes);
    }
}
