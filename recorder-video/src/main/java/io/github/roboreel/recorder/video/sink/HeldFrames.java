package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.spi.Frame;
import java.nio.ByteBuffer;

/** A step's camera frames, held until they are released, once, by the last to have them. */
final class HeldFrames {
    private final Frame[] frames;

    private HeldFrames(Frame[] frames) {
        this.frames = frames;
    }

    /**
     * Holds every frame.
     *
     * @param frames the cameras of all plans in order; null for those that do not show this step
     * @throws IllegalStateException when one of them is gone; none is held then
     */
    static HeldFrames of(Frame[] frames) {
        int held = 0;
        try {
            while (held < frames.length) {
                if (frames[held] != null) {
                    frames[held].retain();
                }
                held++;
            }
            return new HeldFrames(frames);
        } finally {
            if (held < frames.length) {
                release(frames, held);
            }
        }
    }

    /** Their bytes; null for those that do not show this step. */
    void copyTo(ByteBuffer[] pictures) {
        for (int i = 0; i < frames.length; i++) {
            pictures[i] = frames[i] == null ? null : frames[i].bytes();
        }
    }

    void release() {
        release(frames, frames.length);
    }

    private static void release(Frame[] frames, int count) {
        for (int i = 0; i < count; i++) {
            if (frames[i] != null) {
                frames[i].release();
            }
        }
    }
}
