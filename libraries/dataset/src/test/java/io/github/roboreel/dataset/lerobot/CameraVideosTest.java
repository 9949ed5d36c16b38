package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a joined file may be. */
class CameraVideosTest {
    private static final double TOLERANCE_SECONDS = 1e-4;

    @ParameterizedTest
    @ValueSource(ints = {7, 10, 15, 24, 25, 30, 50, 60, 100, 120})
    void fullFile_everyFrame_isFoundByTheTimesThatLeRobotAdds(int fps) {
        for (int seconds : new int[] {3, 50, 151, 300}) {
            assertEquals(0, missed(fps, seconds, CameraVideos.MAX_SECONDS), "episodes of " + seconds + " s");
        }
    }

    /** What a longer file would cost. */
    @ParameterizedTest
    @ValueSource(ints = {15, 30, 60})
    void longerFile_someFrames_areMissed(int fps) {
        assertTrue(missed(fps, 150, 2 * CameraVideos.MAX_SECONDS) + missed(fps, 200, 2 * CameraVideos.MAX_SECONDS) > 0);
    }

    /** LeRobot 0.6.1: the episode's begin and the row's float32 time, their sum and the frame's time as float32. */
    private static int missed(int fps, int episodeSeconds, long fileSeconds) {
        int missed = 0;
        int steps = episodeSeconds * fps + 1;
        for (long first = 0; first + steps <= fileSeconds * fps; first += steps) {
            double begin = (double) first / fps;
            for (int step = 0; step < steps; step++) {
                float asked = (float) (begin + (float) ((double) step / fps));
                float found = (float) ((double) (first + step) / fps);
                missed += Math.abs((double) asked - found) < TOLERANCE_SECONDS ? 0 : 1;
            }
        }
        return missed;
    }
}
