package io.github.roboreel.dashboard.series;

import io.github.roboreel.recorder.video.file.VideoFacts;

/**
 * What is asked of a {@link VideoWorker}.
 *
 * @param file the video
 * @param frame of which a JPEG is wanted; -1 for {@link VideoFacts}
 * @param mostWidth pixels of the JPEG at most
 */
record VideoRequest(String file, long frame, int mostWidth) {
    static final long FACTS = -1;
    static final long WARM = -2;
}
