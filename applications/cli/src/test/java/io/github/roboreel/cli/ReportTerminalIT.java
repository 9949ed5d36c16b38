package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.DisplayText;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code report} in a real pseudo-terminal, as {@code script} of util-linux makes one. */
class ReportTerminalIT {
    @TempDir
    Path folder;

    @BeforeEach
    void writesResults() throws IOException {
        Files.writeString(
                folder.resolve("episode_results.jsonl"),
                "{\"env_name\": \"PutTheRubiksCubeAndTheBananaIntoTheBowlTask\", \"episode\": 0,"
                        + " \"success\": true, \"score\": 1.0, \"duration\": 4.0,"
                        + " \"episode_step\": 60, \"reason\": \"漢字 all is in the bowl\"}\n");
    }

    @Test
    void fitsTheTableToTheTerminal() throws Exception {
        String narrow = inTerminal(72, "NO_COLOR=1");

        assertTrue(narrow.lines().allMatch(line -> DisplayText.width(line) <= 72), narrow);
        assertTrue(narrow.contains("PutTheRubiks"), narrow);
        assertTrue(narrow.contains("\u2026"), narrow);
        assertFalse(narrow.contains("\u001b"), narrow);

        String wide = inTerminal(160, "NO_COLOR=1");
        assertTrue(wide.contains("PutTheRubiksCubeAndTheBananaIntoTheBowlTask"), wide);
        assertTrue(wide.contains("漢字 all is in the bowl"), wide);
    }

    @Test
    void emphasizesHeaderAndVerdict() throws Exception {
        String text = inTerminal(160, "NO_COLOR=");

        assertTrue(text.contains("\u001b[1mTask\u001b[0m"), text);
        assertTrue(text.contains("\u001b[32myes\u001b[0m"), text);
    }

    /** As the launcher does: later JVMs warn about native libraries. */
    private static String quietOptions() {
        return Runtime.version().feature() >= 24
                ? "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
                : "";
    }

    /** Of a command whose result goes elsewhere. */
    @Test
    void breaksSentencesBetweenWords() throws Exception {
        String missing = folder.resolve("missing").toString();
        String text = inTerminal(60, "TERM=xterm", "report " + missing + " > /dev/null", 2);

        assertTrue(text.lines().count() > 1, text);
        assertTrue(text.contains(missing), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 60 || line.contains("/")), text);
        assertTrue(text.lines().skip(1).allMatch(line -> line.startsWith("  ")), text);
    }

    private String inTerminal(int columns, String setting) throws Exception {
        return inTerminal(columns, setting, "report --show-episodes " + folder, 0);
    }

    private static String inTerminal(int columns, String setting, String command, int exitCode) throws Exception {
        String java = String.join(
                " ",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                quietOptions(),
                "-cp",
                "'" + System.getProperty("java.class.path") + "'",
                Main.class.getName(),
                command);
        ProcessBuilder builder = new ProcessBuilder(
                "script", "-qec", "stty cols " + columns + "; TERM=xterm " + setting + " " + java, "/dev/null");
        Process process = builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals(exitCode, process.exitValue(), text);
        return text.replace("\r", "");
    }
}
