package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Records the episodes of a dataset into a new folder: each becomes a run of one env, numbered per environment in the
 * dataset's order. The folder gets its name when all are recorded, read back and found equal.
 */
final class DatasetImport {
    private final DatasetReader dataset;
    private final Path outputDir;
    private final ImportNotes notes;
    private final Map<String, Integer> runs = new HashMap<>();

    /**
     * Of a dataset.
     *
     * @param dtSeconds time between two steps, s, where the dataset does not say it
     */
    DatasetImport(DatasetReader dataset, Path outputDir, OptionalDouble dtSeconds) {
        this.dataset = dataset;
        this.outputDir = outputDir;
        notes = new ImportNotes(dtSeconds);
    }

    ImportSummary run(ExportProgress progress) throws IOException {
        DatasetArguments.requireNew(outputDir, "another name");
        long steps = survey();
        try (StagedTarget target = StagedTarget.of(outputDir)) {
            progress.phase("recording", steps);
            Files.createDirectory(target.work());
            record(target.work(), progress);
            writeRunComplete(target.work());
            target.finish();
            return new ImportSummary(outputDir, dataset.episodes(), steps, notes.all());
        } catch (RecorderException e) {
            throw new IOException(
                    Sentence.of(
                            "%s could not be recorded: %s; nothing of it is left, so import again once that is mended",
                            outputDir, firstFault(e)),
                    e);
        } catch (ConfigException e) {
            throw new IOException("the recorder failed: " + e.getMessage(), e);
        }
    }

    /** What the recorder says of it advises how to save the folder, which is removed here. */
    private static String firstFault(RecorderException fault) {
        Throwable first = fault;
        while (first.getCause() instanceof Exception cause) {
            first = cause;
        }
        return first.getMessage() == null ? first.toString() : first.getMessage();
    }

    /** Looks at all episodes before the first is recorded, so that none is refused too late. */
    private long survey() throws IOException {
        if (dataset.episodes() == 0) {
            throw new ExportRefusedException("the dataset has no episodes to import");
        }
        dataset.prepare();
        Map<String, FoundEpisode> first = new HashMap<>();
        long steps = 0;
        double dtSeconds = 0;
        for (int index = 0; index < dataset.episodes(); index++) {
            FoundEpisode episode = described(index);
            EpisodeRecording.schema(episode);
            FoundEpisode other = first.putIfAbsent(episode.envName(), episode);
            if (other != null) {
                requireSamePeriod(other, episode);
                noteMerged(other, episode);
            }
            steps += episode.steps();
            dtSeconds = episode.info().dtSeconds();
        }
        notes.requireDtNeeded(dtSeconds);
        dataset.compare(steps, notes);
        return steps;
    }

    private FoundEpisode described(int index) throws IOException {
        try {
            return dataset.episode(index, notes);
        } catch (IllegalArgumentException e) {
            throw new ExportRefusedException("episode " + index + " cannot be recorded: " + e.getMessage());
        }
    }

    private static void requireSamePeriod(FoundEpisode first, FoundEpisode next) {
        if (Math.abs(first.info().dtSeconds() - next.info().dtSeconds()) > 1e-9) {
            throw new ExportRefusedException(
                    "%s has %s s between steps, %s has %s s, and an environment has one period; split the dataset",
                    next.where(),
                    next.info().dtSeconds(),
                    first.where(),
                    first.info().dtSeconds());
        }
    }

    private void noteMerged(FoundEpisode first, FoundEpisode next) {
        if (!first.givenEnvName().equals(next.givenEnvName())) {
            notes.add(Sentence.of(
                    "environments '%s' and '%s' are both called '%s', since a folder has no other characters",
                    first.givenEnvName(), next.givenEnvName(), first.envName()));
        }
    }

    private void record(Path folder, ExportProgress progress) throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            for (int index = 0; index < dataset.episodes(); index++) {
                FoundEpisode episode = dataset.episode(index, notes);
                RunSpec run = runOf(folder, episode);
                EpisodeRecording recording = new EpisodeRecording(episode);
                noteLosses(episode, recording.run(run, lock, progress));
                Path runFile = run.envFolder().resolve(RunFolder.runFile(run.run()));
                compare(runFile, episode, recording.digests());
            }
        }
    }

    /** All runs are done, as a recording says that ends in order. */
    private void writeRunComplete(Path folder) throws IOException {
        for (Map.Entry<String, Integer> env : runs.entrySet()) {
            new RunComplete(RunHeader.VERSION, 1, env.getValue(), null, null, null, null, null)
                    .write(folder.resolve(env.getKey()));
        }
    }

    /** Reads the recorded episode back and compares every array. */
    private static void compare(Path runFile, FoundEpisode episode, ArrayDigests recorded) throws IOException {
        ArrayDigests found = new ArrayDigests();
        try (ArrayFileReader reader = ArrayFileFormat.hdf5().open(runFile)) {
            EpisodeReader demo = ColumnEpisode.of(reader, DemoPaths.inData(DemoPaths.demo(0)));
            for (FieldSource array : episode.arrays()) {
                String path = array.spec().path();
                RowBlocks.each(demo, path, 0, demo.info(path).rows(), (rows, count) -> found.add(path, rows));
            }
        }
        recorded.requireEqual(found);
    }

    private RunSpec runOf(Path folder, FoundEpisode episode) throws IOException {
        int run = runs.merge(episode.envName(), 1, Integer::sum) - 1;
        return RunSpec.builder(folder, episode.envName())
                .run(run)
                .episodes(List.of(episode.info()))
                .envConfigJson(dataset.envConfig(episode))
                .build();
    }

    private void noteLosses(FoundEpisode episode, EpisodeSummary summary) {
        if (!summary.isComplete()) {
            notes.add(Sentence.of(
                    "%s: %s failed or dropped %s frames; the arrays are complete",
                    episode.where(), summary.failedSinks(), summary.droppedFrames()));
        }
    }
}
