package io.github.roboreel.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Folders as other recorders leave them, made by the conformance suite's own writer. */
public final class Examples {
    /** Name of the env in each of them. */
    public static final String ENV = "RubiksCubeAndBananaTask";

    private static final int TIMEOUT_SECONDS = 600;
    private static final Path CONFORMANCE = Checkout.file("conformance");

    private Examples() {}

    /**
     * Writes an example.
     *
     * @param mode {@code --foreign}, {@code --legacy} or empty
     */
    public static Path make(Path folder, String mode) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(CONFORMANCE.resolve("make_example.py").toString(), folder + ""));
        if (!mode.isEmpty()) {
            command.add(mode);
        }
        python(command);
        return folder;
    }

    /** What a Python program prints; it may import the conformance suite. */
    public static String run(String program, String... args) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("-c", "import sys; sys.path.insert(0, sys.argv.pop())\n" + program));
        command.addAll(List.of(args));
        command.add(CONFORMANCE.toString());
        return python(command);
    }

    private static String python(List<String> args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3"));
        command.addAll(args);
        Process python = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(python.getInputStream().readAllBytes());
        assertTrue(python.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), printed);
        assertEquals(0, python.exitValue(), printed);
        return printed;
    }
}
