package io.github.roboreel.recorder;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What closing does when a sink does not come back. */
class StuckSinkTest {
    private static final RecorderConfig IMPATIENT = RecorderConfig.builder()
            .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
            .set(RecorderSettings.RING_SIZE, 2)
            .build();

    @TempDir
    private Path folder;

    @Test
    void closeEndsThoughASinkIsStuckAndTheRingIsFull() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch stuck = new CountDownLatch(1);
        MemorySink sink = new MemorySink("stuck", EpisodeSink.Role.DATA, recording.run, new MemoryRuns()) {
            @Override
            public void onStep(int env, long step, RowView row) {
                stuck.countDown();
                awaitQuietly(released);
            }
        };
        EpisodeRecorder recorder = recording.open(IMPATIENT, sink);
        recording.begin(recorder.env(0));
        CompletableFuture<Void> producer = TestRecording.inThread(() -> recording.steps(recorder.env(0), 100));
        stuck.await();
        while (recorder.ringBacklog() < 4) {
            Thread.onSpinWait();
        }

        RecorderException failed = assertThrows(RecorderException.class, recorder::close);

        assertTrue(
                failed.getMessage().contains("the ring was full for 1 s")
                        || failed.getMessage().contains("not finished within 1 s"),
                failed.getMessage());
        assertThrows(Exception.class, producer::join, "the producer is told, too");
        assertFault(
                RoboReelException.class,
                Kind.LOCKED,
                () -> OutputLock.acquire(folder),
                "the stuck sink may still write");
        released.countDown();
    }

    @Test
    void aSideSinkThatNeverFinalizesCostsNoResultLine() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink side = new MemorySink("movie", EpisodeSink.Role.SIDE, recording.run, new MemoryRuns()) {
            @Override
            public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
                return new CompletableFuture<>();
            }
        };
        CompletableFuture<EpisodeSummary> summary;
        try (EpisodeRecorder recorder = recording.open(IMPATIENT, recording.memorySink(), side)) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 3);
            summary = recording.end(recorder.env(0), EpisodeOutcome.success("done"));
            assertFalse(summary.isDone());
        }
        assertEquals(List.of("movie"), summary.join().failedSinks());
        JsonNode line = line();
        assertEquals(3, line.get("episode_step").asInt());
        assertEquals("[\"movie\"]", line.get("failed_sinks").toString());
    }

    @Test
    void anInterruptedThreadClosesAsWell() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        boolean[] interruptedSink = {true};
        MemorySink sink = new MemorySink("memory", EpisodeSink.Role.DATA, recording.run, recording.runs) {
            @Override
            public void close() {
                interruptedSink[0] = Thread.currentThread().isInterrupted();
            }
        };
        EpisodeRecorder recorder = recording.open(sink);
        recording.begin(recorder.env(0));
        recording.steps(recorder.env(0), 3);
        Thread.currentThread().interrupt();
        recorder.close();
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        assertFalse(interruptedSink[0], "it would close the file the sink is about to finish");
        assertEquals("aborted", line().get("status").asText());
        OutputLock.acquire(folder).close();
    }

    @Test
    void aSinkThatHangsWhenItIsClosedKeepsNobodyWaiting() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        for (EpisodeSink.Role role : EpisodeSink.Role.values()) {
            TestRecording recording = new TestRecording(folder.resolve(role.name()), 1);
            MemorySink hanging = new MemorySink("hanging", role, recording.run, new MemoryRuns()) {
                @Override
                public void close() {
                    awaitQuietly(released);
                }
            };
            EpisodeRecorder recorder = recording.open(IMPATIENT, recording.memorySink(), hanging);
            recording.begin(recorder.env(0));
            CompletableFuture<EpisodeSummary> summary = recording.end(recorder.env(0), EpisodeOutcome.success(""));
            long start = System.nanoTime();
            if (role == EpisodeSink.Role.DATA) {
                RecorderException late = assertThrows(RecorderException.class, recorder::close);
                assertTrue(late.getMessage().contains("not closed in time"), late.getMessage());
            } else {
                recorder.close();
            }
            assertTrue(System.nanoTime() - start < TestRecording.HANG_SECONDS * 1_000_000_000L);
            assertTrue(summary.join().isComplete());
            assertFault(RoboReelException.class, Kind.LOCKED, () -> OutputLock.acquire(recording.run.folder()));
        }
        released.countDown();
    }

    @Test
    void metricsThatRunOutOfMemoryAreNamedAndTheLineIsWritten() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink unreadable = new MemorySink("memory", EpisodeSink.Role.DATA, recording.run, recording.runs) {
            @Override
            public Optional<RunReader> openReader() {
                return Optional.of(new Object[Integer.MAX_VALUE]).map(all -> null);
            }
        };
        var builder = EpisodeRecorder.builder(recording.run, recording.schema)
                .sink(unreadable)
                .metric("own", (episode, dtSeconds) -> Map.of());
        try (EpisodeRecorder recorder = builder.open()) {
            recording.begin(recorder.env(0));
            EpisodeSummary summary =
                    recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
            assertEquals(List.of("metrics"), summary.failedSinks());
        }
        assertEquals("[\"metrics\"]", line().get("failed_sinks").toString());
    }

    @Test
    void theScoreOfTheLastEventStandsInForAMissingDataset() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording.step(recorder.env(0));
            recorder.env(0).event(new EpisodeEvent(1, 139, "OBJECT_GRABBED_SUCCESS", "got it", 0.5));
            EpisodeOutcome outcome = EpisodeOutcome.failure("").withMetadata(Map.of("lux", Double.NaN, "gain", 2.5f));
            recording.end(recorder.env(0), outcome).join();
        }
        JsonNode line = line();
        assertEquals(0.5, line.get("score").asDouble());
        assertTrue(line.get("lux").isNull(), line.toString());
        assertEquals(2.5, line.get("gain").asDouble());
    }

    @Test
    void statusesAreFoundByTheirLabels() {
        for (EpisodeStatus status : EpisodeStatus.values()) {
            assertEquals(status, EpisodeStatus.of(status.label()).orElseThrow());
        }
        assertNull(EpisodeStatus.of("Success").orElse(null));
    }

    private JsonNode line() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertEquals(1, lines.size(), lines.toString());
        return new ObjectMapper().readTree(lines.get(0));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
