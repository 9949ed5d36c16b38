package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws elements from a buffer that is refilled in order, as {@code tf.data.Dataset.shuffle} does; which ones depends
 * on the seed only.
 *
 * @param buffer elements held
 * @param seed of the order
 */
record Shuffle(int buffer, long seed) {
    Shuffle {
        if (buffer < 1) {
            throw new IllegalArgumentException(
                    Sentence.of("a shuffle with a buffer of %s is not possible; expected at least 1", buffer));
        }
    }

    <T> Cursor<T> cursor(Cursor<T> from) {
        Draws draws = new Draws(seed);
        List<T> held = new ArrayList<>();
        return Cursors.closing(from, new Cursor<>() {
            private boolean isOver;

            @Override
            public T next() throws IOException {
                while (!isOver && held.size() < buffer) {
                    T next = from.next();
                    isOver = next == null;
                    if (!isOver) {
                        held.add(next);
                    }
                }
                return held.isEmpty() ? null : drawn();
            }

            private T drawn() {
                int at = draws.below(held.size());
                T last = held.remove(held.size() - 1);
                return at == held.size() ? last : held.set(at, last);
            }
        });
    }
}
