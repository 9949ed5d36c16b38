package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.CameraRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run always waits for its workers, and for its sinks until a stop or an interrupt ends the wait. */
class BatchRunnerWaitTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    private static RecordingBatch batch(int maxSteps) {
        return Episodes.batch("hold", 2, 1, maxSteps, CameraRequest.NONE);
    }

    private EpisodeRecorder open(RecordingBatch batch, EpisodeSink... more) {
        List<EpisodeSink> sinks = new ArrayList<>(List.of(new CollectingSink()));
        sinks.addAll(Arrays.asList(more));
        return EpisodeRecorder.builder(batch.runSpec(folder, 0), batch.schema())
                .config(RecorderConfig.builder()
                        .set(RecorderSettings.CLOSE_TIMEOUT_SECONDS, 1)
                        .build())
                .sinks(sinks)
                .open();
    }

    /** Finalizes the episodes of some envs on request, of others at once. */
    private static final class LateSink implements EpisodeSink {
        final Map<Integer, CompletableFuture<SinkReport>> ends = new ConcurrentHashMap<>();
        private final List<Integer> late;

        LateSink(Integer... late) {
            this.late = List.of(late);
        }

        void finish() {
            ends.values().forEach(end -> end.complete(SinkReport.NONE));
        }

        @Override
        public String name() {
            return "late";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        @Override
        public void open(SinkContext context) {}

        @Override
        public void onBegin(int env, RowView initial) {}

        @Override
        public void onStep(int env, long step, RowView row) {}

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) {
            CompletableFuture<SinkReport> future = new CompletableFuture<>();
            ends.put(env, future);
            if (!late.contains(env)) {
                future.complete(SinkReport.NONE);
            }
            return future;
        }

        @Override
        public void close() {}
    }

    private static class StopOnceSteppedBoth implements RunProgress {
        private final AtomicInteger steps = new AtomicInteger();

        @Override
        public void stepped(int env, int count) {
            steps.incrementAndGet();
        }

        @Override
        public boolean stopRequested() {
            return steps.get() >= 2;
        }
    }

    @Test
    void aStoppedRunLeavesASinkThatNeverFinalizesToTheClosingOfTheRecorder() {
        RunProgress stopped = new StopOnceSteppedBoth();
        assertTimeoutPreemptively(LIMIT, () -> {
            RecordingBatch batch = batch(5);
            BatchRunner runner = new BatchRunner(batch, 1, false, Duration.ofMillis(1000));
            EpisodeRecorder recorder = open(batch, new LateSink(1));
            List<EpisodeSummary> summaries = runner.run(recorder, stopped);
            assertEquals(List.of(0), summaries.stream().map(s -> s.id().env()).toList());
            recorder.close();
            EpisodeSummary left =
                    recorder.env(1).end(EpisodeOutcome.success("again")).join();
            assertEquals(List.of("late"), left.failedSinks());
        });
    }

    @Test
    void aStoppedRunStillWaitsForASinkThatIsOnItsWay() {
        LateSink sink = new LateSink(0, 1);
        AtomicInteger looks = new AtomicInteger();
        RunProgress stopped = new StopOnceSteppedBoth() {
            @Override
            public boolean stopRequested() {
                if (sink.ends.size() == 2 && looks.incrementAndGet() == 5) {
                    sink.finish();
                }
                return super.stopRequested();
            }
        };
        assertTimeoutPreemptively(LIMIT, () -> {
            RecordingBatch batch = batch(5);
            try (EpisodeRecorder recorder = open(batch, sink)) {
                List<EpisodeSummary> summaries = new BatchRunner(batch, 1, false).run(recorder, stopped);
                assertEquals(
                        List.of(0, 1), summaries.stream().map(s -> s.id().env()).toList());
            }
        });
        assertTrue(looks.get() >= 5, "it looked while it waited");
    }

    @Test
    void anUnstoppedRunWaitsUntilItIsInterruptedAndThenSaysSo() {
        assertTimeoutPreemptively(LIMIT, this::interruptedWait);
    }

    private void interruptedWait() {
        LateSink sink = new LateSink(0, 1);
        Thread self = Thread.currentThread();
        CompletableFuture<Void> interrupter = CompletableFuture.runAsync(() -> {
            while (sink.ends.size() < 2) {
                Thread.onSpinWait();
            }
            self.interrupt();
        });
        RecordingBatch batch = batch(5);
        EpisodeRecorder recorder = open(batch, sink);
        BatchRunner runner = new BatchRunner(batch, 1, false);
        String message = assertThrows(RecorderException.class, () -> runner.run(recorder, RunProgress.NONE))
                .getMessage();
        assertEquals("The run was interrupted before every sink had finalized its episodes.", message);
        assertTrue(Thread.interrupted(), "the interrupt is kept");
        interrupter.join();
        sink.finish();
        recorder.close();
    }

    /** Env 1 is in the midst of a step while something befalls the run; then it stays a while. */
    private static final class Midst implements RunProgress {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger steps = new AtomicInteger();
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch befallen = new CountDownLatch(1);
        private final Runnable event;

        Midst(Runnable event) {
            this.event = event;
        }

        @Override
        public void stepped(int env, int count) {
            steps.incrementAndGet();
            if (env == 0) {
                await(entered);
                befallen.countDown();
                event.run();
            } else {
                inside.incrementAndGet();
                entered.countDown();
                await(befallen);
                pause();
                inside.decrementAndGet();
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void pause() {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private <T extends Throwable> T failure(Class<T> type, RunProgress progress) {
        RecordingBatch batch = batch(100_000);
        try (EpisodeRecorder recorder = open(batch)) {
            BatchRunner runner = new BatchRunner(batch, 2, false);
            T failure = assertThrows(type, () -> runner.run(recorder, progress));
            Thread.interrupted();
            return failure;
        }
    }

    @Test
    void anInterruptedRunWaitsForItsWorkers() {
        Thread self = Thread.currentThread();
        AtomicInteger insideAtTheEnd = new AtomicInteger(-1);
        Midst midst = new Midst(self::interrupt);
        RecordingBatch batch = batch(100_000);
        try (EpisodeRecorder recorder = open(batch)) {
            BatchRunner runner = new BatchRunner(batch, 2, false);
            String message = assertThrows(RecorderException.class, () -> runner.run(recorder, midst))
                    .getMessage();
            insideAtTheEnd.set(midst.inside.get());
            assertTrue(Thread.interrupted(), "the interrupt is kept");
            assertEquals("The run was interrupted while its workers were stepping; they have ended.", message);
        }
        assertEquals(0, insideAtTheEnd.get(), "no worker is in the midst of a step");
        assertTrue(midst.steps.get() < 10_000, "they did not step to the end");
    }

    @Test
    void anErrorOfOneWorkerWaitsForTheOthers() {
        Error broken = new NoClassDefFoundError("org/ode4j/ode/Missing");
        AtomicInteger insideAtTheEnd = new AtomicInteger(-1);
        Midst midst = new Midst(() -> {
            throw broken;
        });
        RecordingBatch batch = batch(100_000);
        try (EpisodeRecorder recorder = open(batch)) {
            BatchRunner runner = new BatchRunner(batch, 2, false);
            assertSame(broken, assertThrows(Error.class, () -> runner.run(recorder, midst)));
            insideAtTheEnd.set(midst.inside.get());
        }
        assertEquals(0, insideAtTheEnd.get(), "no worker is in the midst of a step");
    }

    @Test
    void everyWorkersFailureIsTold() {
        RunProgress failing = new RunProgress() {
            private final CountDownLatch both = new CountDownLatch(2);

            @Override
            public void stepped(int env, int count) {
                both.countDown();
                Midst.await(both);
                throw new IllegalStateException("env " + env + " fell off the table");
            }
        };
        IllegalStateException failure = failure(IllegalStateException.class, failing);
        List<String> told = List.of(failure.getMessage(), failure.getSuppressed()[0].getMessage()).stream()
                .sorted()
                .toList();
        assertEquals(List.of("env 0 fell off the table", "env 1 fell off the table"), told);
    }

    @Test
    void oneFailureOfTwoWorkersIsToldOnce() {
        IllegalStateException shared = new IllegalStateException("the disk is full");
        RunProgress failing = new RunProgress() {
            private final CountDownLatch both = new CountDownLatch(2);

            @Override
            public void stepped(int env, int count) {
                both.countDown();
                Midst.await(both);
                throw shared;
            }
        };
        assertSame(shared, failure(IllegalStateException.class, failing));
        assertEquals(0, shared.getSuppressed().length);
    }
}
