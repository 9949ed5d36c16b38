package io.github.roboreel.dashboard.index;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Names of numbers that many episodes have in the same order, shared by them. Immutable. */
public final class Names {
    public static final Names NONE = new Names(List.of());

    private final List<String> list;
    private final Map<String, Integer> places = new LinkedHashMap<>();

    /** In the order given. */
    public Names(List<String> list) {
        this.list = List.copyOf(list);
        for (int i = 0; i < list.size(); i++) {
            places.put(list.get(i), i);
        }
    }

    /** The names, in their order. */
    public List<String> list() {
        return list;
    }

    /** The same as a set; it is not to be changed. */
    public Set<String> set() {
        return Collections.unmodifiableSet(places.keySet());
    }

    /** Place of a name; -1 when it is none of them. */
    int place(String name) {
        return places.getOrDefault(name, -1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Names names && list.equals(names.list);
    }

    @Override
    public int hashCode() {
        return list.hashCode();
    }
}
