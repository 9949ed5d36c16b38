package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Parts that are joined in one fixed way, in whatever order they come: neighbours in pairs, then the pairs, and so on;
 * what has no neighbour goes up as it is. So the result is the same, bit by bit, wherever and whenever the parts were
 * made, and also when a part is itself the tree of as many neighbours as a power of two. Of parts that come nearly in
 * order few wait for others. For one thread.
 *
 * @param <T> a part
 */
public final class JoinTree<T> {
    private final BinaryOperator<T> join;
    private final List<Map<Integer, T>> waiting = new ArrayList<>();
    private final int parts;
    private T joined;

    /**
     * Of so many parts.
     *
     * @param join of a part and the one that follows it; may change and give the first
     */
    public JoinTree(int parts, BinaryOperator<T> join) {
        this.parts = parts;
        this.join = join;
    }

    /**
     * Takes a part.
     *
     * @param index from 0; each once
     */
    public void take(int index, T part) {
        if (index < 0 || index >= parts) {
            throw new IndexOutOfBoundsException(Sentence.of("there is no part %s of %s", index, parts));
        }
        T node = part;
        int at = index;
        int level = 0;
        for (int size = parts; size > 1; size = (size + 1) / 2) {
            int neighbour = at ^ 1;
            if (neighbour < size) {
                Map<Integer, T> others = waiting(level);
                T other = others.remove(neighbour);
                if (other == null) {
                    others.put(at, node);
                    return;
                }
                node = at < neighbour ? join.apply(node, other) : join.apply(other, node);
            }
            at /= 2;
            level++;
        }
        joined = node;
    }

    private Map<Integer, T> waiting(int level) {
        while (waiting.size() <= level) {
            waiting.add(new HashMap<>());
        }
        return waiting.get(level);
    }

    /** All of them; empty before the last has come, and of none. */
    public Optional<T> joined() {
        return Optional.ofNullable(joined);
    }
}
