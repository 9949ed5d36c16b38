package io.github.roboreel.runner;

import io.github.roboreel.recorder.RecorderException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * The threads that step the envs of one run. Whatever happens, {@link #run} comes back only when none of them works any
 * more, so that the recording can be closed.
 */
final class EnvThreads {
    private final int workers;
    private volatile Throwable failure;

    /** One worker is the calling thread itself. */
    EnvThreads(int workers) {
        this.workers = workers;
    }

    /** Whether a worker failed or the run was interrupted: the others should end soon. */
    boolean failed() {
        return failure != null;
    }

    /**
     * Lets every worker do its work, called with 0, 1, ..., and throws the first failure with the others suppressed.
     *
     * @throws RecorderException when the calling thread was interrupted; it stays so
     */
    void run(IntConsumer work) {
        if (workers == 1) {
            work.accept(0);
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        try {
            for (int i = 0; i < workers; i++) {
                int worker = i;
                pool.execute(() -> attempt(work, worker));
            }
        } catch (RuntimeException | Error e) {
            note(e);
        }
        pool.shutdown();
        awaitEnd(pool);
        throwFailure();
    }

    private void attempt(IntConsumer work, int worker) {
        try {
            work.accept(worker);
        } catch (Throwable e) {
            note(e);
        }
    }

    /** Workers that meet with the same failure may throw the same instance. */
    private synchronized void note(Throwable next) {
        if (failure == null) {
            failure = next;
        } else if (failure != next) {
            failure.addSuppressed(next);
        }
    }

    private void awaitEnd(ExecutorService pool) {
        boolean interrupted = false;
        while (!pool.isTerminated()) {
            try {
                pool.awaitTermination(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                interrupted = true;
                note(new RecorderException(
                        "The run was interrupted while its workers were stepping; they have" + " ended.", e));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void throwFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure != null) {
            throw new IllegalStateException("A worker failed: " + failure, failure);
        }
    }
}
