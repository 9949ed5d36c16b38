package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
        for (double dt : new double[] {Math.PI / 100, Math.E, 1 / Math.sqrt(2000), 1.2345e-5, 12345.678}) {
            FrameRate rate = FrameRate.ofPeriod(dt);
            assertEquals(1, rate.perSecond() * dt, 1.2e-5, rate.toString());
            assertTrue(rate.frames() <= 90_000 && rate.seconds() <= 90_000, rate.toString());
        }
    }

    @Test
    void roundedPeriodsGiveSimpleFractions() {
        assertEquals(new FrameRate(30, 1), FrameRate.ofPeriod(0.033333));
        assertEquals(new FrameRate(10000, 667), FrameRate.ofPeriod(0.0667));
    }

    @Test
    void absurdPeriodsAreRefused() {
        for (double dt : new double[] {1e-300, 1.1e-5, 131_073, 1e300}) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> FrameRate.ofPeriod(dt));
            assertEquals(
                    "a video cannot show a control period of " + dt + " s; expected 1/90000 s to 90000 s",
                    refused.getMessage());
        }
    }
}
