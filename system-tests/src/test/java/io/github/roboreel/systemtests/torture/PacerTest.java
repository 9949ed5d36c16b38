package io.github.roboreel.systemtests.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PacerTest {
    private static final long MS = 1_000_000;

    @Test
    void withoutAPaceItRisesWhileAcknowledgementsComeSoonAndFallsWhenTheyAreLate() {
        Pacer pacer = new Pacer(0, 0);
        double first = pacer.hz();
        pacer.saw(1 * MS, 100 * MS);
        double risen = pacer.hz();
        assertTrue(risen > first);
        pacer.saw(40 * MS, 200 * MS);
        assertEquals(risen, pacer.hz(), "neither soon nor late");
        pacer.saw(80 * MS, 201 * MS);
        assertTrue(pacer.hz() < risen);
        for (int i = 0; i < 100; i++) {
            pacer.saw(80 * MS, (300 + i) * MS);
        }
        assertTrue(pacer.hz() >= 300, "it never stops");
    }

    @Test
    void aPaceIsKeptWhateverHappens() {
        Pacer pacer = new Pacer(15, 0);
        pacer.saw(500 * MS, 100 * MS);
        pacer.saw(1 * MS, 200 * MS);
        assertEquals(15, pacer.hz());
    }
}
