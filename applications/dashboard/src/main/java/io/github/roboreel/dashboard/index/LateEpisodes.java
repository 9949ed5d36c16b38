package io.github.roboreel.dashboard.index;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Supplier;

/** Episodes of a kept recording, read when they are first asked for. Thread-safe. */
final class LateEpisodes extends AbstractList<IndexedEpisode> implements RandomAccess {
    private Supplier<List<IndexedEpisode>> source;
    private volatile List<IndexedEpisode> known;

    LateEpisodes(Supplier<List<IndexedEpisode>> source) {
        this.source = source;
    }

    private List<IndexedEpisode> known() {
        List<IndexedEpisode> before = known;
        return before == null ? read() : before;
    }

    private synchronized List<IndexedEpisode> read() {
        if (known == null) {
            known = source.get();
            source = null;
        }
        return known;
    }

    @Override
    public IndexedEpisode get(int i) {
        return known().get(i);
    }

    @Override
    public int size() {
        return known().size();
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
