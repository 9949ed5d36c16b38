package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes system calls on one file fail or wait, in a process that really makes them. */
public final class Strace {
    private Strace() {}

    /** Skips the test where no process may be traced. */
    public static void assumeAllowed() throws InterruptedException {
        assumeTrue(isAllowed(), "strace is not installed, or this machine forbids ptrace");
    }

    private static boolean isAllowed() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("strace", "-f", "-o", "/dev/null", "/bin/true")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * The command before a command.
     *
     * @param what after {@code inject=}, for example {@code pwrite64:error=EIO:when=20+}
     */
    public static List<String> injecting(Path file, String what) {
        String call = what.substring(0, what.indexOf(':'));
        List<String> command = new ArrayList<>(tracing(Path.of("/dev/null"), call, file));
        command.addAll(List.of("-e", "inject=" + what));
        return command;
    }

    /** The command before a command whose calls on these files go into {@code log}. */
    public static List<String> tracing(Path log, String calls, Path... files) {
        List<String> command = new ArrayList<>(List.of("strace", "-f", "--seccomp-bpf", "-e", "trace=" + calls));
        command.addAll(List.of("-e", "signal=none", "-o", log.toString()));
        for (Path file : files) {
            command.addAll(List.of("-P", file.toString()));
        }
        return command;
    }
}
