package io.github.roboreel.systemtests.formula;

import io.github.roboreel.format.FormatJson;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts and other figures by the names that they have in the line of JSON, in order. Any thread. */
public final class Tally {
    private final Map<String, Object> figures = new LinkedHashMap<>();

    /** All zero. */
    public Tally(String... counts) {
        for (String count : counts) {
            add(count, 0);
        }
    }

    public synchronized Tally add(String count, long more) {
        figures.put(count, get(count) + more);
        return this;
    }

    /** 0 for what was not counted. */
    public synchronized long get(String count) {
        return (long) figures.getOrDefault(count, 0L);
    }

    /** A text, a map, a list, null, or a number, of which two digits after the point are kept. */
    public synchronized Tally put(String figure, Object value) {
        figures.put(figure, value instanceof Double number ? Math.round(number * 100) / 100.0 : value);
        return this;
    }

    public synchronized Map<String, Object> figures() {
        return new LinkedHashMap<>(figures);
    }

    /** One line. */
    public String json() {
        return FormatJson.python(figures());
    }
}
