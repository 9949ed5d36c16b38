package io.github.roboreel.dataset.rlds;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs Python scripts that know nothing of this code. */
final class Python {
    static final Path CONFORMANCE = Checkout.file("conformance");

    private static final int LIMIT_SECONDS = 600;

    private Python() {}

    /** What ran: its exit code and everything it printed. */
    record Result(int exitCode, String output) {}

    static Result run(Path script, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", script.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!python.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            python.destroyForcibly();
            throw new IOException(command + " did not end");
        }
        return new Result(python.exitValue(), out.strip());
    }

    /** The same; it must succeed. */
    static String output(Path script, Object... arguments) throws IOException, InterruptedException {
        Result result = run(script, arguments);
        if (result.exitCode() != 0) {
            throw new AssertionError(script + ": " + result.output());
        }
        return result.output();
    }
}
