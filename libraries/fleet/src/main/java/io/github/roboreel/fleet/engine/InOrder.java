package io.github.roboreel.fleet.engine;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives results on in the order of their inputs; one that comes early waits. For one thread.
 *
 * @param <B> a result
 */
public final class InOrder<B> implements Results<B> {
    private final Results<B> next;
    private final Map<Integer, B> early = new HashMap<>();
    private int due;

    /** @param next takes the results, of input 0 first */
    public InOrder(Results<B> next) {
        this.next = next;
    }

    @Override
    public void take(int index, B result) throws IOException {
        early.put(index, result);
        while (early.containsKey(due)) {
            next.take(due, early.remove(due));
            due++;
        }
    }
}
