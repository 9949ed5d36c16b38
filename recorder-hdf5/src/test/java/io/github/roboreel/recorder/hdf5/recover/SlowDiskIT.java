package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.FaultyChild;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.Strace;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that keeps one write of the run file waiting, as a hung one does. */
class SlowDiskIT {
    @TempDir
    Path folder;

    @TempDir
    Path scratch;

    @BeforeEach
    void traceable() throws InterruptedException {
        Strace.assumeAllowed();
    }

    /** 10 s at 50 steps/s fill no bank of 500 steps. */
    @Test
    @Tag("slow")
    void aWriteThatTakes10sIsWaitedOutWhileStagingHasRoom() throws Exception {
        FaultyChild child = delayed(10_000_000, 40).with("-Dfault.steps=800", "-Dfault.stepMicros=20000");
        assertEquals("ENDED\nCLOSED\n", child.run(folder));
        assertComplete(800);
    }

    @Test
    @Tag("slow")
    void aWriteThatTakes1sIsWaitedOutByAProducerAsFastAsItGoes() throws Exception {
        FaultyChild child = delayed(1_000_000, 200).with("-Dfault.steps=4000");
        assertEquals("ENDED\nCLOSED\n", child.run(folder));
        assertComplete(4000);
    }

    @Test
    @Tag("slow")
    void aWriteThatTakes10sEndsTheRecordingWithin5sOnceNothingHasRoom() throws Exception {
        assertStopped(delayed(10_000_000, 200), 5000);
    }

    @Test
    void aWriteThatTakesLongerThanTheLimitEndsTheRecording() throws Exception {
        assertStopped(delayed(3_500_000, 200).set("recorder.stall_limit_seconds=1.0"), 3000);
    }

    private void assertStopped(FaultyChild child, long limitMillis) throws Exception {
        child.with("-Dfault.steps=100000").set("recorder.close_timeout_seconds=5");
        String said = child.run(folder);
        Matcher failure = Pattern.compile("FAILED after (\\d+) ms: (.*)").matcher(said);
        assertTrue(failure.find(), said);
        assertTrue(Long.parseLong(failure.group(1)) <= limitMillis, said);
        assertTrue(failure.group(2).contains("sink 'hdf5' failed: it made no progress"), said);
        Matcher close = Pattern.compile("CLOSE after (\\d+) ms: ").matcher(said);
        assertTrue(close.find(), said);
        assertTrue(Long.parseLong(close.group(1)) < 8000, said);
        assertAcknowledgedIsBack(child);
    }

    private void assertAcknowledgedIsBack(FaultyChild child) throws Exception {
        Path run = RealRecording.runFile(folder, 0);
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        assertTrue(report.isComplete(), report.toString());
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
        assertTrue(child.acknowledged(0) >= 1000, "staging takes two banks of 500");
        for (int env = 0; env < 2; env++) {
            long there = RecoveredRun.numSamples(run, env);
            assertTrue(there >= child.acknowledged(env), there + ": " + child.output());
        }
    }

    /** Only that write waits, and only once. */
    private FaultyChild delayed(long micros, int write) {
        Path run = RealRecording.runFile(folder, 0);
        String fault = "pwrite64:delay_enter=" + micros + ":when=" + write;
        return new FaultyChild(scratch).under(Strace.injecting(run, fault));
    }

    private void assertComplete(long steps) throws Exception {
        Path run = RealRecording.runFile(folder, 0);
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
        for (int env = 0; env < 2; env++) {
            assertEquals(steps, RecoveredRun.numSamples(run, env));
            assertEquals("success", RecoveredRun.status(run, env));
        }
    }
}
