package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is durable over all episodes of an env and over all envs. */
class DurableCursorTest {
    private static final int PLACES = 64;

    @TempDir
    Path folder;

    private final FieldSchema schema = SampleFields.schema();
    private final MemoryRuns runs = new MemoryRuns();
    private SaidSink data;
    private SaidSink side;

    /** A sink of which the test says what is durable and when an end is finalized. */
    private class SaidSink extends MemorySink {
        final AtomicLongArray durable = new AtomicLongArray(PLACES);
        final Map<Integer, CompletableFuture<SinkReport>> ends = new ConcurrentHashMap<>();
        volatile CompletableFuture<Void> eventsMayPass = CompletableFuture.completedFuture(null);

        SaidSink(String name, Role role, RunSpec run, MemoryRuns into) {
            super(name, role, run, into);
            for (int demo = 0; demo < PLACES; demo++) {
                durable.set(demo, -1);
            }
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int demo, EpisodeEnd end) throws IOException {
            super.onEnd(demo, end);
            return end(demo);
        }

        @Override
        public void onEvent(int demo, EpisodeEvent event) throws IOException {
            eventsMayPass.join();
            super.onEvent(demo, event);
        }

        CompletableFuture<SinkReport> end(int demo) {
            return ends.computeIfAbsent(demo, d -> new CompletableFuture<>());
        }

        @Override
        public long durableSteps(int demo) {
            return durable.get(demo);
        }
    }

    private EpisodeRecorder open(int numEnvs, RecordingPlan plan) {
        return EpisodeRecorder.builder(SampleRun.of(folder, 0, numEnvs), schema)
                .config(RecorderConfig.builder()
                        .set(RecorderSettings.EPISODES_PER_FILE, PLACES)
                        .build())
                .sink(run -> data = new SaidSink("data", EpisodeSink.Role.DATA, run, runs))
                .plan(plan)
                .continuous()
                .open();
    }

    private EpisodeRecorder open(int numEnvs) {
        return open(numEnvs, RecordingPlan.EVERYTHING);
    }

    private void begin(EnvRecorder env) {
        env.begin(row -> SampleFields.fill(row, schema, FieldPhase.INITIAL, env.envId(), 0));
    }

    private void steps(EnvRecorder env, int count) {
        for (int step = 0; step < count; step++) {
            StepWriter row = env.step();
            SampleFields.fill(row, schema, FieldPhase.STEP, env.envId(), env.numSamples());
            row.publish();
        }
    }

