package io.github.roboreel.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
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
    private static final int STDIN = 0;

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

    /**
     * Asks a question, where somebody can answer.
     *
     * @param sentence what it is about
     * @return whether the answer was yes; false where nobody can answer
     */
    boolean confirms(String sentence, String question) {
        if (!isInteractive || !isTerminal(STDIN)) {
            return false;
        }
        say(sentence);
        err.print("roboreel: " + question + " [y/N] ");
        err.flush();
        try {
            String answer =
                    new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
                            .readLine();
            return answer != null && answer.strip().matches("(?i)y|yes");
        } catch (IOException e) {
            return false;
        }
    }

    /** One sentence about what went wrong or is going on; it may hold what a file holds. */
    void say(String sentence) {
        err.println("roboreel: " + DisplayText.oneLine(sentence));
    }
}
