package io.github.roboreel.recorder.hdf5.worker;

import java.io.IOException;

/**
 * A worker that reads several files for one thread. After a death the next question starts a new one. For one thread at
 * a time.
 */
public final class SharedWorker implements AutoCloseable {
    private final Class<? extends Service<?>> service;
    private Worker worker;

    /** One that is started when it is asked first. */
    public SharedWorker(Class<? extends Service<?>> service) {
        this.service = service;
    }

    /** The one that runs, or a new one. */
    Worker worker() throws IOException {
        if (worker == null || worker.isEnded()) {
            worker = Worker.take(service);
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

    /** Lets somebody else have it; all files read in it must be closed. */
    @Override
    public void close() {
        if (isRunning()) {
            worker.giveBack();
        }
        worker = null;
    }
}
