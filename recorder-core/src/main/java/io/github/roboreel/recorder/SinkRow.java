package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;

/**
 * A slot of the ring as one sink sees it, used over and over on the sink's thread. It remembers the frames of the slot
 * itself: when the sink is given up, the slot may be another step's before the sink comes back.
 */
final class SinkRow implements RowView {
    private final int sink;
    private final SinkHolds holds;
    private final SinkFrame[] frames;
    private RowLayout layout;
    private ByteBuffer bytes;
    private int frameCount;

    SinkRow(int sink, SinkHolds holds, int maxFrames) {
        this.sink = sink;
        this.holds = holds;
        frames = new SinkFrame[maxFrames];
    }

    /** Turns to a slot; its frames are held by the sink from here on. */
    void lend(StepEvent event) {
        layout = event.layout();
        bytes = event.bytes();
        frameCount = event.frameCount();
        for (int i = 0; i < frameCount; i++) {
            frames[i] = event.frame(i).of(sink);
            frames[i].lend();
        }
    }

    /** Gives back the holds of {@link #lend}. */
    void release() {
        for (int i = 0; i < frameCount; i++) {
            frames[i].release();
        }
    }

    @Override
    public RowLayout layout() {
        return layout;
    }

    @Override
    public ByteBuffer bytes() {
        holds.requireNotGivenUp();
        return bytes;
    }

    @Override
    public Frame frame(Field image) {
        return frames[image.imageIndex()];
    }
}
