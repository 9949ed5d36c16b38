package io.github.roboreel.recorder;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink.Role;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Sinks that do not come back: no thread waits for them forever, and slow ones are left in peace. */
class SinkStallTest {
    private static final int SIDE = 640;
    private static final byte[] PIXELS = new byte[SIDE * SIDE * 3];

    @TempDir
    private Path folder;

    @Test
    void aSideSinkThatBlocksIsLeftOutAndEveryStepIsThere() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        BlockingSink side = new BlockingSink("movie", Role.SIDE, recording.run, 5);
        EpisodeSummary summary;
        EpisodeRecorder recorder = recording.open(config(1, 2), recording.memorySink(), side);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 500);
        summary = soon(recording.end(recorder.env(0), EpisodeOutcome.success("")));
        assertTrue(side.isBlocked(), "the recording never waited for it");
        side.release();
        recorder.close();
        assertEquals(List.of("movie"), summary.failedSinks());
        assertEquals(500, summary.numSamples());
        assertSteps(recording, 500);
        String line = Files.readString(folder.resolve(RunFolder.RESULTS));
        assertTrue(line.contains("\"failed_sinks\":[\"movie\"]"), line);
        assertEquals(List.of("open", "begin 0", "close"), side.calls());
        assertNotNull(side.seenAfterwards(), "it looked at a slot that was another step's");
        assertEquals(
                1,
                recording
                        .meters
                        .get("roboreel.sink.failures")
                        .tag("sink", "movie")
                        .counter()
                        .count());
        OutputLock.acquire(folder).close();
    }

    @Test
    void aSideSinkThatBlocksForEverKeepsNothingFromClosing() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        BlockingSink side = BlockingSink.atEnd("movie", Role.SIDE, recording.run);
        EpisodeRecorder recorder = recording.open(config(0.5, 4096), recording.memorySink(), side);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 3);
        EpisodeSummary summary = soon(recording.end(recorder.env(0), EpisodeOutcome.failure("dropped")));
        long start = System.nanoTime();
        recorder.close();
        assertTrue(secondsSince(start) < TestRecording.HANG_SECONDS, "close took " + secondsSince(start) + " s");
        assertEquals(List.of("movie"), summary.failedSinks());
        assertEquals(List.of("open", "begin 0"), side.calls(), "nobody closes a sink in use");
        assertEquals(1, Files.readAllLines(folder.resolve(RunFolder.RESULTS)).size());
        assertFault(RoboReelException.class, Kind.LOCKED, () -> OutputLock.acquire(folder));
        side.release();
    }

    @Test
    void aDataSinkThatBlocksEndsTheRecordingForThoseWhoWaitForIt() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        BlockingSink data = new BlockingSink("disk", Role.DATA, recording.run, 2);
        EpisodeRecorder recorder = recording.open(config(1, 2), data);
        recording.begin(recorder.env(0));
        recording.begin(recorder.env(1));
        long start = System.nanoTime();
        CompletableFuture<Void> single = TestRecording.inThread(() -> recording.steps(recorder.env(0), 100));
        CompletionException failed = assertThrows(CompletionException.class, single::join);
        assertTrue(secondsSince(start) < TestRecording.HANG_SECONDS, "waited for " + secondsSince(start) + " s");
        String message = failed.getCause().getMessage();
        assertEquals(RecorderException.class, failed.getCause().getClass());
        assertTrue(message.contains("sink 'disk' failed: it made no progress for 1.0 s"), message);
        assertThrows(RecorderException.class, recorder::stepAll);
        EnvRecorder other = recorder.env(1);
        assertThrows(RecorderException.class, () -> other.end(EpisodeOutcome.success("")));
        assertTrue(other.end(EpisodeOutcome.success("")).isCompletedExceptionally());
        data.release();
        assertThrows(RecorderException.class, recorder::close);
        assertEquals("close", data.calls().get(data.calls().size() - 1));
        assertEquals("", Files.readString(folder.resolve(RunFolder.RESULTS)));
    }

    @Test
    void theBatchEntryIsFreedAsWell() throws Exception {
        TestRecording recording = new TestRecording(folder, 4);
        BlockingSink data = new BlockingSink("disk", Role.DATA, recording.run, 1);
        EpisodeRecorder recorder = recording.open(config(0.5, 2), data);
        for (int env = 0; env < 4; env++) {
            recording.begin(recorder.env(env));
        }
        CompletableFuture<Void> batches = TestRecording.inThread(() -> {
            for (int step = 0; step < 100; step++) {
                BatchWriter rows = recorder.stepAll();
                SampleFields.fill(rows, recording.schema, 4, step);
                rows.publish();
            }
        });
        CompletionException failed = assertThrows(CompletionException.class, batches::join);
        assertEquals(RecorderException.class, failed.getCause().getClass());
        data.release();
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void aDataSinkThatBlocksCostsNothingWhileTheRingHasRoom() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        BlockingSink data = new BlockingSink("disk", Role.DATA, recording.run, 2);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(config(0.1, 4096), data)) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 30);
            data.awaitBlocked();
            Thread.sleep(500);
            recording.steps(recorder.env(0), 20);
            CompletableFuture<EpisodeSummary> end = recording.end(recorder.env(0), EpisodeOutcome.success(""));
            data.release();
            summary = soon(end);
        }
        assertEquals(50, summary.numSamples());
        assertTrue(summary.isComplete());
        assertEquals(List.of("open", "begin 0", "end 0 50 success", "close"), data.calls());
    }

    @Test
    void aStuckDataSinkDoesNotKeepCloseBeyondItsTimeout() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        BlockingSink data = new BlockingSink("disk", Role.DATA, recording.run, 2);
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                .set(RecorderSettings.STALL_LIMIT_SECONDS, 0.5)
                .build();
        EpisodeRecorder recorder = recording.open(config, data);
        recording.begin(recorder.env(0));
        recording.begin(recorder.env(1));
        recording.steps(recorder.env(0), 5);
        data.awaitBlocked();
        long start = System.nanoTime();
        assertThrows(RecorderException.class, recorder::close);
        assertTrue(secondsSince(start) < TestRecording.HANG_SECONDS, "close took " + secondsSince(start) + " s");
        assertTrue(recorder.env(1).isFrozen());
        data.release();
    }

    @Test
    void aSlowSinkIsNotAStuckOne() {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink slow = new MemorySink("slow", Role.SIDE, recording.run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) throws IOException {
                sleep(100);
                super.onStep(env, step, row);
            }
        };
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(config(2, 2), recording.memorySink(), slow)) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 30);
            summary = recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of(), summary.failedSinks());
        assertSteps(recording, 30);
    }

    /** As a video sink does whose queue is full: its thread waits, its workers get on. */
    @Test
    void aSinkWhoseWorkersGiveFramesBackIsNotStuck() {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", SIDE, SIDE));
        MemorySink waiting = new MemorySink("movie", Role.SIDE, run, new MemoryRuns()) {
            private final List<Frame> queue = new ArrayList<>();

            @Override
            public void onStep(int env, long step, RowView row) {
                queue.add(row.frame(row.layout().images().get(0)));
                queue.get(queue.size() - 1).retain();
                while (step == 9 && !queue.isEmpty()) {
                    sleep(200);
                    queue.remove(0).release();
                }
            }
        };
        try (EpisodeRecorder recorder = openCamera(run, schema, 16, waiting)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            steps(env, schema, 10);
            assertEquals(List.of(), env.end(EpisodeOutcome.success("")).join().failedSinks());
        }
    }

    @Test
    void theFramesOfAStuckSideSinkAreFreedOnceEach() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", SIDE, SIDE));
        FrameReadingSink data = new FrameReadingSink(run);
        BlockingSink side = new BlockingSink("movie", Role.SIDE, run, 1);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = openCamera(run, schema, 4, data, side)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            steps(env, schema, 20);
            side.release();
            steps(env, schema, 60);
            summary = soon(env.end(EpisodeOutcome.success("")));
        }
        assertEquals(List.of("movie"), summary.failedSinks());
        int[] twenty = IntStream.range(0, 20).toArray();
        int[] sixty = IntStream.range(0, 60).toArray();
        int[] seen = data.seen.stream().mapToInt(Integer::intValue).toArray();
        assertArrayEquals(
                IntStream.concat(Arrays.stream(twenty), Arrays.stream(sixty)).toArray(), seen);
        assertNotNull(side.seenAfterwards());
    }

    @Test
    void aSideSinkThatHoardsFramesLosesThemAndTheRecordingGoesOn() {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", SIDE, SIDE));
        FrameReadingSink data = new FrameReadingSink(run);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = openCamera(run, schema, 4, data, new HoardingSink(run, Role.SIDE))) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            steps(env, schema, 30);
            summary = env.end(EpisodeOutcome.success("")).join();
            assertFalse(
                    threadOf("hoarding").isInterrupted(),
                    "a thread that waits for steps cannot sleep with an interrupt");
        }
        assertEquals(List.of("hoarding"), summary.failedSinks());
        assertEquals(IntStream.range(0, 30).boxed().toList(), data.seen);
    }

    @Test
    void aDataSinkThatHoardsFramesFailsTheRecording() {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", SIDE, SIDE));
        EpisodeRecorder recorder = openCamera(run, schema, 4, new HoardingSink(run, Role.DATA));
        EnvRecorder env = recorder.env(0);
        env.begin();
        RecorderException failed = assertThrows(RecorderException.class, () -> steps(env, schema, 30));
        assertTrue(failed.getMessage().contains("'hoarding' failed: it kept camera frames"), failed.getMessage());
        assertThrows(RecorderException.class, recorder::close);
    }

    @Test
    void anEndThatNobodyFinalizesIsGivenUpAfterTheCloseTimeout() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink never = new MemorySink("movie", Role.SIDE, recording.run, new MemoryRuns()) {
            @Override
            public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
                return new CompletableFuture<>();
            }
        };
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                .set(RecorderSettings.STALL_LIMIT_SECONDS, 0.5)
                .build();
        try (EpisodeRecorder recorder = recording.open(config, recording.memorySink(), never)) {
            recording.begin(recorder.env(0));
            EpisodeSummary summary = soon(recording.end(recorder.env(0), EpisodeOutcome.success("")));
            assertEquals(List.of("movie"), summary.failedSinks());
        }
    }

    /** As the two above, with the limits as they are by default and a sink that blocks for 10 s. */
    @Test
    @Tag("slow")
    void tenSecondsWithTheDefaults() throws Exception {
        for (Role role : Role.values()) {
            TestRecording recording = new TestRecording(folder.resolve(role.name()), 1);
            BlockingSink sink = new BlockingSink("stuck", role, recording.run, 3);
            EpisodeRecorder recorder =
                    role == Role.DATA ? recording.openTiny(sink) : recording.openTiny(recording.memorySink(), sink);
            recording.begin(recorder.env(0));
            long start = System.nanoTime();
            if (role == Role.DATA) {
                assertThrows(RecorderException.class, () -> recording.steps(recorder.env(0), 1000));
                assertTrue(
                        secondsSince(start) < TestRecording.HANG_SECONDS, "waited for " + secondsSince(start) + " s");
                assertThrows(RecorderException.class, recorder::close);
            } else {
                recording.steps(recorder.env(0), 1000);
                assertTrue(
                        secondsSince(start) < TestRecording.HANG_SECONDS, "waited for " + secondsSince(start) + " s");
                recorder.close();
                assertSteps(recording, 1000);
            }
            sink.release();
        }
    }

    private static RecorderConfig config(double stallLimitSeconds, int ringSize) {
        return RecorderConfig.builder()
                .set(RecorderSettings.STALL_LIMIT_SECONDS, stallLimitSeconds)
                .set(RecorderSettings.RING_SIZE, ringSize)
                .build();
    }

    private EpisodeRecorder openCamera(RunSpec run, FieldSchema schema, int poolMebibytes, MemorySink... sinks) {
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.FRAME_POOL_MB, poolMebibytes)
                .set(RecorderSettings.STALL_LIMIT_SECONDS, 0.5)
                .build();
        return EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(List.of(sinks))
                .meters(new TestRecording(folder, 1).meters)
                .open();
    }

    private static void steps(EnvRecorder env, FieldSchema schema, int count) {
        for (int step = 0; step < count; step++) {
            Arrays.fill(PIXELS, (byte) step);
            env.step().put(schema.field("obs/camera"), PIXELS).publish();
        }
    }

    private static void assertSteps(TestRecording recording, int steps) {
        double[] kept = recording.runs.readDoubles(recording.run, 0, "actions");
        assertEquals(8 * steps, kept.length);
        FieldSpec actions = recording.schema.field("actions").spec();
        for (int step = 0; step < steps; step++) {
            assertArrayEquals(
                    SampleFields.values(actions, 0, step),
                    Arrays.copyOfRange(kept, 8 * step, 8 * step + 8),
                    "step " + step);
        }
    }

    private static EpisodeSummary soon(CompletableFuture<EpisodeSummary> summary) throws Exception {
        return summary.get();
    }

    private static Thread threadOf(String sink) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith("-" + sink))
                .findAny()
                .orElseThrow();
    }

    private static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            LoggerFactory.getLogger(SinkStallTest.class).info("a sink was interrupted");
            Thread.currentThread().interrupt();
        }
    }

    /** Notes the number that every pixel of a frame has; -1 where they differ. */
    private static final class FrameReadingSink extends MemorySink {
        private final List<Integer> seen = new ArrayList<>();

        FrameReadingSink(RunSpec run) {
            super("reader", Role.DATA, run, new MemoryRuns());
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            Frame frame = row.frame(row.layout().images().get(0));
            byte[] pixels = new byte[frame.sizeBytes()];
            frame.bytes().get(0, pixels);
            byte[] expected = new byte[pixels.length];
            Arrays.fill(expected, pixels[0]);
            seen.add(Arrays.equals(expected, pixels) ? (int) pixels[0] : -1);
        }
    }

    /** Retains every frame and never gives one back. */
    private static final class HoardingSink extends MemorySink {
        HoardingSink(RunSpec run, Role role) {
            super("hoarding", role, run, new MemoryRuns());
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            row.frame(row.layout().images().get(0)).retain();
        }
    }
}
