package io.github.roboreel.dashboard.index;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** Numbers of events by name, in a tenth of the memory of a usual map. Immutable. */
public final class EventCounts extends AbstractMap<String, Integer> {
    public static final EventCounts NONE = new EventCounts(Names.NONE, new int[0]);

    private final Names names;
    private final int[] values;

    /** @param values in the order of the names; not to be changed */
    public EventCounts(Names names, int[] values) {
        this.names = names;
        this.values = values;
    }

    /** Names of the events. */
    public Names names() {
        return names;
    }

    /** How often the event of a place among the names was counted. */
    public int value(int place) {
        return values[place];
    }

    @Override
    public Integer get(Object name) {
        int place = name instanceof String text ? names.place(text) : -1;
        return place < 0 ? null : values[place];
    }

    @Override
    public boolean containsKey(Object name) {
        return name instanceof String text && names.place(text) >= 0;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super Integer> visitor) {
        for (int i = 0; i < values.length; i++) {
            visitor.accept(names.list().get(i), values[i]);
        }
    }

    @Override
    public Set<Map.Entry<String, Integer>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Integer>> iterator() {
                return IntStream.range(0, values.length)
                        .mapToObj(i -> Map.entry(names.list().get(i), values[i]))
                        .iterator();
            }

            @Override
            public int size() {
                return values.length;
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventCounts counts
                ? names.equals(counts.names) && Arrays.equals(values, counts.values)
                : super.equals(other);
    }

    @Override
    public int hashCode() {
        // That of any map with the same entries, without making these.
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += names.list().get(i).hashCode() ^ values[i];
        }
        return sum;
    }
}
