package io.github.roboreel.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a command writes.
 *
 * @param out the command's result and nothing else
 * @param err progress and complaints
 * @param isInteractive whether somebody watches {@code err}
 */
record Terminal(PrintStream out, PrintStream err, boolean isInteractive) {
    /** The process's own streams. */
    static Terminal ofProcess() {
        return new Terminal(System.out, System.err, isTerminal(2));
    }

    /** The JDK can only tell for stdin and stdout together, so ask the kernel. */
    static boolean isTerminal(int fileDescriptor) {
        try {
            String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/" + fileDescriptor)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** One sentence about what went wrong or is going on; it may hold what a file holds. */
    void say(String sentence) {
        err.println("roboreel: " + DisplayText.oneLine(sentence));
    }
}
