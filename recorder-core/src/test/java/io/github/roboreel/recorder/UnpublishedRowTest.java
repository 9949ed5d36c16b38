package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A row that was filled and not published: it is reported to its caller once, and counted. */
class UnpublishedRowTest {
    private static final int NUM_ENVS = 3;

    @TempDir
    private Path folder;

    private TestRecording recording;
    private EpisodeRecorder recorder;
    private EnvRecorder env;
    private Field actions;

    @BeforeEach
    void open() {
        recording = new TestRecording(folder, NUM_ENVS);
        recorder = recording.open(recording.memorySink());
        recorder.envs().forEach(recording::begin);
        env = recorder.env(0);
        actions = recording.schema.field("actions");
    }

    @AfterEach
    void close() {
        recorder.close();
    }

    @Test
    void stepAfterAForgottenPublishThrowsOnceAndCountsTheRow() {
        env.step().put(actions, new float[8]);
        assertTold(env::step, "env 0:", "publish()", "discardRow()");
        recording.steps(env, 2);
        env.step().put(actions, new float[8]);
        assertTold(env::step, "env 0:");
        assertEnd(env, 2, 2);
    }

    @Test
    void stepAfterARowThatHoldsNothingGoesOn() {
        env.step();
        recording.step(env);
        assertEnd(env, 1, 0);
    }

    @Test
    void stepAllAfterForgottenRowsOfEnvsThrowsOnceForAll() {
        recorder.env(1).step().put(actions, new float[8]);
        recorder.env(2).step().put(actions, new float[8]);
        assertTold(recorder::stepAll, "env 1 and 1 more:", "publish()", "discardRow()");
        batch(0);
        assertEnd(env, 1, 0);
        assertEnd(recorder.env(1), 1, 1);
        assertEnd(recorder.env(2), 1, 1);
    }

    @Test
    void stepAllAfterAForgottenStepAllThrowsOnceForAll() {
        recorder.stepAll().put(actions, new float[8 * NUM_ENVS]);
        assertTold(recorder::stepAll, "env 0 and 2 more:");
        batch(0);
        assertEnd(env, 1, 1);
        assertEnd(recorder.env(2), 1, 1);
    }

    @Test
    void endAfterAForgottenPublishThrowsOnceAndLeavesTheEpisodeOpen() {
        recording.step(env);
        env.step().put(actions, new float[8]);
        assertTold(() -> env.end(EpisodeOutcome.success("")), "env 0:", "publish()", "discardRow()");
        assertTrue(env.isRecording());
        assertEnd(env, 1, 1);
    }

    @Test
    void endAsAbortedDropsAndCountsTheRow() {
        recording.step(env);
        env.step().put(actions, new float[8]);
        EpisodeSummary summary =
                env.end(EpisodeOutcome.aborted("the simulator fell")).join();
        assertEquals(1, summary.droppedRows());
        assertEquals(1, summary.numSamples());
    }

    @Test
    void anExceptionThatLeavesTheRecordersBlockDropsAndCountsTheRow() {
        IllegalStateException fall = assertThrows(IllegalStateException.class, () -> {
            try (EpisodeRecorder open = recorder) {
                recording.step(open.env(0));
                open.env(0).step().put(actions, new float[8]);
                throw new IllegalStateException("the simulator fell");
            }
        });
        assertEquals("the simulator fell", fall.getMessage());
        assertEquals(0, fall.getSuppressed().length);
        EpisodeSummary summary = env.end(EpisodeOutcome.success("too late")).join();
        assertEquals(EpisodeStatus.ABORTED, summary.outcome().status());
        assertEquals(1, summary.droppedRows());
        assertStored(env, 1);
    }

