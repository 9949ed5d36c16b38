package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.EpisodeTiming;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The videos of one episode, one per plan. For the thread of its worker but {@link #abandon}. */
final class EpisodeVideos {
    private static final String TIMING_SECTION = "video_write";

    private final List<VideoStream> streams;
    private long busyNanos;
    private long dropped;
    private volatile boolean abandoned;
    private volatile int inHand;
    private volatile long pictures;

    EpisodeVideos(List<VideoStream> streams) {
        this.streams = List.copyOf(streams);
    }

    /** Nothing of this episode is wanted any more: what waits is not encoded. Any thread. */
    void abandon() {
        abandoned = true;
    }

    /**
     * Shows one step.
     *
     * @param canvases one per plan
     * @param frames the cameras of all plans in order; null for those that do not show this step
     */
    void write(List<FrameCanvas> canvases, List<VideoPlan> plans, ByteBuffer[] frames, long time) throws IOException {
        if (abandoned) {
            return;
        }
        long start = System.nanoTime();
        int first = 0;
        for (int i = 0; i < plans.size(); i++) {
            if (frames[first] != null) {
                FrameCanvas canvas = canvases.get(i);
                inHand = i;
                streams.get(i).write(canvas, canvas.compose(frames, first), time);
                pictures = pictures + 1;
            }
            first += plans.get(i).cameras().size();
        }
        busyNanos += System.nanoTime() - start;
    }

    /** Pictures encoded so far. Any thread. */
    long pictures() {
        return pictures;
    }

    /** The video that got the last picture, for messages. Any thread. */
    String nameInHand() {
        return streams.get(inHand).name();
    }

    /** Leaves out one step. */
    void drop() {
        dropped++;
    }

    /**
     * Finishes every video.
     *
     * @param droppedFrames steps that were left out before they came here
     */
    SinkReport finish(long droppedFrames) throws IOException {
        long start = System.nanoTime();
        forEach(VideoStream::finish);
        busyNanos += System.nanoTime() - start;
        return new SinkReport(droppedFrames + dropped, new EpisodeTiming(Map.of(TIMING_SECTION, busyNanos / 1e9)));
    }

    /** Leaves no file of any of them. */
    SinkReport discard() throws IOException {
        forEach(VideoStream::discard);
        return SinkReport.NONE;
    }

    /** Leaves the recordings, playable as far as they got. */
    void closeUnfinished() throws IOException {
        forEach(VideoStream::closeUnfinished);
    }

    /** Does it to all, whatever it throws for one. */
    private void forEach(IoConsumer<VideoStream> step) throws IOException {
        forEach(streams.iterator(), step);
    }

    private static void forEach(Iterator<VideoStream> streams, IoConsumer<VideoStream> step) throws IOException {
        if (streams.hasNext()) {
            try {
                step.accept(streams.next());
            } finally {
                forEach(streams, step);
            }
        }
    }
}
