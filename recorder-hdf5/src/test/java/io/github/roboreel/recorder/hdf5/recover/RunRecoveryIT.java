package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.KilledRecording;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real recordings in JVMs of their own, killed with SIGKILL and recovered. */
class RunRecoveryIT {
    @TempDir
    Path folder;

    /** Steps around which the recording is killed: open, flushes, full chunks, episode ends. */
    @ParameterizedTest
    @CsvSource({
        "PROPRIO, 0",
        "PROPRIO, 1300",
        "IMAGES, 131",
        "RAW_IMAGES, 500",
        "LARGE_ROWS, 6",
        "LARGE_ROWS, 251",
        "DEPTH, 10"
    })
    void nothingAcknowledgedIsMissing(KilledRecording.Kind kind, long steps) throws Exception {
        int perSecond = kind == KilledRecording.Kind.PROPRIO ? 0 : 2000;
        Process recording = KilledRecording.start(folder, kind, perSecond);
        KilledRecording.await(recording, folder, steps);
        TimeUnit.MICROSECONDS.sleep(new Random().nextInt(3000));
        recording.destroyForcibly().waitFor();
        Path file = KilledRecording.harness(folder, kind).file();

        RecoveryReport report = RunRecovery.onCopy().recover(file);

        String said = report + "\n" + Files.readString(folder.resolve("output.txt"));
        assertTrue(report.isComplete(), said);
        for (int env = 0; env < KilledRecording.ENVS; env++) {
            long acknowledged = KilledRecording.acknowledged(folder, env);
            long there = Files.exists(file) ? RecoveredRun.numSamples(file, env) : 0;
            assertTrue(there >= acknowledged, there + " of " + acknowledged + ": " + said);
        }
        if (report.outcome() == Outcome.NOTHING_RECORDED) {
            return;
        }
        RecoveredRun.assertContent(file, kind.schema(), KilledRecording.ENVS);
        RecoveredRun.assertStockToolsRead(file);
        for (DemoRecovery demo : report.demos()) {
            assertNotEquals("recording", demo.status().label(), said);
        }
        byte[] once = Files.readAllBytes(file);
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
        assertEquals(-1, java.util.Arrays.mismatch(once, Files.readAllBytes(file)));
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
        assertFalse(Files.exists(KilledRecording.harness(folder, kind).staging()), said);
    }
}
