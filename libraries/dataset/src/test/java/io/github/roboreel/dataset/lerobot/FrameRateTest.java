package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FrameRateTest {
    @Test
    void float32TimesGoAstrayAfterHalfAnHour() {
        assertTrue(LeRobotSurvey.isFoundByTime(2048 * 15, 15));
        assertFalse(LeRobotSurvey.isFoundByTime(2048 * 15 + 15, 15));
    }

    @Test
    void timesOfPowersOfTwoAreExactForLonger() {
        assertTrue(LeRobotSurvey.isFoundByTime(10_000 * 16, 16));
    }

    @Test
    void ratesMayDifferByTheirRounding() {
        assertTrue(LeRobotSurvey.isSameRate(1 / (1 / 15.0f), 15));
        assertFalse(LeRobotSurvey.isSameRate(15.001, 15));
    }
}
