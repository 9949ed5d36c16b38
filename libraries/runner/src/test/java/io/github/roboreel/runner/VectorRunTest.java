package io.github.roboreel.runner;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.EpisodeSink.Role;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.PolicyChoice;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.PolicyRequest;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.VectorPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Envs that are stepped in groups of four by one call: every value, every end, every fault of one of them. */
class VectorRunTest {
    private static final int NUM_ENVS = 6;

    @TempDir
    Path folder;

    private final MemoryRuns runs = new MemoryRuns();

    /** Adds 1 with the first value, and what it saw last with the second. */
    private static final class Ones implements PolicyProvider {
        private final double second;

        Ones(double second) {
            this.second = second;
        }

        @Override
        public String name() {
            return "ones";
        }

        @Override
        public String description() {
            return "Ones.";
        }

        @Override
        public boolean accepts(String policy) {
            return policy.startsWith("one");
        }

        @Override
        public Optional<String> objectionTo(PolicyChoice choice, Simulation simulation) {
            return simulation.dtSeconds() > 0.2 ? Optional.empty() : Optional.of("it is too slow for it");
        }

        @Override
        public VectorPolicy create(PolicyRequest request) {
            Policy policy = new Policy() {
                @Override
                public void reset(Observation first, long seed) {}

                @Override
                public void act(Observation now, double[] actionOut) {
                    actionOut[0] = 1;
                    actionOut[1] = now.longs(now.field(Counters.SEEN))[0] == 7 ? second : 0;
                }
            };
            return VectorPolicy.of(Collections.nCopies(request.numEnvs(), policy));
        }
    }

    private static RecordingBatch batch(Counters counters, double second, int maxSteps) {
        SimulationRequest request = new SimulationRequest(
                "CountTask", "vague", "ones", NUM_ENVS, 0, maxSteps, CameraRequest.NONE, Path.of("config"));
        return new RecordingBatch(counters, new Ones(second), "one by one", request);
    }

