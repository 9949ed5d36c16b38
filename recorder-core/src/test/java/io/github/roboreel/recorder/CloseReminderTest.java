package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that end with and without having closed their recorder, each in a process of its own. */
class CloseReminderTest {
    @TempDir
    private Path folder;

    @Test
    void anExitWithoutCloseIsWarnedOfOnce() throws Exception {
        List<String> warnings = warningsOf("exit");
        assertEquals(1, warnings.size(), warnings.toString());
        String expected = "the recorder of " + folder.resolve("SampleEnv") + " was not closed";
        assertTrue(warnings.get(0).contains(expected), warnings.toString());
    }

    @Test
    void anExitAfterCloseIsNot() throws Exception {
        assertEquals(List.of(), warningsOf("close"));
    }

    private List<String> warningsOf(String how) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        folder.toString(),
                        how)
                .redirectErrorStream(true)
                .start();
        String out = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(7, child.waitFor(), out);
        return out.lines().filter(line -> line.contains("not closed")).toList();
    }

    /** Records some steps and exits. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            TestRecording recording = new TestRecording(Path.of(args[0]), 1);
            EpisodeRecorder recorder = recording.open(recording.memorySink());
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 3);
            if (args[1].equals("close")) {
                recorder.close();
            }
            System.exit(7);
        }
    }
}
