package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One slot of the ring, used over and over: a row of one env, or the begin or end of its episode.
 * Written by the producer that claimed it, then read by every sink.
 */
final class StepEvent implements RowView {
    /** What the slot carries. */
    enum Kind {
        BEGIN,
        STEP,
        END
    }

    private final ByteBuffer bytes;
    private final PooledFrame[] frames;
    private Kind kind;
    private int env;
    private long step;
    private RowLayout layout;
    private EpisodeClosing closing;

    StepEvent(int rowBytes, int imageCount) {
        bytes = ByteBuffer.allocateDirect(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
        frames = new PooledFrame[imageCount];
    }

    /** Takes over a finished row; its frames are handed to {@code holderCount} sinks. */
    void set(Kind newKind, int newEnv, long newStep, RowBuffer row, int holderCount) {
        kind = newKind;
        env = newEnv;
        step = newStep;
        layout = row.layout();
        closing = null;
        row.moveTo(bytes, frames, holderCount);
    }

    /** The end of an episode; {@code finalRow} is null when no final observation was given. */
    void setEnd(EpisodeClosing newClosing, RowBuffer finalRow, int holderCount) {
        if (finalRow != null) {
            set(Kind.END, newClosing.id().env(), newClosing.numSamples(), finalRow, holderCount);
        } else {
            kind = Kind.END;
            env = newClosing.id().env();
            step = newClosing.numSamples();
            layout = null;
        }
        closing = newClosing;
    }

    Kind kind() {
        return kind;
    }

    int env() {
        return env;
    }

    long step() {
        return step;
    }

    EpisodeClosing closing() {
        return closing;
    }

    boolean hasRow() {
        return layout != null;
    }

    /** One sink is done with the frames; never touches them again without holding them. */
    void releaseFrames() {
        if (layout == null) {
            return;
        }
        for (int i = 0; i < layout.images().size(); i++) {
            frames[i].release();
        }
    }

    @Override
    public RowLayout layout() {
        return layout;
    }

    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public Frame frame(Field image) {
        return frames[image.imageIndex()];
    }
}
