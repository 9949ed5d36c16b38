package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.hdf5.isolation.SharedWorker;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.hdf5.read.ChunkCache;
import io.github.roboreel.recorder.hdf5.read.IsolatedRunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The run files read last, all in one process, and the videos. For one thread. */
final class OpenRuns implements Closeable {
    private static final long MOST_CACHE_BYTES = 64L << 20;

    /** Several threads read, and what they read needs the heap, too. */
    private static final long CACHES_IN_HEAP = 32;

    private final SharedWorker worker = IsolatedRunReader.worker();
    private final ChunkCache cache =
            new ChunkCache(Math.min(MOST_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHES_IN_HEAP));
    private final RecentlyUsed<Run> runs;
    private final VideoFrames videos = new VideoFrames();

    /** An open run file and the demos of it that were asked for. */
    private record Run(IsolatedRunReader reader, Map<String, EpisodeReader> demos) implements Closeable {
        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** Keeps so many open. */
    OpenRuns(int most) {
        runs = new RecentlyUsed<>(
                most, file -> new Run(IsolatedRunReader.open(Path.of(file), worker, cache), new HashMap<>()));
    }

    /** Opens a run file, unless it is open. */
    void run(Path file) throws IOException {
        runs.get(file.toString());
    }

    /** A demo, usable until so many other files were asked for. */
    EpisodeReader demo(Path file, String name) throws IOException {
        Run run = runs.get(file.toString());
        EpisodeReader known = run.demos().get(name);
        if (known == null) {
            known = run.reader().demo(name);
            run.demos().put(name, known);
        }
        return known;
    }

    /** The videos read last. */
    VideoFrames videos() {
        return videos;
    }

    @Override
    public void close() throws IOException {
        try (worker;
                videos) {
            runs.close();
        }
    }
}
