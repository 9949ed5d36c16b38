package io.github.roboreel.fleet.engine;

import java.io.IOException;
import java.io.Serializable;

/**
 * Piece of work that may run anywhere, also twice: its result depends on its input and on stored data alone, and what
 * it leaves behind is whole or not there. Shares nothing with other tasks; holds what it needs to know as serializable
 * fields.
 *
 * @param <A> what it is given
 * @param <B> what comes of it
 */
@FunctionalInterface
public interface Task<A extends Serializable, B extends Serializable> extends Serializable {
    /**
     * Does it.
     *
     * @throws IOException when it cannot be done here; an engine tries again, then ends the job. What is wrong with one
     *     recording is part of the result instead
     */
    B run(A input) throws IOException;
}
