package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.Sentence;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Notices two threads on one env at once, without a lock: the thread that starts a row owns the env until the row is
 * published.
 */
final class ThreadGuard {
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

    /** As {@link #enter}, but waits for another living thread's row until the deadline and then takes the env over. */
    void seize(long deadlineNanos) {
        Thread self = Thread.currentThread();
        while (true) {
            Thread holder = owner.get();
            boolean free =
                    holder == null || holder == self || !holder.isAlive() || System.nanoTime() - deadlineNanos >= 0;
            if (free && owner.compareAndSet(holder, self)) {
                return;
            }
            Deadline.park();
        }
    }

    /** Whether the calling thread is the owner. */
    boolean isMine() {
        return owner.get() == Thread.currentThread();
    }

    void requireOwner() {
        Thread holder = owner.get();
        if (holder == Thread.currentThread()) {
            return;
        }
        if (holder == null) {
            throw new IllegalStateException("env " + env + " has no row open; call step() or stepAll() first");
        }
        throw busy(holder);
    }

    void exit() {
        owner.compareAndSet(Thread.currentThread(), null);
    }

    private IllegalStateException busy(Thread holder) {
        String name = holder == null ? "another thread" : "thread '" + holder.getName() + "'";
        return new IllegalStateException(Sentence.of(
                "env %s is being recorded by %s; thread '%s' called it at the same time, use one thread per "
                        + "env at a time",
                env, name, Thread.currentThread().getName()));
    }
}
