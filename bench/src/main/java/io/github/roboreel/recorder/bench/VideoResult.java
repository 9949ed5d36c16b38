package io.github.roboreel.recorder.bench;

/**
 * What one encoder reached.
 *
 * @param framesPerSecond of all streams together
 * @param bytesPerFrame of the finished file
 * @param psnrDb peak signal-to-noise ratio of Y, U and V together, dB
 */
record VideoResult(double framesPerSecond, double bytesPerFrame, double psnrDb) {
    VideoResult faster(VideoResult other) {
        return framesPerSecond >= other.framesPerSecond ? this : other;
    }
}
