package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.IoSupplier;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Predicate;

/** Cursors over others. Each closes the one it was given, and holds one element at most. */
final class Cursors {
    private Cursors() {}

    static <T> Cursor<T> of(Iterator<T> elements) {
        return () -> elements.hasNext() ? elements.next() : null;
    }

    static <A, B> Cursor<B> map(Cursor<A> from, IoFunction<A, B> change) {
        return closing(from, () -> {
            A next = from.next();
            return next == null ? null : change.apply(next);
        });
    }

    static <T> Cursor<T> filter(Cursor<T> from, Predicate<? super T> test) {
        return closing(from, () -> {
            T next = from.next();
            while (next != null && !test.test(next)) {
                next = from.next();
            }
            return next;
        });
    }

    /** The elements from one place to another; those after it are not read. */
    static <T> Cursor<T> between(Cursor<T> from, long first, long end) {
        return closing(from, new Cursor<>() {
            private long at;

            @Override
            public T next() throws IOException {
                while (at < first && at < end && from.next() != null) {
                    at++;
                }
                if (at < first || at >= end) {
                    return null;
                }
                at++;
                return from.next();
            }
        });
    }

    /** Up to the first element that passes a test, and that one. */
    static <T> Cursor<T> upTo(Cursor<T> from, Predicate<? super T> test) {
        return closing(from, new Cursor<>() {
            private boolean isOver;

            @Override
            public T next() throws IOException {
                T next = isOver ? null : from.next();
                isOver = next == null || test.test(next);
                return next;
            }
        });
    }

    /** One sequence after the other; each is opened when its turn comes, and closed when it is over. */
    static <T> Cursor<T> oneAfterAnother(Cursor<? extends IoSupplier<Cursor<T>>> sequences) {
        return new Cursor<>() {
            private Cursor<T> current;

            @Override
            public T next() throws IOException {
                while (true) {
                    if (current == null) {
                        IoSupplier<Cursor<T>> opening = sequences.next();
                        if (opening == null) {
                            return null;
                        }
                        current = opening.get();
                    }
                    T next = current.next();
                    if (next != null) {
                        return next;
                    }
                    current.close();
                    current = null;
                }
            }

            @Override
            public void close() throws IOException {
                try (sequences) {
                    if (current != null) {
                        current.close();
                        current = null;
                    }
                }
            }
        };
    }

    static <T> Cursor<T> closing(Cursor<?> source, Cursor<T> reader) {
        return new Cursor<>() {
            @Override
            public T next() throws IOException {
                return reader.next();
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }
}