    private List<EpisodeSummary> record(RecordingBatch batch, int workers) {
        RunSpec run = batch.runSpec(folder, 0);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, batch.schema())
                .sink(new MemorySink("memory", Role.DATA, run, runs))
                .open()) {
            return new BatchRunner(batch, workers, false).run(recorder, RunProgress.NONE);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "2, true"})
    void envsAreClosedOnceByTheThreadThatOpenedThem(int workers, boolean fails) {
        Counters.Fault fault = (env, step) -> {
            if (fails && step == 2) {
                throw new IllegalStateException("broken");
            }
        };
        Counters counters = new Counters(fault, DType.FLOAT32);
        RecordingBatch batch = batch(counters, 0, 0);
        if (fails) {
            assertThrows(RoboReelException.class, () -> record(batch, workers));
        } else {
            record(batch, workers);
        }
        assertEquals(List.of(true, true), counters.closedByOpener);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aVectorThatCannotBeClosedHidesNoFailureOfAStep(int workers) {
        Counters counters = new Counters(
                (env, step) -> {
                    if (step == 2) {
                        throw new IllegalStateException("broken");
                    }
                },
                DType.FLOAT32);
        counters.failsToClose = true;
        RoboReelException failure = assertThrows(RoboReelException.class, () -> record(batch(counters, 0, 0), workers));
        assertTrue(failure.getMessage().contains("broken"), failure.getMessage());
        assertTrue(Arrays.stream(failure.getSuppressed())
                .anyMatch(e -> e.getMessage().contains("cannot be closed")));
        assertEquals(List.of(true, true), counters.closedByOpener);
    }

    @ParameterizedTest
    @CsvSource({"FLOAT32, 1", "FLOAT32, 2", "FLOAT64, 1", "FLOAT64, 3"})
    void everyValueOfEveryEnvIsRecorded(DType actions, int workers) throws Exception {
        RecordingBatch batch = batch(new Counters(Counters.Fault.NONE, actions), 0, 0);
        List<EpisodeSummary> summaries = record(batch, workers);
        RunSpec run = batch.runSpec(folder, 0);
        for (int env = 0; env < NUM_ENVS; env++) {
            int steps = 3 + env;
            assertEquals(steps, summaries.get(env).numSamples());
            assertEquals(env, summaries.get(env).id().env());
            assertArrayEquals(range(env, steps), runs.readDoubles(run, env, Counters.SEEN), "seen before the action");
            assertArrayEquals(range(env + 1, steps), runs.readDoubles(run, env, Counters.SUM), "state after it");
            assertArrayEquals(new double[] {env}, runs.readDoubles(run, env, Counters.START));
            assertArrayEquals(new double[] {env + steps}, runs.readDoubles(run, env, Counters.LAST));
            double[] times = runs.readDoubles(run, env, "timestamps/sim_time_s");
            assertEquals(0.25, times[0]);
            assertEquals(0.25 * steps, times[steps - 1]);
            assertEquals(2 * steps, runs.readDoubles(run, env, "actions").length);
            String log = Files.readString(run.envFolder().resolve("log_0_env" + env + ".json"));
            assertEquals("second step", event(log).get("name").asText());
            assertEquals("sum " + (double) (env + 2), event(log).get("info").asText());
        }
        assertEquals("counted to 3.0", summaries.get(0).outcome().reason());
    }

    private static JsonNode event(String log) throws Exception {
        return new ObjectMapper().readTree(log).get("events").get(0);
    }

    private static double[] range(long from, int count) {
        return LongStream.range(from, from + count).asDoubleStream().toArray();
    }

    @Test
    void theStepLimitTruncatesWhatTheSimulationLeavesRunning() {
        List<EpisodeSummary> summaries = record(batch(new Counters(), 0, 5), 1);
        for (EpisodeSummary summary : summaries) {
            boolean isOver = summary.id().env() <= 2;
            assertEquals(
                    isOver ? EpisodeStatus.SUCCESS : EpisodeStatus.TRUNCATED,
                    summary.outcome().status());
            assertEquals(Math.min(5, 3 + summary.id().env()), summary.numSamples());
        }
        assertEquals("Step limit of 5 reached", summaries.get(5).outcome().reason());
    }

    @Test
    void anActionThatIsNoNumberNamesEnvStepAndValue() throws Exception {
        RoboReelException failure =
                assertThrows(RoboReelException.class, () -> record(batch(new Counters(), Double.NaN, 0), 1));
        assertEquals(Kind.FAILED, failure.kind());
        assertEquals(
                "env 5 failed in step 2 (the policy gave NaN for value 1 of the action; expected a finite number);"
                        + " its run was ended, with status aborted for every episode under way",
                failure.getMessage());
        assertRowsKept(3, 2);
    }

    @Test
    void anActionThatItsRowCannotHoldIsRefusedBeforeTheSimulationGetsIt() {
        RecordingBatch batch = batch(new Counters(Counters.Fault.NONE, DType.FLOAT32), 1e39, 0);
        RoboReelException failure = assertThrows(RoboReelException.class, () -> record(batch, 1));
        assertTrue(
                failure.getMessage()
                        .startsWith("env 5 failed in step 2 (the policy gave Infinity for value 1 of the action;"),
                failure.getMessage());
    }

    @Test
    void aFailureThatNamesItsEnvIsToldWithTheNumberInTheRun() throws Exception {
        Counters.Fault fault = (env, step) -> {
            if (env == 1 && step == 2) {
                throw new EnvFailedException(env, "its joint broke", null);
            }
        };
        Counters counters = new Counters(fault, DType.FLOAT32);
        RoboReelException failure = assertThrows(RoboReelException.class, () -> record(batch(counters, 0, 0), 1));
        assertTrue(failure.getMessage().startsWith("env 1 failed in step 2 (its joint broke);"), failure.getMessage());
        assertRowsKept(2, 2);
    }

    @Test
    void aFailureOfAllIsToldOfTheGroup() throws Exception {
        Counters.Fault fault = (env, step) -> {
            if (step == 2) {
                throw new IllegalStateException("the GPU is gone");
            }
        };
        Counters counters = new Counters(fault, DType.FLOAT32);
        RoboReelException failure = assertThrows(RoboReelException.class, () -> record(batch(counters, 0, 0), 1));
        assertTrue(
                failure.getMessage()
                        .startsWith("one of envs 0 to 3 failed in step 2 (java.lang.IllegalStateException: the GPU"),
                failure.getMessage());
        assertRowsKept(2, 2);
    }

    /** The lines say aborted, and as many steps as there are rows. */
    private void assertRowsKept(int firstGroup, int secondGroup) throws Exception {
        List<String> lines = Files.readAllLines(folder.resolve("episode_results.jsonl"));
        assertEquals(NUM_ENVS, lines.size());
        RunSpec run = batch(new Counters(), 0, 0).runSpec(folder, 0);
        for (String line : lines) {
            JsonNode result = new ObjectMapper().readTree(line);
            int env = result.get("env_id").asInt();
            int steps = result.get("episode_step").asInt();
            assertEquals(runs.rowCount(run, env, Counters.SUM), steps);
            int expected = Math.min(3 + env, env < 4 ? firstGroup : secondGroup);
            assertEquals(expected, steps, "env " + env);
            assertEquals(
                    steps == 3 + env ? "success" : "aborted",
                    result.get("status").asText());
        }
    }

    @Test
    void theConfigurationGetsWhatTheSimulationDoesNotState() throws Exception {
        JsonNode config =
                new ObjectMapper().readTree(batch(new Counters(), 0, 0).envConfigJson());
        assertEquals(9.81, config.get("gravity").asDouble());
        assertEquals(77, config.get("seed").asInt(), "its own word stands");
        assertEquals(0.25, config.at("/sim/dt").asDouble());
        assertEquals(1, config.get("decimation").asInt());
        assertEquals(NUM_ENVS, config.get("num_envs").asInt());
        assertEquals("ones", config.get("policy").asText());
        assertEquals("vague", config.get("instruction_type").asText());
        assertEquals("CountTask", config.get("_task_name").asText());
        assertEquals("counters", config.get("simulator").asText());
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"INT32", "FLOAT16"})
    void aSchemaWhoseActionsDoNotFitIsRefused(DType actions) {
        RoboReelException refusal =
                assertThrows(RoboReelException.class, () -> batch(new Counters(Counters.Fault.NONE, actions), 0, 0));
        assertEquals(Kind.UNSUPPORTED, refusal.kind());
        assertEquals(
                "the schema of simulation counters needs a field actions of 2 values, float32 or float64, as its action"
                        + " space has",
                refusal.getMessage());
    }
}
