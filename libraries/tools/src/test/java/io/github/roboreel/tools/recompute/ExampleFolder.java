package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A folder as another recorder left it, made by conformance/make_example.py.
 *
 * @param path where it is
 */
public record ExampleFolder(Path path) {
    /** Its only env. */
    public static final String ENV = "RubiksCubeAndBananaTask";

    private static final Path CONFORMANCE = Checkout.file("conformance");
    private static final int TIMEOUT_SECONDS = 600;

    /** Makes one; {@code mode} is empty, {@code --foreign} or {@code --legacy}. */
    public static ExampleFolder make(Path path, String mode) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of(CONFORMANCE.resolve("make_example.py").toString()));
        arguments.add(path.toString());
        if (!mode.isEmpty()) {
            arguments.add(mode);
        }
        python(arguments);
        return new ExampleFolder(path);
    }

    /** A file in the env's folder. */
    public Path file(String name) {
        return path.resolve(ENV).resolve(name);
    }

    /** Runs a script with {@code f} a run file that is open for writing, {@code h5py} and np. */
    public ExampleFolder edit(String runFile, String script) throws Exception {
        python(List.of(
                "-c",
                "import sys, h5py, numpy as np\n" + "with h5py.File(sys.argv[1], 'r+') as f:\n" + script.indent(4),
                file(runFile).toString()));
        return this;
    }

    /** What a script prints that may import check_run. */
    public static String python(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-B"));
        command.addAll(arguments);
        Path errors = Files.createTempFile("python", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("PYTHONPATH", CONFORMANCE.toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "python3 does not end");
        assertEquals(0, process.exitValue(), takeText(errors));
        return printed;
    }

    private static String takeText(Path file) throws IOException {
        String text = Files.readString(file);
        Files.delete(file);
        return text;
    }
}
