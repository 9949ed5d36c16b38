package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code hdf5.durability} really forces, seen at the system calls. */
class DurabilityIT {
    private static final int STEPS = 100;

    @TempDir
    Path folder;

    @TempDir
    Path scratch;

    @BeforeEach
    void traceable() throws InterruptedException {
        Strace.assumeAllowed();
    }

    /**
     * The Java library calls fdatasync for data, and fsync for data and metadata; a folder is always forced by fsync.
     */
    @ParameterizedTest
    @CsvSource({"process, none", "data, fdatasync", "full, fsync"})
    void force_atEachLevel_takesStagingBeforeTheRunFileToTheDisk(String level, String call) throws Exception {
        List<String> calls = syncsOf(level);
        if (level.equals("process")) {
            assertEquals(List.of(), calls);
            return;
        }
        List<String> folders =
                calls.stream().filter(c -> c.contains("/TestTask>")).toList();
        assertEquals(1, folders.size(), "the names, once: " + calls);
        List<String> files =
                calls.stream().filter(c -> c.contains("/TestTask/run_0.")).toList();
        for (String line : files) {
            assertTrue(line.contains(call + "(") || line.contains("msync("), line);
        }
        assertStagingGoesFirst(files.stream().filter(c -> !c.contains("msync(")).toList());
    }

    /** When they are created, at least once while they are recorded, and at the close. */
    private static void assertStagingGoesFirst(List<String> calls) {
        assertTrue(calls.size() >= 4, "" + calls);
        for (int i = 2; i < calls.size(); i++) {
            boolean isRunFile = calls.get(i).contains("run_0.hdf5");
            assertTrue(!isRunFile || calls.get(i - 1).contains("run_0.staging"), "" + calls);
        }
        assertTrue(calls.get(calls.size() - 1).contains("run_0.hdf5"), "" + calls);
    }

    /** It replaces what the kernel may have written long ago. */
    @ParameterizedTest
    @ValueSource(strings = {"process", "full"})
    void aCompactedCopyIsOnTheDiskBeforeItTakesTheName(String level) throws Exception {
        Path run = RealRecording.runFile(folder, 0);
        Path copy = new RunPaths(run).compacting();
        List<String> calls = callsOf(level, true, "fsync,rename", copy, run.getParent());
        int renamed = indexOf(calls, "rename(\"" + copy);
        assertTrue(calls.get(renamed - 1).contains(" fsync("), "" + calls);
        assertTrue(calls.get(renamed - 1).contains("run_0.hdf5.compacting>"), "" + calls);
        List<String> after = calls.subList(renamed + 1, calls.size());
        assertEquals(level.equals("full") ? 1 : 0, after.size(), "" + calls);
    }

    private static int indexOf(List<String> calls, String part) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.get(i).contains(part)) {
                return i;
            }
        }
        throw new AssertionError("no " + part + " in " + calls);
    }

    private List<String> syncsOf(String level) throws Exception {
        Path run = RealRecording.runFile(folder, 0);
        Path staging = RealRecording.stagingFile(folder);
        String syncs = "fsync,fdatasync,msync,sync_file_range";
        List<String> lines = callsOf(level, false, syncs, run, staging, run.getParent());
        return lines;
    }

    private List<String> callsOf(String level, boolean compact, String calls, Path... paths) throws Exception {
        Path log = scratch.resolve("calls.txt");
        Path run = RealRecording.runFile(folder, 0);
        List<String> strace = Strace.tracing(log, calls, paths);
        strace.add("-y");
        FaultyChild child = new FaultyChild(scratch)
                .under(strace)
                .with("-Dfault.steps=" + STEPS, "-Dfault.stepMicros=3000")
                .set("hdf5.flush_interval_steps=20")
                .set("hdf5.compact_on_close=" + compact)
                .set("hdf5.durability=" + level);
        assertEquals("ENDED\nCLOSED\n", child.run(folder));
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
        assertEquals(STEPS, RecoveredRun.numSamples(run, 1));
        List<String> lines = Files.readAllLines(log);
        for (String line : lines) {
            boolean ended = line.contains("sync") && !line.endsWith("<unfinished ...>");
            assertTrue(!ended || line.endsWith("= 0"), line);
        }
        return lines.stream()
                .filter(l -> l.contains("sync(") || l.contains("rename("))
                .toList();
    }
}
