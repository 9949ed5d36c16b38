package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.recorder.spi.files.VideoClipInfo;

/** When two rates, per second, are the same; and how exactly frames keep to theirs. */
final class FrameRate {
    private static final double TOLERANCE = 1e-6;

    /** What the library's reader allows between a row's time and its frame's, s. */
    private static final double TIME_TOLERANCE_SECONDS = 1e-4;

    private FrameRate() {}

    static boolean isSame(double rate, double fps) {
        return Math.abs(rate - fps) <= TOLERANCE * fps;
    }

    /** Whether a video shows frame k at k / fps. */
    static boolean isMetBy(VideoClipInfo video, int fps) {
        return video.isConstantRate() && isSame(video.fps(), fps);
    }

    /** Whether the reader finds the frames of so many steps by their times, which are float32. */
    static boolean isFoundByTime(long steps, int fps) {
        for (long frame = 0; frame < steps; frame++) {
            double time = (double) frame / fps;
            if (Math.abs((float) time - time) > TIME_TOLERANCE_SECONDS) {
                return false;
            }
        }
        return true;
    }
}
