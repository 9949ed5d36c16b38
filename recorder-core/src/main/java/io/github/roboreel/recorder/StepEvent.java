package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One slot of the ring, used over and over: a row of one env, something that happened in its episode, or the begin or
 * end of that. Written by the producer that claimed it, then read by every sink.
 */
final class StepEvent {
    /** What the slot carries. */
    enum Kind {
        BEGIN,
        STEP,
        EVENT,
        END,
        /** Nothing: its producer failed while it filled the slot. */
        VOID
    }

    private final ByteBuffer bytes;
    private final PooledFrame[] frames;
    private Kind kind;
    private int env;
    private EpisodeBegin begin;
    private long step;
    private RowLayout layout;
    private EpisodeEvent happened;
    private EpisodeClosing closing;

    StepEvent(int rowBytes, int imageCount) {
        bytes = ByteBuffer.allocateDirect(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
        frames = new PooledFrame[imageCount];
    }

    /** Takes over a finished row; its frames are handed to {@code holderCount} sinks. */
    void set(Kind newKind, int newEnv, long newStep, RowBuffer row, int holderCount) {
        setVoid();
        env = newEnv;
        step = newStep;
        row.moveTo(bytes, frames, holderCount);
        layout = row.layout();
        kind = newKind;
    }

    /** The begin of an episode. */
    void setBegin(EpisodeId id, EpisodeBegin newBegin, RowBuffer row, int holderCount) {
        set(Kind.BEGIN, id.env(), 0, row, holderCount);
        begin = newBegin;
    }

    /** Something that happened in an episode, with the row that it belongs to as its step. */
    void setEvent(int newEnv, EpisodeEvent event) {
        setVoid();
        env = newEnv;
        happened = event;
        kind = Kind.EVENT;
    }

    /** Empties the slot of what an earlier step left in it. */
    void setVoid() {
        kind = Kind.VOID;
        layout = null;
        begin = null;
        happened = null;
        closing = null;
    }

    /** The end of an episode; {@code finalRow} is null when no final observation was given. */
    void setEnd(EpisodeClosing newClosing, RowBuffer finalRow, int holderCount) {
        if (finalRow != null) {
            set(Kind.END, newClosing.id().env(), newClosing.numSamples(), finalRow, holderCount);
        } else {
            setVoid();
            env = newClosing.id().env();
            step = newClosing.numSamples();
            kind = Kind.END;
        }
        closing = newClosing;
    }

    Kind kind() {
        return kind;
    }

    int env() {
        return env;
    }

    EpisodeBegin begin() {
        return begin;
    }

    long step() {
        return step;
    }

    EpisodeEvent happened() {
        return happened;
    }

    EpisodeClosing closing() {
        return closing;
    }

    boolean hasRow() {
        return layout != null;
    }

    /** A sink that is not shown the event has no use for its frames. */
    void releaseFrames() {
        for (int i = 0; i < frameCount(); i++) {
            frames[i].release();
        }
    }

    /** Frames of the row; 0 without a row. */
    int frameCount() {
        return layout == null ? 0 : layout.images().size();
    }

    /** Null without a row. */
    RowLayout layout() {
        return layout;
    }

    ByteBuffer bytes() {
        return bytes;
    }

    PooledFrame frame(int image) {
        return frames[image];
    }
}
