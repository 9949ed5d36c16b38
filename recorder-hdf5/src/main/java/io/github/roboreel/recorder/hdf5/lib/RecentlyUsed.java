package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.IoFunction;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps open what was used last, and closes the rest. For one thread. */
public final class RecentlyUsed<T extends Closeable> implements Closeable {
    private final int most;
    private final IoFunction<String, T> opener;
    private final Map<String, T> open = new LinkedHashMap<>(16, 0.75f, true);

    /** Keeps that many. */
    public RecentlyUsed(int most, IoFunction<String, T> opener) {
        this.most = most;
        this.opener = opener;
    }

    /** What belongs to that path; never to be closed by the caller. */
    public T get(String path) throws IOException {
        T found = open.get(path);
        return found == null ? add(path, opener) : found;
    }

    /** Opens what belongs to that path in another way than usual; it is not open yet. */
    public T add(String path, IoFunction<String, T> opening) throws IOException {
        if (open.size() >= most) {
            closeOldest();
        }
        T opened = opening.apply(path);
        open.put(path, opened);
        return opened;
    }

    /** What belongs to that path if it is still open. */
    public Optional<T> find(String path) {
        return Optional.ofNullable(open.get(path));
    }

    /** Closes what belongs to that path, if it is still open. */
    public void close(String path) throws IOException {
        T found = open.remove(path);
        if (found != null) {
            found.close();
        }
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
