package io.github.roboreel.format.fault;

import java.io.IOException;

/** As {@link IoFunction}, of nothing. */
@FunctionalInterface
public interface IoSupplier<T> {
    /** Calls it. */
    T get() throws IOException;
}
