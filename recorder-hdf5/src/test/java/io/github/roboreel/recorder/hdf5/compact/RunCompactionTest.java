package io.github.roboreel.recorder.hdf5.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction.Step;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCompactionTest {
    private static final double LITTLE = 0.02;

    @TempDir
    Path folder;

    private static RecorderConfig.Builder uncompacted() {
        return SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, false);
    }

    /** Two envs, of which the second is discarded, flushed again and again. */
    private SinkHarness recorded(FieldSchema schema, RecorderConfig.Builder config) throws Exception {
        SinkHarness run = new SinkHarness(folder.resolve("live"), schema, 2, config);
        run.record(() -> record(run));
        assertNull(run.context.failure().get());
        return run;
    }

    private static void record(SinkHarness run) throws Exception {
        run.begin(0);
        run.begin(1);
        for (int i = 0; i < 12; i++) {
            run.steps(0, 101);
            run.steps(1, 40);
            run.sink.flushNow();
        }
        run.end(0, EpisodeOutcome.success("done").withMetadata(Map.of("müde", "\ud83c\udf4c")));
        run.end(1, EpisodeOutcome.discarded("it fell"));
    }

    @Test
    void everythingIsThereAsItWasAndNothingIsDead() throws Exception {
        for (FieldSchema schema : List.of(Hdf5SinkTest.SCHEMA, Hdf5SinkTest.WITH_IMAGES)) {
            Path run = recorded(schema, uncompacted()).file();
            Map<String, Object> before = StoredContent.of(run);
            long bytesBefore = Files.size(run);
            assertTrue(StoredContent.deadShare(run) > 0.1, "nothing to do for this test");

            CompactionReport report = RunCompaction.compact(run);

            assertEquals(before, StoredContent.of(run));
            RecoveredRun.assertContent(run, schema, 2);
            long bytesAfter = Files.size(run);
            assertEquals(new CompactionReport(run, true, bytesBefore, bytesAfter), report);
            assertTrue(bytesAfter < 0.9 * bytesBefore, report.toString());
            assertEquals(0, StoredContent.deadShare(run), LITTLE);
            assertOnlyFile(run);
            Files.delete(run);
        }
    }

    @Test
    void aSecondCompactionFindsNothingToDo() throws Exception {
        Path run = recorded(Hdf5SinkTest.SCHEMA, uncompacted()).file();
        RunCompaction.compact(run);
        Object file = Files.getAttribute(run, "fileKey");
        CompactionReport again = RunCompaction.compact(run);
        assertEquals(new CompactionReport(run, false, Files.size(run), Files.size(run)), again);
        assertEquals(file, Files.getAttribute(run, "fileKey"));
    }

    @Test
    void aClosingRunIsCompactedAndItsStagingGoes() throws Exception {
        SinkHarness run = recorded(Hdf5SinkTest.SCHEMA, SinkHarness.untimed());
        assertEquals(0, StoredContent.deadShare(run.file()), LITTLE);
        RecoveredRun.assertContent(run.file(), Hdf5SinkTest.SCHEMA, 2);
        assertOnlyFile(run.file());
    }

    /** As when SIGTERM came. */
    @Test
    void aRecordingThatIsToEndSoonKeepsItsDeadSpace() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed());
        run.record(() -> {
            record(run);
            run.context.stopRequest().make(Duration.ZERO);
        });
        assertNull(run.context.failure().get());
        assertTrue(StoredContent.deadShare(run.file()) > 0.1);
        RecoveredRun.assertContent(run.file(), Hdf5SinkTest.SCHEMA, 2);
        assertOnlyFile(run.file());
    }

    @Test
    void aCompactionThatIsGivenUpAtAnyPlaceLeavesTheFileAsItWas() throws Exception {
        Path run = recorded(Hdf5SinkTest.SCHEMA, uncompacted()).file();
        byte[] before = Files.readAllBytes(run);
        int asked = 0;
        for (boolean givenUp = true; givenUp; asked++) {
            int[] left = {asked};
            IoAction permit = () -> {
                if (left[0]-- == 0) {
                    throw new IOException("enough");
                }
            };
            RunCompaction compaction = new RunCompaction(new RunPaths(run), permit, step -> {});
            givenUp = left[0] >= 0;
            try {
                compaction.run();
                givenUp = false;
            } catch (IOException e) {
                assertEquals("enough", e.getMessage());
                assertTrue(Arrays.equals(before, Files.readAllBytes(run)));
                assertOnlyFile(run);
            }
        }
        assertTrue(asked > 50, asked + " places");
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
    }

    @Test
    void aCopyThatIsNotEqualNeverTakesTheName() throws Exception {
        Path run = recorded(Hdf5SinkTest.SCHEMA, uncompacted()).file();
        byte[] before = Files.readAllBytes(run);
        Path copy = new RunPaths(run).compacting();
        List<Damage> damages = List.of(
                new Damage("other attributes in /data/demo_0", file -> file.putProgress(0, 1, null)),
                new Damage(
                        "another type, extent or storage in /data/demo_0/actions",
                        file -> file.setRows(0, actions(), 1211)),
                new Damage(
                        "chunks of other sizes in /data/demo_0/actions",
                        file -> file.writeChunk(0, actions(), 500, 0, direct(9), 0, 9)),
                new Damage("another chunk at row 500 in /data/demo_0/actions", file -> changeLastByte(run, file, 500)));
        for (Damage damage : damages) {
            RunCompaction compaction = new RunCompaction(new RunPaths(run), () -> {}, step -> {
                if (step == Step.COPIED) {
                    damage.to(copy);
                }
            });
            IOException refusal = assertThrows(IOException.class, compaction::run);
            assertEquals("the copy has " + damage.name(), refusal.getMessage());
            assertTrue(Arrays.equals(before, Files.readAllBytes(run)));
            assertOnlyFile(run);
        }
    }

    private static Field actions() {
        return Hdf5SinkTest.SCHEMA.layout(FieldPhase.STEP).fields().stream()
                .filter(f -> f.spec().path().equals("actions"))
                .findFirst()
                .orElseThrow();
    }

    /** Writes a chunk of the original into its copy, the last byte of it another. */
    private static void changeLastByte(Path original, RunFile copy, long row) throws IOException {
        long[] offset = {row, 0};
        try (H5File file = H5File.openClosed(original);
                H5Dataset dataset = file.root().dataset("data/demo_0/actions")) {
            ByteBuffer chunk = new StoredChunks().read(dataset, offset).bytes();
            int size = chunk.limit();
            chunk.put(size - 1, (byte) (chunk.get(size - 1) + 1));
            copy.writeChunk(0, actions(), row, 0, chunk, 0, size);
        }
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes);
    }

    private record Damage(String name, Change change) {
        interface Change {
            void to(RunFile file) throws IOException;
        }

        void to(Path copy) {
            try (RunFile file = RunFile.openToRepair(copy, Hdf5SinkTest.SCHEMA)) {
                change.to(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Test
    void whatIsNotClosedIsRefusedAndNamed() throws Exception {
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed());
        run.record(() -> {
            record(run);
            assertRefused(run.file(), "is being written by a running process; end the");
            Path dead = Snapshot.of(run, folder.resolve("dead"));
            assertRefused(dead, "was not closed by its recorder; recover it before");
            Files.delete(Snapshot.staging(dead));
            assertRefused(dead, "was not closed by its recorder; recover it before");
        });
        Path closed = run.file();
        Files.createFile(run.staging());
        assertRefused(closed, "was not closed by its recorder; recover it before");
        Files.delete(run.staging());
        assertRefused(closed.resolveSibling("run_7.hdf5"), "run_7.hdf5 does not exist; give a");
        assertThrows(IllegalArgumentException.class, () -> RunCompaction.compact(closed.resolveSibling("data.hdf5")));
    }

    @Test
    void aFileOfAnotherRecorderIsRefused() throws Exception {
        Path foreign = folder.resolve("run_0.hdf5");
        H5py.run(foreign, "import h5py, sys; h5py.File(sys.argv[1], 'w').create_group('data')");
        assertRefused(foreign, "it was not recorded by RoboReel; HDF5's h5repack copies any file");
    }

    private static void assertRefused(Path run, String reason) {
        IOException refusal = assertThrows(IOException.class, () -> RunCompaction.compact(run), reason);
        String message = refusal.getMessage();
        assertTrue(message.startsWith(run.toAbsolutePath() + " "), message);
        assertTrue(message.contains(reason), message);
    }

    @Test
    void filesOfTheFirstVersionAreCompacted() throws Exception {
        Path golden = GoldenFiles.unpack(GoldenFiles.FIRST, "embedded", folder.resolve("golden"));
        Path run = golden.resolve("WaveTask").resolve("run_0.hdf5");
        Map<String, Object> before = StoredContent.of(run);
        assertTrue(RunCompaction.compact(run).compacted());
        assertEquals(before, StoredContent.of(run));
        assertEquals(0, StoredContent.deadShare(run), LITTLE);
    }

    /** What a killed compaction leaves goes only when the run file has been read. */
    @Test
    void aLeftCopyIsRemovedBesideAFileThatReads() throws Exception {
        Path run = recorded(Hdf5SinkTest.SCHEMA, uncompacted()).file();
        Path left = Files.write(new RunPaths(run).compacting(), new byte[100]);
        Map<String, Object> before = StoredContent.of(run);
        assertEquals(List.of(), RunRecovery.unclosedRuns(run.getParent()));
        assertEquals(List.of(run), RunRecovery.unsettledRuns(run.getParent()));

        RecoveryReport report = RunRecovery.onCopy().recover(run);

        assertEquals(RecoveryReport.Outcome.CLOSED_PROPERLY, report.outcome());
        assertEquals(List.of(left), report.removed());
        assertTrue(report.isComplete(), report.toString());
        assertEquals(before, StoredContent.of(run));
        assertOnlyFile(run);
        Files.write(left, new byte[100]);
        assertTrue(RunCompaction.compact(run).compacted());
        assertOnlyFile(run);
    }

    @Test
    void aLeftCopyIsKeptWhereTheRunFileDoesNotReadOrIsGone() throws Exception {
        Path run = recorded(Hdf5SinkTest.SCHEMA, uncompacted()).file();
        Path left = Files.write(new RunPaths(run).compacting(), new byte[100]);
        byte[] bytes = Files.readAllBytes(run);
        Arrays.fill(bytes, bytes.length / 8, bytes.length, (byte) 0);
        Files.write(run, bytes);

        RecoveryReport report = RunRecovery.onCopy().recover(run);

        assertFalse(report.isComplete(), report.toString());
        assertEquals(List.of(), report.removed());
        Path aside = left.resolveSibling(left.getFileName() + ".before-recovery");
        assertTrue(report.setAside().contains(aside), report.toString());
        Files.move(aside, left);
        Files.delete(run);
        report = RunRecovery.onCopy().recover(run);
        assertEquals(RecoveryReport.Outcome.NOTHING_RECORDED, report.outcome());
        assertEquals(List.of(left), report.setAside());
        assertTrue(Files.exists(left));
    }

    private static void assertOnlyFile(Path run) throws IOException {
        try (Stream<Path> left = Files.list(run.getParent())) {
            assertEquals(List.of(run), left.toList());
        }
    }
}
