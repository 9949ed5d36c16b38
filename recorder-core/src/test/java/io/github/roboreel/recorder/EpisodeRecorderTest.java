package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpisodeRecorderTest {
    @TempDir
    private Path folder;

    @Test
    void aThreadPerEnvLosesAndMixesNothing() {
        int numEnvs = 4;
        TestRecording recording = new TestRecording(folder, numEnvs);
        MemorySink sink = recording.memorySink();
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            List<CompletableFuture<Void>> producers = IntStream.range(0, numEnvs)
                    .mapToObj(env -> TestRecording.inThread(() -> recordEpisode(recording, recorder, env)))
                    .toList();
            producers.forEach(CompletableFuture::join);
        }
        for (int env = 0; env < numEnvs; env++) {
            assertStored(recording, env, stepsOf(env));
            assertTrue(sink.calls().contains("end " + env + " " + stepsOf(env) + " success"));
        }
        assertEquals("close", sink.calls().get(sink.calls().size() - 1));
    }

    @Test
    void theBatchEntryPassesOverEnvsThatEnded() {
        int numEnvs = 3;
        TestRecording recording = new TestRecording(folder, numEnvs);
        try (EpisodeRecorder recorder = recording.openTiny(recording.memorySink())) {
            for (int env = 0; env < numEnvs; env++) {
                recording.begin(recorder.env(env));
            }
            for (int step = 0; step < 300; step++) {
                if (step == 100) {
                    recording.end(recorder.env(1), EpisodeOutcome.success("early"));
                }
                BatchWriter rows = recorder.stepAll();
                SampleFields.fill(rows, recording.schema, numEnvs, step);
                rows.publish();
            }
            assertEquals(100, recorder.env(1).numSamples());
            recording.end(recorder.env(0), EpisodeOutcome.failure("late"));
            recording.end(recorder.env(2), EpisodeOutcome.failure("late"));
            recorder.stepAll().publish();
        }
        assertStored(recording, 0, 300);
        assertStored(recording, 1, 100);
        assertStored(recording, 2, 300);
    }

    @Test
    void timestampsAreFilledUnlessGiven() {
        TestRecording recording = new TestRecording(folder, 1);
        long before = System.currentTimeMillis() * 1_000_000 - 10_000_000;
        Field simTime = recording.schema.field(DemoPaths.SIM_TIME);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 3);
            StepWriter row = env.step();
            SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, 3);
            row.put(simTime, 42.5).publish();
            recording.end(env, EpisodeOutcome.success(""));
        }
        double dt = SampleRun.DT_SECONDS;
        assertArrayEquals(
                new double[] {dt, 2 * dt, 3 * dt, 42.5},
                recording.runs.readDoubles(recording.run, 0, DemoPaths.SIM_TIME));
        double[] wall = recording.runs.readDoubles(recording.run, 0, DemoPaths.WALL_TIME);
        double[] sorted = wall.clone();
        Arrays.sort(sorted);
        assertArrayEquals(sorted, wall);
        assertTrue(wall[0] >= before && wall[3] <= System.currentTimeMillis() * 1e6 + 1e8);
    }

    @Test
    void aFrozenEnvAcceptsNothingWhileOthersGoOn() {
        TestRecording recording = new TestRecording(folder, 2);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder ended = recorder.env(0);
            EnvRecorder going = recorder.env(1);
            recording.begin(ended);
            recording.begin(going);
            recording.steps(ended, 2);
            EpisodeSummary summary =
                    recording.end(ended, EpisodeOutcome.success("")).join();

            assertTrue(ended.isFrozen());
            assertTrue(going.isRecording());
            assertMessage(assertThrows(IllegalStateException.class, ended::step), "env 0", "has ended");
            assertMessage(assertThrows(IllegalStateException.class, ended::begin), "env 0", "already begun");
            recording.steps(going, 5);
            assertEquals(2, ended.numSamples());
            assertEquals(2, summary.numSamples());
            assertEquals(2 * SampleRun.DT_SECONDS, summary.durationSeconds());
            assertTrue(summary.isComplete());
        }
        assertStored(recording, 0, 2);
        assertEquals(5, recording.runs.rowCount(recording.run, 1, "actions"));
    }

    @Test
    void nothingIsAcceptedBeforeBegin() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            assertFalse(env.isRecording());
            assertMessage(assertThrows(IllegalStateException.class, env::step), "env 0", "call begin");
            assertMessage(
                    assertThrows(IllegalStateException.class, () -> env.end(EpisodeOutcome.success(""))),
                    "env 0",
                    "call begin");
            recording.begin(env);
            recording.step(env);
            recording.end(env, EpisodeOutcome.success(""));
        }
        assertStored(recording, 0, 1);
    }

    @Test
    void aFailedBeginLeavesTheEnvAsItWas() {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink sink = recording.memorySink();
        try (EpisodeRecorder recorder = recording.open(sink)) {
            EnvRecorder env = recorder.env(0);
            assertMessage(assertThrows(IllegalArgumentException.class, env::begin), "initial_state/joint_position");
            assertThrows(IllegalStateException.class, () -> env.begin(StepWriter::publish));
            assertFalse(env.isRecording());
            recording.begin(env);
            recording.end(env, EpisodeOutcome.success(""));
        }
        assertEquals(List.of("open", "begin 0", "end 0 0 success", "close"), sink.calls());
    }

    @Test
    void endingTwiceReturnsTheSameSummary() {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink sink = recording.memorySink();
        try (EpisodeRecorder recorder = recording.open(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.step(env);
            CompletableFuture<EpisodeSummary> first = recording.end(env, EpisodeOutcome.success("first"));
            assertSame(first, recording.end(env, EpisodeOutcome.failure("second")));
            assertEquals("first", first.join().outcome().reason());
        }
        assertEquals(List.of("open", "begin 0", "end 0 1 success", "close"), sink.calls());
    }

    @Test
    void anEnvMayBeHandedFromThreadToThread() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            for (int i = 0; i < 20; i++) {
                TestRecording.inThread(() -> recording.steps(env, 10)).join();
            }
            recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertStored(recording, 0, 200);
    }

    @Test
    void stepsBytesAndBacklogAreMetered() {
        TestRecording recording = new TestRecording(folder, 1);
        GatedSink sink = GatedSink.shut(recording);
        try (EpisodeRecorder recorder = recording.open(sink)) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 37);
            double backlog =
                    recording.meters.get("roboreel.ring.backlog").gauge().value();
            assertTrue(backlog == 37 || backlog == 38, "backlog is " + backlog);
            sink.letThrough();
        }
        long row = recording.schema.layout(FieldPhase.STEP).payloadBytes();
        assertEquals(37, recording.meters.get("roboreel.steps").counter().count());
        assertEquals(
                37 * row, recording.meters.get("roboreel.bytes.in").counter().count());
    }

    private static void recordEpisode(TestRecording recording, EpisodeRecorder recorder, int envId) {
        EnvRecorder env = recorder.env(envId);
        recording.begin(env);
        recording.steps(env, stepsOf(envId));
        EpisodeSummary summary = recording.end(env, EpisodeOutcome.success("")).join();
        assertEquals(stepsOf(envId), summary.numSamples());
    }

    private static int stepsOf(int env) {
        return 2000 + 100 * env;
    }

    private static void assertStored(TestRecording recording, int env, int steps) {
        assertRows(recording, FieldPhase.INITIAL, env, 0, 1);
        assertRows(recording, FieldPhase.STEP, env, 0, steps);
        assertRows(recording, FieldPhase.FINAL, env, steps, 1);
    }

    private static void assertRows(TestRecording recording, FieldPhase phase, int env, int first, int rows) {
        for (Field field : recording.schema.layout(phase).fields()) {
            if (SampleFields.isTimestamp(field)) {
                continue;
            }
            double[] given = IntStream.range(first, first + rows)
                    .mapToObj(step -> SampleFields.values(field.spec(), env, step))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            double[] kept =
                    recording.runs.readDoubles(recording.run, env, field.spec().path());
            assertArrayEquals(given, kept, field + " of env " + env);
        }
    }

    private static void assertMessage(Exception refused, String... words) {
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage());
        }
    }
}
