package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Simulator threads that die in the middle of a call, or never come to an end. */
class DeadProducerTest {
    @TempDir
    private Path folder;

    private TestRecording recording;
    private MemorySink sink;

    @BeforeEach
    void makeRecording() {
        recording = new TestRecording(folder, 2);
        sink = recording.memorySink();
    }

    @Test
    void aThreadThatDiesInsideARowLosesThatRowOnly() {
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 3);
            for (int i = 0; i < 5; i++) {
                die(() -> env.step().put(recording.schema.field("actions"), new float[8]));
                recording.step(env);
            }
            EpisodeSummary summary =
                    recording.end(env, EpisodeOutcome.success("")).join();
            assertEquals(5, summary.droppedRows());
        }
        assertSteps(0, 8);
        assertEquals(List.of("open", "begin 0", "end 0 8 success", "close"), sink.calls());
    }

    @Test
    void aThreadThatDiesInsideBeginLeavesTheEnvToBegin() {
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            EnvRecorder env = recorder.env(0);
            die(() -> env.begin(row -> {
                throw new IllegalStateException("the simulator crashed");
            }));
            assertFalse(env.isRecording());
            recording.begin(env);
            recording.steps(env, 2);
        }
        assertSteps(0, 2);
        assertEquals(List.of("open", "begin 0", "end 0 2 aborted", "close"), sink.calls());
    }

    @Test
    void aThreadThatDiesInsideEndLeavesTheEpisodeToAnother() {
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 2);
            die(() -> env.end(EpisodeOutcome.success(""), row -> {
                throw new StackOverflowError();
            }));
            recording.step(env);
            recording.end(env, EpisodeOutcome.failure("")).join();
        }
        assertSteps(0, 3);
    }

    @Test
    void aThreadThatDiesInsideABatchLosesThatBatchOnly() {
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            recording.begin(recorder.env(0));
            recording.begin(recorder.env(1));
            batch(recorder, 0);
            for (int i = 0; i < 5; i++) {
                die(() -> recorder.stepAll().put(recording.schema.field("actions"), new float[1]));
                batch(recorder, 1 + i);
            }
            recording.step(recorder.env(1));
        }
        assertSteps(0, 6);
        assertSteps(1, 7);
    }

    @Test
    void anEpisodeThatIsNeverEndedIsAbortedByClose() throws Exception {
        EpisodeRecorder recorder = recording.openTiny(sink);
        recording.begin(recorder.env(0));
        Thread simulator = new Thread(() -> {
            try {
                while (true) {
                    recording.step(recorder.env(0));
                }
            } catch (IllegalStateException closed) {
                // What the simulator gets when the recorder was closed.
            }
        });
        simulator.start();
        while (recorder.env(0).numSamples() < 100) {
            Thread.sleep(1);
        }
        recorder.close();
        simulator.join();
        assertSteps(0, (int) recorder.env(0).numSamples());
        String line = Files.readString(folder.resolve(RunFolder.RESULTS));
        assertTrue(line.contains("\"status\":\"aborted\""), line);
    }

    private void batch(EpisodeRecorder recorder, long step) {
        BatchWriter rows = recorder.stepAll();
        SampleFields.fill(rows, recording.schema, 2, step);
        rows.publish();
    }

    /** Runs the work in a thread of its own and returns when that thread is gone, not only when its work ended. */
    private static void die(Runnable work) {
        AtomicReference<Throwable> cause = new AtomicReference<>();
        Thread simulator = new Thread(() -> {
            work.run();
            throw new IllegalStateException("died mid-step");
        });
        simulator.setUncaughtExceptionHandler((thread, death) -> cause.set(death));
        simulator.start();
        try {
            simulator.join();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while the simulator's thread dies", e);
        }
        assertNotNull(cause.get());
    }

    private void assertSteps(int env, int steps) {
        double[] kept = recording.runs.readDoubles(recording.run, env, "actions");
        assertEquals(8 * steps, kept.length);
        FieldSpec actions = recording.schema.field("actions").spec();
        for (int step = 0; step < steps; step++) {
            assertArrayEquals(
                    SampleFields.values(actions, env, step),
                    Arrays.copyOfRange(kept, 8 * step, 8 * step + 8),
                    "step " + step);
        }
    }
}
