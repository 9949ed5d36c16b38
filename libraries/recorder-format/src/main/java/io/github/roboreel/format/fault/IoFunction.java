package io.github.roboreel.format.fault;

import java.io.IOException;

/** A function that reads or writes files, or what lies in them. */
@FunctionalInterface
public interface IoFunction<A, T> {
    /** Calls it. */
    T apply(A argument) throws IOException;
}
