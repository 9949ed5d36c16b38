package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.jhdf.ChunkCache;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The run files read last, and the videos. For one thread. */
final class RecentRuns implements Closeable {
    /** Opens them for one thread. */
    @FunctionalInterface
    interface Factory {
        /**
         * None is open yet.
         *
         * @param inAnyOrder whether episodes of many runs are read in turns
         */
        RecentRuns open(boolean inAnyOrder);
    }

    /** Each maps its file, and they share a cache. */
    private static final int MAX_MAPPED = 64;

    private static final long MAX_CACHE_BYTES = 64L << 20;

    /** Several threads read, and what they read needs the heap, too. */
    private static final long CACHES_IN_HEAP = 32;

    /** Another reader may hold a whole file. */
    private static final int MAX_OPEN = 4;

    private final RecentlyUsed<Run> runs;
    private final VideoFrames videos = new VideoFrames();

    /** An open run file and the demos of it that were asked for. */
    private record Run(RunReader reader, Map<String, EpisodeReader> demos) implements Closeable {
        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    private RecentRuns(int most, RunReaders readers) {
        runs = new RecentlyUsed<>(most, file -> new Run(readers.open(Path.of(file)), new HashMap<>()));
    }

    /** Of this machine. */
    static RecentRuns mapped(boolean inAnyOrder) {
        ChunkCache cache =
                new ChunkCache(Math.min(MAX_CACHE_BYTES, Runtime.getRuntime().maxMemory() / CACHES_IN_HEAP));
        return new RecentRuns(inAnyOrder ? MAX_MAPPED : 1, file -> RunFileReaders.open(file, cache));
    }

    static Factory with(RunReaders readers) {
        return inAnyOrder -> new RecentRuns(inAnyOrder ? MAX_OPEN : 1, readers);
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
        try (videos) {
            runs.close();
        }
    }
}
