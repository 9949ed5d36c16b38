package io.github.roboreel.recorder.video.file;

import java.util.Arrays;

/**
 * When the pictures of a video are shown.
 *
 * @param shown times in units, ascending, as many as its table says; those that are missing are 0
 * @param unitSeconds a unit, s
 * @param fps mean rate
 * @param count number of pictures that were found
 * @param codec as players know it
 */
@SuppressWarnings("ArrayRecordComponent")
record ClipTimes(long[] shown, double unitSeconds, double fps, int count, String codec) {
    private static final double TOLERANCE_SECONDS = 5e-5;

    /** FFmpeg up to 5.1 counts the length of a video in milliseconds, so that what it joins to it comes later. */
    private static final double MAX_JOIN_SECONDS = 1.05e-3;

    /** Whether frame k is shown at k / fps. */
    boolean isConstantRate() {
        boolean isConstant = count == shown.length;
        for (int frame = 0; frame < shown.length; frame++) {
            isConstant &= Math.abs(shown[frame] * unitSeconds - frame / fps) < TOLERANCE_SECONDS;
        }
        return isConstant;
    }

    /**
     * Whether the k-th picture is frame k at that rate: each is shown a period after the one before, up to what a unit
     * and a join add.
     */
    boolean isSteady(double rate) {
        double most = Math.max(MAX_JOIN_SECONDS, unitSeconds);
        boolean isSteady = count == shown.length && shown[0] * unitSeconds <= most;
        for (int frame = 1; frame < shown.length; frame++) {
            double period = (shown[frame] - shown[frame - 1]) * unitSeconds;
            isSteady &= Math.abs(period - 1 / rate) <= most;
        }
        return isSteady && most < 1 / rate / 2;
    }

    /** Number of the picture that is shown nearest to that time. */
    long frame(double seconds) {
        double units = seconds / unitSeconds;
        int found = Arrays.binarySearch(shown, Math.round(units));
        int next = found < 0 ? -found - 1 : found;
        boolean isNext = next == 0 || next < shown.length && shown[next] - units <= units - shown[next - 1];
        return isNext ? next : next - 1L;
    }
}
