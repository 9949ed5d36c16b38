package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true);
    private final ProgressLines lines = new ProgressLines(new Terminal(System.out, err, false));

    @Test
    void speaksEveryFiveSecondsAndAtTheEnd() {
        for (int tenth = 0; tenth <= 120; tenth++) {
            lines.update(new RunStatus(2, 4, 3, 10L * tenth, 999, 7, tenth / 10.0));
        }
        lines.finish(new RunStatus(2, 4, 0, 1210, 1210, 0, 12.1));

        assertEquals(
                List.of(
                        "roboreel: run 2: 500 steps, 100 steps/s, 3 of 4 envs running, ring backlog 7",
                        "roboreel: run 2: 1000 steps, 100 steps/s, 3 of 4 envs running, ring backlog 7",
                        "roboreel: run 2: 1210 steps in 12.1 s, 100 steps/s"),
                bytes.toString().lines().toList());
    }
}
