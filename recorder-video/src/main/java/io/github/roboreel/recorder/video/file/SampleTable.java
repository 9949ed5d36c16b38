package io.github.roboreel.recorder.video.file;

import java.util.Arrays;

/** Places of the encoded pictures of a video in its recording, in order: 20 bytes each. */
final class SampleTable {
    private long[] offsets = new long[256];
    private int[] sizes = new int[256];
    private long[] timeIndexes = new long[256];
    private int[] keyFrames = new int[16];
    private int count;
    private int keyCount;
    private long totalBytes;

    void add(long offset, int size, long timeIndex, boolean keyFrame) {
        if (count == sizes.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
            timeIndexes = Arrays.copyOf(timeIndexes, 2 * count);
        }
        offsets[count] = offset;
        sizes[count] = size;
        timeIndexes[count] = timeIndex;
        count++;
        totalBytes += size;
        if (keyFrame) {
            if (keyCount == keyFrames.length) {
                keyFrames = Arrays.copyOf(keyFrames, 2 * keyCount);
            }
            keyFrames[keyCount++] = count;
        }
    }

    int count() {
        return count;
    }

    long totalBytes() {
        return totalBytes;
    }

    long offset(int sample) {
        return offsets[sample];
    }

    int size(int sample) {
        return sizes[sample];
    }

    int[] sizes() {
        return Arrays.copyOf(sizes, count);
    }

    /** Numbers of the key frames, the first sample being 1. */
    int[] keyFrames() {
        return Arrays.copyOf(keyFrames, keyCount);
    }

    /**
     * How long a sample is shown, in frames: until the next one, so that a video from which frames were dropped still
     * keeps time; the last one for one frame.
     */
    long durationFrames(int sample) {
        return sample + 1 < count ? timeIndexes[sample + 1] - timeIndexes[sample] : 1;
    }

    /** Frames from the start of the video, which shows its first sample at once, to its end. */
    long totalFrames() {
        return count == 0 ? 0 : timeIndexes[count - 1] - timeIndexes[0] + 1;
    }

    /** As given with the sample. */
    long timeIndex(int sample) {
        return timeIndexes[sample];
    }
}
