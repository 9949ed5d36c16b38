package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are deleted or moved while they are recorded. */
class LostFilesIT {
    private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
    private static final RecorderConfig CONFIG =
            RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 50).build();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"TestTask/run_0.hdf5", "TestTask", ""})
    void aRecordingWhoseFileWasDeletedStops(String deleted) throws Exception {
        Path output = folder.resolve("output");
        RealRecording recording = started(output);
        delete(output.resolve(deleted));
        assertStops(recording, RealRecording.runFile(output, 0));
    }

    @Test
    void aRunThatWasMovedIsRecoveredWhereItIs() throws Exception {
        RealRecording recording = started(folder);
        Files.move(folder.resolve("TestTask"), folder.resolve("Moved"));
        long acknowledged = assertStops(recording, RealRecording.runFile(folder, 0));
        Path moved = copyOfDead(folder.resolve("Moved"));
        RecoveryReport report = RunRecovery.onCopy().recover(moved);
        assertTrue(report.isComplete(), report.toString());
        RecoveredRun.assertContent(moved, SCHEMA, 2);
        assertTrue(RecoveredRun.numSamples(moved, 0) >= acknowledged);
    }

    /** This process still has the file open, as a recorder that lives. */
    private Path copyOfDead(Path envFolder) throws IOException {
        Path copy = Files.createDirectories(folder.resolve("copy/TestTask"));
        for (String name : List.of("run_0.hdf5", "run_0.staging")) {
            Files.copy(envFolder.resolve(name), copy.resolve(name));
        }
        return copy.resolve("run_0.hdf5");
    }

    /** A file that goes between the last episode and the close is missed, too. */
    @Test
    void theCloseSeesALossAfterTheLastEpisode() throws Exception {
        RealRecording recording = started(folder);
        recording.endAll();
        Files.delete(RealRecording.runFile(folder, 0));
        RecorderException failure = assertThrows(RecorderException.class, recording::close);
        assertTrue(failure.getMessage().contains("is not in its place any more"), "" + failure);
    }

    @Test
    void aReadOnlyDiskIsNamedAtOpen() throws Exception {
        Path mountPoint = Files.createDirectory(folder.resolve("disk"));
        try (SmallDisk disk = SmallDisk.mount(mountPoint, 4000)) {
            Path envFolder = Files.createDirectories(disk.root().resolve("output/TestTask"));
            disk.makeReadOnly();
            RecorderException failure = assertThrows(
                    RecorderException.class, () -> started(disk.root().resolve("output")));
            assertTrue(failure.getMessage().contains("Read-only file system"), "" + failure);
            assertTrue(failure.getMessage().contains("choose another"), "" + failure);
            try (Stream<Path> files = Files.list(envFolder)) {
                assertEquals(List.of(), files.toList());
            }
        }
    }

    private static RealRecording started(Path output) {
        RealRecording recording = RealRecording.open(output, 0, 2, SCHEMA, CONFIG);
        recording.beginAll();
        recording.stepAll(70);
        return recording;
    }

    /** Continues recording; returns the steps that were acknowledged. */
    private static long assertStops(RealRecording recording, Path run) throws Exception {
        RecorderException failure = assertThrows(RecorderException.class, () -> recordFor(recording, 5));
        String lost = run + " is not in its place any more; it was deleted, moved or replaced";
        assertTrue(failure.getMessage().contains(lost), failure.getMessage());
        long acknowledged = recording.durableSteps(0);
        RecorderException again = assertThrows(RecorderException.class, recording::close);
        assertTrue(again.getMessage().contains(lost), again.getMessage());
        return acknowledged;
    }

    private static void recordFor(RealRecording recording, int seconds) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            recording.stepAll(1);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertFalse(Files.exists(path));
    }
}
