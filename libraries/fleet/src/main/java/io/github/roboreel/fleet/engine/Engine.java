package io.github.roboreel.fleet.engine;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/** What runs tasks. For one thread. */
public interface Engine extends AutoCloseable {
    /** How many tasks run at a time, as far as is known; at least 1. */
    int workers();

    /**
     * Runs a task for each input and waits for all of them. An interrupt ends the wait, and as many tasks as heed it.
     *
     * @param name of the work, for users who watch the engine
     * @param results takes one result of each input, however often it was tried; what it throws ends the work, while
     *     tasks that have begun may run a little longer
     * @throws IOException of the task that failed for good, in its words, or when the engine fails
     */
    <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException;

    @Override
    void close();
}
