package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink.Role;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class CloseTest {
    /** A second's wait for each of them would take longer than {@link #HANG_NANOS}. */
    private static final int MANY_ENVS = 200;

    private static final long HANG_NANOS = TimeUnit.SECONDS.toNanos(TestRecording.HANG_SECONDS);

    @TempDir
    private Path folder;

    @Test
    void openEpisodesAreAbortedAndKeepTheirSteps() throws Exception {
        TestRecording recording = new TestRecording(folder, 3);
        MemorySink sink = recording.memorySink();
        EpisodeRecorder recorder = recording.open(sink);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 4);
        recording.begin(recorder.env(1));
        recorder.close();
        assertEquals(
                List.of("open", "begin 0", "begin 1", "end 0 4 aborted", "end 1 0 aborted", "close"), sink.calls());
        assertEquals(4, recording.runs.rowCount(recording.run, 0, "actions"));
        assertTrue(recorder.env(0).isFrozen());
        assertFalse(recorder.env(2).isFrozen());
        String results = Files.readString(folder.resolve(RunFolder.RESULTS));
        assertTrue(results.contains("\"success\":null"), results);
        assertTrue(results.contains("\"status\":\"aborted\""), results);
    }

    @Test
    void closingTwiceIsHarmlessAndNothingIsAcceptedAfterwards() {
        TestRecording recording = new TestRecording(folder, 2);
        MemorySink sink = recording.memorySink();
        EpisodeRecorder recorder = recording.open(sink);
        recording.begin(recorder.env(0));
        recorder.close();
        recorder.close();
        assertEquals(1, sink.calls().stream().filter("close"::equals).count());
        assertClosed(() -> recorder.env(0).step());
        assertClosed(() -> recorder.env(1).begin());
        assertClosed(recorder::stepAll);
    }

    @Test
    void theBacklogGaugeGoesWithTheRun() {
        TestRecording recording = new TestRecording(folder, 1);
        EpisodeRecorder recorder = recording.open(recording.memorySink());
        assertEquals(1, recording.meters.find("roboreel.ring.backlog").gauges().size());
        recorder.close();
        assertEquals(0, recording.meters.find("roboreel.ring.backlog").gauges().size());
    }

    @Test
    void rowsTheClosingThreadLeftOpenCostNoTime() {
        TestRecording recording = new TestRecording(folder, MANY_ENVS);
        EpisodeRecorder recorder = recording.open(recording.memorySink());
        for (int env = 0; env < MANY_ENVS; env++) {
            recording.begin(recorder.env(env));
        }
        recorder.stepAll();
        long start = System.nanoTime();
        recorder.close();
        assertTrue(System.nanoTime() - start < HANG_NANOS, "a wait for each env");
        assertTrue(recorder.env(MANY_ENVS - 1).isFrozen());
    }

    @Test
    void aRowAnotherThreadLeftOpenIsDroppedAfterAWhile() {
        TestRecording recording = new TestRecording(folder, MANY_ENVS);
        EpisodeRecorder recorder = recording.open(recording.memorySink());
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> opened = new CompletableFuture<>();
        TestRecording.inThread(() -> {
            for (int env = 0; env < MANY_ENVS; env++) {
                recording.begin(recorder.env(env));
                recorder.env(env).step();
            }
            opened.complete(null);
            never.join();
        });
        opened.join();
        long start = System.nanoTime();
        recorder.close();
        never.complete(null);
        assertTrue(System.nanoTime() - start < HANG_NANOS, "a wait for each env");
        assertTrue(recorder.env(MANY_ENVS - 1).isFrozen());
        assertEquals(0, recording.runs.rowCount(recording.run, MANY_ENVS - 1, "actions"));
    }

    @Test
    void closingWhileAProducerEndsMakesOneEnd() throws Exception {
        assertOneEnd(200);
    }

    @Test
    void closingWhileAProducerIsStuckInItsEndMakesOneEnd() throws Exception {
        assertOneEnd(1700);
    }

    /** The producer parks in {@code end} on a full ring when another thread closes the recorder. */
    private void assertOneEnd(long shutMillis) throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.openTiny(sink);
        EnvRecorder env = recorder.env(0);
        recording.begin(env);
        recording.step(env);
        sink.awaitStep();
        while (recorder.ringBacklog() < 4) {
            recording.step(env);
        }
        CompletableFuture<Void> producer = TestRecording.inThread(
                () -> recording.end(env, EpisodeOutcome.success("")).join());
        Thread.sleep(100);
        CompletableFuture<Void> closer = TestRecording.inThread(recorder::close);
        Thread.sleep(shutMillis);
        sink.letThrough();
        closer.join();
        producer.join();
        String end = "end 0 " + env.numSamples() + " success";
        assertEquals(List.of("open", "begin 0", end, "close"), sink.calls());
        assertEquals(1, Files.readAllLines(folder.resolve(RunFolder.RESULTS)).size());
    }

    @Test
    void sinksThatAreNotThroughInTimeFailTheClose() {
        TestRecording recording = new TestRecording(folder, 1);
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder = recording.open(
                RecorderConfig.builder()
                        .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                        .build(),
                sink);
        recording.begin(recorder.env(0));
        recording.step(recorder.env(0));
        CompletableFuture<EpisodeSummary> summary = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        RecorderException late = assertThrows(RecorderException.class, recorder::close);
        assertTrue(late.getMessage().contains("recorder.close_timeout_seconds"), late.getMessage());
        assertTrue(summary.isCompletedExceptionally());
        sink.letThrough();
    }

    private static void assertClosed(Executable call) {
        IllegalStateException refused = assertThrows(IllegalStateException.class, call);
        assertTrue(refused.getMessage().contains("run 0 is closed"), refused.getMessage());
    }

    @Test
    void aSideSinkThatHangsInCloseDoesNotKeepTheDataFromClosing() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        CountDownLatch released = new CountDownLatch(1);
        MemorySink side = new MemorySink("movie", Role.SIDE, recording.run, new MemoryRuns()) {
            @Override
            public void close() {
                awaitQuietly(released);
            }
        };
        MemorySink data = new MemorySink("disk", Role.DATA, recording.run, recording.runs) {
            @Override
            public void close() throws IOException {
                sleepQuietly(200);
                super.close();
            }
        };
        EpisodeRecorder recorder = recording.open(impatient(64), side, data);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 3);
        CompletableFuture<EpisodeSummary> end = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        recorder.close();
        released.countDown();
        assertEquals(List.of(), end.join().failedSinks());
        assertTrue(data.calls().contains("close"), data.calls().toString());
    }

    @Test
    void aSideSinkThatIsTooSlowForCloseIsLeftOutAndTheDataAreWhole() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink side = new MemorySink("movie", Role.SIDE, recording.run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) {
                sleepQuietly(100);
            }
        };
        MemorySink data = recording.memorySink();
        EpisodeRecorder recorder = recording.open(impatient(64), data, side);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 40);
        CompletableFuture<EpisodeSummary> end = recording.end(recorder.env(0), EpisodeOutcome.success(""));
        recorder.close();
        assertEquals(List.of("movie"), end.join().failedSinks());
        assertEquals(40, recording.runs.rowCount(recording.run, 0, "actions"));
        assertEquals(List.of("open", "begin 0", "end 0 40 success", "close"), data.calls());
        assertEquals("close", side.calls().get(side.calls().size() - 1));
        assertEquals(1, Files.readAllLines(folder.resolve(RunFolder.RESULTS)).size());
        OutputLock.acquire(folder).close();
    }

    /** A producer that has not stopped, against the rules: its row is dropped, nothing else. */
    @Test
    void aStepParkedBeforeAFullRingNeverFollowsItsEpisodesEnd() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        CountDownLatch released = new CountDownLatch(1);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        MemorySink slow = new MemorySink("disk", Role.DATA, recording.run, recording.runs) {
            @Override
            public void onStep(int env, long step, RowView row) {
                awaitQuietly(released);
                seen.add("step " + step);
            }

            @Override
            public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
                seen.add("end " + end.numSamples());
                return CompletableFuture.completedFuture(SinkReport.NONE);
            }
        };
        RecorderConfig tiny =
                RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 2).build();
        EpisodeRecorder recorder = recording.open(tiny, slow);
        EnvRecorder env = recorder.env(0);
        recording.begin(env);
        CompletableFuture<Void> producer = TestRecording.inThread(() -> recording.steps(env, 100));
        while (recorder.ringBacklog() < 4) {
            Thread.sleep(1);
        }
        CompletableFuture<Void> closing = TestRecording.inThread(recorder::close);
        while (!env.recorded().isEndPending()) {
            Thread.sleep(1);
        }
        released.countDown();
        closing.join();
        CompletionException refused = assertThrows(CompletionException.class, producer::join);
        assertEquals(IllegalStateException.class, refused.getCause().getClass());
        long steps = env.numSamples();
        assertEquals("end " + steps, seen.get(seen.size() - 1));
        assertEquals(steps + 1, seen.size(), seen.toString());
    }

    private static RecorderConfig impatient(int ringSize) {
        return RecorderConfig.builder()
                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                .set(RecorderSettings.STALL_LIMIT_SECONDS, 0.5)
                .set(RecorderSettings.RING_SIZE, ringSize)
                .build();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleepQuietly(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
