package io.github.roboreel.recorder;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A fixed number of equal frame buffers, taken and given back without locks by any thread.
 *
 * <p>The free list is a stack of slot numbers; its head carries a version so that a slot popped and pushed in between
 * cannot be mistaken for the old head (the ABA problem).
 */
final class FramePool {
    private static final int NONE = -1;

    private final PooledFrame[] frames;
    private final int[] nextFree;
    private final AtomicLong head = new AtomicLong();

    FramePool(int count, int frameBytes, List<SinkHolds> sinks) {
        frames = new PooledFrame[count];
        nextFree = new int[count];
        // Most of opening a run with cameras is the kernel's zeroing of this memory.
        Arrays.parallelSetAll(frames, slot -> new PooledFrame(this, slot, frameBytes, sinks));
        for (int slot = 0; slot < count; slot++) {
            nextFree[slot] = slot + 1 < count ? slot + 1 : NONE;
        }
        head.set(pack(0, 0));
    }

    /** A frame held once by the caller, or null when all are in use. */
    PooledFrame tryAcquire() {
        while (true) {
            long seen = head.get();
            int slot = (int) seen;
            if (slot == NONE) {
                return null;
            }
            if (head.compareAndSet(seen, pack(version(seen) + 1, nextFree[slot]))) {
                frames[slot].acquired();
                return frames[slot];
            }
        }
    }

    void giveBack(PooledFrame frame) {
        while (true) {
            long seen = head.get();
            nextFree[frame.slot()] = (int) seen;
            if (head.compareAndSet(seen, pack(version(seen) + 1, frame.slot()))) {
                return;
            }
        }
    }

    /** Whether a sink holds a frame beyond the ring's own hold for it. */
    boolean isHeldBy(int sink) {
        for (PooledFrame frame : frames) {
            if (frame.of(sink).isHeld()) {
                return true;
            }
        }
        return false;
    }

    /** Ends every hold of a sink that was given up. */
    void takeBackFrom(int sink) {
        for (PooledFrame frame : frames) {
            frame.of(sink).takeBack();
        }
    }

    private static int version(long packed) {
        return (int) (packed >>> 32);
    }

    private static long pack(int version, int slot) {
        return (long) version << 32 | slot & 0xffffffffL;
    }
}
