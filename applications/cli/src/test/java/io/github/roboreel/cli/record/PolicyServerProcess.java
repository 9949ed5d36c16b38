package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.github.roboreel.cli.InProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** The policy server in Python, in a process of its own. */
final class PolicyServerProcess implements AutoCloseable {
    /** Folder of its program. */
    static final Path SOURCES = InProcess.HOME.resolve("adapters/remote-policy/src/test/python");

    private final Process process;
    private final int port;

    /** @param port to listen on; 0 for any */
    PolicyServerProcess(int port, String mode) throws IOException {
        process = new ProcessBuilder(
                        "/usr/bin/python3",
                        "-B",
                        SOURCES.resolve("policy_server.py").toString(),
                        String.valueOf(port),
                        mode)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        assertNotNull(line, "the server has not started");
        this.port = Integer.parseInt(line);
    }

    int port() {
        return port;
    }

    /** Waits until the server has killed itself. */
    void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
