package io.github.roboreel.cli.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StepProgressTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream printer = new PrintStream(err, true, StandardCharsets.UTF_8);

    @Test
    void aWatcherSeesABarPerPhaseThatGetsFull() {
        show(new Terminal(printer, printer, true, () -> 80), false);

        String shown = err.toString(StandardCharsets.UTF_8);
        assertTrue(shown.contains("writing"), shown);
        assertTrue(shown.contains("checking"), shown);
        assertTrue(shown.contains("30/30 steps"), shown);
    }

    @Test
    void aLogHasNoBarsAndNothingOfWhatIsDoneAtOnce() {
        show(new Terminal(printer, printer, false, () -> 80), false);

        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void quietShowsNothing() {
        show(new Terminal(printer, printer, true, () -> 80), true);

        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    private static void show(Terminal terminal, boolean quiet) {
        try (StepProgress progress = StepProgress.of(terminal, quiet)) {
            progress.phase("writing", 30);
            progress.advanced(30);
            progress.phase("checking", 30);
            progress.advanced(10);
            progress.advanced(20);
        }
    }
}
