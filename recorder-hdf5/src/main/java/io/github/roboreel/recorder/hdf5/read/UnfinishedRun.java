package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.hdf5.staging.LiveStaging;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that is not closed, whether its recorder lives or died: its run file as far as it was flushed, and behind that
 * the rows that are in its staging file only. Where one of the two is missing or damaged, the other is shown alone.
 * Nothing is changed. For one thread at a time.
 */
public final class UnfinishedRun implements RunReader {
    private final Path path;
    private final Optional<Hdf5RunReader> stored;
    private final Optional<LiveStaging> staging;
    private final boolean live;
    private final List<String> problems;

    private UnfinishedRun(
            Path path,
            Optional<Hdf5RunReader> stored,
            Optional<LiveStaging> staging,
            boolean live,
            List<String> problems) {
        this.path = path;
        this.stored = stored;
        this.staging = staging;
        this.live = live;
        this.problems = List.copyOf(problems);
    }

    /** Whether a run is not closed: it is being recorded, or its recorder died. */
    public static boolean isOne(Path runFile) throws IOException {
        return RunFolder.runOf(runFile.getFileName().toString()).isPresent() && new RunPaths(runFile).needsRecovery();
    }

    /**
     * Opens it.
     *
     * @param runFile {@code .../run_i.hdf5}, whether it is there or not
     * @param damage why the run file must not be read; empty to read it
     * @throws IOException in one sentence, when neither it nor its staging file can be read
     */
    public static UnfinishedRun open(Path runFile, String damage) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        List<String> problems = new ArrayList<>();
        Optional<LiveStaging> staging = staging(paths, problems);
        Optional<Hdf5RunReader> stored = Optional.empty();
        try {
            stored = stored(paths, damage, problems);
            boolean isLive = stored.isPresent()
                    ? stored.get().isLive()
                    : staging.isPresent() && LiveWriters.exist(paths.staging());
            if (stored.isEmpty() && staging.isEmpty()) {
                throw new IOException(problems.get(problems.size() - 1));
            }
            return new UnfinishedRun(paths.run(), stored, staging, isLive, problems);
        } catch (IOException | RuntimeException e) {
            close(stored, staging);
            throw e;
        }
    }

    private static Optional<LiveStaging> staging(RunPaths paths, List<String> problems) {
        Path file = paths.staging();
        String lost = " so steps that were not flushed before its recorder died are not shown";
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            problems.add(file.getFileName() + " is not there," + lost);
            return Optional.empty();
        }
        try {
            Optional<LiveStaging> staging = LiveStaging.open(file, paths.outputFolder());
            if (staging.isEmpty()) {
                problems.add(file.getFileName() + " is empty or has a damaged header," + lost);
            }
            return staging;
        } catch (IOException | RoboReelException e) {
            problems.add(Sentence.of("%s cannot be read, %s: %s", file.getFileName(), lost.strip(), e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<Hdf5RunReader> stored(RunPaths paths, String damage, List<String> problems) {
        if (!damage.isEmpty()) {
            problems.add(damage);
            return Optional.empty();
        }
        if (!Files.exists(paths.run())) {
            problems.add(paths.run().getFileName() + " is not there, so only what was staged is shown");
            return Optional.empty();
        }
        try {
            return Optional.of(Hdf5RunReader.openAsLeft(paths.run()));
        } catch (IOException e) {
            problems.add(e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public boolean isLive() {
        return live;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return stored.isPresent() ? stored.get().attributes() : Map.of();
    }

    @Override
    public List<String> demoNames() throws IOException {
        if (stored.isPresent()) {
            return stored.get().demoNames();
        }
        List<String> names = new ArrayList<>();
        for (int demo = 0; demo < staging.orElseThrow().run().numDemos(); demo++) {
            names.add(DemoPaths.demo(demo));
        }
        return names;
    }

    @Override
    public UnfinishedEpisode demo(String name) throws IOException {
        boolean isStored = stored.isPresent() && stored.get().hasDemo(name);
        if (!isStored && (staging.isEmpty() || !DatasetPaths.isDemo(name) || !isPlace(name))) {
            throw DatasetPaths.missingDemo(path, name, demoNames());
        }
        Optional<StoredEpisode> demo =
                isStored ? Optional.of((StoredEpisode) stored.get().demo(name)) : Optional.empty();
        List<String> all = new ArrayList<>(problems);
        if (stored.isPresent() && !isStored) {
            all.add(Sentence.of("%s has no %s, so only what was staged of it is shown", path.getFileName(), name));
        }
        return new UnfinishedEpisode(name, demo, staging, live, all);
    }

    private boolean isPlace(String name) {
        return DemoPaths.demoNumber(name).orElse(Integer.MAX_VALUE)
                < staging.orElseThrow().run().numDemos();
    }

    @Override
    public void close() throws IOException {
        close(stored, staging);
    }

    private static void close(Optional<Hdf5RunReader> stored, Optional<LiveStaging> staging) throws IOException {
        if (staging.isPresent()) {
            staging.get().close();
        }
        if (stored.isPresent()) {
            stored.get().close();
        }
    }
}
