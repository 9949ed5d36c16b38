package io.github.roboreel.format;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Map of a few names in the order in which they were put, in half of a {@link LinkedHashMap}'s memory: a folder has a
 * hundred thousand lines with three of them each. Entries cannot be removed. For one thread while it is filled.
 *
 * @param <V> type of the values
 */
final class SmallMap<V> extends AbstractMap<String, V> {
    private static final int MOST_SEARCHED = 32;
    private static final int GROWTH = 8;

    /** Name and value by turns. */
    private Object[] entries = new Object[0];

    private int size;

    /** All of them, once there are too many to search through. */
    private Map<String, V> many;

    @Override
    public V put(String name, V value) {
        if (many != null) {
            return many.put(name, value);
        }
        int at = indexOf(name);
        if (at >= 0) {
            V before = value(at);
            entries[at + 1] = value;
            return before;
        }
        if (size == MOST_SEARCHED) {
            many = new LinkedHashMap<>(this);
            entries = null;
            return many.put(name, value);
        }
        if (2 * size == entries.length) {
            entries = Arrays.copyOf(entries, entries.length + GROWTH);
        }
        entries[2 * size] = name;
        entries[2 * size + 1] = value;
        size++;
        return null;
    }

    private int indexOf(Object name) {
        for (int i = 0; i < 2 * size; i += 2) {
            if (entries[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    private V value(int at) {
        return (V) entries[at + 1];
    }

    @Override
    public V get(Object name) {
        if (many != null) {
            return many.get(name);
        }
        int at = indexOf(name);
        return at < 0 ? null : value(at);
    }

    @Override
    public boolean containsKey(Object name) {
        return many == null ? indexOf(name) >= 0 : many.containsKey(name);
    }

    @Override
    public Set<Map.Entry<String, V>> entrySet() {
        return many == null ? new Entries() : many.entrySet();
    }

    private final class Entries extends AbstractSet<Map.Entry<String, V>> {
        @Override
        public int size() {
            return size;
        }

        @Override
        public Iterator<Map.Entry<String, V>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public Map.Entry<String, V> next() {
                    if (next == size) {
                        throw new NoSuchElementException();
                    }
                    int at = 2 * next++;
                    return new SimpleImmutableEntry<>((String) entries[at], value(at));
                }
            };
        }
    }
}
