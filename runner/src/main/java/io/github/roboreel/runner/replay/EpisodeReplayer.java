package io.github.roboreel.runner.replay;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.runner.Batch;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.tools.metrics.RecordedEpisode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Replays one episode at a time: resets a fresh env by the episode's seed, takes the recorded actions, and records what
 * happens as an ordinary run of one env, whose number is the episode's.
 */
final class EpisodeReplayer {
    private final ReplayRequest request;
    private final ReplaySetup setup;

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
            return request.outputFolder().isPresent()
                    ? replayInto(request.outputFolder().get(), demo)
                    : replayAside(demo);
        } catch (RuntimeException e) {
            return EpisodeReplay.refused(episode, Sentence.reasonOf(e));
        }
    }

    private EpisodeReplay replayAside(RecordedDemo demo) throws IOException {
        try (ScratchFolder folder = ScratchFolder.make()) {
            return replay(demo, folder.path(), 0);
        }
    }

    private EpisodeReplay replayInto(Path folder, RecordedDemo demo) throws IOException {
        int run = demo.episode().episode();
        if (run > demo.seed()) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    Sentence.of(
                            "its seed %d is below its number %d, which no recording of one env per run has; replay it"
                                    + " without --output-dir",
                            demo.seed(), run));
        }
        EpisodeReplay replay = replay(demo, folder, run);
        DriftFile.write(folder, run, replay);
        return replay;
    }

    private EpisodeReplay replay(RecordedDemo demo, Path folder, int run) throws IOException {
        double[] values = demo.actions();
        RecordedActions actions = new RecordedActions(values.length / demo.steps(), values);
        Batch batch = setup.batch(demo, actions, run);
        DriftSink drift = new DriftSink(demo, batch.schema());
        EpisodeSummary summary = record(batch, folder, run, actions, drift);
        List<String> notes = new ArrayList<>(setup.differences(demo, batch));
        notes.addAll(drift.notes());
        return new EpisodeReplay(
                demo.episode(),
                Optional.empty(),
                summary.numSamples(),
                drift.isBitExact(),
                drift.drifts(request.tolerances(), batch.simulation().dtSeconds()),
                OutcomeComparison.of(demo, summary),
                notes);
    }

    private EpisodeSummary record(Batch batch, Path folder, int run, RecordedActions actions, DriftSink drift) {
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(batch.runSpec(folder, run), batch.schema())
                .withoutVideos();
        if (request.outputFolder().isPresent()) {
            ServiceLoader.load(EpisodeSinkProvider.class).forEach(builder::sink);
        } else {
            builder.withoutMetrics();
        }
        try (EpisodeRecorder recorder = builder.sink(drift).open()) {
            return new BatchRunner(batch, 1, false).run(recorder, actions).get(0);
        }
    }
}
