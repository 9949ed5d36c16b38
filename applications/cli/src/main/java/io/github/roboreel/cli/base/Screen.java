package io.github.roboreel.cli.base;

import java.io.IOException;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.TerminalBuilder;

/**
 * Output that the command's result is shown on.
 *
 * @param columns its width; 0 when it is no terminal, so there is no limit
 * @param styled whether it takes colours
 */
public record Screen(int columns, boolean styled) {
    /** A pipe or a file. */
    public static final Screen NONE = new Screen(0, false);

    private static final int STDOUT = 1;
    private static final int USUAL_COLUMNS = 80;
    private static final int MIN_COLUMNS = 20;

    /** Where the terminal's {@code out} goes. */
    public static Screen of(Terminal terminal) {
        boolean isTerminal = terminal.out() == System.out && Terminal.isTerminal(STDOUT);
        return isTerminal ? of(System.getenv()) : NONE;
    }

    private static Screen of(Map<String, String> environment) {
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "dumb").equals("dumb");
        return new Screen(terminalColumns(), !plain);
    }

    /** Width of the terminal that the process runs in, the usual one when it cannot be asked. */
    static int terminalColumns() {
        // A width that cannot be asked for is no news to the user.
        Logger.getLogger("org.jline").setLevel(Level.OFF);
        try (org.jline.terminal.Terminal asked =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            int columns = asked.getWidth();
            return columns == 0 ? USUAL_COLUMNS : Math.max(columns, MIN_COLUMNS);
        } catch (IOException e) {
            return USUAL_COLUMNS;
        }
    }
}
