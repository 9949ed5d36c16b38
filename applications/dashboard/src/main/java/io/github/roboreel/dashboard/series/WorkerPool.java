package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.hdf5.worker.Worker;
import io.github.roboreel.recorder.hdf5.worker.WorkerDeath;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A few workers that read files which may be damaged: one that dies of a file is replaced, and the caller gets a
 * sentence. A file is asked of the same worker each time, as that has it open and in memory, unless it is busy. Any
 * thread.
 */
public final class WorkerPool implements AutoCloseable {
    private static final long MAX_WAIT_SECONDS = 10;

    /** A file that ended workers so often is not given to another until it changes. */
    private static final int MAX_DEATHS = 2;

    private static final int MAX_REMEMBERED = 1000;

    private final Class<? extends Service<?>> service;
    private final Worker.Limits limits;
    private final Duration silence;
    private final List<Slot> slots = new ArrayList<>();
    private final Map<String, Integer> deaths = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > MAX_REMEMBERED;
        }
    };
    private final LongAdder started = new LongAdder();
    private final LongAdder died = new LongAdder();
    private volatile boolean isClosed;

    /** A place for a worker, which is asked by the thread that holds the lock. */
    private static final class Slot {
        private final ReentrantLock lock = new ReentrantLock();
        private volatile Worker worker;
    }

    /** What is asked of a worker. */
    @FunctionalInterface
    public interface Question<A> {
        /**
         * Asks.
         *
         * @param silence how long the worker may be silent
         */
        A put(Worker worker, Duration silence) throws IOException;
    }

    /**
     * Workers that start when they are needed.
     *
     * @param most workers at a time
     * @param silence how long one may take for an answer
     */
    public WorkerPool(Class<? extends Service<?>> service, int most, Worker.Limits limits, Duration silence) {
        this.service = service;
        this.limits = limits;
        this.silence = silence;
        for (int i = 0; i < most; i++) {
            slots.add(new Slot());
        }
    }

    /** Asks something of every worker in turn, on a thread of its own, so that the first request finds them started. */
    public void warm(Question<?> question) {
        Thread thread = new Thread(() -> slots.forEach(slot -> warm(slot, question)), "roboreel-dashboard-warm");
        thread.setDaemon(true);
        thread.start();
    }

    /** Workers that were started so far. */
    public long starts() {
        return started.sum();
    }

    /** How many of them died, or hung, of what they read. */
    public long deaths() {
        return died.sum();
    }

    private void warm(Slot slot, Question<?> question) {
        slot.lock.lock();
        try {
            question.put(worker(slot), silence);
        } catch (IOException | RuntimeException e) {
            // The next caller gets a new worker, or the sentence.
            end(slot);
        } finally {
            slot.lock.unlock();
        }
    }

    /**
     * Asks about a file and waits.
     *
     * @throws IOException in one sentence when the file cannot be read, also when it ends the worker
     * @throws IllegalArgumentException in the worker's words when the request makes no sense
     */
    public <A> A ask(Path file, Question<A> question) throws IOException {
        String stamp = stamp(file);
        requireHarmless(file, stamp);
        Slot slot = free(file);
        try {
            return question.put(worker(slot), silence);
        } catch (WorkerDeath e) {
            end(slot);
            throw died(file, stamp, e);
        } finally {
            slot.lock.unlock();
        }
    }

    private void requireHarmless(Path file, String stamp) throws IOException {
        synchronized (deaths) {
            if (deaths.getOrDefault(stamp, 0) >= MAX_DEATHS) {
                throw new FileFaultException(
                        Kind.DAMAGED, file + " is damaged: reading it ended the process that read it", null);
            }
        }
    }

    private IOException died(Path file, String stamp, WorkerDeath death) throws IOException {
        died.increment();
        death.requireOwn();
        synchronized (deaths) {
            deaths.merge(stamp, death.isHang() ? MAX_DEATHS : 1, Integer::sum);
        }
        return new FileFaultException(Kind.DAMAGED, file + " is damaged: reading it " + death.getMessage(), death);
    }

    private static String stamp(Path file) {
        try {
            return file + " " + Files.size(file) + " "
                    + Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            return file.toString();
        }
    }

    /** Its own worker; another when that one is busy and the other is not. */
    private Slot free(Path file) throws IOException {
        int own = Math.floorMod(file.hashCode(), slots.size());
        for (int i = 0; i < slots.size(); i++) {
            Slot slot = slots.get((own + i) % slots.size());
            if (slot.lock.tryLock()) {
                return slot;
            }
        }
        try {
            if (slots.get(own).lock.tryLock(MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
                return slots.get(own);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for another request");
        }
        throw Refusal.of(
                503,
                Sentence.of(
                        "the processes that read files are busy for more than %s s; ask again later",
                        MAX_WAIT_SECONDS));
    }

    private Worker worker(Slot slot) throws IOException {
        if (isClosed) {
            throw ended();
        }
        if (slot.worker == null || slot.worker.isEnded()) {
            slot.worker = Worker.start(service, limits);
            started.increment();
            if (isClosed) {
                // The thread that closed the pool meanwhile has not seen it.
                end(slot);
                throw ended();
            }
        }
        return slot.worker;
    }

    private static IOException ended() {
        return new IOException("the dashboard has ended; start it again");
    }

    private static void end(Slot slot) {
        if (slot.worker != null) {
            slot.worker.close();
            slot.worker = null;
        }
    }

    /** Ends the workers, also those that are answering. */
    @Override
    public void close() {
        isClosed = true;
        for (Slot slot : slots) {
            Worker worker = slot.worker;
            if (worker != null) {
                worker.close();
            }
        }
    }
}
