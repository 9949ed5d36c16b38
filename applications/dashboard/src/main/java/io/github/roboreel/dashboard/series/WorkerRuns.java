package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Run files that a worker has open: one that changed is opened again, so that an answer never mixes two. */
final class WorkerRuns {
    private static final int MAX_OPEN = 16;

    /** After that it is looked again whether the recorder of a file lives. */
    private static final long LIVE_NANOS = 3_000_000_000L;

    private final Map<String, Run> runs = new LinkedHashMap<>(MAX_OPEN, 0.75f, true);

    /** A run file and the demos of it that were asked for. */
    static final class Run {
        private final RunReader reader;
        private final String stamp;
        private final long openedNanos = System.nanoTime();
        private final Map<String, EpisodeReader> demos = new HashMap<>();

        private Run(RunReader reader, String stamp) {
            this.reader = reader;
            this.stamp = stamp;
        }

        RunReader reader() {
            return reader;
        }

        /** Differs when the file does; empty while it is being recorded. */
        Optional<String> stamp() {
            return reader.isLive() ? Optional.empty() : Optional.of(stamp);
        }

        /** One that is being recorded is looked at again each time. */
        EpisodeReader demo(String name) throws IOException {
            EpisodeReader known = demos.get(name);
            if (known == null || reader.isLive()) {
                known = reader.demo(name);
                demos.put(name, known);
            }
            return known;
        }

        private boolean isFresh(Path file) throws IOException {
            if (!reader.isLive()) {
                return stamp.equals(stampOf(file));
            }
            return System.nanoTime() - openedNanos < LIVE_NANOS && UnfinishedRun.isOne(file);
        }
    }

    /**
     * Opens a run file if need be.
     *
     * @param damage why it is not to be read, so that only what is beside it is; empty to read it
     */
    Run get(String name, String damage) throws IOException {
        Path file = Path.of(name);
        Run known = runs.get(name);
        if (known != null && known.isFresh(file)) {
            return known;
        }
        close(name);
        if (runs.size() >= MAX_OPEN) {
            Iterator<Run> oldest = runs.values().iterator();
            oldest.next().reader().close();
            oldest.remove();
        }
        String stamp = stampOf(file) + damage;
        Run run = new Run(open(file, damage), stamp);
        runs.put(name, run);
        return run;
    }

    private static RunReader open(Path file, String damage) throws IOException {
        return damage.isEmpty() && !UnfinishedRun.isOne(file)
                ? RunFileReaders.openInWorker(file)
                : UnfinishedRun.open(file, damage);
    }

    /** Forgets a file that could not be read. */
    void close(String name) throws IOException {
        Run run = runs.remove(name);
        if (run != null) {
            run.reader().close();
        }
    }

    private static String stampOf(Path file) throws IOException {
        StringBuilder stamp = new StringBuilder(file.toString());
        for (Path part : List.of(
                file, file.resolveSibling(RunFolder.stagingOf(file.getFileName().toString())))) {
            if (Files.exists(part)) {
                BasicFileAttributes now = Files.readAttributes(part, BasicFileAttributes.class);
                stamp.append(' ')
                        .append(now.fileKey())
                        .append(' ')
                        .append(now.size())
                        .append(' ');
                stamp.append(now.lastModifiedTime().toMillis());
            }
        }
        return stamp.toString();
    }
}
