package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The first failure of a sink: reported once, then everything that waits is woken. Any thread. */
final class SinkFailure {
    private final Consumer<Throwable> report;
    private final List<Consumer<Throwable>> listeners = new CopyOnWriteArrayList<>();
    private volatile Throwable cause;

    SinkFailure(Consumer<Throwable> report) {
        this.report = report;
    }

    /** Is told of the failure, at once when there is one already. */
    void whenRaised(Consumer<Throwable> listener) {
        listeners.add(listener);
        if (cause != null) {
            listener.accept(cause);
        }
    }

    void raise(Throwable newCause) {
        synchronized (this) {
            if (cause != null) {
                return;
            }
            cause = newCause;
        }
        report.accept(newCause);
        listeners.forEach(l -> l.accept(newCause));
    }

    boolean isRaised() {
        return cause != null;
    }

    /** Null while there is none. */
    Throwable cause() {
        return cause;
    }

    /** Throws when there is a failure. */
    void check() throws IOException {
        if (cause != null) {
            throw new IOException("the run file cannot be written any more: " + cause, cause);
        }
    }
}
