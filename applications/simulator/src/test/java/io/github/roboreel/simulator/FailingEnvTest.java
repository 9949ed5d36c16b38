package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.TaskInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One of three envs fails in the midst of its episode: the others end, and the run says why. */
class FailingEnvTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int NUM_ENVS = 3;
    private static final int FAILING_ENV = 1;
    private static final int FAILING_STEP = 7;
    private static final ImageSize SIZE = new ImageSize(48, 32);

    @TempDir
    Path folder;

    private final CollectingSink sink = new CollectingSink();

    /** What befalls an env. */
    private interface Accident {
        void happen(TabletopEnv env);
    }

    /** Holds still, until its env has an accident. */
    private static final class Fated implements TabletopPolicy {
        private final HoldPolicy hold = new HoldPolicy();
        private final Accident accident;
        private final CountDownLatch othersUnderWay;
        private long seed;

        Fated(Accident accident, CountDownLatch othersUnderWay) {
            this.accident = accident;
            this.othersUnderWay = othersUnderWay;
        }

        @Override
        public void reset(TabletopEnv env, long newSeed) {
            seed = env.seed();
            hold.reset(env, newSeed);
        }

        @Override
        public void act(TabletopEnv env, double[] action) {
            hold.act(env, action);
            if (seed != FAILING_ENV && env.stepCount() == 1) {
                othersUnderWay.countDown();
            } else if (seed == FAILING_ENV && env.stepCount() == FAILING_STEP) {
                await(othersUnderWay);
                accident.happen(env);
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static RecordingBatch batch(SimulationProvider simulation, PolicyProvider policy, CameraRequest cameras) {
        SimulationRequest request = new SimulationRequest(
                TaskCatalog.DEFAULT_TASK, "default", "hold", NUM_ENVS, 0, 1_000_000, cameras, Episodes.CONFIG);
        return new RecordingBatch(simulation, policy, "hold", request);
    }

    /** The tabletop with renderers that do not fit its pictures. */
    private record WrongRenderers(TabletopProvider itself) implements SimulationProvider {
        @Override
        public String name() {
            return itself.name();
        }

        @Override
        public String description() {
            return itself.description();
        }

        @Override
        public List<String> taskNames(Path configFolder) {
            return itself.taskNames(configFolder);
        }

        @Override
        public TaskInfo task(String task, Path configFolder) {
            return itself.task(task, configFolder);
        }

        @Override
        public String defaultPolicy() {
            return itself.defaultPolicy();
        }

        @Override
        public Simulation create(SimulationRequest request) {
            TabletopSimulation right = itself.create(request);
            return new TabletopSimulation(
                    request, right.task(), right.schema(), () -> new CameraRenderer(new ImageSize(64, 64)));
        }
    }

    private RoboReelException failure(
            SimulationProvider simulation, int workers, Accident accident, CameraRequest cameras) {
        CountDownLatch others = new CountDownLatch(NUM_ENVS - 1);
        PolicyProvider policies = Episodes.policy("hold", () -> new Fated(accident, others));
        RecordingBatch batch = batch(simulation, policies, cameras);
        BatchRunner runner = new BatchRunner(batch, workers, false, LIMIT);
        return assertTimeoutPreemptively(LIMIT, () -> {
            try (EpisodeRecorder recorder = EpisodeRecorder.builder(batch.runSpec(folder, 0), batch.schema())
                    .sink(sink)
                    .open()) {
                return assertThrows(RoboReelException.class, () -> runner.run(recorder, RunProgress.NONE));
            }
        });
    }

    private RoboReelException failure(int workers, Accident accident) {
        return failure(new TabletopProvider(), workers, accident, CameraRequest.NONE);
    }

    private void assertAllEndedAsAborted() throws IOException {
        assertEquals(NUM_ENVS, sink.outcomes.size());
        sink.outcomes.values().forEach(o -> assertEquals(EpisodeStatus.ABORTED, o.status()));
        List<String> lines = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertEquals(NUM_ENVS, lines.size());
        for (String line : lines) {
            JsonNode result = new ObjectMapper().readTree(line);
            assertEquals("aborted", result.get("status").asText());
            assertTrue(result.get("success").isNull(), line);
            int env = result.get("env_id").asInt();
            assertEquals(sink.rows(env, "actions"), result.get("episode_step").asInt());
        }
        assertEquals(FAILING_STEP, sink.rows(FAILING_ENV, "actions"), "no half step");
        assertTrue(sink.rows(0, "actions") >= 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anExceptionOfAPolicyEndsTheRun(int workers) throws IOException {
        IllegalStateException fall = new IllegalStateException("the policy fell asleep");
        RoboReelException failure = failure(workers, env -> {
            throw fall;
        });
        assertSame(fall, failure.getCause());
        assertEquals(Kind.FAILED, failure.kind());
        assertEquals(
                "env 1 failed in step 7 (java.lang.IllegalStateException: the policy fell asleep);"
                        + " its run was ended, with status aborted for every episode under way",
                failure.getMessage());
        assertAllEndedAsAborted();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anErrorEndsTheRun(int workers) throws IOException {
        RoboReelException failure = failure(workers, env -> {
            throw new NoClassDefFoundError("org/ode4j/ode/Missing");
        });
        assertTrue(
                failure.getMessage()
                        .startsWith(
                                "env 1 failed in step 7 (java.lang.NoClassDefFoundError:" + " org/ode4j/ode/Missing)"),
                failure.getMessage());
        assertAllEndedAsAborted();
    }

    @Test
    void aWorkerWithoutMemoryEndsTheRun() throws IOException {
        RoboReelException failure = failure(2, env -> {
            long[][] hoard = new long[1 << 20][];
            for (int i = 0; i < hoard.length; i++) {
                hoard[i] = new long[Integer.MAX_VALUE - 8];
            }
        });
        assertTrue(failure.getCause() instanceof OutOfMemoryError, failure.toString());
        assertTrue(failure.getMessage().contains("(out of memory: Java heap space)"), failure.getMessage());
        assertEquals(Kind.OUT_OF_MEMORY, failure.kind());
        assertEquals(Advice.to(Advice.Action.ADD_MEMORY), failure.advice().orElseThrow());
        assertAllEndedAsAborted();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void physicsThatBreakEndTheRun(int workers) throws IOException {
        RoboReelException failure = failure(workers, TabletopEnv::close);
        assertTrue(failure.getMessage().startsWith("env 1 failed in step 7 ("), failure.getMessage());
        assertAllEndedAsAborted();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aCameraThatFailsAtTheStartEndsTheRun(int workers) throws IOException {
        CameraRequest cameras = new CameraRequest(SIZE, true, false, false);
        RoboReelException failure = failure(new WrongRenderers(new TabletopProvider()), workers, env -> {}, cameras);
        assertTrue(failure.getMessage().matches("env \\d failed in step 0 .*"), failure.toString());
        assertTrue(Files.readAllLines(folder.resolve(RunFolder.RESULTS)).stream()
                .allMatch(line -> line.contains("aborted")));
    }
}
