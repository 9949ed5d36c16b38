package io.github.roboreel.fleet.engine;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads of this process. Few results wait at a time, however many inputs there are. */
public final class LocalThreads implements Engine {
    private static final long PATIENCE_SECONDS = 10;

    private final int threads;
    private final ExecutorService executor;

    /**
     * So many threads.
     *
     * @param threads at least 1
     */
    public LocalThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException(threads + " threads are not possible; expected at least 1");
        }
        this.threads = threads;
        executor = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "fleet-task");
            thread.setDaemon(true);
            return thread;
        });
    }

    private record Done<B>(int index, B result) {}

    @Override
    public int workers() {
        return threads;
    }

    @Override
    public <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        CompletionService<Done<B>> running = new ExecutorCompletionService<>(executor);
        Set<Future<Done<B>>> begun = new HashSet<>();
        int next = 0;
        int done = 0;
        try {
            while (done < inputs.size()) {
                while (next < inputs.size() && next - done < 2 * threads) {
                    int index = next++;
                    begun.add(running.submit(() -> new Done<>(index, task.run(inputs.get(index)))));
                }
                Future<Done<B>> first = running.take();
                begun.remove(first);
                Done<B> result = first.get();
                results.take(result.index(), result.result());
                done++;
            }
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException(name + " was interrupted").initCause(e);
        } finally {
            begun.forEach(future -> future.cancel(true));
        }
    }

    private static IOException cause(ExecutionException e) {
        Throwable cause = e.getCause();
        if (cause instanceof RuntimeException failure) {
            throw failure;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException io ? io : new IOException(cause);
    }

    /** Interrupts what runs, and gives it a while to remove what it has on the disk. */
    @Override
    public void close() {
        executor.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
