package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.Bounded;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Staging files with flipped bytes, cuts, and records that say something else under checksums that are right, beside
 * whole and cut run files: never a value that was not recorded, and a sentence at worst.
 */
class MutatedStagingIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3),
            FieldSpec.step("obs/wide", DType.UINT8, 9000),
            FieldSpec.image("obs/cam", 6, 8),
            FieldSpec.image("obs/other_cam", 6, 8),
            FieldSpec.initial("initial_state/q", DType.FLOAT64, 2),
            FieldSpec.finalObservation("final_obs/q", DType.INT16, 2));
    private static final int ENVS = 3;
    private static final int[] STEPS = {640, 20, 130};

    /** Start of the numbers of a record's head: type, sequence, demo, payload, count, number, extra. */
    private static final int[] HEAD_NUMBERS = {4, 16, 24, 28, 36, 40, 44, 48};

    /** Some times what the recovery of the whole files allocates. */
    private static final long MAX_BYTES = 256L << 20;

    private static final int CHUNK_ENTRY_BYTES = 16;

    @TempDir
    Path folder;

    private byte[] runFile;
    private byte[] staging;

    @BeforeEach
    void record() throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve("live"), SCHEMA, ENVS, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            for (int env = 0; env < ENVS; env++) {
                run.begin(env);
                run.steps(env, STEPS[env]);
            }
            run.end(1, EpisodeOutcome.success("")).toCompletableFuture().get();
            for (int env = 0; env < ENVS; env++) {
                while (run.sink.durableSteps(env) < STEPS[env]) {
                    Thread.onSpinWait();
                }
            }
            runFile = Files.readAllBytes(run.file());
            staging = Files.readAllBytes(run.staging());
        });
    }

    @Test
    void recover_ofAFewDozenMutations_givesNoValueThatWasNotRecorded() throws Exception {
        for (long seed = 0; seed < 40; seed++) {
            tryOnce(seed);
        }
    }

    @Tag("slow")
    @Test
    void recover_of2000Mutations_givesNoValueThatWasNotRecorded() throws Exception {
        long first = System.nanoTime();
        for (long seed = first; seed < first + 2000; seed++) {
            tryOnce(seed);
        }
    }

    private void tryOnce(long seed) throws Exception {
        Random random = new Random(seed);
        Path file = write(mutated(random), random.nextInt(3) == 0 ? cut(runFile, random) : runFile);
        RecoveryReport report;
        try {
            report = Bounded.read(
                    "seed " + seed, MAX_BYTES, () -> RunRecovery.onCopy().recover(file));
        } catch (IOException sentence) {
            assertTrue(sentence.getMessage().startsWith(file.toString()), "seed " + seed + ": " + sentence);
            return;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("seed " + seed, e);
        }
        try {
            assertRecorded(file, report);
        } catch (AssertionError | IOException e) {
            throw new AssertionError("seed " + seed + ": " + report, e);
        }
    }

    private static void assertRecorded(Path file, RecoveryReport report) throws IOException {
        if (report.outcome() == Outcome.UNREADABLE || report.outcome() == Outcome.NOTHING_RECORDED) {
            assertTrue(report.outcome() == Outcome.NOTHING_RECORDED || !report.isComplete());
            return;
        }
        RecoveredRun.assertStepContent(file, SCHEMA, ENVS);
        for (int env = 0; env < ENVS; env++) {
            assertTrue(RecoveredRun.numSamples(file, env) <= STEPS[env]);
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertEquals(ENVS, reader.demoNames().size());
        }
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
        assertTrue(report.isComplete() || Files.exists(new RunPaths(file).damaged()));
    }

    private byte[] mutated(Random random) throws IOException {
        StagingProbe probe = StagingProbe.of(staging(), SCHEMA, ENVS);
        List<StagingProbe.Entry> records = probe.entries();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            StagingProbe.Entry record = records.get(random.nextInt(records.size()));
            switch (random.nextInt(6)) {
                case 0 -> flip(probe.bytes(), random.nextInt(probe.bytes().length), random);
                case 1 -> probe.damage(record);
                case 2 -> probe.put(record, HEAD_NUMBERS[random.nextInt(HEAD_NUMBERS.length)], number(random));
                case 3 -> probe.put(record, 24, random.nextInt(ENVS + 1));
                case 4 -> mutateChunk(probe, record, random);
                default -> probe.copy(record, records.get(random.nextInt(records.size())));
            }
        }
        return random.nextInt(8) == 0 ? cut(probe.bytes(), random) : probe.bytes();
    }

    /** A place, size or checksum of a chunk, or its number or rows. */
    private static void mutateChunk(StagingProbe probe, StagingProbe.Entry record, Random random) {
        if (record.type() == StagingProbe.CHUNK) {
            int entries = record.payload().length / CHUNK_ENTRY_BYTES;
            int at = 64 + CHUNK_ENTRY_BYTES * random.nextInt(entries) + 4 * random.nextInt(4);
            probe.put(record, random.nextBoolean() ? at : 40, number(random));
        }
    }

    private static int number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> Integer.MAX_VALUE - random.nextInt(3);
            case 2 -> -random.nextInt(3);
            default -> random.nextInt(700);
        };
    }

    private static void flip(byte[] bytes, int at, Random random) {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
    }

    private static byte[] cut(byte[] bytes, Random random) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }

    private Path staging() throws IOException {
        return Files.write(folder.resolve("staging"), staging);
    }

    private Path write(byte[] stagingBytes, byte[] runBytes) throws IOException {
        Path into = Files.createDirectories(folder.resolve("crashed/TestTask"));
        try (var files = Files.list(into)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.write(into.resolve("run_0.staging"), stagingBytes);
        return Files.write(into.resolve("run_0.hdf5"), runBytes);
    }
}
