package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Bytes flipped all over a staging file: fewer rows at worst, never a wrong one. */
class StagingDamageTest {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.image("obs/cam", 6, 8),
            FieldSpec.initial("initial_state/q", DType.FLOAT64, 2),
            FieldSpec.finalObservation("final_obs/q", DType.INT16, 2));
    private static final int ENVS = 2;
    private static final int[] STEPS = {640, 20};
    private static final int FLUSHED = 510;

    private static Path folder;
    private static byte[] runFile;
    private static byte[] staging;
    private static StagingLayout layout;

    @BeforeContainer
    static void record() throws Exception {
        folder = Files.createTempDirectory("roboreel-damage");
        SinkHarness run = new SinkHarness(
                folder.resolve("live"), SCHEMA, ENVS, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, FLUSHED);
            awaitDurable(run, 0, FLUSHED);
            run.sink.flushNow();
            runFile = Files.readAllBytes(run.file());
            run.steps(0, STEPS[0] - FLUSHED);
            run.steps(1, STEPS[1]);
            run.end(1, EpisodeOutcome.success("")).toCompletableFuture().get();
            awaitDurable(run, 0, STEPS[0]);
            staging = Files.readAllBytes(run.staging());
        });
        layout = StagingSize.layout(SCHEMA, ENVS, StagingProbe.jsonBytes(staging));
    }

    private static void awaitDurable(SinkHarness run, int env, long steps) {
        while (run.sink.durableSteps(env) < steps) {
            Thread.onSpinWait();
        }
        assertEquals(steps, run.sink.durableSteps(env));
    }

    @AfterContainer
    static void delete() throws Exception {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property(tries = 100)
    void fewerRowsAtWorstAndNeverAWrongOne(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] damaged = staging.clone();
        for (int flips = 1 + random.nextInt(40); flips > 0; flips--) {
            damaged[place(random)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(8) == 0) {
            damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
        }
        boolean named = random.nextBoolean();
        RecoveryReport report = recover(damaged, named);
        Path file = report.runFile();
        if (report.outcome() == Outcome.NOTHING_RECORDED) {
            assertTrue(!named && Files.notExists(file));
            return;
        }
        assertEquals(named ? Outcome.RECOVERED : Outcome.REBUILT, report.outcome());
        for (int env = 0; env < ENVS; env++) {
            long steps = RecoveredRun.numSamples(file, env);
            assertTrue(steps <= STEPS[env], report.toString());
            assertEquals(steps, report.demos().get(env).numSamples());
        }
        if (report.isComplete()) {
            RecoveredRun.assertContent(file, SCHEMA, ENVS);
        } else {
            RecoveredRun.assertStepContent(file, SCHEMA, ENVS);
        }
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
    }

    /** Most often where it hurts: headers, marks, the ledger's records. */
    private static int place(Random random) {
        int area = (int) layout.area(random.nextInt(ENVS));
        ColumnGroup group =
                layout.stepGroups().get(random.nextInt(layout.stepGroups().size()));
        int bank = area + group.bank(random.nextInt(2));
        return switch (random.nextInt(7)) {
            case 0 -> random.nextInt(32);
            case 1 -> layout.headerBytes() + random.nextInt(layout.headerBytes());
            case 2 -> bank + random.nextInt(8 * group.chunkRows());
            case 3 -> bank + random.nextInt(group.bankBytes());
            case 4, 5 -> (int) layout.ledger() + random.nextInt(staging.length - (int) layout.ledger());
            default -> random.nextInt(staging.length);
        };
    }

    private static RecoveryReport recover(byte[] stagingBytes, boolean named) throws Exception {
        Path into = folder.resolve("crashed/TestTask");
        if (Files.exists(into)) {
            try (var files = Files.list(into)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(into);
        Files.write(into.resolve("run_0.staging"), stagingBytes);
        if (named) {
            Files.write(into.resolve("run_0.hdf5"), runFile);
        }
        return RunRecovery.onCopy().recover(into.resolve("run_0.hdf5"));
    }
}
