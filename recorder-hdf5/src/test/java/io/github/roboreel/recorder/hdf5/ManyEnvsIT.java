package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leap from one env to many in one process, which must give everything back. */
class ManyEnvsIT {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
    private static final int STEPS = 20;

    @TempDir
    Path folder;

    @Test
    void aLeapFrom1To100EnvsKeepsEveryValueAndGivesEverythingBack() throws Exception {
        leapTo(100);
    }

    @Test
    @Tag("slow")
    void aLeapFrom1To1000EnvsKeepsEveryValueAndGivesEverythingBack() throws Exception {
        leapTo(1000);
    }

    private void leapTo(int envs) throws Exception {
        record(0, 1);
        Set<String> threads = threads();
        long handles = handles();
        record(1, envs);
        for (int tries = 0; tries < 100 && !threads.containsAll(threads()); tries++) {
            Thread.sleep(20);
        }
        assertTrue(threads.containsAll(threads()), threads() + " after " + threads);
        assertTrue(handles() <= handles + 2, handles() + " after " + handles);
        assertEquals(0, stagingMaps(), "mapped staging");
        RecoveredRun.assertContent(RealRecording.runFile(folder, 0), SCHEMA, 1);
        Path run = RealRecording.runFile(folder, 1);
        RecoveredRun.assertContent(run, SCHEMA, envs);
        for (int env = 0; env < envs; env += 97) {
            assertEquals(STEPS, RecoveredRun.numSamples(run, env));
            assertEquals("success", RecoveredRun.status(run, env));
        }
        assertFalse(Files.exists(folder.resolve("TestTask/run_1.staging")));
    }

    private void record(int run, int envs) {
        try (RealRecording recording = RealRecording.open(folder, run, envs, SCHEMA, RecorderConfig.defaults())) {
            recording.beginAll();
            recording.stepAll(STEPS);
            recording.endAll();
        }
    }

    /** The recorder's threads, without the number of their run. */
    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.isAlive() && thread.getName().startsWith("roboreel")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    private static long handles() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }

    /** The mappings go with the buffers, when these are collected. */
    private long stagingMaps() throws Exception {
        long maps = 1;
        for (int tries = 0; tries < 50 && maps > 0; tries++) {
            System.gc();
            Thread.sleep(20);
            try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
                maps = lines.filter(l -> l.contains(folder.toString()) && l.contains(".staging"))
                        .count();
            }
        }
        return maps;
    }
}
