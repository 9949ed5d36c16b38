package io.github.roboreel.cli.base;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * The streams a command writes to.
 *
 * @param out the command's result and nothing else
 * @param err progress and complaints
 * @param isInteractive whether a user watches {@code err}
 * @param columns width of what shows {@code err}; asked only when a user watches
 */
public record Terminal(PrintStream out, PrintStream err, boolean isInteractive, IntSupplier columns) {
    private static final int STDIN = 0;
    private static final int STDOUT = 1;

    /** The process's own streams. */
    public static Terminal ofProcess() {
        AtomicInteger known = new AtomicInteger();
        return new Terminal(
                System.out,
                System.err,
                isTerminal(2),
                () -> known.updateAndGet(c -> c == 0 ? Screen.terminalColumns() : c));
    }

    /** The JDK can only tell for stdin and stdout together, so ask the kernel. */
    static boolean isTerminal(int fileDescriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fileDescriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Whether a user types what this process reads, and sees what it writes. */
    public boolean isDialogue() {
        return out == System.out && isTerminal(STDIN) && isTerminal(STDOUT);
    }

    /**
     * Asks a question, where a user can answer.
     *
     * @param sentence what it is about
     * @return whether the answer was yes; false where no user can answer
     */
    public boolean confirms(String sentence, String question) {
        if (!isInteractive || !isTerminal(STDIN)) {
            return false;
        }
        say(sentence);
        err.print("roboreel: " + question + " [y/N] ");
        err.flush();
        try {
            String answer = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())).readLine();
            return answer != null && answer.strip().matches("(?i)y|yes");
        } catch (IOException e) {
            return false;
        }
    }

    /** Prints a result in UTF-8 whatever the locale, as all files of ours are. */
    public void print(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** One sentence about what went wrong or is happening; it may hold what a file holds. */
    public void say(String sentence) {
        String line = "roboreel: " + DisplayText.oneLine(sentence);
        err.println(isInteractive ? DisplayText.wrapped(line, columns.getAsInt()) : line);
    }
}