    private CompletableFuture<EpisodeSummary> end(EnvRecorder env) {
        return env.end(
                EpisodeOutcome.success("done"),
                row -> SampleFields.fill(row, schema, FieldPhase.FINAL, env.envId(), env.numSamples()));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestRecording.HANG_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it never came true");
            Thread.sleep(1);
        }
    }

    private static void assertCounts(EnvRecorder env, long durable, long handedOver) {
        assertEquals(List.of(durable, handedOver), List.of(env.durable(), env.handedOver()));
    }

    @Test
    void durable_oneEpisode_countsItsBeginItsStepsAndItsEnd() throws Exception {
        try (EpisodeRecorder recorder = open(1)) {
            EnvRecorder env = recorder.env(0);
            assertCounts(env, 0, 0);
            env.next();
            assertCounts(env, 0, 0);
            begin(env);
            assertCounts(env, 0, 1);
            data.durable.set(0, 0);
            assertCounts(env, 1, 1);
            steps(env, 3);
            assertCounts(env, 1, 4);
            data.durable.set(0, 2);
            assertCounts(env, 3, 4);
            assertEquals(2, env.durableSteps());
            end(env);
            data.durable.set(0, 3);
            assertCounts(env, 4, 5);
            data.end(0).complete(SinkReport.NONE);
            await(() -> env.durable() == 5);
        }
    }

    @Test
    void durable_endBeforeIsNotFinalized_laterEpisodesDoNotCountYet() throws Exception {
        try (EpisodeRecorder recorder = open(1)) {
            EnvRecorder env = recorder.env(0);
            begin(env);
            steps(env, 2);
            end(env);
            begin(env);
            steps(env, 5);
            data.durable.set(0, 1);
            data.durable.set(1, 5);
            assertCounts(env, 2, 10);
            assertEquals(5, env.durableSteps());
            data.end(0).complete(SinkReport.NONE);
            await(() -> env.durable() == 10);
            data.end(1).complete(SinkReport.NONE);
        }
    }

    @Test
    void mark_envsGoOn_isDurableWithWhatWasThereWhenItWasMade() throws Exception {
        try (EpisodeRecorder recorder = open(2)) {
            assertTrue(recorder.mark().isDurable());
            recorder.envs().forEach(this::begin);
            steps(recorder.env(0), 2);
            steps(recorder.env(1), 1);
            DurableMark mark = recorder.mark();
            steps(recorder.env(1), 4);
            DurableMark later = recorder.mark();
            data.durable.set(0, 2);
            data.durable.set(1, 0);
            assertFalse(mark.isDurable());
            data.durable.set(1, 1);
            assertTrue(mark.isDurable());
            assertFalse(later.isDurable());
            data.durable.set(1, 5);
            assertTrue(later.isDurable());
            end(recorder.env(0));
            end(recorder.env(1));
            data.end(0).complete(SinkReport.NONE);
            assertTrue(later.isDurable());
            data.end(1).complete(SinkReport.NONE);
            await(recorder.mark()::isDurable);
        }
    }

    @Test
    void mark_eventOfAStepThatIsDurable_isDurableWithTheEvent() throws Exception {
        try (EpisodeRecorder recorder = open(1)) {
            EnvRecorder env = recorder.env(0);
            begin(env);
            steps(env, 2);
            data.durable.set(0, 2);
            await(recorder.mark()::isDurable);
            data.eventsMayPass = new CompletableFuture<>();
            env.event(EpisodeEvent.of("slipped", 1, ""));
            DurableMark mark = recorder.mark();
            assertFalse(mark.isDurable());
            data.eventsMayPass.complete(null);
            await(mark::isDurable);
            end(env);
            data.end(0).complete(SinkReport.NONE);
            await(() -> env.durable() == 4);
            begin(env);
            data.durable.set(1, 0);
            assertTrue(mark.isDurable());
            await(recorder.mark()::isDurable);
            data.end(1).complete(SinkReport.NONE);
        }
    }

    @Test
    void durable_dataSinkFails_staysWhereItWas() throws Exception {
        EpisodeRecorder recorder = open(1);
        EnvRecorder env = recorder.env(0);
        begin(env);
        steps(env, 2);
        data.durable.set(0, 1);
        CompletableFuture<EpisodeSummary> summary = end(env);
        DurableMark mark = recorder.mark();
        await(() -> data.calls().contains("end 0 2 success"));
        data.end(0).completeExceptionally(new IOException("the disk is full"));
        assertThrows(Exception.class, () -> summary.get(TestRecording.HANG_SECONDS, TimeUnit.SECONDS));
        assertThrows(RecorderException.class, recorder::requireHealthy);
        assertThrows(RecorderException.class, () -> begin(env));
        assertThrows(RecorderException.class, recorder::close);
        assertCounts(env, 2, 4);
        assertFalse(mark.isDurable());
    }

    @Test
    void durable_sideSinkHasNotFinalized_endCounts() throws Exception {
        RunSpec spec = SampleRun.of(folder, 0, 1);
        data = new SaidSink("data", EpisodeSink.Role.DATA, spec, runs);
        side = new SaidSink("side", EpisodeSink.Role.SIDE, spec, new MemoryRuns());
        side.durable.set(0, Long.MAX_VALUE);
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(spec, schema).sinks(List.of(side, data)).open()) {
            EnvRecorder env = recorder.env(0);
            begin(env);
            CompletableFuture<EpisodeSummary> summary = end(env);
            data.durable.set(0, 0);
            assertCounts(env, 1, 2);
            data.end(0).complete(SinkReport.NONE);
            await(() -> env.durable() == 2);
            assertFalse(summary.isDone());
            side.end(0).complete(SinkReport.NONE);
            summary.get(TestRecording.HANG_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void durable_sinkMakesNoPromise_endStillWaitsForItsFinalizing() throws Exception {
        try (EpisodeRecorder recorder = open(1)) {
            EnvRecorder env = recorder.env(0);
            data.durable.set(0, Long.MAX_VALUE);
            begin(env);
            steps(env, 2);
            end(env);
            assertCounts(env, 3, 4);
            data.end(0).complete(SinkReport.NONE);
            await(() -> env.durable() == 4);
        }
    }

    @Test
    void handedOver_planLeavesOut_countsOnlyWhatIsStored() throws Exception {
        RecordingPlan plan = RecordingPlan.EVERYTHING
                .withEpisodes((id, info) -> id.episode() == 1)
                .withSteps(StepSchedule.everyNth(2));
        try (EpisodeRecorder recorder = open(1, plan)) {
            EnvRecorder env = recorder.env(0);
            begin(env);
            steps(env, 4);
            end(env);
            assertCounts(env, 0, 0);
            begin(env);
            steps(env, 4);
            assertCounts(env, 0, 3);
            data.durable.set(1, 2);
            assertCounts(env, 3, 3);
            end(env);
            data.end(1).complete(SinkReport.NONE);
            await(() -> env.durable() == 4);
        }
    }

    /** A sink that says what is durable on a thread of its own, some time later, and counts it before it says so. */
    private final class LateSink extends MemorySink {
        private final AtomicLongArray durable = new AtomicLongArray(PLACES);
        private final int[] simEnvs = new int[PLACES];
        private final AtomicLongArray truth;
        private final ExecutorService later = Executors.newSingleThreadExecutor();

        LateSink(RunSpec run, AtomicLongArray truth) {
            super("late", Role.DATA, run, runs);
            this.truth = truth;
            for (int demo = 0; demo < PLACES; demo++) {
                durable.set(demo, -1);
            }
        }

        private void later(int demo, Runnable work) {
            later.execute(() -> {
                truth.incrementAndGet(simEnvs[demo]);
                work.run();
            });
        }

        @Override
        public void onBegin(int demo, EpisodeBegin begin, RowView initial) throws IOException {
            super.onBegin(demo, begin, initial);
            simEnvs[demo] = begin.simEnv();
            later(demo, () -> durable.set(demo, 0));
        }

        @Override
        public void onStep(int demo, long step, RowView row) throws IOException {
            super.onStep(demo, step, row);
            later(demo, () -> durable.set(demo, step + 1));
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int demo, EpisodeEnd end) throws IOException {
            super.onEnd(demo, end);
            CompletableFuture<SinkReport> ended = new CompletableFuture<>();
            later(demo, () -> ended.complete(SinkReport.NONE));
            return ended;
        }

        @Override
        public long durableSteps(int demo) {
            return durable.get(demo);
        }

        @Override
        public void close() throws IOException {
            super.close();
            later.shutdown();
        }
    }

    @Test
    void durable_manyEpisodesInManyFilesByManyThreads_neverFallsNorRunsAheadOfTheTruth() throws Exception {
        int numEnvs = 3;
        int episodes = 60;
        AtomicLongArray truth = new AtomicLongArray(numEnvs);
        EpisodeRecorder recorder = EpisodeRecorder.builder(SampleRun.of(folder, 0, numEnvs), schema)
                .config(RecorderConfig.builder()
                        .set(RecorderSettings.EPISODES_PER_FILE, 5)
                        .build())
                .sink(run -> new LateSink(run, truth))
                .continuous()
                .open();
        CompletableFuture<Void> watching = new CompletableFuture<>();
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        try (recorder) {
            List<CompletableFuture<Void>> producers = new ArrayList<>();
            for (EnvRecorder env : recorder.envs()) {
                producers.add(TestRecording.inThread(() -> record(env, episodes)));
                threads.add(TestRecording.inThread(() -> watch(env, truth, watching)));
                threads.add(TestRecording.inThread(() -> watch(env, truth, watching)));
            }
            for (CompletableFuture<Void> producer : producers) {
                producer.get(TestRecording.HANG_SECONDS, TimeUnit.SECONDS);
            }
            await(recorder.mark()::isDurable);
        }
        watching.complete(null);
        for (CompletableFuture<Void> thread : threads) {
            thread.get(TestRecording.HANG_SECONDS, TimeUnit.SECONDS);
        }
        long expected = 0;
        for (int episode = 0; episode < episodes; episode++) {
            expected += 2 + episode % 7;
        }
        for (EnvRecorder env : recorder.envs()) {
            assertCounts(env, expected, expected);
            assertEquals(expected, truth.get(env.envId()));
        }
    }

    private void record(EnvRecorder env, int episodes) {
        for (int episode = 0; episode < episodes; episode++) {
            begin(env);
            steps(env, episode % 7);
            end(env);
        }
    }

    private static void watch(EnvRecorder env, AtomicLongArray truth, CompletableFuture<Void> end) {
        long last = 0;
        while (!end.isDone()) {
            long durable = env.durable();
            long known = truth.get(env.envId());
            long handedOver = env.handedOver();
            assertTrue(durable >= last, durable + " after " + last);
            assertTrue(durable <= known, durable + " of which " + known + " are durable");
            assertTrue(durable <= handedOver, durable + " of " + handedOver);
            last = durable;
        }
    }
}
