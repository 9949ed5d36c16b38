package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.hdf5.isolation.SharedWorker;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.hdf5.read.IsolatedRunReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** The run files read last, all in one process. For one thread. */
final class OpenRuns implements Closeable {
    private final SharedWorker worker = IsolatedRunReader.worker();
    private final RecentlyUsed<Run> runs;

    private record Run(IsolatedRunReader reader) implements Closeable {
        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** Keeps so many open. */
    OpenRuns(int most) {
        runs = new RecentlyUsed<>(most, file -> new Run(IsolatedRunReader.open(Path.of(file), worker)));
    }

    IsolatedRunReader reader(Path file) throws IOException {
        return runs.get(file.toString()).reader();
    }

    @Override
    public void close() throws IOException {
        try (worker) {
            runs.close();
        }
    }
}
