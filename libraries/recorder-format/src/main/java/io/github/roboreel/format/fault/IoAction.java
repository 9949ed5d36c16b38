package io.github.roboreel.format.fault;

import java.io.IOException;

/** As {@link IoFunction}, of nothing, and that gives nothing. */
@FunctionalInterface
public interface IoAction {
    /** Calls it. */
    void run() throws IOException;
}
