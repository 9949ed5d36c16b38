package io.github.roboreel.recorder.video.sink;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The first failure of any worker; all of them stop encoding after it. Safe for any thread. */
final class VideoFailure {
    private final AtomicReference<Throwable> first = new AtomicReference<>();
    private final Consumer<Throwable> reporter;

    VideoFailure(Consumer<Throwable> reporter) {
        this.reporter = reporter;
    }

    /** Never throws: whoever reports a failure has things to give back. */
    void report(Throwable cause) {
        if (first.compareAndSet(null, cause)) {
            try {
                reporter.accept(cause);
            } catch (Throwable e) {
                if (e != cause) {
                    cause.addSuppressed(e);
                }
            }
        }
    }

    boolean happened() {
        return first.get() != null;
    }

    /** Null while nothing happened. */
    Throwable cause() {
        return first.get();
    }
}
