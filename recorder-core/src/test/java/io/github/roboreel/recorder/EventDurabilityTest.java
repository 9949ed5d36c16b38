package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events on their way through the ring: their order among the rows, and what {@code durableSteps} says meanwhile. */
class EventDurabilityTest {
    private static final int SHUT = 0;
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    private Path folder;

    /** Counts steps as durable when it has them, notes what it is shown, and takes as many events as it is allowed. */
    private static final class EventGate extends MemorySink {
        private final AtomicIntegerArray steps;
        private final AtomicInteger events = new AtomicInteger();
        private final List<String> shown = new CopyOnWriteArrayList<>();
        private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        private final CountDownLatch reached = new CountDownLatch(1);
        private volatile int allowed;
        private volatile IOException failure;

        EventGate(TestRecording recording, Role role, int allowed) {
            super("gate-" + role, role, recording.run, recording.runs);
            this.allowed = allowed;
            steps = new AtomicIntegerArray(recording.run.episodes().size());
        }

        void allow(int count) {
            allowed = count;
        }

        void failWith(IOException e) {
            failure = e;
            allow(ALL);
        }

        int events() {
            return events.get();
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            threads.add(Thread.currentThread());
            shown.add(env + ":" + step);
            steps.incrementAndGet(env);
        }

        @Override
        public void onEvent(int env, EpisodeEvent event) throws IOException {
            reached.countDown();
            await(() -> events.get() < allowed);
            if (failure != null) {
                throw failure;
            }
            threads.add(Thread.currentThread());
            shown.add(env + ":" + event.name() + "@" + event.step());
            events.incrementAndGet();
        }

        @Override
        public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
            shown.add(env + ":end after " + end.numEvents() + " events");
            return super.onEnd(env, end);
        }

        @Override
        public long durableSteps(int env) {
            return role() == Role.DATA ? steps.get(env) : Long.MAX_VALUE;
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static EpisodeEvent event(String name, int step) {
        return EpisodeEvent.of(name, step, "", 0);
    }

    @Test
    void onEvent_betweenRows_comesInOrderOnTheSinksThread() {
        TestRecording recording = new TestRecording(folder, 2);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, ALL);
        try (EpisodeRecorder recorder = recording.open(sink)) {
            EnvRecorder env = recorder.env(1);
            recording.begin(env);
            recording.steps(env, 2);
            env.event(event("A", 1));
            env.event(event("B", 2));
            env.event(event("C", 2));
            recording.step(env);
            env.event(event("D", 3));
            recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertEquals(
                List.of("1:0", "1:1", "1:A@1", "1:B@2", "1:C@2", "1:2", "1:D@3", "1:end after 4 events"), sink.shown);
        assertEquals(1, sink.threads.stream().distinct().count());
        assertTrue(sink.threads.stream().noneMatch(Thread.currentThread()::equals));
    }

    @Test
    void onEvent_whereStepsAreLeftOut_hasTheRowAsItsStep() {
        TestRecording recording = new TestRecording(folder, 1);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, ALL);
        RecordingPlan plan = RecordingPlan.EVERYTHING.withSteps(StepSchedule.everyNth(2));
        try (EpisodeRecorder recorder = recording.open(RecorderConfig.defaults(), plan, sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 4);
            env.event(event("A", 2));
            env.event(event("B", 3));
            recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of("0:0", "0:1", "0:A@1", "0:B@2", "0:end after 2 events"), sink.shown);
    }

    @Test
    void durableSteps_eventOfTheLastStepNotConsumed_countsTheStepsBefore() {
        TestRecording recording = new TestRecording(folder, 2);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, SHUT);
        try (EpisodeRecorder recorder = recording.open(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.begin(recorder.env(1));
            recording.steps(env, 5);
            recording.steps(recorder.env(1), 2);
            await(() -> env.durableSteps() == 5 && recorder.env(1).durableSteps() == 2);

            env.event(event("A", 5));
            assertEquals(4, env.durableSteps());
            env.event(event("B", 5));
            assertEquals(4, env.durableSteps());
            assertEquals(2, recorder.env(1).durableSteps(), "another env's events do not count here");

            sink.allow(1);
            await(() -> sink.events() == 1);
            assertEquals(4, env.durableSteps());
            sink.allow(ALL);
            await(() -> env.durableSteps() == 5);
            assertEquals(2, sink.events());
        }
    }

