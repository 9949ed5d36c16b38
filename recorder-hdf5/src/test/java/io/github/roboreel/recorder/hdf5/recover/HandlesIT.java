package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Handles;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.TestJvm;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that has used up its file handles, as a simulator that leaks them. */
class HandlesIT {
    @TempDir
    Path folder;

    @Test
    void withoutHandlesOpenFailsARecordingGoesOnAndARecoveryCanBeRepeated() throws Exception {
        Files.createDirectories(folder.resolve("dead/TestTask"));
        Process process = start();
        String said = Files.readString(output());
        assertEquals(0, process.exitValue(), said);
        List<String> lines = said.lines().filter(l -> l.contains("SAYS ")).toList();
        assertEquals(4, lines.size(), said);
        assertTrue(lines.get(0).startsWith("open SAYS "), said);
        assertTrue(lines.get(0).contains("Too many open files"), said);
        assertTrue(lines.get(0).contains("; raise the limit of open files (ulimit -n)"), said);
        assertEquals("recording SAYS nothing", lines.get(1));
        assertTrue(lines.get(2).startsWith("recover SAYS "), said);
        assertTrue(lines.get(2).contains("Too many open files"), said);
        assertEquals("recovery again SAYS RECOVERED", lines.get(3));
        assertWhole("warm", 600);
        assertWhole("half", 600);
        assertFalse(Files.exists(folder.resolve("none/TestTask/run_0.hdf5")));
        assertFalse(Files.exists(folder.resolve("none/TestTask/run_0.staging")));
        Path dead = RealRecording.runFile(folder.resolve("dead"), 0);
        RecoveredRun.assertContent(dead, Hdf5SinkTest.SCHEMA, 2);
        assertEquals(300, RecoveredRun.numSamples(dead, 1));
    }

    private void assertWhole(String name, long steps) throws IOException {
        Path run = RealRecording.runFile(folder.resolve(name), 0);
        RecoveredRun.assertContent(run, Hdf5SinkTest.SCHEMA, 2);
        for (int env = 0; env < 2; env++) {
            assertEquals(steps, RecoveredRun.numSamples(run, env));
            assertEquals("success", RecoveredRun.status(run, env));
        }
    }

    private Path output() {
        return folder.resolve("output.txt");
    }

    private Process start() throws Exception {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("/bin/bash", "-c", "ulimit -n 200; exec \"$@\"", "limited"));
        command.addAll(TestJvm.command(Leaking.class, folder.toString()));
        Process process = TestJvm.start(command, output());
        process.waitFor();
        return process;
    }

    /** Uses up its handles before an open, in the middle of a recording, and before a recovery. */
    static final class Leaking {
        private static final FieldSchema SCHEMA = Hdf5SinkTest.SCHEMA;
        private static final RecorderConfig CONFIG = RecorderConfig.defaults();

        private Leaking() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            // A class is loaded from a file, too: everything is used once before.
            record(folder.resolve("warm"), 600, false);
            leaveDead(folder, "rehearsal");
            RunRecovery.onCopy().recover(RealRecording.runFile(folder.resolve("rehearsal"), 0));
            open(folder.resolve("none"));
            record(folder.resolve("half"), 600, true);
            System.out.println("recording SAYS nothing");
            leaveDead(folder, "dead");
            recover(RealRecording.runFile(folder.resolve("dead"), 0));
        }

        private static void open(Path folder) throws IOException {
            Files.createDirectories(folder.resolve("TestTask"));
            // The lock, the results and their folder get theirs; the staging file does not.
            String said = "";
            for (int left = 0; left < 20 && !said.startsWith("sink 'hdf5'"); left++) {
                said = failedOpen(folder, left);
            }
            System.out.println("open SAYS " + said);
        }

        private static String failedOpen(Path folder, int left) throws IOException {
            try {
                Handles.leaving(
                        left,
                        () -> RealRecording.open(folder, 0, 2, SCHEMA, CONFIG).close());
                return "nothing";
            } catch (RecorderException e) {
                return e.getMessage();
            }
        }

        private static void record(Path folder, int steps, boolean leaking) throws IOException {
            RealRecording recording = RealRecording.open(folder, 0, 2, SCHEMA, CONFIG);
            recording.beginAll();
            recording.stepAll(steps / 2);
            Handles.Body rest = () -> {
                recording.stepAll(steps / 2);
                recording.endAll();
                recording.close();
            };
            if (leaking) {
                Handles.leaving(0, rest);
            } else {
                rest.run();
            }
        }

        /** A copy of a live run's files is what a killed process leaves. */
        private static void leaveDead(Path folder, String name) throws IOException {
            Path live = folder.resolve("live-" + name);
            try (RealRecording recording = RealRecording.open(live, 0, 2, SCHEMA, CONFIG)) {
                recording.beginAll();
                recording.stepAll(300);
                while (recording.durableSteps(0) < 300 || recording.durableSteps(1) < 300) {
                    Thread.onSpinWait();
                }
                Path target = folder.resolve(name);
                Files.createDirectories(target.resolve("TestTask"));
                Files.copy(RealRecording.runFile(live, 0), RealRecording.runFile(target, 0));
                Files.copy(RealRecording.stagingFile(live), RealRecording.stagingFile(target));
            }
        }

        private static void recover(Path run) throws IOException {
            try {
                Handles.leaving(0, () -> RunRecovery.onCopy().recover(run));
            } catch (IOException e) {
                System.out.println("recover SAYS " + e.getMessage());
            }
            RecoveryReport report = RunRecovery.onCopy().recover(run);
            System.out.println("recovery again SAYS " + report.outcome());
        }
    }
}
