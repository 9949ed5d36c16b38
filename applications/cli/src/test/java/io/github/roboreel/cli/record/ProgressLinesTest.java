package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.cli.base.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true);
    private final ProgressLines lines = new ProgressLines(new Terminal(System.out, err, false, () -> 80));

    @Test
    void speaksEveryFiveSecondsAndAtTheEnd() {
        for (int tenth = 0; tenth <= 120; tenth++) {
            lines.update(status(3, 10L * tenth, 2000, tenth / 10.0, PLACE));
        }
        lines.finish(status(0, 1210, 1210, 12.1, PLACE));

        assertEquals(
                List.of(
                        "roboreel: run 2 (3 of 5): 500 steps, 100 steps/s, 3 of 4 envs running,"
                                + " backlog 7, 55 s left",
                        "roboreel: run 2 (3 of 5): 1000 steps, 100 steps/s, 3 of 4 envs running,"
                                + " backlog 7, 50 s left",
                        "roboreel: run 2 (3 of 5): 1210 steps in 12.1 s, 100 steps/s"),
                bytes.toString().lines().toList());
    }

    @Test
    void tellsTheTimeLeftOfABatchThatMayEndEarlier() {
        BatchPlace place = new BatchPlace(200, true, 0, 0);
        lines.update(status(4, 500, 1000, 36, place));
        assertEquals(
                "roboreel: run 2 (3 of at most 200): 500 steps, 14 steps/s, 4 of 4 envs running,"
                        + " backlog 7, at most 3 h 57 min left",
                bytes.toString().strip());
    }

    @Test
    void saysNothingOfTheTimeLeftBeforeItsFirstStep() {
        lines.update(status(4, 0, 1000, 6, new BatchPlace(3, false, 0, 0)));
        assertEquals(
                "roboreel: run 2 (3 of 3): 0 steps, 0 steps/s, 4 of 4 envs running, backlog 7",
                bytes.toString().strip());
    }

    /** Run 1 took 20 s, run 0 was there before. */
    private static final BatchPlace PLACE = new BatchPlace(5, false, 1, 20);

    private static RunStatus status(int running, long steps, long expected, double seconds, BatchPlace place) {
        return RunStatus.of(2, 4, running, steps, expected, 7, seconds, place);
    }
}
