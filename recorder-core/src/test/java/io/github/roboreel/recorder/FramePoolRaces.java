package io.github.roboreel.recorder;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Races on the free list of the pool. One thread takes two frames and gives the first back while another takes one: a
 * list without versions would then hand out the second, which is in use.
 */
@JCStressTest
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "no frame had two holders, all are back")
@Outcome(expect = Expect.FORBIDDEN, desc = "a frame had two holders or is lost")
@State
public class FramePoolRaces {
    private static final int FRAMES = 3;

    private final FramePool pool = new FramePool(FRAMES, 1, List.of());
    private final AtomicIntegerArray holders = new AtomicIntegerArray(FRAMES);
    private final AtomicInteger heldTwice = new AtomicInteger();

    /** Takes two frames, gives the first back, then the second. */
    @Actor
    public void takesTwo() {
        PooledFrame first = acquire();
        PooledFrame second = acquire();
        release(first);
        release(second);
    }

    /** Takes one frame and gives it back, twice. */
    @Actor
    public void takesOneTwice() {
        release(acquire());
        release(acquire());
    }

    /** Counts the frames that are back. */
    @Arbiter
    public void count(II_Result result) {
        while (result.r2 <= FRAMES && pool.tryAcquire() != null) {
            result.r2++;
        }
        result.r1 = heldTwice.get();
    }

    private PooledFrame acquire() {
        PooledFrame frame = pool.tryAcquire();
        if (frame != null && holders.incrementAndGet(frame.slot()) > 1) {
            heldTwice.incrementAndGet();
        }
        return frame;
    }

    private void release(PooledFrame frame) {
        if (frame != null) {
            holders.decrementAndGet(frame.slot());
            frame.release();
        }
    }
}
