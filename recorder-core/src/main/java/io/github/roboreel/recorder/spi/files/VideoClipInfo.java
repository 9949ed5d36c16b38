package io.github.roboreel.recorder.spi.files;

/**
 * Contents of a video's index.
 *
 * @param width pixels
 * @param height pixels
 * @param frames how many
 * @param fps frames per second, on average
 * @param codec as players know it, for example {@code h264}
 * @param isConstantRate whether frame k is shown at k / fps seconds, to 0.05 ms, the first at 0
 */
public record VideoClipInfo(int width, int height, long frames, double fps, String codec, boolean isConstantRate) {}
