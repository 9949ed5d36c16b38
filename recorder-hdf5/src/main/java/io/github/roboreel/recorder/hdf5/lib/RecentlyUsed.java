package io.github.roboreel.recorder.hdf5.lib;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps open what was used last, and closes the rest. For one thread. */
public final class RecentlyUsed<T extends Closeable> implements Closeable {
    /** Opens what belongs to a path. */
    @FunctionalInterface
    public interface Opener<T> {
        T open(String path) throws IOException;
    }

    private final int most;
    private final Opener<T> opener;
    private final Map<String, T> open = new LinkedHashMap<>(16, 0.75f, true);

    /** Keeps that many. */
    public RecentlyUsed(int most, Opener<T> opener) {
        this.most = most;
        this.opener = opener;
    }

    /** What belongs to that path; never to be closed by the caller. */
    public T get(String path) throws IOException {
        T found = open.get(path);
        if (found == null) {
            if (open.size() >= most) {
                closeOldest();
            }
            found = opener.open(path);
            open.put(path, found);
        }
        return found;
    }

    private void closeOldest() throws IOException {
        Iterator<T> all = open.values().iterator();
        T oldest = all.next();
        all.remove();
        oldest.close();
    }

    /** Closes all, also when one of them fails. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!open.isEmpty()) {
            try {
                closeOldest();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
