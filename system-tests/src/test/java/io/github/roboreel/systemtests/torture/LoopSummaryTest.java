package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LoopSummaryTest {
    private final LoopSummary summary = new LoopSummary();

    @Test
    void fiftyKillsThatHitNoCompactionShowNothingAboutIt() {
        kill(49, false);
        assertFalse(summary.hasMissedCompactions());
        kill(1, false);
        assertTrue(summary.hasMissedCompactions());
        kill(1, true);
        assertFalse(summary.hasMissedCompactions());
    }

    @Test
    void killsThatFellIntoACompactionAreCounted() {
        kill(3, false);
        kill(2, true);
        assertEquals(2, summary.killedCompacting());
        String json = summary.json(new TortureSpec(1, 10, 0, null, 0, 0), 1, 2);
        assertTrue(json.contains("\"kills\": 5,"), json);
        assertTrue(json.contains("\"killed_compacting\": 2,"), json);
    }

    private void kill(int times, boolean leftCopy) {
        for (int i = 0; i < times; i++) {
            summary.killed(KillMoment.COMPACT, true, leftCopy, 1, 10);
        }
    }
}
