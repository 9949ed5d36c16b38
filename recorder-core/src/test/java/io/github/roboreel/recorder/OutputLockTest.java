package io.github.roboreel.recorder;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLockTest {
    @TempDir
    private Path folder;

    @Test
    void aSecondRecorderOfThisProcessIsRefusedUntilTheFirstIsClosed() {
        TestRecording first = new TestRecording(folder, 1);
        TestRecording second = new TestRecording(folder, 1);
        EpisodeRecorder recorder = first.open(first.memorySink());
        RoboReelException refused =
                assertFault(RoboReelException.class, Kind.LOCKED, () -> second.open(second.memorySink()));
        assertTrue(refused.getMessage().contains("this process"), refused.getMessage());
        recorder.close();
        second.open(second.memorySink()).close();
        assertFalse(Files.exists(folder.resolve(".recording.lock.json")));
    }

    @Test
    void anotherProcessIsNamedAndItsDeathFreesTheFolder() throws Exception {
        Process holder = startHolder();
        try {
            RoboReelException refused =
                    assertFault(RoboReelException.class, Kind.LOCKED, () -> OutputLock.acquire(folder));
            assertTrue(refused.getMessage().contains("process " + holder.pid() + " on "), refused.getMessage());
        } finally {
            holder.destroyForcibly();
            holder.waitFor();
        }
        assertTrue(Files.exists(folder.resolve(".recording.lock.json")), "left by the dead one");
        OutputLock.acquire(folder).close();
    }

    @Test
    void whereMetersWereShownByOneThatDiedIsForgottenButNotWhereThisProcessShowsThem() throws Exception {
        Path metrics = folder.resolve(".recording.metrics.json");
        for (String left : List.of("{\"pid\":1}", "torn", "")) {
            Files.writeString(metrics, left);
            OutputLock.acquire(folder).close();
            assertFalse(Files.exists(metrics), left);
        }
        Files.writeString(metrics, "{\"pid\":" + ProcessHandle.current().pid() + "}");
        OutputLock.acquire(folder).close();
        assertTrue(Files.exists(metrics));
    }

    @Test
    void aHeldLockServesSeveralRuns() {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            TestRecording recording = new TestRecording(folder, 1);
            for (int i = 0; i < 2; i++) {
                EpisodeRecorder.builder(recording.run, recording.schema)
                        .sink(new TestRecording(folder, 1).memorySink())
                        .meters(recording.meters)
                        .lock(lock)
                        .open()
                        .close();
            }
            assertFault(RoboReelException.class, Kind.LOCKED, () -> OutputLock.acquire(folder));
        }
    }

    @Test
    void aLockThatCannotNameItsHolderIsGivenBack() throws IOException {
        Path holder = Files.createDirectory(folder.resolve(".recording.lock.json.creating"));
        assertThrows(RecorderException.class, () -> OutputLock.acquire(folder));
        Files.delete(holder);
        OutputLock.acquire(folder).close();
    }

    @Test
    void aLockIsGivenBackThoughItsHolderFileCannotBeDeleted() throws IOException {
        OutputLock lock = OutputLock.acquire(folder);
        Path holder = folder.resolve(".recording.lock.json");
        Files.delete(holder);
        Files.createDirectory(holder);
        Path content = Files.writeString(holder.resolve("x"), "");
        assertThrows(RecorderException.class, lock::close);
        Files.delete(content);
        Files.delete(holder);
        OutputLock.acquire(folder).close();
    }

    @Test
    void acquire_fullDisk_saysToMakeRoom() throws IOException {
        try (SmallDisk disk = SmallDisk.mount(folder, 64)) {
            try (OutputStream filler = Files.newOutputStream(disk.root().resolve("filler"))) {
                assertThrows(IOException.class, () -> filler.write(new byte[1 << 17]));
            }
            Path output = disk.root().resolve("output");
            Files.createDirectories(output);
            RecorderException full =
                    assertFault(RecorderException.class, Kind.DISK_FULL, () -> OutputLock.acquire(output));
            String said = full.getMessage();
            assertTrue(said.startsWith("the output folder " + output + " cannot be locked for recording ("), said);
            assertTrue(said.endsWith("); make room on its disk"), said);
            assertFalse(said.contains("Exception"), said);
        }
    }

    @Test
    void aLockThatWasGivenBackIsRefused() {
        TestRecording recording = new TestRecording(folder, 1);
        OutputLock lock = OutputLock.acquire(folder);
        lock.close();
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> EpisodeRecorder.builder(recording.run, recording.schema)
                        .sink(recording.memorySink())
                        .meters(recording.meters)
                        .lock(lock)
                        .open());
        assertTrue(refused.getMessage().contains("given back"), refused.getMessage());
    }

    @Test
    void theLockOfAnotherFolderIsRefused() {
        TestRecording recording = new TestRecording(folder.resolve("a"), 1);
        try (OutputLock lock = OutputLock.acquire(folder.resolve("b"))) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> EpisodeRecorder.builder(recording.run, recording.schema)
                            .sink(recording.memorySink())
                            .meters(recording.meters)
                            .lock(lock)
                            .open());
            assertTrue(refused.getMessage().contains("b"), refused.getMessage());
        }
        assertFalse(Files.exists(folder.resolve("a")));
    }

    @Test
    void acquire_aFileInTheFoldersPlace_saysSo() throws IOException {
        Path file = Files.createFile(folder.resolve("notes"));
        RecorderException refused = assertThrows(RecorderException.class, () -> OutputLock.acquire(file));
        assertEquals(
                "the output folder " + file
                        + " cannot be locked for recording (it is a file); choose another or mend its permissions",
                refused.getMessage());
    }

    private Process startHolder() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertEquals("held", out.readLine());
        return process;
    }

    /** Holds the lock of a folder until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws InterruptedException {
            OutputLock lock = OutputLock.acquire(Path.of(args[0]));
            System.out.println("held");
            Thread.sleep(TimeUnit.MINUTES.toMillis(2));
            lock.close();
        }
    }
}
