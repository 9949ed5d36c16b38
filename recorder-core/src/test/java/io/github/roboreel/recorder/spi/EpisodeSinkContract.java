package io.github.roboreel.recorder.spi;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link EpisodeSink} must do, whatever it writes. A sink's test extends this class and says how to make the
 * sink and how to read its output back.
 */
public abstract class EpisodeSinkContract {
    private static final int NUM_ENVS = 3;
    private static final long WAIT_SECONDS = 30;

    private final FieldSchema schema = SampleFields.schema();

    @TempDir
    private Path folder;

    private RunSpec run;

    /** For subclasses. */
    protected EpisodeSinkContract() {}

    /** A new sink for the run, not yet open. */
    protected abstract EpisodeSink create(RecorderConfig config, RunSpec run);

    /** All rows of a dataset of a closed run, widened to float64, row-major; empty when the env has none. */
    protected abstract double[] readDoubles(RunSpec run, int env, String path) throws IOException;

    /** The settings the sink is tested with. */
    protected RecorderConfig config() {
        return RecorderConfig.defaults();
    }

    @BeforeEach
    void makeFolder() throws IOException {
        run = SampleRun.of(folder, 0, NUM_ENVS);
        Files.createDirectories(run.envFolder());
    }

    @Test
    void aNewSinkHasNameAndRoleAndTouchesNothing() throws IOException {
        EpisodeSink sink = create(config(), run);
        assertFalse(sink.name().isBlank());
        assertNotNull(sink.role());
        assertEquals(List.of(), filesOf(run.envFolder()));
    }

    @Test
    void whatASinkConsumesIsOfTheSchemaItIsAskedFor() {
        FieldSchema fields = SampleFields.schema();
        for (Field field : create(config(), run).consumes(fields)) {
            assertSame(fields.field(field.spec().path()), field);
        }
    }

