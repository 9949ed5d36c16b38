package io.github.roboreel.dashboard.media;

/**
 * What the boxes of an MP4 file say of its video; of one that still grows what is whole so far.
 *
 * @param width pixels
 * @param height pixels
 * @param fps frames per second
 * @param frames how many
 * @param codec as {@code MediaSource} takes it, for example {@code avc1.42c016}; empty when the page cannot play it
 * @param fragmented whether frames come in fragments, as while recording
 */
public record VideoFacts(int width, int height, double fps, long frames, String codec, boolean fragmented) {}
