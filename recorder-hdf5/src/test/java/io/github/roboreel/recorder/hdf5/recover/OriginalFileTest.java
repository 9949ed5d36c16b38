package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the new file is made, and what becomes of a run file that does not fit its staging file or holds more. */
class OriginalFileTest {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;

    @TempDir
    Path folder;

    private SinkHarness harness(String name) {
        return new SinkHarness(folder.resolve(name), SCHEMA, 2, SinkHarness.untimed());
    }

    /** Demo 0 is being recorded, demo 1 has ended. */
    private Path crashed(String name) throws Exception {
        SinkHarness run = harness(name + "-live");
        Path[] file = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, 1010);
            run.steps(1, 20);
            run.end(1, EpisodeOutcome.success("")).toCompletableFuture().get();
            run.sink.flushNow();
            run.steps(0, 30);
            file[0] = Snapshot.of(run, folder.resolve(name));
        });
        return file[0];
    }

    private static List<Path> filesBeside(Path file) throws IOException {
        try (var files = Files.list(file.getParent())) {
            return files.sorted().toList();
        }
    }

    private static void assertWhole(Path file) throws IOException {
        assertEquals(1040, RecoveredRun.numSamples(file, 0));
        assertEquals("success", RecoveredRun.status(file, 1));
        RecoveredRun.assertContent(file, SCHEMA, 2);
    }

    @Test
    void recover_ofARunWhoseEpisodesEnded_givesWhatItsCloseGives() throws Exception {
        SinkHarness run = harness("live");
        Path[] dead = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.steps(0, 1010);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            run.begin(1);
            run.steps(1, 20);
            run.end(1, EpisodeOutcome.failure("slipped")).toCompletableFuture().get();
            dead[0] = Snapshot.of(run, folder.resolve("dead"));
        });
        assertTrue(RunRecovery.onCopy().recover(dead[0]).isComplete());
        assertEquals(StoredContent.of(run.file()), StoredContent.of(dead[0]));
    }

    @Test
    void recover_inAWorkFolder_bringsTheFileIntoPlaceAndLeavesNothingThere() throws Exception {
        Path file = crashed("run");
        Path work = folder.resolve("work");
        RecoveryReport report = RunRecovery.of(RecoveryPlace.in(work)).recover(file);
        assertTrue(report.isComplete(), report.toString());
        assertWhole(file);
        assertEquals(List.of(file), filesBeside(file));
        assertEquals(List.of(), filesBeside(work.resolve("TestTask/any")));
    }

    @Test
    void recover_inPlace_completesTheFileWhoseIndexAgrees() throws Exception {
        Path file = crashed("run");
        RecoveryReport report = RunRecovery.inPlace().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertTrue(report.isComplete(), report.toString());
        assertWhole(file);
        assertEquals(List.of(file), filesBeside(file));
        RecoveredRun.assertStockToolsRead(file);
    }

    @Test
    void recover_inPlace_refusesAFileWhoseChunkIsDamagedAndChangesNothing() throws Exception {
        Path file = crashed("run");
        StagingProbe staging = StagingProbe.of(Snapshot.staging(file), SCHEMA, 2);
        StagingProbe.Place place = StagingProbe.places(
                        staging.entries(StagingProbe.CHUNK, 0).get(0))
                .get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) place.position() + 5] ^= 1;
        Files.write(file, bytes);
        IOException refused =
                assertThrows(IOException.class, () -> RunRecovery.inPlace().recover(file));
        assertTrue(
                refused.getMessage().contains("its index does not agree with run_0.staging in chunk 0 of demo_0/"),
                refused.getMessage());
        assertArrayEquals(bytes, Files.readAllBytes(file));
        assertTrue(Files.exists(Snapshot.staging(file)));
    }

    @Test
    void recover_withTheStagingOfAnotherRun_touchesNothing() throws Exception {
        Path file = crashed("run");
        Path other = crashed("other");
        Files.copy(Snapshot.staging(other), Snapshot.staging(file), StandardCopyOption.REPLACE_EXISTING);
        byte[] before = Files.readAllBytes(file);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.UNREADABLE, report.outcome());
        assertFalse(report.isComplete());
        assertEquals(
                List.of("run_0.staging belongs to another recording than run_0.hdf5; put the staging file of this run"
                        + " beside it"),
                report.findings());
        assertArrayEquals(before, Files.readAllBytes(file));
        assertTrue(Files.exists(Snapshot.staging(file)));
    }

    @Test
    void recover_withStaleStagingBesideAClosedFile_keepsTheFileAndNamesStaging() throws Exception {
        Path file = crashed("run");
        byte[] stale = Files.readAllBytes(Snapshot.staging(file));
        assertTrue(RunRecovery.onCopy().recover(file).isComplete());
        byte[] closed = Files.readAllBytes(file);
        Files.write(Snapshot.staging(file), stale);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.CLOSED_PROPERLY, report.outcome());
        assertFalse(report.isComplete());
        assertEquals(
                List.of("run_0.hdf5 was closed, reads as a whole and stays; run_0.staging does not fit it"),
                report.findings());
        assertArrayEquals(closed, Files.readAllBytes(file));
        assertEquals(List.of(file.resolveSibling("run_0.staging.before-recovery")), report.setAside());
    }

    @Test
    void recover_ofAFileToWhichSomethingWasAdded_namesItAndKeepsTheOriginal() throws Exception {
        Path file = crashed("run");
        Superblock.repair(file);
        H5py.run(
                file,
                "import h5py, sys, numpy\n"
                        + "with h5py.File(sys.argv[1], 'r+') as f:\n"
                        + "    f['data/demo_0/mask'] = numpy.ones(3)\n"
                        + "    f['data/demo_1'].attrs['label'] = 'good'\n");
        byte[] original = Files.readAllBytes(file);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(
                List.of(
                        "/data/demo_0/mask is in the original file alone",
                        "attribute label of /data/demo_1 is in the original alone"),
                report.findings());
        assertWhole(file);
        assertArrayEquals(original, Files.readAllBytes(new RunPaths(file).damaged()));
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
    }

    @Test
    void recover_ofAClosedRunThatDoesNotRead_makesAFileOfTheChunksThatAreRight() throws Exception {
        Path file = crashed("run");
        StagingProbe.edit(Snapshot.staging(file), SCHEMA, 2, StagingProbe::appendClosed);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 0, 48, (byte) 0);
        Files.write(file, bytes);
        RecoveryReport report = RunRecovery.onCopy().recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertWhole(file);
    }
}
