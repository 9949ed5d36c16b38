package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.recorder.hdf5.isolation.Worker;
import java.io.IOException;

/**
 * A process in which run files are read; several {@link IsolatedRunReader}s of one thread may share it. After a death
 * the next question starts a new one. For one thread at a time.
 */
public final class ReaderProcess implements AutoCloseable {
    private Worker worker;

    /** The one that runs, or a new one. */
    Worker worker() throws IOException {
        if (worker == null || worker.isEnded()) {
            worker = Worker.take(ReaderWorker.class);
        }
        return worker;
    }

    /** Whether something has been asked of it and it still runs. */
    boolean isRunning() {
        return worker != null && !worker.isEnded();
    }

    /** Ends it, as it is in an unknown state. */
    void end() {
        if (worker != null) {
            worker.close();
        }
    }

    /** Lets the next reader have it; all files read in it must be closed. */
    @Override
    public void close() {
        if (isRunning()) {
            worker.giveBack();
        }
        worker = null;
    }
}
