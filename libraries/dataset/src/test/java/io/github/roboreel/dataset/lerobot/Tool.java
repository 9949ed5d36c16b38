package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a program of the system. */
final class Tool {
    private Tool() {}

    /** What it prints; the test fails when the program does. */
    static String run(Path folder, List<String> command) throws Exception {
        Path err = Files.createTempFile(folder, "tool", ".err");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), command + ": " + Files.readString(err));
        return out;
    }
}
