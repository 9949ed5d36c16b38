package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.Undo;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** The first failure of any worker; all of them stop encoding after it. Safe for any thread. */
final class VideoFailure {
    private final AtomicReference<Throwable> first = new AtomicReference<>();
    private final Consumer<Throwable> reporter;

    VideoFailure(Consumer<Throwable> reporter) {
        this.reporter = reporter;
    }

    /** Never throws: a caller that reports a failure has things to give back. */
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

    /** Carries out what must not end its thread; what it throws is reported. */
    void attempt(Undo.Step step) {
        try {
            step.run();
        } catch (Exception | Error e) {
            report(e);
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
