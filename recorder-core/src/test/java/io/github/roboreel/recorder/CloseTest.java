package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.spi.MemorySink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CloseTest {
    @TempDir private Path folder;

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
                List.of(
                        "open",
                        "begin 0",
                        "begin 1",
                        "end 0 4 aborted",
                        "end 1 0 aborted",
                        "close"),
                sink.calls());
        assertEquals(4, recording.runs.rowCount(recording.run, 0, "actions"));
        assertTrue(recorder.env(0).isFrozen());
        assertFalse(recorder.env(2).isFrozen());
        String results = Files.readString(folder.resolve(EpisodeId.RESULTS_FILE));
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
        TestRecording recording = new TestRecording(folder, 16);
        EpisodeRecorder recorder = recording.open(recording.memorySink());
        for (int env = 0; env < 16; env++) {
            recording.begin(recorder.env(env));
        }
        recorder.stepAll();
        long start = System.nanoTime();
        recorder.close();
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis < 900, "close took " + millis + " ms");
        assertTrue(recorder.env(15).isFrozen());
    }

    @Test
    void aRowAnotherThreadLeftOpenIsDroppedAfterAWhile() {
        TestRecording recording = new TestRecording(folder, 4);
        EpisodeRecorder recorder = recording.open(recording.memorySink());
        CompletableFuture<Void> never = new CompletableFuture<>();
        CompletableFuture<Void> opened = new CompletableFuture<>();
        TestRecording.inThread(
                () -> {
                    for (int env = 0; env < 4; env++) {
                        recording.begin(recorder.env(env));
                        recorder.env(env).step();
                    }
                    opened.complete(null);
                    never.join();
                });
        opened.join();
        long start = System.nanoTime();
        recorder.close();
        long millis = (System.nanoTime() - start) / 1_000_000;
        never.complete(null);
        assertTrue(millis < 2500, "close took " + millis + " ms for 4 envs");
        assertTrue(recorder.env(3).isFrozen());
        assertEquals(0, recording.runs.rowCount(recording.run, 3, "actions"));
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
        CompletableFuture<Void> producer =
                TestRecording.inThread(() -> recording.end(env, EpisodeOutcome.success("")).join());
        Thread.sleep(100);
        CompletableFuture<Void> closer = TestRecording.inThread(recorder::close);
        Thread.sleep(shutMillis);
        sink.letThrough();
        closer.join();
        producer.join();
        String end = "end 0 " + env.numSamples() + " success";
        assertEquals(List.of("open", "begin 0", end, "close"), sink.calls());
        assertEquals(1, Files.readAllLines(folder.resolve(EpisodeId.RESULTS_FILE)).size());
    }

    @Test
    void sinksThatAreNotThroughInTimeFailTheClose() {
        TestRecording recording = new TestRecording(folder, 1);
        GatedSink sink = GatedSink.shut(recording);
        EpisodeRecorder recorder =
                recording.open(
                        RecorderConfig.builder()
                                .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                                .build(),
                        sink);
        recording.begin(recorder.env(0));
        recording.step(recorder.env(0));
        CompletableFuture<EpisodeSummary> summary =
                recording.end(recorder.env(0), EpisodeOutcome.success(""));
        RecorderException late = assertThrows(RecorderException.class, recorder::close);
        assertTrue(late.getMessage().contains("recorder.close_timeout_seconds"), late.getMessage());
        assertTrue(summary.isCompletedExceptionally());
        sink.letThrough();
    }

    private static void assertClosed(Executable call) {
        IllegalStateException refused = assertThrows(IllegalStateException.class, call);
        assertTrue(refused.getMessage().contains("run 0 is closed"), refused.getMessage());
    }
}
