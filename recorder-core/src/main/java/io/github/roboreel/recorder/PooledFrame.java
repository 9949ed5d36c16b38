package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/** One buffer of a {@link FramePool} and the count of its holders. */
final class PooledFrame implements Frame {
    private final FramePool pool;
    private final int slot;
    private final ByteBuffer bytes;
    private final AtomicInteger holders = new AtomicInteger();

    PooledFrame(FramePool pool, int slot, int sizeBytes) {
        this.pool = pool;
        this.slot = slot;
        this.bytes = ByteBuffer.allocateDirect(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    int slot() {
        return slot;
    }

    /** Makes the caller the first holder of a frame that came out of the pool. */
    void acquiredBy(int holderCount) {
        holders.set(holderCount);
    }

    /** One hold becomes {@code holderCount} of them: a producer hands its frame to all sinks. */
    void shareAmong(int holderCount) {
        holders.addAndGet(holderCount - 1);
    }

    @Override
    public ByteBuffer bytes() {
        return bytes;
    }

    @Override
    public int sizeBytes() {
        return bytes.capacity();
    }

    @Override
    public void retain() {
        if (holders.getAndIncrement() <= 0) {
            throw new IllegalStateException("a frame was retained after its last release");
        }
    }

    @Override
    public void release() {
        int left = holders.decrementAndGet();
        if (left == 0) {
            pool.giveBack(this);
        } else if (left < 0) {
            throw new IllegalStateException("a frame was released more often than it was held");
        }
    }
}