    @Test
    void stepWithAFillPublishesByItself() {
        for (int step = 0; step < 3; step++) {
            int at = step;
            env.step(row -> SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, at));
        }
        assertEnd(env, 3, 0);
    }

    @Test
    void stepWithAFillThatThrowsDropsAndCountsTheRow() {
        IllegalStateException fall = assertThrows(
                IllegalStateException.class,
                () -> env.step(row -> {
                    row.put(actions, new float[8]);
                    throw new IllegalStateException("no reading");
                }));
        assertEquals("no reading", fall.getMessage());
        assertThrows(IllegalArgumentException.class, () -> env.step(row -> row.put(actions, new float[8])));
        recording.step(env);
        assertEnd(env, 1, 2);
    }

    @Test
    void stepWithAFillThatPublishesIsRefused() {
        IllegalStateException refused = assertThrows(
                IllegalStateException.class,
                () -> env.step(row -> {
                    SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, 0);
                    row.publish();
                }));
        assertTrue(refused.getMessage().contains("publish by themselves"), refused.getMessage());
        recording.step(env);
        assertEnd(env, 1, 1);
    }

    @Test
    void discardRowGivesTheRowUpWithoutCounting() {
        StepWriter row = env.step().put(actions, new float[8]);
        env.discardRow();
        assertThrows(IllegalStateException.class, row::publish);
        env.discardRow();
        recording.step(env);
        BatchWriter rows = recorder.stepAll().put(actions, new float[8 * NUM_ENVS]);
        rows.discardRow();
        assertThrows(IllegalStateException.class, () -> rows.put(actions, new float[8 * NUM_ENVS]));
        assertEnd(env, 1, 0);
        assertEnd(recorder.env(1), 0, 0);
    }

    @Test
    void anEventWhileARowIsOpenLeavesTheRowOpen() {
        recording.step(env);
        StepWriter row = env.step();
        SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, 1);
        env.event(EpisodeEvent.of("SLIPPED", 1, "", 0));
        row.publish();
        assertEnd(env, 2, 0);
    }

    @Test
    void aRefusedValueInStepAllNamesItsEnvAndTheOthersAreRecorded() {
        BatchWriter rows = recorder.stepAll();
        SampleFields.fill(rows, recording.schema, NUM_ENVS, 0);
        float[] diverged = new float[8 * NUM_ENVS];
        for (int e = 0; e < NUM_ENVS; e++) {
            double[] values = SampleFields.values(actions.spec(), e, 0);
            for (int i = 0; i < 8; i++) {
                diverged[8 * e + i] = (float) values[i];
            }
        }
        diverged[8 + 5] = Float.NaN;
        rows.put(actions, diverged).put(recording.schema.field("types/i32"), new int[] {0, 0, -2_000_000});
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, rows::publish);
        assertTrue(refused.getMessage().startsWith("env 1: field 'actions'"), refused.getMessage());
        assertTrue(refused.getMessage().contains("NaN at element 5"), refused.getMessage());
        assertEquals(0, recorder.env(1).numSamples());
        batch(1, 0, 1);
        assertEnd(env, 2, 0);
        assertEnd(recorder.env(1), 1, 1);
        assertEnd(recorder.env(2), 2, 0);
    }

    /** The same step for all. */
    private void batch(long step) {
        long[] steps = new long[NUM_ENVS];
        Arrays.fill(steps, step);
        batch(steps);
    }

    private void batch(long... steps) {
        BatchWriter rows = recorder.stepAll();
        SampleFields.fill(rows, recording.schema, new int[] {0, 1, 2}, steps);
        rows.publish();
    }

    private void assertTold(Executable call, String... words) {
        IllegalStateException told = assertThrows(IllegalStateException.class, call);
        for (String word : words) {
            assertTrue(told.getMessage().contains(word), told.getMessage());
        }
    }

    /** Ends the episode, of which these steps are stored, each whole and in order. */
    private void assertEnd(EnvRecorder ending, int steps, long dropped) {
        EpisodeSummary summary =
                recording.end(ending, EpisodeOutcome.success("")).join();
        assertEquals(dropped, summary.droppedRows());
        assertEquals(steps, summary.numSamples());
        assertFalse(ending.isRecording());
        assertStored(ending, steps);
    }

    private void assertStored(EnvRecorder of, int steps) {
        double[] kept = recording.runs.readDoubles(recording.run, of.envId(), "actions");
        assertEquals(8 * steps, kept.length);
        for (int step = 0; step < steps; step++) {
            assertArrayEquals(
                    SampleFields.values(actions.spec(), of.envId(), step),
                    Arrays.copyOfRange(kept, 8 * step, 8 * step + 8),
                    "step " + step);
        }
    }
}
