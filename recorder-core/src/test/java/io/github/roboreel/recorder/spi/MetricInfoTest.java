package io.github.roboreel.recorder.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MetricInfoTest {
    private static final MetricInfo SPEED = MetricInfo.of("ee_speed_mean", "Speed", "m/s");

    @Test
    void of_nameAlone_isItsHeadingWithoutUnit() {
        MetricInfo info = MetricInfo.of("goal_distance_m");

        assertEquals("goal_distance_m", info.header());
        assertEquals(new MetricInfo("goal_distance_m", "goal_distance_m", "", "", 1, 3, ""), info);
    }

    @Test
    void header_hasTheShownUnitUnlessItIsPlainOrLong() {
        assertEquals("Speed m/s", SPEED.header());
        assertEquals("Speed cm/s", SPEED.shownIn("cm/s", 100).header());
        assertEquals("SPARC", MetricInfo.of("sparc", "SPARC", "1").header());
        assertEquals("ISJ", MetricInfo.of("isj", "ISJ", "rad^2/s^5").header());
    }

    @Test
    void constructor_valuesThatNoTableCanShow_refuses() {
        assertThrows(IllegalArgumentException.class, () -> MetricInfo.of(" "));
        assertThrows(IllegalArgumentException.class, () -> SPEED.withDecimals(-1));
        IllegalArgumentException zero = assertThrows(IllegalArgumentException.class, () -> SPEED.shownIn("cm/s", 0));
        assertEquals(
                "metric 'ee_speed_mean' has factor 0.0 and 3 decimals; expected a positive factor, and 0 to 15 decimals",
                zero.getMessage());
    }
}
