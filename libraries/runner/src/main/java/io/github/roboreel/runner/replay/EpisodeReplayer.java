package io.github.roboreel.runner.replay;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.RecordingBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Replays one episode at a time: resets a fresh env by the episode's seed, takes the recorded actions, and records what
 * happens as an ordinary run of one env, an env folder's runs in the order of its episodes.
 */
final class EpisodeReplayer {
    private final ReplayRequest request;
    private final ReplaySetup setup;
    private final DriftPlots plots = new DriftPlots();
    private final SideBySideVideos videos = new SideBySideVideos();
    private final Map<Path, Integer> nextRuns = new HashMap<>();

    EpisodeReplayer(ReplayRequest request) {
        this.request = request;
        setup = new ReplaySetup(request);
    }

    /**
     * Replays an episode. What it lacks for that, or fails in it, is its refusal.
     *
     * @throws IOException when the recording cannot be read, or the replay's cannot be written
     */
    EpisodeReplay replay(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        try {
            RecordedDemo demo = RecordedDemo.read(episode, reader);
            demo.requireWhole();
            return request.output().isPresent()
                    ? replay(demo, request.output().get().folder())
                    : replayAside(demo);
        } catch (RuntimeException e) {
            return EpisodeReplay.refused(episode, Sentence.reasonOf(e));
        }
    }

    /** Makes plots and videos of the replays that were recorded, and says which could not be made. */
    List<FileFault> finish() throws IOException {
        List<FileFault> problems = new ArrayList<>();
        request.output().ifPresent(output -> problems.addAll(plots.draw(output.drawing())));
        problems.addAll(videos.write());
        return problems;
    }

    private EpisodeReplay replayAside(RecordedDemo demo) throws IOException {
        try (ScratchFolder folder = ScratchFolder.make()) {
            return replay(demo, folder.path());
        }
    }

    private EpisodeReplay replay(RecordedDemo demo, Path folder) throws IOException {
        int run = nextRun(folder.resolve(demo.episode().env().name()));
        RecordedActions actions = new RecordedActions(demo, request.restoreEvery());
        RecordingBatch batch = setup.batch(demo, actions, run);
        DriftSink drift = new DriftSink(demo, batch.schema());
        RunSpec spec = batch.runSpec(folder, run);
        EpisodeSummary summary = record(demo, batch, spec, actions, drift);
        if (request.output().isPresent()) {
            keep(demo, spec, drift);
        }
        return result(demo, batch, drift, summary);
    }

    /** Runs are numbered without a gap, whatever is refused, so that the replay is a whole recording. */
    private int nextRun(Path envFolder) {
        int run = nextRuns.getOrDefault(envFolder, 0);
        while (Files.exists(envFolder.resolve(RunFolder.runFile(run)))) {
            run++;
        }
        nextRuns.put(envFolder, run);
        return run;
    }

    private EpisodeReplay result(RecordedDemo demo, RecordingBatch batch, DriftSink drift, EpisodeSummary summary)
            throws IOException {
        List<String> notes = new ArrayList<>(setup.differences(demo, batch));
        notes.addAll(drift.notes());
        double dtSeconds = batch.simulation().dtSeconds();
        return new EpisodeReplay(
                demo.episode(),
                Optional.empty(),
                summary.numSamples(),
                drift.isBitExact(),
                drift.series().stream()
                        .map(series ->
                                FieldDrift.of(series, request.tolerances().of(series), dtSeconds))
                        .toList(),
                OutcomeComparison.of(demo, summary),
                notes,
                setup.provenance(demo, drift.provenance()));
    }

    private void keep(RecordedDemo demo, RunSpec spec, DriftSink drift) throws IOException {
        DriftFile.write(spec, demo.episode().location(), drift.overSteps());
        plots.add(spec.envFolder(), drift.overSteps(), spec.episodes().get(0).dtSeconds());
        setup.video(demo).ifPresent(video -> videos.add(video, spec));
    }

    private EpisodeSummary record(
            RecordedDemo demo, RecordingBatch batch, RunSpec spec, RecordedActions actions, DriftSink drift) {
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(spec, batch.schema());
        if (request.output().isPresent()) {
            ServiceLoader.load(EpisodeSinkProvider.class).forEach(builder::sink);
        } else {
            builder.withoutMetrics();
        }
        if (setup.video(demo).isEmpty()) {
            builder.withoutVideos();
        }
        try (EpisodeRecorder recorder = builder.sink(drift).open()) {
            return new BatchRunner(batch, 1, false).run(recorder, actions).get(0);
        }
    }
}
