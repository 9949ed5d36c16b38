package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/** The real sink; the work on one step's frames overflows the stack of the thread that does it. */
public final class DyingSink implements EpisodeSink {
    private final EpisodeSink sink = new Hdf5Sink();
    private final long deadlyStep;

    public DyingSink(long deadlyStep) {
        this.deadlyStep = deadlyStep;
    }

    /** Until the stack is full. */
    public static long overflow(long depth) {
        return depth < 0 ? 0 : 1 + overflow(depth + 1);
    }

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public Role role() {
        return sink.role();
    }

    @Override
    public void open(SinkContext context) throws IOException {
        sink.open(context);
    }

    @Override
    public void onBegin(int env, RowView initial) throws IOException {
        sink.onBegin(env, initial);
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        sink.onStep(env, step, step == deadlyStep ? new DeadlyRow(row) : row);
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        return sink.onEnd(env, end);
    }

    @Override
    public long durableSteps(int env) {
        return sink.durableSteps(env);
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }

    private record DeadlyRow(RowView row) implements RowView {
        @Override
        public RowLayout layout() {
            return row.layout();
        }

        @Override
        public ByteBuffer bytes() {
            return row.bytes();
        }

        @Override
        public Frame frame(Field image) {
            return new DeadlyFrame(row.frame(image));
        }
    }

    private record DeadlyFrame(Frame frame) implements Frame {
        @Override
        public ByteBuffer bytes() {
            overflow(0);
            return frame.bytes();
        }

        @Override
        public int sizeBytes() {
            return frame.sizeBytes();
        }

        @Override
        public void retain() {
            frame.retain();
        }

        @Override
        public void release() {
            frame.release();
        }
    }
}
