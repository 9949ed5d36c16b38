package io.github.roboreel.recorder;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Wait of sinks that sleep the longer, the longer nothing comes. While steps come fast they poll, so that publishing
 * makes no system call; after a short silence they sleep until a producer wakes them: that costs the producer some
 * microseconds of the one step that ends the silence, and the sinks no processor time at all.
 */
final class IdleWaitStrategy implements WaitStrategy {
    private static final int YIELDS = 100;
    private static final long SHORT_NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long LONG_NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Silence after which naps are long: each nap costs a timer's interrupt. */
    private static final long LONG_NAPS_AFTER_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** Silence after which a producer wakes the sinks: a simulator at 100 Hz never does. */
    private static final long SLEEP_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    private final AtomicReference<Sleeper> sleepers = new AtomicReference<>();
    private final int yields;
    private final long sleepAfterNanos;

    IdleWaitStrategy() {
        this(YIELDS, SLEEP_AFTER_NANOS);
    }

    IdleWaitStrategy(int yields, long sleepAfterNanos) {
        this.yields = yields;
        this.sleepAfterNanos = sleepAfterNanos;
    }

    /** A thread that sleeps until it is woken, and the one that fell asleep before it. */
    private static final class Sleeper {
        private final Thread thread = Thread.currentThread();
        private Sleeper next;
        private volatile boolean isWoken;
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException {
        for (int left = yields; left > 0; left--) {
            if (dependent.get() >= sequence) {
                return dependent.get();
            }
            barrier.checkAlert();
            Thread.yield();
        }
        long begunNanos = System.nanoTime();
        while (dependent.get() < sequence) {
            barrier.checkAlert();
            pause(System.nanoTime() - begunNanos, sequence, dependent, barrier);
        }
        return dependent.get();
    }

    private void pause(long silentNanos, long sequence, Sequence dependent, SequenceBarrier barrier) {
        if (silentNanos >= sleepAfterNanos) {
            sleep(sequence, dependent, barrier);
        } else {
            LockSupport.parkNanos(silentNanos < LONG_NAPS_AFTER_NANOS ? SHORT_NAP_NANOS : LONG_NAP_NANOS);
        }
    }

    private void sleep(long sequence, Sequence dependent, SequenceBarrier barrier) {
        Sleeper self = new Sleeper();
        do {
            self.next = sleepers.get();
        } while (!sleepers.compareAndSet(self.next, self));
        // A producer claims a slot before it looks for sleepers, this looks for slots after it lay down: one of the
        // two sees the other.
        VarHandle.fullFence();
        while (!self.isWoken && dependent.get() < sequence && !barrier.isAlerted()) {
            LockSupport.park(this);
        }
    }

    @Override
    public void signalAllWhenBlocking() {
        if (sleepers.get() == null) {
            return;
        }
        for (Sleeper each = sleepers.getAndSet(null); each != null; each = each.next) {
            each.isWoken = true;
            LockSupport.unpark(each.thread);
        }
    }
}
