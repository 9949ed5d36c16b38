package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.Frame;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pooled frame as one sink holds it: however often the sink retains it, that is one hold on the frame, which can be
 * taken back from a sink that never releases it.
 */
final class SinkFrame implements Frame {
    private final PooledFrame frame;
    private final SinkHolds sink;
    private final AtomicInteger holds = new AtomicInteger();

    SinkFrame(PooledFrame frame, SinkHolds sink) {
        this.frame = frame;
        this.sink = sink;
    }

    /** The sink's share of the frame becomes its first hold. */
    void lend() {
        holds.set(1);
    }

    boolean isHeld() {
        return holds.get() > 0;
    }

    /** Ends all holds of a sink that was given up. Any thread. */
    void takeBack() {
        if (holds.getAndSet(0) > 0) {
            frame.release();
        }
    }

    @Override
    public ByteBuffer bytes() {
        sink.requireNotGivenUp();
        return frame.bytes();
    }

    @Override
    public int sizeBytes() {
        return frame.sizeBytes();
    }

    @Override
    public void retain() {
        sink.requireNotGivenUp();
        int held;
        do {
            held = holds.get();
            if (held <= 0) {
                throw new IllegalStateException("a frame was retained after its last release");
            }
        } while (!holds.compareAndSet(held, held + 1));
    }

    @Override
    public void release() {
        int held;
        do {
            held = holds.get();
            if (held <= 0) {
                refuseRelease();
                return;
            }
        } while (!holds.compareAndSet(held, held - 1));
        if (held == 1) {
            sink.frameReturned();
            frame.release();
        }
    }

    private void refuseRelease() {
        if (!sink.isGivenUp()) {
            throw new IllegalStateException("a frame was released more often than it was held");
        }
    }
}
