package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes flipped all over the run file of a recorder that died: no wrong value comes back. */
class RunFileDamageIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.image("obs/cam", 6, 8),
            FieldSpec.initial("initial_state/q", DType.FLOAT64, 40));
    private static final int ENVS = 2;
    private static final int STEPS = 560;

    private static final int CASES = 100;

    private static final int SILENCE_SECONDS = 60;

    /** HDF5 itself dies of a damaged file or loops forever, about once in some hundred. */
    private static final int MAX_NATIVE_DEATHS = 5;

    private Path folder;
    private byte[] runFile;
    private byte[] staging;

    /** In processes of their own, since native code does the reading. */
    @Test
    void whatComesBackIsRight(@TempDir Path scratch) throws Exception {
        long firstSeed = System.nanoTime();
        int deaths = 0;
        for (int done = 0; done < CASES; ) {
            Path into = Files.createDirectory(scratch.resolve("from-" + done));
            Path output = into.resolve("output.txt");
            Process cases = start(into, output, firstSeed + done, CASES - done);
            awaitEnd(cases, output);
            String said = Files.readString(output);
            done += (int) said.lines().filter(l -> l.startsWith("seed ")).count();
            int code = cases.exitValue();
            assertTrue(code == 0 || code > 128, said);
            deaths += code == 0 ? 0 : 1;
            assertTrue(deaths <= MAX_NATIVE_DEATHS, said);
        }
    }

    /** Kills it when it says nothing new for long: native code can loop forever too. */
    private static void awaitEnd(Process cases, Path output) throws Exception {
        long size = -1;
        while (!cases.waitFor(SILENCE_SECONDS, TimeUnit.SECONDS)) {
            long now = Files.size(output);
            if (now == size) {
                cases.destroyForcibly().waitFor();
                return;
            }
            size = now;
        }
    }

    private static Process start(Path into, Path output, long firstSeed, int cases) throws IOException {
        return TestJvm.start(
                TestJvm.command(
                        List.of("-XX:ErrorFile=/dev/null"),
                        RunFileDamageIT.class,
                        into.toString(),
                        Long.toString(firstSeed),
                        Integer.toString(cases)),
                output);
    }

    public static void main(String[] args) throws Exception {
        RunFileDamageIT cases = new RunFileDamageIT();
        cases.folder = Path.of(args[0]);
        cases.record();
        long firstSeed = Long.parseLong(args[1]);
        for (long seed = firstSeed; seed < firstSeed + Integer.parseInt(args[2]); seed++) {
            System.out.println("seed " + seed);
            cases.tryOnce(seed);
        }
    }

    private void record() throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve("live"), SCHEMA, ENVS, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, STEPS);
            run.steps(1, 20);
            while (run.sink.durableSteps(0) < STEPS) {
                Thread.onSpinWait();
            }
            run.sink.flushNow();
            runFile = Files.readAllBytes(run.file());
            staging = Files.readAllBytes(run.staging());
        });
    }

    private void tryOnce(long seed) throws Exception {
        Random random = new Random(seed);
        byte[] damaged = runFile.clone();
        for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(6) == 0) {
            damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
        }
        boolean staged = random.nextInt(3) > 0;
        Path file = crashed(damaged, staged);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        if (report.outcome() == Outcome.UNREADABLE) {
            // A flipped bit of the run's id makes the staging file another run's, which is refused and kept.
            boolean isOfAnotherRun = report.findings().toString().contains("belongs to another recording than");
            assertTrue(isOfAnotherRun || !staged, report.toString());
            assertEquals(staged, Files.exists(new RunPaths(file).staging()), report.toString());
            assertArrayEquals(damaged, Files.readAllBytes(file));
            return;
        }
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertContent(file, staged);
        if (!report.isComplete()) {
            assertArrayEquals(damaged, Files.readAllBytes(new RunPaths(file).damaged()), "the original stays");
        }
        assertTrue(staged || !report.isComplete(), report.toString());
    }

    /** The last chunk is raw, without a checksum, until its rows are put there from staging. */
    private static void assertContent(Path file, boolean staged) throws Exception {
        if (staged) {
            RecoveredRun.assertStepContent(file, SCHEMA, ENVS);
        } else {
            assertTrue(RecoveredRun.numSamples(file, 0) <= STEPS);
        }
    }

    private Path crashed(byte[] bytes, boolean staged) throws Exception {
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
