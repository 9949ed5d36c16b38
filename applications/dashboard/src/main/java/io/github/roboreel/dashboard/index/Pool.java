package io.github.roboreel.dashboard.index;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values that many episodes have alike, each kept once. For one thread. */
final class Pool {
    /** A recording whose values are all different is not made smaller by a pool. */
    private static final int MOST = 50_000;

    private final Map<Object, Object> values = new HashMap<>();
    private final Map<List<String>, Names> names = new HashMap<>();

    /** The value that was given first among those that equal it; null for null. */
    @SuppressWarnings("unchecked")
    public <T> T shared(T value) {
        if (value == null) {
            return null;
        }
        Object known = values.get(value);
        if (known == null && values.size() < MOST) {
            values.put(value, value);
        }
        return known == null ? value : (T) known;
    }

    /** Names in that order; making them again for each episode takes longer than to find them. */
    public Names names(List<String> list) {
        Names known = list.isEmpty() ? Names.NONE : names.get(list);
        if (known != null) {
            return known;
        }
        Names made = new Names(list);
        if (names.size() < MOST) {
            names.put(made.list(), made);
        }
        return made;
    }

    /** A list of texts, which are shared, too. */
    public List<String> sharedTexts(List<String> texts) {
        List<String> known = texts.stream().map(this::<String>shared).toList();
        return known.isEmpty() ? List.of() : shared(known);
    }
}
