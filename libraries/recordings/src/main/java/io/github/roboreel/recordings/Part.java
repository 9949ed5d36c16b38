package io.github.roboreel.recordings;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recordings.episodes.EpisodeReaders;
import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;

/** One place and the readers of its episodes, lent to one thread at a time. Any thread may use it. */
final class Part implements AutoCloseable {
    private final Path place;
    private final EpisodeCatalogue catalogue;
    private final int most = Math.max(2, Runtime.getRuntime().availableProcessors());
    private final Semaphore free = new Semaphore(most, true);
    private final Deque<EpisodeReaders> idle = new ArrayDeque<>();
    private boolean closed;

    Part(Path place, EpisodeCatalogue catalogue) {
        this.place = place;
        this.catalogue = catalogue;
    }

    Path place() {
        return place;
    }

    EpisodeCatalogue catalogue() {
        return catalogue;
    }

    /** Reads, waiting for free readers. */
    <T> T read(IoFunction<EpisodeReaders, T> reading) throws IOException {
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting to read " + place);
        }
        try {
            EpisodeReaders readers = take();
            try {
                return reading.apply(readers);
            } finally {
                giveBack(readers);
            }
        } finally {
            free.release();
        }
    }

    private EpisodeReaders take() throws IOException {
        synchronized (idle) {
            if (closed) {
                throw new IllegalStateException(place + " is closed; open it again to read from it");
            }
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        return catalogue.readers();
    }

    private void giveBack(EpisodeReaders readers) throws IOException {
        synchronized (idle) {
            if (!closed) {
                idle.push(readers);
                return;
            }
        }
        readers.close();
    }

    /** Waits for those who are reading. */
    @Override
    public void close() throws IOException {
        synchronized (idle) {
            if (closed) {
                return;
            }
            closed = true;
        }
        free.acquireUninterruptibly(most);
        free.release(most);
        try (catalogue) {
            while (!idle.isEmpty()) {
                idle.pop().close();
            }
        }
    }
}
