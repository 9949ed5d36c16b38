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
import io.github.roboreel.simulator.physics.SimulationSettings;
import io.github.roboreel.simulator.policy.HoldPolicy;
import io.github.roboreel.simulator.policy.Policy;
import io.github.roboreel.simulator.render.CameraPlan;
import io.github.roboreel.simulator.render.CameraRenderer;
import io.github.roboreel.simulator.render.ImageSize;
import io.github.roboreel.simulator.run.BatchRunner;
import io.github.roboreel.simulator.run.RunProgress;
import io.github.roboreel.simulator.run.TabletopBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
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
    private static final class Fated implements Policy {
        private final HoldPolicy hold = new HoldPolicy();
        private final Accident accident;
        private final CountDownLatch othersUnderWay;
        private long seed;

        Fated(Accident accident, CountDownLatch othersUnderWay) {
            this.accident = accident;
            this.othersUnderWay = othersUnderWay;
        }

        @Override
        public String name() {
            return hold.name();
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

    private static TabletopBatch batch(CameraPlan cameras) {
        return new TabletopBatch(
                Episodes.defaultTask(),
                SimulationSettings.DEFAULT.withMaxSteps(1_000_000),
                "hold",
                "default",
                NUM_ENVS,
                0,
                cameras);
    }

    private RoboReelException failure(
            TabletopBatch batch, int workers, Accident accident, Supplier<CameraRenderer> renderers) {
        CountDownLatch others = new CountDownLatch(NUM_ENVS - 1);
        Supplier<Policy> policies = () -> new Fated(accident, others);
        BatchRunner runner = new BatchRunner(batch, workers, false, LIMIT, policies, renderers);
        return assertTimeoutPreemptively(LIMIT, () -> {
            try (EpisodeRecorder recorder = EpisodeRecorder.builder(
                            batch.runSpec(folder, 0), batch.schema(Episodes.SCHEMA))
                    .sink(sink)
                    .open()) {
                return assertThrows(RoboReelException.class, () -> runner.run(recorder, RunProgress.NONE));
            }
        });
    }

    private RoboReelException failure(int workers, Accident accident) {
        TabletopBatch batch = batch(CameraPlan.NONE);
        return failure(batch, workers, accident, batch.cameras()::renderer);
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
        TabletopBatch batch = batch(new CameraPlan(SIZE, true, false, false));
        Supplier<CameraRenderer> tooLarge = () -> new CameraRenderer(new ImageSize(64, 64));
        RoboReelException failure = failure(batch, workers, env -> {}, tooLarge);
        assertTrue(failure.getMessage().matches("env \\d failed in step 0 .*"), failure.toString());
        assertTrue(Files.readAllLines(folder.resolve(RunFolder.RESULTS)).stream()
                .allMatch(line -> line.contains("aborted")));
    }
}
