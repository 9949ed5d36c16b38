package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the Python side of the reader's tests: h5py makes the files and says what is in them. */
public final class RunReaderFixture {
    private static final String PYTHON = "/usr/bin/python3";
    private static final Path SCRIPT = Checkout.file("recorder-hdf5/src/test/resources/run_reader_fixture.py");

    private RunReaderFixture() {}

    /** Starts the fixture script; its stderr goes to ours. */
    public static Process start(String... arguments) throws IOException {
        return start(SCRIPT, arguments);
    }

    /** Runs the fixture script to its end and returns its lines. */
    public static List<String> run(String... arguments) throws IOException {
        Process process = start(SCRIPT, arguments);
        List<String> lines = lines(process);
        finish(process);
        return lines;
    }

    /** Lets the script kill itself. */
    public static void runToDeath(String... arguments) throws IOException {
        Process process = start(SCRIPT, arguments);
        lines(process);
        assertEquals(128 + 9, exitCode(process), "killed by signal 9");
    }

    /** A folder of the conformance kit's example runs. */
    public static Path example(Path folder, String mode) throws IOException {
        Path script = Checkout.file("conformance/make_example.py");
        String[] arguments = mode.isEmpty() ? new String[] {folder.toString()} : new String[] {folder.toString(), mode};
        Process process = start(script, arguments);
        lines(process);
        finish(process);
        return folder;
    }

    public static List<Path> runFiles(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".hdf5")).sorted().toList();
        }
    }

    private static Process start(Path script, String... arguments) throws IOException {
        assertTrue(
                Files.exists(script),
                script + " must exist below " + Path.of("").toAbsolutePath());
        List<String> command = new ArrayList<>(List.of(PYTHON, script.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> lines(Process process) throws IOException {
        try (BufferedReader out = process.inputReader()) {
            return out.lines().toList();
        }
    }

    private static void finish(Process process) {
        assertEquals(0, exitCode(process), "exit code of the Python script");
    }

    public static int exitCode(Process process) {
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while Python ran", e);
        } finally {
            process.destroyForcibly();
        }
        return process.exitValue();
    }
}
