package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.plan.EpisodeEnding;
import io.github.roboreel.recorder.plan.EpisodeSchedule;
import io.github.roboreel.recorder.plan.PlannedRun;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan leaves out and adds, seen by a sink and in the results. */
class RecordingPlanTest {
    private static final RecordingPlan EVERYTHING = RecordingPlan.EVERYTHING;

    @TempDir
    private Path folder;

    @Test
    void anEpisodeThatIsLeftOutIsRunAndNeverSeen() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        MemorySink sink = recording.memorySink();
        EpisodeSummary left;
        try (EpisodeRecorder recorder = open(recording, sink, episodes(1))) {
            for (int env = 0; env < 2; env++) {
                recording.begin(recorder.env(env));
                run(recording, recorder.env(env), 5);
            }
            assertTrue(recorder.env(0).isScheduled());
            assertFalse(recorder.env(1).isScheduled());
            recorder.env(1).event(new EpisodeEvent(5, 258, "OBJECT_BUMPED", "bump", 0.5));
            recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
            left = recording
                    .end(recorder.env(1), EpisodeOutcome.failure("dropped"))
                    .join();
            assertTrue(recorder.env(1).isFrozen());
            assertThrows(IllegalStateException.class, recorder.env(1)::step);
        }
        assertEquals(List.of("open", "begin 0", "end 0 5 success", "close"), sink.calls());
        assertEquals(0, left.numSamples());
        assertEquals(EpisodeStatus.FAILURE, left.outcome().status());
        assertEquals(1, lines().size());
        assertEquals(0, lines().get(0).get("env_id").asInt());
        assertFalse(Files.exists(recording.run.envFolder().resolve("log_0_env1.json")));
    }

    @Test
    void closingEndsAnEpisodeThatIsLeftOut() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        MemorySink sink = recording.memorySink();
        EnvRecorder env;
        try (EpisodeRecorder recorder = open(recording, sink, EVERYTHING.withEpisodes((id, info) -> false))) {
            env = recorder.env(0);
            recording.begin(env);
            run(recording, env, 3);
        }
        assertTrue(env.isFrozen());
        assertEquals(List.of("open", "close"), sink.calls());
        assertEquals(List.of(), lines());
    }

    @Test
    void theFirstEpisodesOfAllRunsAreCounted() throws IOException {
        for (int run = 0; run < 3; run++) {
            TestRecording recording = new TestRecording(SampleRun.of(folder, run, 2));
            RecordingPlan plan = EVERYTHING.withEpisodes(EpisodeSchedule.first(3));
            try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
                for (int env = 0; env < 2; env++) {
                    recording.begin(recorder.env(env));
                    run(recording, recorder.env(env), 1);
                    recording.end(recorder.env(env), EpisodeOutcome.success("")).join();
                }
            }
        }
        List<Integer> recorded = new ArrayList<>();
        lines().forEach(line -> recorded.add(line.get("episode").asInt()));
        assertEquals(List.of(0, 1, 2), recorded);
    }

    @Test
    void everyNthStepIsStoredWithItsOwnValuesAndTime() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        RecordingPlan plan = EVERYTHING.withSteps(StepSchedule.everyNth(3));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            run(recording, recorder.env(0), 8);
            assertEquals(3, recorder.env(0).numSamples());
            recorder.env(0).event(new EpisodeEvent(4, 258, "OBJECT_BUMPED", "bump", 0.5));
            recorder.env(0).event(new EpisodeEvent(6, 258, "OBJECT_BUMPED", "bump", 0.5));
            recorder.env(0).event(new EpisodeEvent(8, 100, "UNKNOWN_SUCCESS", "in bowl", 1));
            recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertStored(recording, 0, 0, 3, 6);
        double dt = SampleRun.DT_SECONDS;
        assertArrayEquals(
                new double[] {dt, 4 * dt, 7 * dt},
                recording.runs.readDoubles(recording.run, 0, DemoPaths.SIM_TIME),
                1e-12);
        JsonNode line = lines().get(0);
        assertEquals(3, line.get("episode_step").asInt());
        assertEquals(3 * dt, line.get("dt").asDouble(), 1e-12);
        assertEquals(9 * dt, line.get("duration").asDouble(), 1e-12);
        assertEquals(
                "{\"step_schedule\":\"one step of every 3\",\"steps_taken\":8}",
                line.get("episode_attributes").toString());
        JsonNode config = json(recording.run.envFolder().resolve(RunFolder.ENV_CONFIG));
        assertEquals(24, config.get("decimation").asInt());
        assertEquals(24, config.get("sim").get("render_interval").asInt());
        JsonNode log = json(recording.run.envFolder().resolve("log_0_env0.json"));
        List<Integer> steps = new ArrayList<>();
        log.findValues("step").forEach(s -> steps.add(s.asInt()));
        assertEquals(List.of(2, 2, 3), steps);
    }

    @Test
    void irregularStepsSayThatTheyAre() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        RecordingPlan plan = EVERYTHING.withSteps(StepSchedule.matching((id, step) -> step == 4 || step == 5));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            run(recording, recorder.env(0), 9);
            recording.end(recorder.env(0), EpisodeOutcome.failure("")).join();
        }
        assertStored(recording, 0, 0, 4, 5);
        assertEquals(SampleRun.DT_SECONDS, lines().get(0).get("dt").asDouble());
        assertTrue(
                lines().get(0).get("episode_attributes").get("irregular_steps").asBoolean());
    }

    @Test
    void aPredicateThatThrowsLeavesTheEnvsToAnyThread() throws Exception {
        TestRecording recording = new TestRecording(folder, 2);
        AtomicBoolean throwing = new AtomicBoolean();
        StepSchedule steps = StepSchedule.matching((id, step) -> {
            if (throwing.get() && id.env() == 1) {
                throw new UnsupportedOperationException("not now");
            }
            return true;
        });
        RecordingPlan plan = EVERYTHING.withSteps(steps);
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            for (int env = 0; env < 2; env++) {
                recording.begin(recorder.env(env));
                run(recording, recorder.env(env), 1);
            }
            throwing.set(true);
            assertThrows(UnsupportedOperationException.class, recorder.env(1)::step);
            assertThrows(UnsupportedOperationException.class, recorder::stepAll);
            throwing.set(false);
            CompletableFuture.runAsync(() -> {
                        run(recording, recorder.env(0), 1);
                        run(recording, recorder.env(1), 1);
                    })
                    .get();
            for (int env = 0; env < 2; env++) {
                recording.end(recorder.env(env), EpisodeOutcome.success("")).join();
            }
        }
        assertEquals(2, recording.runs.rowCount(recording.run, 0, "actions"));
        assertEquals(2, recording.runs.rowCount(recording.run, 1, "actions"));
    }

    @Test
    void aPlanWorksUnderALockThatTheCallerHolds() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        RecordingPlan plan = EVERYTHING.withSteps(StepSchedule.withProbability(0.5, 1));
        RunSpec planned = PlannedRun.of(recording.run, plan.steps());
        assertEquals(
                "{\"episode_attributes\":{\"step_schedule\":\"with probability 0.5, seed 1\","
                        + "\"irregular_steps\":true}}",
                planned.initialMetadataJson());
        assertEquals("{}", recording.run.initialMetadataJson());
        try (OutputLock lock = OutputLock.acquire(recording.run.folder());
                EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, recording.schema)
                        .sink(recording.memorySink())
                        .plan(plan)
                        .lock(lock)
                        .open()) {
            recording.begin(recorder.env(0));
            run(recording, recorder.env(0), 20);
            recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertTrue(lines().get(0).get("episode_step").asInt() < 20);
    }

    @Test
    void aBatchStoresTheRowsOfThePlanOnly() {
        TestRecording recording = new TestRecording(folder, 3);
        RecordingPlan plan = EVERYTHING
                .withEpisodes((id, info) -> id.env() != 0)
                .withSteps(StepSchedule.matching((id, step) -> step % (id.env() + 1) == 0));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            for (int env = 0; env < 3; env++) {
                recording.begin(recorder.env(env));
            }
            for (int step = 0; step < 7; step++) {
                BatchWriter rows = recorder.stepAll();
                SampleFields.fill(rows, recording.schema, 3, step);
                rows.publish();
                assertThrows(IllegalStateException.class, rows::publish);
            }
            for (int env = 0; env < 3; env++) {
                recording.end(recorder.env(env), EpisodeOutcome.success("")).join();
            }
        }
        assertEquals(0, recording.runs.rowCount(recording.run, 0, "actions"));
        assertStored(recording, 1, 0, 2, 4, 6);
        assertStored(recording, 2, 0, 3, 6);
    }

    @Test
    void aRowThatIsLeftOutMayLackFieldsButHoldNoWrongOnes() {
        TestRecording recording = new TestRecording(folder, 1);
        Field camera = recording.schema.field(SampleFields.IMAGE);
        RecordingPlan plan = EVERYTHING.withSteps(StepSchedule.first(1));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            run(recording, recorder.env(0), 1);
            recorder.env(0).step().put(camera, new byte[60]).publish();
            StepWriter row = recorder.env(0).step();
            assertThrows(IllegalArgumentException.class, () -> row.put(camera, new byte[59]));
            row.publish();
            recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertStored(recording, 0, 0);
    }

    @Test
    void aCallbackPutsTheFieldsThatTheSimulatorDoesNot() {
        TestRecording recording = new TestRecording(folder, 1);
        Field reward = recording.schema.field("types/i32");
        RecordingPlan plan = EVERYTHING
                .withSteps(StepSchedule.everyNth(2))
                .withStepValues((id, step, row) -> row.put(reward, (int) (100 + step)));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            run(recording, recorder.env(0), 5);
            recording.end(recorder.env(0), EpisodeOutcome.success("")).join();
        }
        assertArrayEquals(new double[] {100, 102, 104}, recording.runs.readDoubles(recording.run, 0, "types/i32"));
    }

    @Test
    void aCallbackMustNotPublish() {
        TestRecording recording = new TestRecording(folder, 1);
        RecordingPlan plan = EVERYTHING.withStepValues((id, step, row) -> row.publish());
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            assertThrows(IllegalStateException.class, () -> recording.step(recorder.env(0)));
            assertEquals(0, recorder.env(0).numSamples());
        }
    }

    @Test
    void attributesOfTheCallerAndOfTheCallbackReachTheResults() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        List<EpisodeEnding> endings = new ArrayList<>();
        RecordingPlan plan = EVERYTHING.withEpisodeAttributes(ending -> {
            endings.add(ending);
            return Map.of("rows", ending.numSamples(), "operator", "Zoë");
        });
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            recording.begin(recorder.env(0));
            recording.begin(recorder.env(1));
            run(recording, recorder.env(0), 4);
            EpisodeOutcome outcome = EpisodeOutcome.success("").withAttributes(Map.of("shift", 2, "operator", "?"));
            summary = recording.end(recorder.env(0), outcome).join();
            recorder.env(1).discard("slipped").join();
        }
        assertEquals(
                Map.of("shift", 2L, "operator", "Zoë", "rows", 4L),
                summary.outcome().attributes());
        JsonNode attributes = lines().get(0).get("episode_attributes");
        assertEquals(4, attributes.get("rows").asInt());
        assertEquals("Zoë", attributes.get("operator").asText());
        assertEquals(1, endings.size());
        assertEquals(4, endings.get(0).stepsTaken());
    }

    @Test
    void anEpisodeGoesOnWhenItsCallbackFails() {
        TestRecording recording = new TestRecording(folder, 1);
        boolean[] isBroken = {true};
        RecordingPlan plan = EVERYTHING.withEpisodeAttributes(
                ending -> isBroken[0] ? Map.of("text", "x".repeat(5000)) : Map.of("ok", 1));
        try (EpisodeRecorder recorder = open(recording, recording.memorySink(), plan)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            run(recording, env, 1);
            String message = assertThrows(
                            IllegalArgumentException.class, () -> recording.end(env, EpisodeOutcome.success("")))
                    .getMessage();
            assertTrue(message.contains("expected at most 4096"), message);
            assertTrue(env.isRecording());
            run(recording, env, 1);
            isBroken[0] = false;
            assertEquals(
                    2, recording.end(env, EpisodeOutcome.success("")).join().numSamples());
        }
    }

    @Test
    void attributesAreNumbersBooleansAndTexts() {
        EpisodeOutcome outcome = EpisodeOutcome.success("")
                .withAttributes(Map.of("a", 1, "b", 2.5f))
                .withAttributes(Map.of("b", true, "c", "text"));
        assertEquals(Map.of("a", 1L, "b", true, "c", "text"), outcome.attributes());
        assertEquals(Map.of(), EpisodeOutcome.success("").attributes());
        for (Object wrong : List.of(List.of(1), Double.NaN, 'c', new int[1])) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> outcome.withAttributes(Map.of("odd", wrong)))
                    .getMessage();
            assertTrue(message.startsWith("the episode's attribute 'odd' is "), message);
        }
        assertThrows(IllegalArgumentException.class, () -> outcome.withAttributes(Map.of(" ", 1)));
    }

    private static RecordingPlan episodes(int first) {
        return EVERYTHING.withEpisodes(EpisodeSchedule.first(first));
    }

    private EpisodeRecorder open(TestRecording recording, MemorySink sink, RecordingPlan plan) {
        return recording.open(RecorderConfig.defaults(), plan, sink);
    }

    /** Steps with the values of their index, whatever is stored of them. */
    private static void run(TestRecording recording, EnvRecorder env, int steps) {
        for (int step = 0; step < steps; step++) {
            StepWriter row = env.step();
            SampleFields.fill(row, recording.schema, FieldPhase.STEP, env.envId(), step);
            row.publish();
        }
    }

    private static void assertStored(TestRecording recording, int env, long... steps) {
        for (String path : List.of("actions", "types/i64", SampleFields.IMAGE)) {
            FieldSpec spec = recording.schema.field(path).spec();
            double[] expected = LongStream.of(steps)
                    .mapToObj(step -> SampleFields.values(spec, env, step))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            assertArrayEquals(expected, recording.runs.readDoubles(recording.run, env, path), path);
        }
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String text : Files.readAllLines(folder.resolve(RunFolder.RESULTS))) {
            lines.add(new ObjectMapper().readTree(text));
        }
        return lines;
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
