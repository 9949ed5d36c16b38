package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.CameraRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop is heeded between any two envs: what it comes before is not done. */
class BatchRunnerStopTest {
    private static final int NUM_ENVS = 12;

    @TempDir
    Path folder;

    private final AtomicInteger resets = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    private final CollectingSink sink = new CollectingSink();

    @Test
    void envsThatAreNotResetYetAreNot() {
        List<EpisodeSummary> summaries = run(1, () -> resets.get() == 5);
        assertEquals(5, resets.get());
        assertEquals(List.of(), summaries);
        assertTrue(sink.outcomes.isEmpty(), "no episode began");
    }

    @Test
    void envsThatHaveNotBegunDoNot() {
        // Every reset is preceded by one look, and so is every begin.
        List<EpisodeSummary> summaries = run(1, () -> looks.incrementAndGet() > NUM_ENVS + 4);
        assertEquals(NUM_ENVS, resets.get());
        assertEquals(
                List.of(0, 1, 2, 3), summaries.stream().map(s -> s.id().env()).toList());
        assertAborted(summaries, 0);
    }

    @Test
    void envsThatAreNotSteppedYetAreNot() {
        List<EpisodeSummary> summaries = run(1, () -> steps.get() == NUM_ENVS + 7);
        assertEquals(NUM_ENVS + 7, steps.get());
        assertEquals(NUM_ENVS, summaries.size());
        assertAborted(summaries.subList(0, 7), 2);
        assertAborted(summaries.subList(7, NUM_ENVS), 1);
    }

    @Test
    void everyWorkerHeedsIt() {
        List<EpisodeSummary> summaries = run(2, () -> resets.get() >= 5);
        assertTrue(resets.get() < NUM_ENVS, "resets " + resets);
        assertEquals(List.of(), summaries);
    }

    private static void assertAborted(List<EpisodeSummary> summaries, int steps) {
        for (EpisodeSummary summary : summaries) {
            assertEquals(EpisodeStatus.ABORTED, summary.outcome().status());
            assertEquals(steps, summary.numSamples());
        }
    }

    private List<EpisodeSummary> run(int workers, BooleanSupplier stop) {
        RecordingBatch batch =
                Episodes.batch(Episodes.policy("hold", CountedPolicy::new), NUM_ENVS, 1, 20, CameraRequest.NONE);
        BatchRunner runner = new BatchRunner(batch, workers, false, Duration.ofSeconds(10));
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(batch.runSpec(folder, 0), batch.schema())
                .sink(sink)
                .open()) {
            return runner.run(recorder, progress(stop));
        }
    }

    private RunProgress progress(BooleanSupplier stop) {
        return new RunProgress() {
            @Override
            public void stepped(int env, int count) {
                steps.incrementAndGet();
            }

            @Override
            public boolean stopRequested() {
                return stop.getAsBoolean();
            }
        };
    }

    private final class CountedPolicy implements TabletopPolicy {
        private final TabletopPolicy policy = Episodes.policy("hold");

        @Override
        public void reset(TabletopEnv env, long seed) {
            resets.incrementAndGet();
            policy.reset(env, seed);
        }

        @Override
        public void act(TabletopEnv env, double[] actionOut) {
            policy.act(env, actionOut);
        }
    }
}
