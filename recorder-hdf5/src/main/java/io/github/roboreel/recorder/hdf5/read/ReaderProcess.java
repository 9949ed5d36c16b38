package io.github.roboreel.recorder.hdf5.read;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** A running {@link ReaderWorker}. For one thread at a time. */
public final class ReaderProcess implements AutoCloseable {
    private static final long HEAP_BYTES = 512L << 20;

    /**
     * One that has no file open, for whoever opens the next: starting one takes as long as reading a run. It belongs to
     * the process as the library would, and ends with it.
     */
    private static final AtomicReference<ReaderProcess> IDLE = new AtomicReference<>();

    private final Process process;
    private final DataOutputStream requests;
    private final DataInputStream answers;
    private final ScheduledThreadPoolExecutor watch;
    private volatile boolean isOverdue;

    /** A worker that did not answer. */
    public static final class DeathException extends IOException {
        private static final long serialVersionUID = 1;

        private final boolean isHang;

        DeathException(String sentence, boolean isHang) {
            super(sentence);
            this.isHang = isHang;
        }

        /** Whether it was ended because it said nothing for too long. */
        boolean isHang() {
            return isHang;
        }
    }

    private ReaderProcess(Process process) {
        this.process = process;
        this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
        this.answers = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        this.watch = new ScheduledThreadPoolExecutor(1, ReaderProcess::watcher);
        watch.setRemoveOnCancelPolicy(true);
    }

    private static Thread watcher(Runnable task) {
        Thread thread = new Thread(task, "roboreel-reader-watch");
        thread.setDaemon(true);
        return thread;
    }

    /** An idle one, or a new one. */
    public static ReaderProcess take() throws IOException {
        ReaderProcess idle = IDLE.getAndSet(null);
        if (idle != null && idle.process.isAlive()) {
            return idle;
        }
        if (idle != null) {
            idle.close();
        }
        return new ReaderProcess(WorkerJvm.start(ReaderWorker.class, HEAP_BYTES));
    }

    /** Lets another reader use it; it has no file open. */
    public void giveBack() {
        if (isEnded() || !IDLE.compareAndSet(null, this)) {
            close();
        }
    }

    /** Whether it can be asked nothing any more. */
    boolean isEnded() {
        return watch.isShutdown();
    }

    /**
     * Asks and waits for the answer.
     *
     * @throws DeathException when the worker dies of it or does not end; it is of no use then
     * @throws IOException in the worker's words, when the file cannot be read
     * @throws IllegalArgumentException in the worker's words, when the request makes no sense
     */
    public Object ask(ReaderRequest request) throws IOException {
        return ask(request, WorkerJvm.longestSilence());
    }

    /** As {@link #ask(ReaderRequest)}, for an answer that may take so long. */
    public Object ask(ReaderRequest request, Duration silence) throws IOException {
        ScheduledFuture<?> end = watch.schedule(this::giveUp, silence.toMillis(), TimeUnit.MILLISECONDS);
        int kind;
        Object answer;
        try {
            request.write(requests);
            kind = answers.readByte();
            answer = ReaderWire.read(answers);
        } catch (IOException e) {
            throw death(silence);
        } finally {
            end.cancel(false);
        }
        return switch (kind) {
            case ReaderWorker.ANSWER -> answer;
            case ReaderWorker.FAILURE -> throw new IOException(String.valueOf(answer));
            case ReaderWorker.MISTAKE -> throw new IllegalArgumentException(String.valueOf(answer));
            default -> throw death(silence);
        };
    }

    private void giveUp() {
        isOverdue = true;
        process.destroyForcibly();
    }

    private IOException death(Duration silence) throws IOException {
        try {
            if (isOverdue) {
                return new DeathException("reading it does not end within " + silence.toSeconds() + " s", true);
            }
            return new DeathException("reading it " + WorkerJvm.death(process), false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a run file was read");
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
        process.destroyForcibly();
    }
}
