package io.github.roboreel.recorder.video.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClipTimesTest {
    private static final double UNIT_SECONDS = 1 / 15360.0;

    /** Of 30 frames a second, in parts of 10 pictures that each begin some units late. */
    private static ClipTimes joined(int pictures, int lateUnits) {
        long[] shown = IntStream.range(0, pictures)
                .mapToLong(picture -> 512L * picture + (long) lateUnits * (picture / 10))
                .toArray();
        double seconds = (shown[pictures - 1] + 512) * UNIT_SECONDS;
        return new ClipTimes(shown, UNIT_SECONDS, pictures / seconds, pictures, "h264");
    }

    @Test
    void picturesAtTheirTimesAreOfAConstantRate() {
        ClipTimes even = joined(40, 0);
        assertTrue(even.isConstantRate());
        assertTrue(even.isSteady(30));
        assertEquals(17, even.frame(17 / 30.0));
    }

    @Test
    void partsThatAreUpToAMillisecondLateAreSteady() {
        ClipTimes late = joined(40, 15);
        assertFalse(late.isConstantRate());
        assertTrue(late.isSteady(30));
        assertEquals(35, late.frame(35 / 30.0));
    }

    @Test
    void afterManyPartsTheNearestPictureIsAnother() {
        ClipTimes late = joined(700, 15);
        assertTrue(late.isSteady(30));
        assertEquals(598, late.frame(600 / 30.0));
        assertEquals(600, late.frame(600 / 30.0 + 60 * 15 * UNIT_SECONDS));
    }

    @Test
    void laterPartsAndOtherRatesAreNotSteady() {
        assertFalse(joined(40, 30).isSteady(30));
        assertFalse(joined(40, 0).isSteady(15));
    }

    @Test
    void timesBeforeAndAfterAllAreThoseOfTheEnds() {
        assertEquals(0, joined(40, 0).frame(0));
        assertEquals(39, joined(40, 0).frame(100));
    }
}
