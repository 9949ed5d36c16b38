package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.file.ChunkFile;
import io.github.roboreel.recorder.hdf5.file.LiveWriters;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.StagedDemo;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.staging.StagingDescription;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeReader;
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
 * A run that is not closed, whether its recorder lives or died: every step and frame that survives the death of its
 * recorder, from the staging file and from the chunks that its ledger names. Nothing is changed and HDF5 is not asked.
 * Where there is no staging file of this version, the run file is shown as far as it was flushed. For one thread at a
 * time.
 */
public final class UnfinishedRun implements RunReader {
    /** Null where the run file is shown as far as it was flushed. */
    private final StagedRun staged;

    private final UnfinishedSteps steps;

    /** Null where what is staged is shown. */
    private final RunReader flushed;

    private final boolean live;
    private final List<String> problems;

    private UnfinishedRun(
            StagedRun staged, UnfinishedSteps steps, RunReader flushed, boolean live, List<String> problems) {
        this.staged = staged;
        this.steps = steps;
        this.flushed = flushed;
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
     * @param damage why the run file must not be read by HDF5; empty to read it
     * @throws IOException in one sentence, when neither it nor its staging file can be read
     */
    public static UnfinishedRun open(Path runFile, String damage) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        List<String> problems = new ArrayList<>();
        Optional<StagedRun> staged = staged(paths, problems);
        if (staged.isPresent()) {
            return of(staged.get(), paths, LiveWriters.exist(paths.staging()), problems);
        }
        if (!damage.isEmpty()) {
            throw new IOException(damage);
        }
        Hdf5RunReader flushed = Hdf5RunReader.openAsLeft(paths.run());
        return new UnfinishedRun(null, null, flushed, flushed.isLive(), problems);
    }

    /**
     * Opens a run that this process or another is recording, HDF5 never asked.
     *
     * @throws IOException when one of its files is not there, not whole yet or of an older version
     */
    public static UnfinishedRun openLive(Path runFile) throws IOException {
        RunPaths paths = new RunPaths(runFile);
        StagedRun staged = StagedRun.open(paths.staging(), paths.outputFolder())
                .orElseThrow(() -> new IOException(paths.staging() + " has no header that can be read"));
        return of(staged, paths, true, new ArrayList<>());
    }

    private static UnfinishedRun of(StagedRun staged, RunPaths paths, boolean live, List<String> problems)
            throws IOException {
        try {
            boolean isThere = live || Files.exists(paths.run());
            Optional<ChunkFile> file = isThere ? Optional.of(ChunkFile.open(paths.run())) : Optional.empty();
            if (!isThere) {
                problems.add(paths.run().getFileName() + " is not there, so only what is staged can be read");
            }
            UnfinishedSteps steps = new UnfinishedSteps(staged, file);
            return new UnfinishedRun(staged, steps, null, live, problems);
        } catch (IOException | RuntimeException e) {
            Undo.after(e, staged::close);
            throw e;
        }
    }

    private static Optional<StagedRun> staged(RunPaths paths, List<String> problems) {
        Path file = paths.staging();
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            problems.add(file.getFileName() + " is not there, so steps that were not flushed are not shown");
            return Optional.empty();
        }
        try {
            Optional<StagedRun> staged = StagedRun.open(file, paths.outputFolder());
            if (staged.isEmpty()) {
                problems.add(Sentence.of(
                        "%s has no header that this version reads, so steps that were not flushed are not shown",
                        file.getFileName()));
            }
            return staged;
        } catch (IOException | RuntimeException e) {
            problems.add(file.getFileName() + " cannot be read: " + Sentence.reasonOf(e));
            return Optional.empty();
        }
    }

    /** What cannot be shown, a sentence each; only of use when it has no recorder. */
    public List<String> problems() {
        return problems;
    }

    /** Its stored fields; empty where only the run file is read. */
    public Optional<FieldSchema> schema() {
        return Optional.ofNullable(staged).map(StagedRun::schema);
    }

    /** Whether it was closed since: everything is in the run file. */
    public boolean isGone() throws IOException {
        return staged != null && staged.isGone();
    }

    /** Its episodes as of now, by demo; none where only the run file is read. */
    public List<LiveEpisode> episodes() throws IOException {
        List<LiveEpisode> episodes = new ArrayList<>();
        if (staged != null) {
            staged.refresh();
            for (StagedDemo demo : List.copyOf(staged.demos())) {
                episodes.add(episode(demo));
            }
        }
        return episodes;
    }

    private LiveEpisode episode(StagedDemo demo) throws IOException {
        EpisodeStatus status = demo.end().map(DemoEnd::status).orElse(EpisodeStatus.RECORDING);
        long numSteps = status == EpisodeStatus.DISCARDED ? 0 : steps.numSteps(demo);
        return new LiveEpisode(demo.number(), demo.simEnv(), status, numSteps, demo.numEvents());
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        if (staged == null) {
            return flushed.attributes();
        }
        StagingDescription description = staged.description();
        Map<String, Object> attributes = description.attributes().ofData(description.run(), description.schema());
        long total = 0;
        for (LiveEpisode episode : episodes()) {
            total += episode.numSamples();
        }
        attributes.put(AttributeNames.TOTAL, total);
        return attributes;
    }

    @Override
    public List<String> demoNames() throws IOException {
        if (staged == null) {
            return flushed.demoNames();
        }
        staged.refresh();
        return staged.demos().stream()
                .map(demo -> RunFile.demoName(demo.number()))
                .toList();
    }

    @Override
    public EpisodeReader demo(String name) throws IOException {
        if (staged == null) {
            return flushed.demo(name);
        }
        staged.refresh();
        StagedDemo demo = staged.demos().stream()
                .filter(d -> RunFile.demoName(d.number()).equals(name))
                .findFirst()
                .orElseThrow(() -> new IOException(Sentence.of("%s has not begun in this run", name)));
        return new UnfinishedEpisode(staged, demo, steps);
    }

    @Override
    public boolean isLive() {
        return live;
    }

    @Override
    public void close() throws IOException {
        if (flushed != null) {
            flushed.close();
        }
        if (staged != null) {
            try {
                steps.close();
            } finally {
                staged.close();
            }
        }
    }
}
