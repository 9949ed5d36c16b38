package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.FaultyChild;
import io.github.roboreel.recorder.hdf5.FaultyRecording;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.Strace;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A disk whose writes or syncs fail: single system calls on one file of a real recording are made to return EIO. */
class FailingDiskIT {
    private static final int ENVS = 4;
    private static final Pattern FAILURE = Pattern.compile("(?:OPEN|FAILED|CLOSE) after (\\d+) ms: (.*)");

    @TempDir
    Path folder;

    @TempDir
    Path scratch;

    @BeforeEach
    void traceable() throws InterruptedException {
        Strace.assumeAllowed();
    }

    /** strace counts the calls of each thread by itself. */
    @ParameterizedTest
    @CsvSource({
        "run_0.hdf5, pwrite64:error=EIO:when=150+, process, HDF5 could not",
        "run_0.hdf5, fsync:error=EIO:when=4, full, run_0.hdf5 cannot be forced to the disk",
    })
    void anErrorOfTheDiskStopsTheRecordingAndNothingIsLost(
            String file, String fault, String durability, String complaint) throws Exception {
        assertStopped(file, fault, durability, complaint);
    }

    @ParameterizedTest
    @CsvSource({
        "run_0.hdf5.creating, pwrite64:error=EIO:when=2+, process, run_0.hdf5 cannot be created",
        "run_0.hdf5, pwrite64:error=EIO:when=20+, process, HDF5 could not",
        "run_0.hdf5, pwrite64:error=EIO:when=300, process, HDF5 could not",
        "run_0.staging, pwrite64:error=EIO:when=1, process, run_0.staging cannot grow",
        "run_0.staging, pwrite64:error=EIO:when=3+, process, run_0.staging cannot grow",
        "run_0.staging, pwrite64:error=EIO:when=4, process, run_0.staging cannot grow",
        "run_0.staging, fdatasync:error=EIO:when=2, data, run_0.staging cannot be forced",
        "run_0.hdf5, fdatasync:error=EIO:when=1, data, run_0.hdf5 cannot be forced to the disk",
        "run_0.staging, fsync:error=EIO:when=1, full, run_0.staging cannot be forced",
    })
    @Tag("slow")
    void anErrorAtAnyOtherPlaceDoesSoToo(String file, String fault, String durability, String complaint)
            throws Exception {
        assertStopped(file, fault, durability, complaint);
    }

    private void assertStopped(String file, String fault, String durability, String complaint) throws Exception {
        FaultyChild child = new FaultyChild(scratch)
                .under(Strace.injecting(folder.resolve("TestTask").resolve(file), fault))
                .with("-Dfault.envs=" + ENVS)
                .set("hdf5.durability=" + durability);
        String said = child.run(folder);
        Matcher failure = FAILURE.matcher(said);
        assertTrue(failure.find(), said);
        boolean opened = !said.startsWith("OPEN");
        assertTrue(!opened || Long.parseLong(failure.group(1)) < 5000, said);
        assertTrue(failure.group(2).contains(complaint), said);
        assertTrue(failure.group(2).contains("Input/output error; check its disk"), said);
        assertRecovered(child);
    }

    private void assertRecovered(FaultyChild child) throws Exception {
        Path run = RealRecording.runFile(folder, 0);
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        assertTrue(report.isComplete(), report.toString());
        if (Files.exists(run)) {
            RecoveredRun.assertContent(run, FaultyRecording.schema(false), ENVS);
        }
        for (int env = 0; env < ENVS; env++) {
            long there = Files.exists(run) ? RecoveredRun.numSamples(run, env) : 0;
            assertTrue(there >= child.acknowledged(env), there + ": " + child.output());
        }
        assertFalse(Files.exists(RealRecording.stagingFile(folder)));
    }
}