    @Test
    void interleavedEpisodesAreStoredWholeAndApart() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        for (int env = 0; env < NUM_ENVS; env++) {
            driver.begin(env);
        }
        for (int step = 0; step < 12; step++) {
            for (int env = 0; env < NUM_ENVS; env++) {
                if (step < samples(env)) {
                    driver.step(env, step);
                    driver.event(env, step, "SLIPPED");
                }
            }
            sink.onBatchEnd();
        }
        for (int env = 0; env < NUM_ENVS; env++) {
            await(driver.end(env, samples(env), EpisodeOutcome.success("done"), env == 1));
        }
        sink.close();
        assertNull(driver.failure());
        for (int env = 0; env < NUM_ENVS; env++) {
            assertStored(env, samples(env), env == 1 ? 1 : 0);
        }
    }

    @Test
    void longEpisodesKeepTheirOrderAcrossFlushes() throws Exception {
        int steps = 1203;
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(1);
        long durable = 0;
        for (int step = 0; step < steps; step++) {
            driver.step(1, step);
            if (step % 7 == 0) {
                sink.onBatchEnd();
            }
            long now = Math.min(step + 1, sink.durableSteps(1));
            assertTrue(now >= durable, "durable steps fell from " + durable + " to " + now);
            durable = now;
        }
        await(driver.end(1, steps, EpisodeOutcome.failure("dropped"), true));
        assertTrue(sink.durableSteps(1) >= steps, "a finalized episode is durable");
        sink.close();
        assertStored(1, steps, 1);
    }

    @Test
    void finalizingWaitsForNothingElse() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(0);
        driver.begin(2);
        driver.step(0, 0);
        driver.step(2, 0);
        await(driver.end(0, 1, EpisodeOutcome.success(""), false));
        driver.step(2, 1);
        await(driver.end(2, 2, EpisodeOutcome.truncated("time limit"), false));
        sink.close();
        assertStored(0, 1, 0);
        assertStored(2, 2, 0);
    }

    @Test
    void anEpisodeWithoutStepsIsEmpty() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(0);
        await(driver.end(0, 0, EpisodeOutcome.aborted("operator"), false));
        sink.close();
        assertStored(0, 0, 0);
    }

    @Test
    void aDiscardedEpisodeKeepsNothing() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        for (int env = 0; env < NUM_ENVS; env++) {
            driver.begin(env);
        }
        for (int step = 0; step < 9; step++) {
            driver.step(0, step);
            driver.step(1, step);
        }
        await(driver.end(0, 9, EpisodeOutcome.discarded("bad start"), true));
        await(driver.end(2, 0, EpisodeOutcome.discarded(""), false));
        for (int step = 9; step < 14; step++) {
            driver.step(1, step);
        }
        await(driver.end(1, 14, EpisodeOutcome.success(""), false));
        sink.close();
        assertNull(driver.failure());
        assertNoRows(0);
        assertNoRows(2);
        assertStored(1, 14, 0);
        assertEquals(0, driver.framesHeld());
    }

    @Test
    void behindARecorderADiscardedEpisodeIsOver() throws Exception {
        RecorderConfig config = config();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(create(config, run))
                .open()) {
            EnvRecorder env = recorder.env(1);
            env.begin(row -> SampleFields.fill(row, schema, FieldPhase.INITIAL, 1, 0));
            for (int step = 0; step < 20; step++) {
                StepWriter row = env.step();
                SampleFields.fill(row, schema, FieldPhase.STEP, 1, step);
                row.publish();
            }
            EpisodeSummary summary = env.discard("bad start").get(WAIT_SECONDS, TimeUnit.SECONDS);
            assertEquals(EpisodeStatus.DISCARDED, summary.outcome().status());
            assertTrue(env.isFrozen());
        }
        assertNoRows(1);
        assertEquals("", Files.readString(folder.resolve(RunFolder.RESULTS)));
    }

    @Test
    void whatWasConsumedIsKeptWhenEpisodesNeverEnd() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(0);
        for (int step = 0; step < 5; step++) {
            driver.step(0, step);
        }
        sink.onBatchEnd();
        sink.close();
        assertStored(0, 5, 0);
        assertEquals(0, readDoubles(run, 2, "actions").length, "env 2 never began");
    }

    @Test
    void framesAreGivenBack() throws Exception {
        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(0);
        for (int step = 0; step < 40; step++) {
            driver.step(0, step);
        }
        sink.onBatchEnd();
        await(driver.end(0, 40, EpisodeOutcome.success(""), true));
        sink.close();
        assertEquals(0, driver.framesHeld());
    }

    @Test
    void existingOutputIsRefusedAndUntouched() throws Exception {
        EpisodeSink first = create(config(), run);
        SinkDriver driver = opened(first);
        driver.begin(0);
        driver.step(0, 0);
        await(driver.end(0, 1, EpisodeOutcome.success(""), false));
        first.close();
        List<Path> before = filesOf(run.envFolder());

        EpisodeSink second = create(config(), run);
        SinkDriver again = new SinkDriver(second, schema);
        assertFault(RoboReelException.class, Kind.CONFLICT, () -> again.open(config(), run));
        second.close();

        assertEquals(before, filesOf(run.envFolder()));
        assertStored(0, 1, 0);
    }

    @Test
    void aFailedOpenLeavesNothingHalfMade() throws Exception {
        Files.delete(run.envFolder());
        Files.createFile(run.envFolder());
        EpisodeSink failing = create(config(), run);
        SinkDriver driver = new SinkDriver(failing, schema);
        assertThrows(IOException.class, () -> driver.open(config(), run));
        failing.close();
        assertEquals(0, Files.size(run.envFolder()));
        assertEquals(List.of(run.envFolder()), filesOf(folder));

        Files.delete(run.envFolder());
        makeFolder();
        EpisodeSink sink = create(config(), run);
        SinkDriver retry = opened(sink);
        retry.begin(0);
        retry.step(0, 0);
        await(retry.end(0, 1, EpisodeOutcome.success(""), false));
        sink.close();
        assertStored(0, 1, 0);
    }

    @Test
    void closingTwiceOrWithoutOpenIsHarmless() throws Exception {
        EpisodeSink neverOpened = create(config(), run);
        neverOpened.close();
        assertEquals(List.of(), filesOf(run.envFolder()));

        EpisodeSink sink = create(config(), run);
        SinkDriver driver = opened(sink);
        driver.begin(0);
        driver.step(0, 0);
        await(driver.end(0, 1, EpisodeOutcome.success(""), false));
        sink.close();
        sink.close();
        assertStored(0, 1, 0);
    }

    @Test
    void behindARecorderEveryEnvGetsItsOwnSteps() throws Exception {
        RecorderConfig config = config();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(create(config, run))
                .open()) {
            List<Thread> producers = Stream.of(0, 1, 2)
                    .map(env -> new Thread(() -> record(recorder, env)))
                    .toList();
            producers.forEach(Thread::start);
            for (Thread producer : producers) {
                producer.join();
            }
        }
        for (int env = 0; env < NUM_ENVS; env++) {
            assertStored(env, 100 * samples(env), 1);
        }
    }

    private void record(EpisodeRecorder recorder, int envId) {
        EnvRecorder env = recorder.env(envId);
        env.begin(row -> SampleFields.fill(row, schema, FieldPhase.INITIAL, envId, 0));
        int steps = 100 * samples(envId);
        for (int step = 0; step < steps; step++) {
            StepWriter row = env.step();
            SampleFields.fill(row, schema, FieldPhase.STEP, envId, step);
            row.publish();
        }
        EpisodeSummary summary = env.end(
                        EpisodeOutcome.success("done"),
                        row -> SampleFields.fill(row, schema, FieldPhase.FINAL, envId, steps))
                .join();
        assertEquals(steps, summary.numSamples());
    }

    @Test
    void behindARecorderValuesAreKeptThatWereGivenAsTheyAreStored() throws Exception {
        RecorderConfig config = config();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(create(config, run))
                .open()) {
            for (int envId = 0; envId < NUM_ENVS; envId++) {
                int env = envId;
                recorder.env(env).begin(row -> SampleFields.fillStored(row, schema, FieldPhase.INITIAL, env, 0));
            }
            recorder.env(1).step(row -> SampleFields.fillStored(row, schema, FieldPhase.STEP, 1, 0));
            for (int step = 1; step < 9; step++) {
                BatchWriter rows = recorder.stepAll(new boolean[] {false, true, false});
                SampleFields.fillStored(rows, schema, NUM_ENVS, step);
                rows.publish();
            }
            recorder.env(1)
                    .end(
                            EpisodeOutcome.success("done"),
                            row -> SampleFields.fillStored(row, schema, FieldPhase.FINAL, 1, 9))
                    .get(WAIT_SECONDS, TimeUnit.SECONDS);
        }
        assertStored(0, 0, 0);
        assertStored(1, 9, 1);
    }

    private SinkDriver opened(EpisodeSink sink) throws IOException {
        SinkDriver driver = new SinkDriver(sink, schema);
        driver.open(config(), run);
        return driver;
    }

    private static int samples(int env) {
        return 12 - 4 * env;
    }

    private void assertStored(int env, int steps, int finalRows) throws IOException {
        assertRows(FieldPhase.INITIAL, env, 0, 1);
        assertRows(FieldPhase.STEP, env, 0, steps);
        assertRows(FieldPhase.FINAL, env, steps, finalRows);
    }

    private void assertNoRows(int env) throws IOException {
        for (FieldPhase phase : FieldPhase.values()) {
            assertRows(phase, env, 0, 0);
        }
    }

    private void assertRows(FieldPhase phase, int env, long firstStep, int rows) throws IOException {
        for (Field field : schema.layout(phase).fields()) {
            double[] stored = readDoubles(run, env, field.spec().path());
            int width = field.spec().elements();
            String what = field + " of env " + env;
            assertEquals((long) rows * width, stored.length, "values of " + what);
            for (int row = 0; row < rows && !SampleFields.isTimestamp(field); row++) {
                double[] given = SampleFields.values(field.spec(), env, firstStep + row);
                double[] kept = Arrays.copyOfRange(stored, row * width, (row + 1) * width);
                assertArrayEquals(given, kept, what + ", row " + row);
            }
        }
    }

    private static void await(CompletionStage<?> finalized) throws Exception {
        finalized.toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
