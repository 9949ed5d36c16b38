package io.github.roboreel.recorder;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** One buffer of a {@link FramePool} and the count of its holders: a producer, then sinks. */
final class PooledFrame {
    private final FramePool pool;
    private final int slot;
    private final ByteBuffer bytes;
    private final ShortBuffer shorts;
    private final FloatBuffer floats;
    private final SinkFrame[] bySink;
    private final AtomicInteger holders = new AtomicInteger();

    PooledFrame(FramePool pool, int slot, int sizeBytes, List<SinkHolds> sinks) {
        this.pool = pool;
        this.slot = slot;
        this.bytes = ByteBuffer.allocateDirect(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
        shorts = bytes.asShortBuffer();
        floats = bytes.asFloatBuffer();
        bySink = sinks.stream().map(s -> new SinkFrame(this, s)).toArray(SinkFrame[]::new);
    }

    int slot() {
        return slot;
    }

    /** Makes the caller the first holder of a frame that came out of the pool. */
    void acquired() {
        holders.set(1);
    }

    /** One hold becomes {@code holderCount} of them: a producer hands its frame to all sinks. */
    void shareAmong(int holderCount) {
        holders.addAndGet(holderCount - 1);
    }

    /** The frame as that sink holds it. */
    SinkFrame of(int sink) {
        return bySink[sink];
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** The bytes as 16-bit values. */
    ShortBuffer shorts() {
        return shorts;
    }

    /** The bytes as float32 values. */
    FloatBuffer floats() {
        return floats;
    }

    int sizeBytes() {
        return bytes.capacity();
    }

    void release() {
        int left = holders.decrementAndGet();
        if (left == 0) {
            pool.giveBack(this);
        } else if (left < 0) {
            throw new IllegalStateException("a frame was released more often than it was held");
        }
    }
}
