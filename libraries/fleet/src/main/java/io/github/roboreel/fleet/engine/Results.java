package io.github.roboreel.fleet.engine;

import java.io.IOException;

/**
 * Takes the results of tasks.
 *
 * @param <B> a result
 */
@FunctionalInterface
public interface Results<B> {
    /**
     * Takes a result: one for each input, in whatever order they come, one at a time.
     *
     * @param index of its input
     */
    void take(int index, B result) throws IOException;
}
