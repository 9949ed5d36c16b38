package io.github.roboreel.recorder;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices two threads on one env at once, without a lock: whoever starts a row owns the env until
 * the row is published.
 */
final class ThreadGuard {
    private static final long TAKE_OVER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int env;
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    ThreadGuard(int env) {
        this.env = env;
    }

    /** Makes the calling thread the owner; harmless when it is already. */
    void enter() {
        Thread self = Thread.currentThread();
        Thread holder = owner.get();
        if (holder == self || (holder == null && owner.compareAndSet(null, self))) {
            return;
        }
        Thread current = owner.get();
        boolean ownerDied = current != null && !current.isAlive();
        if (!ownerDied || !owner.compareAndSet(current, self)) {
            throw busy(current);
        }
    }

    /** As {@link #enter}, but waits a moment for an unfinished row and then takes the env over. */
    void seize() {
        long deadline = System.nanoTime() + TAKE_OVER_NANOS;
        while (!owner.compareAndSet(null, Thread.currentThread())) {
            if (System.nanoTime() >= deadline) {
                owner.set(Thread.currentThread());
                return;
            }
            LockSupport.parkNanos(100_000);
        }
    }

    void requireOwner() {
        Thread holder = owner.get();
        if (holder == Thread.currentThread()) {
            return;
        }
        if (holder == null) {
            throw new IllegalStateException("env " + env + " has no row open; call step() first");
        }
        throw busy(holder);
    }

    void exit() {
        owner.compareAndSet(Thread.currentThread(), null);
    }

    private IllegalStateException busy(Thread holder) {
        String name = holder == null ? "another thread" : "thread '" + holder.getName() + "'";
        return new IllegalStateException(
                "env "
                        + env
                        + " is being recorded by "
                        + name
                        + "; thread '"
                        + Thread.currentThread().getName()
                        + "' called it at the same time, use one thread per env at a time");
    }
}
