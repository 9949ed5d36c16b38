package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunRecoveryTest {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;

    @TempDir
    Path folder;

    private SinkHarness harness(FieldSchema schema, int numEnvs) {
        return new SinkHarness(
                folder.resolve("live"), schema, numEnvs, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "full"})
    void everyLevelOfDurabilityRecordsTheSame(String level) throws Exception {
        SinkHarness run = new SinkHarness(
                folder,
                Hdf5SinkTest.WITH_IMAGES,
                2,
                SinkHarness.untimed(Hdf5Settings.DURABILITY, level).set(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, 620);
            run.steps(1, 3);
            run.sink.flushNow();
            run.steps(0, 1);
        });
        assertNull(run.context.failure().get());
        assertEquals(621, RecoveredRun.numSamples(run.file(), 0));
        RecoveredRun.assertContent(run.file(), Hdf5SinkTest.WITH_IMAGES, 2);
        assertFalse(Files.exists(run.staging()));
    }

    @Test
    void aFlushIsNotSkippedWhileTheChunkBeforeIsBeingCompressed() throws Exception {
        SinkHarness run =
                new SinkHarness(folder, SCHEMA, 1, SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 501));
        run.record(() -> {
            run.begin(0);
            run.steps(0, 501);
            while (liveSamples(run) < 501) {
                Thread.onSpinWait();
            }
            assertEquals(501, liveSamples(run));
        });
    }

    /** An env that fills a chunk in each interval may stop in the middle of the next one. */
    @Test
    void rowsBehindAChunkBecomeVisibleThoughNothingFollows() throws Exception {
        SinkHarness run = new SinkHarness(
                folder, SCHEMA, 1, RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.1));
        run.record(() -> {
            run.begin(0);
            run.steps(0, 1300);
            while (liveSamples(run) < 1300) {
                Thread.onSpinWait();
            }
        });
    }

    private static long liveSamples(SinkHarness run) throws IOException {
        try (var reader = run.sink.openReader().orElseThrow()) {
            return reader.demo("demo_0").numSamples();
        }
    }

    private Path crashed(SinkHarness run, SinkHarness.Body body) throws Exception {
        Path[] file = new Path[1];
        run.record(() -> {
            body.run();
            run.sink.flushNow();
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        return file[0];
    }

    /** Every state an episode can be in: two chunks and a partial one, ended, discarded, no begin. */
    private Path crashedRun() throws Exception {
        SinkHarness run = harness(SCHEMA, 5);
        Path[] file = new Path[1];
        run.record(() -> {
            for (int env = 0; env < 4; env++) {
                run.begin(env);
            }
            run.steps(0, 1100);
            run.steps(1, 40);
            run.steps(2, 7);
            run.end(2, EpisodeOutcome.discarded("bad start"));
            run.sink.flushNow();
            run.steps(0, 103);
            run.steps(1, 2);
            EpisodeOutcome won = EpisodeOutcome.success("").withMetadata(Map.of("score", 1));
            run.end(1, won).toCompletableFuture().get();
            run.steps(3, 1);
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        return file[0];
    }

    @Test
    void saysOfEveryDemoWhatCameFromWhereAndHowItEnded() throws Exception {
        Path file = crashedRun();
        assertEquals(List.of(file), RunRecovery.unclosedRuns(file.getParent()));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(
                List.of(
                        new DemoRecovery(
                                "demo_0",
                                EpisodeStatus.RECOVERED,
                                1203,
                                new DemoRecovery.Rows(203, 0, 0),
                                false,
                                List.of(),
                                0),
                        new DemoRecovery(
                                "demo_1", EpisodeStatus.SUCCESS, 42, DemoRecovery.Rows.NONE, false, List.of(), 0),
                        new DemoRecovery(
                                "demo_2", EpisodeStatus.DISCARDED, 0, DemoRecovery.Rows.NONE, false, List.of(), 0),
                        new DemoRecovery(
                                "demo_3",
                                EpisodeStatus.RECOVERED,
                                1,
                                new DemoRecovery.Rows(1, 0, 0),
                                false,
                                List.of(),
                                0),
                        new DemoRecovery(
                                "demo_4", EpisodeStatus.DISCARDED, 0, DemoRecovery.Rows.NONE, false, List.of(), 0)),
                report.demos());
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertTrue(report.isComplete());
        RecoveredRun.assertContent(file, SCHEMA, 5);
        RecoveredRun.assertStockToolsRead(file);
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertEquals(1, reader.demo("demo_1").info("final_obs/arm").rows());
            Map<String, Object> won = reader.demo("demo_1").attributes();
            assertEquals("{\"score\": 1}", won.get("episode_metadata"));
            assertEquals(true, won.get("success"));
            assertEquals(0, reader.demo("demo_2").info("actions").rows());
        }
        assertEquals(List.of(file), filesBeside(file), "nothing else is left");
    }

    private static List<Path> filesBeside(Path file) throws IOException {
        try (var files = Files.list(file.getParent())) {
            return files.sorted().toList();
        }
    }

    @Test
    void inPlaceLeavesTheSameBytesInEveryDataset() throws Exception {
        Path file = crashedRun();
        RecoveryReport report = RunRecovery.inPlace().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        RecoveredRun.assertContent(file, SCHEMA, 5);
        assertEquals(List.of(file), filesBeside(file));
    }

    @Test
    void aSecondTimeChangesNothing() throws Exception {
        Path file = crashedRun();
        RunRecovery.onCopy().recover(file);
        byte[] once = Files.readAllBytes(file);
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
        assertEquals(
                Outcome.CLOSED_PROPERLY, RunRecovery.inPlace().recover(file).outcome());
        assertArrayEquals(once, Files.readAllBytes(file));
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
    }

    @Test
    void aRunThatHadNoNameIsMadeAnewFromStaging() throws Exception {
        SinkHarness run = harness(SCHEMA, 3);
        Path file = crashed(run, () -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, 720);
            run.steps(1, 3);
            run.end(1, EpisodeOutcome.failure("no"));
        });
        Files.move(file, new RunPaths(file).creating());
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.REBUILT, report.outcome());
        assertEquals(720, report.demos().get(0).numSamples());
        assertEquals(EpisodeStatus.FAILURE, report.demos().get(1).status());
        RecoveredRun.assertContent(file, SCHEMA, 3);
        assertEquals(List.of(file), filesBeside(file));
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertEquals("TestTask", reader.demo("demo_0").attributes().get("env_name"));
            assertEquals(
                    "Put the \u00fcmlaut \ud83c\udf4c in",
                    reader.demo("demo_2").attributes().get("instruction"));
        }
    }

    @Test
    void anOpenThatDiedInItsHeaderLeavesNothingToRecover() throws Exception {
        Path staging = Files.createDirectories(folder.resolve("TestTask")).resolve("run_0.staging");
        Files.write(staging, new byte[100]);
        Path file = staging.resolveSibling("run_0.hdf5");
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.NOTHING_RECORDED, report.outcome());
        assertEquals(List.of(staging.resolveSibling("run_0.staging.before-recovery")), report.setAside());
        assertEquals(report.setAside(), filesBeside(file));
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
    }

    @Test
    void stagingOfARunThatWasClosedGoesOnceItWasRead() throws Exception {
        SinkHarness run = harness(SCHEMA, 2);
        byte[][] staging = new byte[1][];
        run.record(() -> {
            run.begin(0);
            run.steps(0, 600);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            staging[0] = closed(run.staging());
        });
        byte[] closed = Files.readAllBytes(run.file());
        for (byte[] left : List.of(staging[0], new byte[0])) {
            Files.write(run.staging(), left);
            RecoveryReport report = RunRecovery.onCopy().recover(run.file());
            assertEquals(Outcome.CLOSED_PROPERLY, report.outcome());
            assertArrayEquals(closed, Files.readAllBytes(run.file()));
            assertEquals(List.of(run.file()), filesBeside(run.file()));
        }
    }

    /** A copy of staging's bytes as after the run file was closed. */
    private byte[] closed(Path staging) throws IOException {
        Path copy = Files.copy(staging, folder.resolve("closed.staging"));
        StagingProbe.edit(copy, SCHEMA, 2, StagingProbe::appendClosed);
        return Files.readAllBytes(copy);
    }

    @Test
    void aFileThatWasClosedTooEarlyIsCompletedToo() throws Exception {
        SinkHarness run = harness(SCHEMA, 1);
        Path file = crashed(run, () -> {
            run.begin(0);
            run.steps(0, 600);
        });
        // As a sink leaves it whose compressor failed: closed, with rows in staging only.
        Superblock.repair(file);
        assertEquals(Outcome.RECOVERED, RunRecovery.onCopy().recover(file).outcome());
        assertEquals(600, RecoveredRun.numSamples(file, 0));
        RecoveredRun.assertContent(file, SCHEMA, 1);
    }

    @Test
    void withoutStagingWhatWasFlushedIsThere() throws Exception {
        Path file = crashedRun();
        Files.delete(Snapshot.staging(file));
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertFalse(report.isComplete(), "it is unknown what staging held");
        assertEquals(1100, RecoveredRun.numSamples(file, 0));
        RecoveredRun.assertContent(file, SCHEMA, 5);
        RecoveredRun.assertStockToolsRead(file);
    }

    @Test
    void aRunThatIsBeingRecordedIsRefused() throws Exception {
        SinkHarness run = harness(SCHEMA, 1);
        run.record(() -> {
            run.begin(0);
            run.steps(0, 10);
            IOException e =
                    assertThrows(IOException.class, () -> RunRecovery.onCopy().recover(run.file()));
            assertTrue(e.getMessage().contains("is being written"), e.getMessage());
            assertEquals(List.of(), RunRecovery.unclosedRuns(run.file().getParent()));
        });
        assertFalse(Files.exists(new RunPaths(run.file()).recovering()));
    }

    @Test
    void recover_withADamagedChunk_putsTheNewFileInPlaceAndSetsTheOriginalAside() throws Exception {
        Path file = crashedRun();
        byte[] original = damageChunk(file, "demo_0/actions");
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertFalse(report.isComplete());
        assertEquals(0, RecoveredRun.numSamples(file, 0), "its first chunk is gone, and its bank was used again");
        assertEquals(1203, report.demos().get(0).rows().lost());
        assertEquals(42, RecoveredRun.numSamples(file, 1));
        assertEquals("success", RecoveredRun.status(file, 1));
        RecoveredRun.assertContent(file, SCHEMA, 5);
        Path aside = new RunPaths(file).damaged();
        assertEquals(List.of(aside, file.resolveSibling("run_0.staging.before-recovery")), report.setAside());
        assertArrayEquals(original, Files.readAllBytes(aside), "the original stays");
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
    }

    /** Zeroes the first chunk of a dataset. */
    private static byte[] damageChunk(Path file, String dataset) throws Exception {
        String script = """
                import h5py, sys
                f = h5py.File(sys.argv[1], 'r', swmr=True)
                info = f['data/%s'].id.get_chunk_info(0)
                print(info.byte_offset, info.size)
                """.formatted(dataset);
        String[] place = H5py.run(file, script).split(" ");
        try (var channel = java.nio.channels.FileChannel.open(file, StandardOpenOption.WRITE)) {
            java.nio.ByteBuffer zeros = java.nio.ByteBuffer.allocate(Integer.parseInt(place[1]));
            channel.write(zeros, Long.parseLong(place[0]));
        }
        return Files.readAllBytes(file);
    }

    @Test
    void recover_withADamagedSuperblock_bringsEverythingBack() throws Exception {
        SinkHarness run = harness(SCHEMA, 1);
        Path file = crashed(run, () -> {
            run.begin(0);
            run.steps(0, 900);
        });
        byte[] bytes = Files.readAllBytes(file);
        bytes[40] ^= 1;
        Files.write(file, bytes);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertTrue(report.isComplete(), report.toString());
        assertEquals(900, RecoveredRun.numSamples(file, 0));
        RecoveredRun.assertContent(file, SCHEMA, 1);
    }

    private Path crashedWithImages() throws Exception {
        SinkHarness run = harness(Hdf5SinkTest.WITH_IMAGES, 1);
        Path[] file = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.steps(0, 30);
            awaitDurable(run, 30);
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        return file[0];
    }

    @Test
    void recover_withoutTheRecordOfTheLastFrame_cutsTheStepThatWasNeverAcknowledged() throws Exception {
        Path file = crashedWithImages();
        StagingProbe.edit(Snapshot.staging(file), Hdf5SinkTest.WITH_IMAGES, 1, staging -> {
            List<StagingProbe.Entry> chunks = staging.entries(StagingProbe.CHUNK, 0);
            staging.cutAt(chunks.get(chunks.size() - 1));
        });
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(
                List.of(new DemoRecovery(
                        "demo_0", EpisodeStatus.RECOVERED, 29, new DemoRecovery.Rows(29, 0, 1), false, List.of(), 0)),
                report.demos());
        assertTrue(report.isComplete(), "a step without all its frames was never acknowledged");
        RecoveredRun.assertContent(file, Hdf5SinkTest.WITH_IMAGES, 1);
    }

    @Test
    void recover_withADamagedFrame_losesTheStepsFromThereOnAndSaysSo() throws Exception {
        Path file = crashedWithImages();
        StagingProbe staging = StagingProbe.of(Snapshot.staging(file), Hdf5SinkTest.WITH_IMAGES, 1);
        StagingProbe.Place place = staging.entries(StagingProbe.CHUNK, 0).stream()
                .filter(chunk -> chunk.number() == 12)
                .map(chunk -> StagingProbe.places(chunk).get(0))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) place.position() + place.size() / 2] ^= 1;
        Files.write(file, bytes);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(
                List.of(new DemoRecovery(
                        "demo_0", EpisodeStatus.RECOVERED, 12, new DemoRecovery.Rows(12, 18, 0), false, List.of(), 0)),
                report.demos());
        assertFalse(report.isComplete());
        assertEquals(2, report.setAside().size(), "the original and staging are kept");
        RecoveredRun.assertContent(file, Hdf5SinkTest.WITH_IMAGES, 1);
    }

    private static void awaitDurable(SinkHarness run, long steps) {
        while (run.sink.durableSteps(0) < steps) {
            Thread.onSpinWait();
        }
    }
}
