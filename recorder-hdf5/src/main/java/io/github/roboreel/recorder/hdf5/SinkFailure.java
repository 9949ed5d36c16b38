package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The first failure of a sink: reported once, then everything that waits is woken. Any thread. */
final class SinkFailure {
    private final RunSpec run;
    private final Consumer<Throwable> report;
    private final List<Consumer<Throwable>> listeners = new CopyOnWriteArrayList<>();
    private volatile Throwable cause;

    SinkFailure(RunSpec run, Consumer<Throwable> report) {
        this.run = run;
        this.report = report;
    }

    /** Notifies the listener of the failure, at once when there is one already. */
    void whenRaised(Consumer<Throwable> listener) {
        listeners.add(listener);
        if (cause != null) {
            listener.accept(cause);
        }
    }

    void raise(Throwable newCause) {
        Throwable described = described(newCause);
        synchronized (this) {
            if (cause != null) {
                return;
            }
            cause = described;
        }
        // A waiting thread must be woken even if memory is too short to report anything.
        try {
            report.accept(described);
        } finally {
            listeners.forEach(l -> l.accept(described));
        }
    }

    private Throwable described(Throwable newCause) {
        try {
            return new IOException(sentence(newCause), newCause);
        } catch (OutOfMemoryError e) {
            return newCause;
        }
    }

    private String sentence(Throwable newCause) {
        boolean says = newCause instanceof Exception && newCause.getMessage() != null;
        Path staging = RunFile.stagingPath(run);
        return RunFile.path(run)
                + " cannot be written any more: "
                + (says ? newCause.getMessage() : newCause.toString())
                + Disk.advice(newCause)
                + (Files.exists(staging) ? "; recover the run to complete it from " + staging.getFileName() : "");
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
        Throwable known = cause;
        if (known != null) {
            throw new IOException(known.getMessage(), known);
        }
    }
}
