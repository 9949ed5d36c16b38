package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.FaultyChild;
import io.github.roboreel.recorder.hdf5.FaultyRecording;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Disks that are really full, and get room again. */
class FullDiskIT {
    private static final int ENVS = 2;
    private static final Pattern FAILURE = Pattern.compile("(?:OPEN|FAILED) after (\\d+) ms: (.*)");

    @TempDir
    Path mountPoint;

    @TempDir
    Path scratch;

    /** Sizes at which what is named does not fit any more. */
    @ParameterizedTest
    @CsvSource({
        "tracks, 600, run_0.hdf5 cannot be written any more",
        "image, 4000, run_0.hdf5 cannot be written any more"
    })
    void whatWasAcknowledgedIsBackOnceThereIsRoom(String kind, int sizeKib, String complaint) throws Exception {
        boolean images = kind.equals("image");
        try (SmallDisk disk = SmallDisk.mount(mountPoint, sizeKib)) {
            FaultyChild child = recordUntilFull(disk.root(), images, complaint);
            disk.resize(200_000);
            Path run = RealRecording.runFile(disk.root().resolve("output"), 0);
            RecoveryReport report = RunRecovery.onCopy().recover(run);
            assertTrue(report.isComplete(), report.toString());
            assertRecovered(run, images, child);
        }
    }

    @ParameterizedTest
    @CsvSource({"8, run_0.staging cannot grow", "24, run_0.hdf5 cannot be created"})
    void aRunThatDoesNotFitLeavesNothingBehind(int sizeKib, String complaint) throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, sizeKib)) {
            RecorderException failure = assertThrows(RecorderException.class, () -> open(disk.root()));
            String message = failure.getMessage();
            assertEquals(Kind.DISK_FULL, failure.kind(), message);
            assertTrue(message.contains(complaint), message);
            assertTrue(message.endsWith("; make room on its disk"), message);
            disk.resize(10_000);
            try (RealRecording recording = open(disk.root())) {
                recording.beginAll();
                recording.stepAll(5);
                recording.endAll();
            }
            Path run = RealRecording.runFile(disk.root(), 0);
            RecoveredRun.assertContent(run, FaultyRecording.schema(false), ENVS);
        }
    }

    private static RealRecording open(Path folder) {
        return RealRecording.open(folder, 0, ENVS, FaultyRecording.schema(false), RecorderConfig.defaults());
    }

    @Test
    void aRecoveryOnADiskThatIsStillFullSaysSoAndKeepsEverything() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 2400)) {
            FaultyChild child = recordUntilFull(disk.root(), true, "run_0.hdf5 cannot be");
            Path run = RealRecording.runFile(disk.root().resolve("output"), 0);
            IOException onCopy =
                    assertThrows(IOException.class, () -> RunRecovery.onCopy().recover(run));
            assertTrue(onCopy.getMessage().contains("make room on its disk"), onCopy.getMessage());
            assertStaysInWorkFolder(run);
            IOException inPlace =
                    assertThrows(IOException.class, () -> RunRecovery.inPlace().recover(run));
            assertTrue(inPlace.getMessage().startsWith(run.toString()), inPlace.getMessage());
            assertTrue(inPlace.getMessage().contains("make room on its disk"), "" + inPlace);
            disk.resize(200_000);
            assertTrue(recoverInPlaceOrOnCopy(run).isComplete());
            assertRecovered(run, true, child);
        }
    }

    /**
     * The attempt that found no room may have left chunks in the index that the ledger does not know: those are
     * refused.
     */
    private static RecoveryReport recoverInPlaceOrOnCopy(Path run) throws IOException {
        try {
            return RunRecovery.inPlace().recover(run);
        } catch (IOException e) {
            assertTrue(e.getMessage().endsWith("so it cannot be completed in place; choose a work folder"), "" + e);
            return RunRecovery.onCopy().recover(run);
        }
    }

    /** Where the run's disk cannot hold both, the original and its staging file stay. */
    private void assertStaysInWorkFolder(Path run) throws Exception {
        byte[] original = Files.readAllBytes(run);
        Path work = scratch.resolve("work");
        RecoveryReport report = RunRecovery.of(RecoveryPlace.in(work)).recover(run);
        assertEquals(RecoveryReport.Outcome.BUILT_ELSEWHERE, report.outcome());
        Path built = work.resolve("TestTask/run_0.hdf5");
        assertTrue(report.findings().get(0).startsWith(built.toString()), report.toString());
        RecoveredRun.assertContent(built, FaultyRecording.schema(true), ENVS);
        assertArrayEquals(original, Files.readAllBytes(run));
        assertTrue(Files.exists(RealRecording.stagingFile(run.getParent().getParent())));
    }

    /** Records in a process of its own, which must say what stopped it. */
    private FaultyChild recordUntilFull(Path disk, boolean images, String complaint) throws Exception {
        FaultyChild child = new FaultyChild(scratch)
                .with("-Dfault.images=" + images, "-Dfault.steps=20000")
                .set("hdf5.staging_max_mb=16");
        String said = child.run(disk.resolve("output"));
        Matcher failure = FAILURE.matcher(said);
        assertTrue(failure.find(), said);
        assertTrue(Long.parseLong(failure.group(1)) < 5000, said);
        assertTrue(failure.group(2).contains(complaint), said);
        assertTrue(failure.group(2).contains("; make room on its disk"), said);
        return child;
    }

    private static void assertRecovered(Path run, boolean images, FaultyChild child) throws Exception {
        if (!Files.exists(run)) {
            assertEquals(0, child.acknowledged(0));
            return;
        }
        RecoveredRun.assertContent(run, FaultyRecording.schema(images), ENVS);
        for (int env = 0; env < ENVS; env++) {
            long there = RecoveredRun.numSamples(run, env);
            assertTrue(there >= child.acknowledged(env), there + ": " + child.output());
        }
        assertFalse(Files.exists(RealRecording.stagingFile(run.getParent().getParent())));
    }
}
