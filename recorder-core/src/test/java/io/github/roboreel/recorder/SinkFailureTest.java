package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinkFailureTest {
    @TempDir
    private Path folder;

    private TestRecording recording;

    @BeforeEach
    void makeRecording() {
        recording = new TestRecording(folder, 3);
    }

    @Test
    void aFailedDataSinkReachesEveryProducerAtItsNextCall() throws Exception {
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.open(sink);
        for (int env = 0; env < 3; env++) {
            recording.begin(recorder.env(env));
        }
        sink.failAt(2);
        recording.steps(recorder.env(0), 3);
        awaitFailure(recorder);
        for (int env = 0; env < 3; env++) {
            EnvRecorder producer = recorder.env(env);
            assertDiskFull(assertThrows(RecorderException.class, producer::step));
        }
        assertDiskFull(assertThrows(RecorderException.class, recorder::stepAll));
        RecorderException atClose = assertThrows(RecorderException.class, recorder::close);
        assertTrue(atClose.getMessage().contains("the disk is full"), atClose.getMessage());
        assertNull(atClose.getCause(), "the producers were shown it");
        assertEquals(2, recording.runs.rowCount(recording.run, 0, "actions"));
        assertEquals(1, failures("gated"));
        assertEquals("close", sink.calls().get(sink.calls().size() - 1));
    }

    @Test
    void producersParkedOnAFullRingAreFreed() {
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.openTiny(sink);
        List<CompletableFuture<Void>> producers = IntStream.range(0, 3)
                .mapToObj(env -> TestRecording.inThread(() -> {
                    recording.begin(recorder.env(env));
                    recording.steps(recorder.env(env), 1000);
                }))
                .toList();
        while (recorder.ringBacklog() < 16) {
            Thread.onSpinWait();
        }
        sink.failAt(0);
        for (CompletableFuture<Void> producer : producers) {
            CompletionException ended = assertThrows(CompletionException.class, producer::join);
            assertDiskFull(ended.getCause());
        }
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void aProducerParkedOnAnEmptyFramePoolIsFreed() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", 640, 640));
        HoardingSink sink = new HoardingSink(run);
        RecorderConfig config =
                RecorderConfig.builder().set(RecorderSettings.FRAME_POOL_MB, 4).build();
        EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(sink)
                .meters(recording.meters)
                .open();
        EnvRecorder env = recorder.env(0);
        CompletableFuture<Void> producer = TestRecording.inThread(() -> {
            env.begin();
            while (true) {
                env.step()
                        .put(schema.field("obs/camera"), new byte[640 * 640 * 3])
                        .publish();
            }
        });
        while (env.numSamples() < 3) {
            Thread.sleep(5);
        }
        Thread.sleep(100);
        assertFalse(producer.isDone());
        sink.context.fail(new IOException("the disk is full"));
        CompletionException ended = assertThrows(CompletionException.class, producer::join);
        assertDiskFull(ended.getCause());
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void summariesOfAFailedRecordingCompleteExceptionallyAndLeaveNoResult() throws Exception {
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.open(sink);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 3);
        CompletableFuture<EpisodeSummary> summary = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        sink.failAt(1);
        CompletionException failed = assertThrows(CompletionException.class, summary::join);
        assertDiskFull(failed.getCause());
        assertThrows(RecorderException.class, recorder::close);
        assertEquals("", Files.readString(folder.resolve(RunFolder.RESULTS)));
    }

    @Test
    void aFailureReportedFromASinksOwnThreadSettlesWhatItHadNotFinalized() throws Exception {
        StuckSink sink = new StuckSink(recording);
        EpisodeRecorder recorder = recording.open(sink);
        recording.begin(recorder.env(0));
        CompletableFuture<EpisodeSummary> summary = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        sink.ended.get();
        sink.context.fail(new IOException("the disk is full"));
        Exception failed = assertThrows(Exception.class, () -> summary.get());
        assertDiskFull(failed.getCause());
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void anEpisodeThatItsSinkNeverFinalizedIsNoSilentSuccess() {
        StuckSink sink = new StuckSink(recording);
        RecorderConfig oneSecond = RecorderConfig.builder()
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                .build();
        EpisodeRecorder recorder = recording.open(oneSecond, sink);
        recording.begin(recorder.env(0));
        CompletableFuture<EpisodeSummary> summary = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        assertThrows(RecorderException.class, recorder::close);
        assertTrue(summary.isCompletedExceptionally());
    }

    @Test
    void endingAfterAFailedRecordingWasClosedNeverHangs() throws Exception {
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.open(sink);
        EnvRecorder env = recorder.env(0);
        recording.begin(env);
        sink.failAt(0);
        recording.step(env);
        awaitFailure(recorder);
        assertThrows(RecorderException.class, recorder::close);
        CompletionException failed = assertThrows(
                CompletionException.class,
                () -> env.end(EpisodeOutcome.aborted("")).join());
        assertDiskFull(failed.getCause());
    }

    @Test
    void aSinkThatCannotCloseFailsTheRecording() {
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, recording.run, recording.runs) {
            @Override
            public void close() throws IOException {
                throw new IOException("the disk is full");
            }
        };
        EpisodeRecorder recorder = recording.open(sink);
        assertDiskFull(assertThrows(RecorderException.class, recorder::close));
    }

    @Test
    void aFailedSideSinkIsReportedAndTheRecordingGoesOn() throws Exception {
        GatedSink side = new GatedSink(new TestRecording(folder, 3), EpisodeSink.Role.SIDE);
        side.failAt(5);
        EpisodeSummary before;
        EpisodeSummary hit;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink(), side)) {
            recording.begin(recorder.env(1));
            recording.steps(recorder.env(1), 2);
            before = recording.end(recorder.env(1), EpisodeOutcome.success("")).join();
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 200);
            hit = recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of(), before.failedSinks());
        assertTrue(before.isComplete());
        assertEquals(List.of("gated"), hit.failedSinks());
        assertFalse(hit.isComplete());
        assertEquals(200, hit.numSamples());
        assertEquals(200, recording.runs.rowCount(recording.run, 0, "actions"));
        assertEquals(List.of("open", "begin 1", "end 1 2 success", "begin 0", "close"), side.calls());
        List<String> results = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertFalse(results.get(0).contains("failed_sinks"), results.get(0));
        assertTrue(results.get(1).contains("\"failed_sinks\":[\"gated\"]"), results.get(1));
        assertEquals(1, failures("gated"));
    }

    @Test
    void anErrorInASideSinkIsAFailureLikeAnyOther() {
        MemorySink careless =
                new MemorySink("careless", EpisodeSink.Role.SIDE, recording.run, new TestRecording(folder, 3).runs) {
                    @Override
                    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
                        throw new AssertionError("a sink may throw anything");
                    }
                };
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink(), careless)) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 10);
            summary = recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of("careless"), summary.failedSinks());
        assertEquals(10, recording.runs.rowCount(recording.run, 0, "actions"));
    }

    private double failures(String sink) {
        return recording
                .meters
                .get("roboreel.sink.failures")
                .tag("sink", sink)
                .counter()
                .count();
    }

    private static void awaitFailure(EpisodeRecorder recorder) throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            try {
                recorder.stepAll();
            } catch (RecorderException failed) {
                return;
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the failure never reached the producers");
    }

    private static void assertDiskFull(Throwable failure) {
        assertTrue(failure instanceof RecorderException, String.valueOf(failure));
        assertTrue(failure.getMessage().contains("the disk is full"), failure.getMessage());
        Throwable root = TestRecording.rootOf(failure);
        assertEquals(IOException.class, root.getClass());
    }

    /** Retains every frame and never gives one back. */
    private static final class HoardingSink extends MemorySink {
        private volatile SinkContext context;

        HoardingSink(RunSpec run) {
            super("hoarding", Role.DATA, run, new MemoryRuns());
        }

        @Override
        public void open(SinkContext given) throws IOException {
            context = given;
            super.open(given);
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            Frame frame = row.frame(row.layout().images().get(0));
            frame.retain();
        }
    }

    /** Never finalizes an episode. */
    private static final class StuckSink extends MemorySink {
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile SinkContext context;

        StuckSink(TestRecording recording) {
            super("stuck", Role.DATA, recording.run, recording.runs);
        }

        @Override
        public void open(SinkContext given) throws IOException {
            context = given;
            super.open(given);
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
            ended.complete(null);
            return new CompletableFuture<>();
        }
    }
}