    @Test
    void durableSteps_severalEventsNotConsumed_endsBeforeTheFirst() {
        TestRecording recording = new TestRecording(folder, 1);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, SHUT);
        try (EpisodeRecorder recorder = recording.open(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 6);
            await(() -> env.durableSteps() == 6);

            env.event(event("A", 2));
            env.event(event("B", 6));
            assertEquals(1, env.durableSteps());
            sink.allow(1);
            await(() -> env.durableSteps() == 5);
            sink.allow(2);
            await(() -> env.durableSteps() == 6);
        }
    }

    @Test
    void durableSteps_sideSinkHasNotConsumedTheEvent_countsTheStep() throws InterruptedException {
        TestRecording recording = new TestRecording(folder, 1);
        EventGate data = new EventGate(recording, MemorySink.Role.DATA, ALL);
        EventGate side = new EventGate(new TestRecording(folder, 1), MemorySink.Role.SIDE, SHUT);
        try (EpisodeRecorder recorder = recording.open(data, side)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.step(env);
            env.event(event("A", 1));
            side.reached.await();
            await(() -> env.durableSteps() == 1);
            assertEquals(0, side.events());
            side.allow(ALL);
        }
    }

    @Test
    void durableSteps_dataSinkFailsAtTheEvent_neverCountsItsStep() {
        TestRecording recording = new TestRecording(folder, 1);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, SHUT);
        EpisodeRecorder recorder = recording.open(sink);
        EnvRecorder env = recorder.env(0);
        recording.begin(env);
        recording.steps(env, 3);
        env.event(event("A", 3));
        sink.failWith(new IOException("no space"));
        assertThrows(RecorderException.class, recorder::close);
        assertEquals(2, env.durableSteps());
    }

    @Test
    void event_fullRing_waitsForRoom() {
        TestRecording recording = new TestRecording(folder, 1);
        EventGate sink = new EventGate(recording, MemorySink.Role.DATA, SHUT);
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.step(env);
            var producer = TestRecording.inThread(() -> {
                for (int i = 0; i < 40; i++) {
                    env.event(event("A" + i, 1));
                }
            });
            await(() -> recorder.ringBacklog() == 4);
            assertEquals(false, producer.isDone());
            assertEquals(0, env.durableSteps());
            sink.allow(ALL);
            producer.join();
            await(() -> env.durableSteps() == 1);
            assertEquals(40, sink.events());
        }
    }

    @Test
    void decode_encodedEvent_isTheSame() throws IOException {
        EpisodeEvent event = new EpisodeEvent(
                3, 250, "WRONG_OBJECT_GRABBED_FAILURE", "Wrong object grabbed: 'b\u00f6wl' (target objects: [])", 0.25);
        byte[] json = EventLogFile.encode(event);
        assertEquals(
                "{\"step\":3,\"code\":250,\"name\":\"WRONG_OBJECT_GRABBED_FAILURE\","
                        + "\"info\":\"Wrong object grabbed: 'b\\u00F6wl' (target objects: [])\",\"score\":0.25}",
                new String(json, StandardCharsets.US_ASCII));
        assertEquals(event, EventLogFile.decode(json));
        assertEquals("b\u00f6wl", EventLogFile.decode(json).object());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"step\":9",
                "{\"step\":0,\"code\":1000,\"name\":\"A\",\"info\":\"\",\"score\":0}",
                "{\"step\":1,\"code\":1000,\"name\":\"A\",\"score\":0}",
                "{\"step\":1,\"code\":1000,\"name\":\"A\",\"info\":\"\",\"score\":2}"
            })
    void decode_noEvent_isRefused(String json) {
        assertThrows(IOException.class, () -> EventLogFile.decode(json.getBytes(StandardCharsets.UTF_8)));
    }
}
