package io.github.roboreel.format.fault;

import java.io.IOException;

/** As {@link IoFunction}, that gives nothing. */
@FunctionalInterface
public interface IoConsumer<A> {
    /** Calls it. */
    void accept(A argument) throws IOException;
}
