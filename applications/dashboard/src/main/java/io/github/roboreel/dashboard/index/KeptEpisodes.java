package io.github.roboreel.dashboard.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/** Episodes of a kept recording, decoded when they are first asked for. Thread-safe. */
final class KeptEpisodes extends AbstractList<IndexedEpisode> implements RandomAccess {
    private final int size;
    private KeptInput encoded;
    private volatile List<IndexedEpisode> decoded;

    KeptEpisodes(int size, KeptInput encoded) {
        this.size = size;
        this.encoded = encoded;
    }

    /** Decodes them now. */
    void load() {
        decoded();
    }

    private List<IndexedEpisode> decoded() {
        List<IndexedEpisode> known = decoded;
        return known == null ? decode() : known;
    }

    private synchronized List<IndexedEpisode> decode() {
        if (decoded == null) {
            List<IndexedEpisode> episodes = new ArrayList<>(size);
            try {
                for (int i = 0; i < size; i++) {
                    episodes.add(encoded.episode());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            decoded = List.copyOf(episodes);
            encoded = null;
        }
        return decoded;
    }

    @Override
    public IndexedEpisode get(int i) {
        return decoded().get(i);
    }

    @Override
    public int size() {
        return size;
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
