package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.DType;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.FieldSpec;
import io.github.roboreel.recorder.hdf5.RecoveryReport.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Bytes flipped all over the run file of a recorder that died: no wrong value comes back. */
class RunFileDamageTest {
    private static final FieldSchema SCHEMA =
            FieldSchema.of(
                    FieldSpec.step("actions", DType.FLOAT32, 3),
                    FieldSpec.step("subtask/completed", DType.UINT8),
                    FieldSpec.image("obs/cam", 6, 8));
    private static final int ENVS = 2;
    private static final int STEPS = 560;

    private static Path folder;
    private static byte[] runFile;
    private static byte[] staging;

    @BeforeContainer
    static void record() throws Exception {
        folder = Files.createTempDirectory("roboreel-damage");
        SinkHarness run =
                new SinkHarness(
                        folder.resolve("live"),
                        SCHEMA,
                        ENVS,
                        SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(
                () -> {
                    run.begin(0);
                    run.begin(1);
                    run.steps(0, STEPS);
                    run.steps(1, 20);
                    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                    while (run.sink.durableSteps(0) < STEPS && System.nanoTime() < deadline) {
                        Thread.onSpinWait();
                    }
                    run.sink.flushNow();
                    runFile = Files.readAllBytes(run.file());
                    staging = Files.readAllBytes(run.staging());
                });
    }

    @AfterContainer
    static void delete() throws Exception {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Property(tries = 25)
    void whatComesBackIsRight(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] damaged = runFile.clone();
        for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(6) == 0) {
            damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
        }
        Path file = crashed(damaged, random.nextBoolean());
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        switch (report.outcome()) {
            case RECOVERED -> RecoveredRun.assertStepContent(file, SCHEMA, ENVS);
            case SALVAGED -> {
                assertArrayEquals(damaged, Files.readAllBytes(file), "the original stays");
                assertFalse(report.findings().isEmpty());
                Path salvaged = new RunPaths(file).salvaged();
                RecoveredRun.assertStepContent(salvaged, SCHEMA, ENVS);
            }
            default -> {
                assertEquals(Outcome.UNREADABLE, report.outcome());
                assertTrue(Files.notExists(new RunPaths(file).staging()), report.toString());
                assertArrayEquals(damaged, Files.readAllBytes(file));
            }
        }
    }

    private static Path crashed(byte[] bytes, boolean staged) throws Exception {
        Path into = Files.createDirectories(folder.resolve("crashed/TestTask"));
        try (var files = Files.list(into)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        if (staged) {
            Files.write(into.resolve("run_0.staging"), staging);
        }
        return Files.write(into.resolve("run_0.hdf5"), bytes);
    }
}
