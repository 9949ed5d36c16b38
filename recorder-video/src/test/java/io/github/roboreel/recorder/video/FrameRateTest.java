package io.github.roboreel.recorder.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FrameRateTest {
    @Test
    void usualPeriodsGiveExactFractions() {
        assertEquals(new FrameRate(15, 1), FrameRate.ofPeriod(1 / 15.0));
        assertEquals(new FrameRate(15, 1), FrameRate.ofPeriod(8 * (1 / 120.0)));
        assertEquals(new FrameRate(50, 1), FrameRate.ofPeriod(0.02));
        assertEquals(new FrameRate(1000, 1), FrameRate.ofPeriod(0.001));
        assertEquals(new FrameRate(30000, 1001), FrameRate.ofPeriod(1001 / 30000.0));
        assertEquals(new FrameRate(40, 3), FrameRate.ofPeriod(0.075));
        assertEquals(new FrameRate(2, 5), FrameRate.ofPeriod(2.5));
        assertEquals(new FrameRate(1, 3600), FrameRate.ofPeriod(3600));
    }

    @Test
    void anyPeriodIsMetClosely() {
        for (double dt : new double[] {Math.PI / 100, Math.E, 1 / Math.sqrt(2000), 1e-5 * 1.2345}) {
            FrameRate rate = FrameRate.ofPeriod(dt);
            assertEquals(1, rate.perSecond() * dt, 1e-6, rate.toString());
        }
    }

    @Test
    void absurdPeriodsStayInRange() {
        assertEquals(new FrameRate(1_000_000, 1), FrameRate.ofPeriod(1e-300));
        assertTrue(FrameRate.ofPeriod(1e300).perSecond() > 0);
    }
}
