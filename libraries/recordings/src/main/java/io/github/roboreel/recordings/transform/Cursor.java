package io.github.roboreel.recordings.transform;

import java.io.Closeable;
import java.io.IOException;

/**
 * One way through a sequence, from its begin. One thread at a time uses it; who opened it closes it.
 *
 * @param <T> what it goes through
 */
public interface Cursor<T> extends Closeable {
    /**
     * The next one.
     *
     * @return null at the end, also when asked again
     * @throws IOException when it cannot be read
     */
    T next() throws IOException;

    /** Ends the way, also early; a second call does nothing. */
    @Override
    default void close() throws IOException {}
}
