package io.github.roboreel.recorder;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.plan.ContinuousRun;
import io.github.roboreel.recorder.plan.RecordingPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The runs that a recorder writes into: one, or with continuous episodes one after another. The next one is opened in
 * the background while there is room in the current one, and one whose places are all taken, or whose file is as large
 * or as old as it may be, is closed in the background when its last episode has ended, so that no producer waits for
 * either unless the disk falls behind. At most {@link RunEngine#MAX_OPEN} are open, unless an episode outlives that
 * many files: no producer waits for it either.
 */
final class OpenRuns {
    /** The next run is opened when one in so many places of the current one is taken, or of what its file may hold. */
    private static final int PREPARED_AT = 4;

    private final Function<RunSpec, RecorderParts> parts;
    private final RecordingPlan plan;
    private final RecordingHealth health;
    private final StopRequest stopRequest;
    private final OutputLock ownLock;
    private final FinalFiles finalFiles;
    private final FreshFiles fresh;
    private final FolderPromise promise;
    private final ResultsFile results;
    private final WallClock clock = new WallClock();
    private final ExecutorService background = Executors.newCachedThreadPool(OpenRuns::thread);
    private final AtomicBoolean stopped = new AtomicBoolean(true);
    // Guarded by this, as what follows.
    private final List<OpenRun> open = new ArrayList<>();
    private volatile RunEngine[] engines = {};
    private volatile OpenRun current;
    private CompletableFuture<OpenRun> prepared;
    private boolean closed;

    /**
     * Prepares the folder and opens the first run; nothing stays open when that fails.
     *
     * @param first the first run's parts
     * @param parts makes those of a later run
     * @param ownLock given back after the last write; null when the caller holds it
     * @param finalFiles started and closed here
     */
    OpenRuns(
            RecorderParts first,
            Function<RunSpec, RecorderParts> parts,
            RecordingPlan plan,
            OutputLock ownLock,
            StopRequest stopRequest,
            FinalFiles finalFiles) {
        this.parts = parts;
        this.plan = plan;
        health = first.health();
        this.stopRequest = stopRequest;
        this.ownLock = ownLock;
        this.finalFiles = finalFiles;
        stopRequest.throwIfMade();
        fresh = FreshFiles.of(first.run());
        results = results(first, fresh);
        promise = new FolderPromise(first.run(), ownLock == null);
        try {
            promise.withdraw();
            current = opened(first);
        } catch (Throwable e) {
            Undo.after(e, promise::restore, results::close, fresh::delete);
            throw e;
        }
        add(current);
        finalFiles.start();
    }

    private static ResultsFile results(RecorderParts first, FreshFiles fresh) {
        try {
            OutputFolder.prepare(first.run(), first.schema());
            return OutputFolder.openResults(first.run());
        } catch (Throwable e) {
            Undo.after(e, fresh::delete);
            throw e;
        }
    }

    /** Takes the opening back, before any episode has begun; the lock stays. */
    void abandon(Throwable failure) {
        startClosing();
        background.shutdown();
        Undo.after(
                failure, current.engine::abandon, promise::restore, results::close, finalFiles::close, fresh::delete);
    }

    private static Thread thread(Runnable work) {
        Thread created = new Thread(work, "roboreel-runs");
        created.setDaemon(true);
        return created;
    }

    private OpenRun opened(RecorderParts made) {
        RunEngine engine = RunEngine.open(made, results, stopRequest);
        try {
            engine.start();
            return new OpenRun(engine);
        } catch (Throwable e) {
            Undo.after(e, engine::abandon);
            throw e;
        }
    }

    private synchronized void add(OpenRun run) {
        open.add(run);
        openChanged();
    }

    private void openChanged() {
        engines = open.stream().map(each -> each.engine).toArray(RunEngine[]::new);
        notifyAll();
    }

    /** The one episode of an env, where each has one. */
    synchronized EnvEpisode only(int env) {
        return current.take(env);
    }

    /**
     * The episode that an env is to begin.
     *
     * @param last of the same env; null before the first
     * @return {@code last} while it has not ended, or when there is no other in this recording
     */
    EnvEpisode next(int env, EnvEpisode last) {
        boolean isOver = last == null || last.isFrozen() && last.isContinuous();
        return isOver ? take(env) : last;
    }

    private synchronized EnvEpisode take(int env) {
        requireRecording();
        while (current.isFull()) {
            turnToNext();
        }
        EnvEpisode episode = current.take(env);
        prepareInTime();
        return episode;
    }

    /** Waits while as many are open as may be and one of them is being closed: the disk has fallen behind. */
    private void turnToNext() {
        boolean isClosing = open.stream().anyMatch(OpenRun::isRetired);
        if (prepared == null && open.size() >= RunEngine.MAX_OPEN && isClosing) {
            awaitClosed();
            return;
        }
        prepare();
        OpenRun before = current;
        current = before.engine.awaitNext(prepared);
        add(current);
        prepared = null;
        before.giveUpRest();
    }

    /** The closing of a run has a limit of time of its own. */
    private void awaitClosed() {
        long begunNanos = System.nanoTime();
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecorderException(Kind.INTERRUPTED, "interrupted while a run before was being closed");
        } finally {
            current.engine.meterWait(begunNanos);
        }
        requireRecording();
    }

    private void requireRecording() {
        if (closed) {
            throw new IllegalStateException("the recorder is closed; open another to record on");
        }
        health.check();
    }

    private synchronized void prepareInTime() {
        if (!closed && current.isFilling() && open.size() < RunEngine.MAX_OPEN) {
            prepare();
        }
    }

    private void prepare() {
        if (prepared == null) {
            RunSpec next = ContinuousRun.after(current.engine.run());
            prepared = CompletableFuture.supplyAsync(() -> openedNext(next), background);
        }
    }

    private OpenRun openedNext(RunSpec run) {
        RecorderParts made = parts.apply(run);
        try {
            return opened(made);
        } catch (Throwable e) {
            Undo.after(e, made.meters()::close);
            throw e;
        }
    }

    private void retire(OpenRun run) {
        background.execute(() -> {
            close(run);
            prepareInTime();
        });
    }

    private void close(OpenRun run) {
        try {
            if (!run.engine.close()) {
                stopped.set(false);
            } else if (!health.hasFailed()) {
                promise.runClosed(run.engine.run());
                finalFiles.runClosed(run.engine.run());
            }
        } catch (RuntimeException | Error e) {
            stopped.set(false);
            health.fail(new RecorderException("run " + run.engine.run().run() + " could not be closed: " + e, e));
        } finally {
            synchronized (this) {
                open.remove(run);
                openChanged();
            }
        }
    }

    /**
     * Refuses a producer's call.
     *
     * @throws IllegalStateException when the recorder is closed
     * @throws RecorderException when the recording has failed
     */
    void requireOpen() {
        requireHealthy();
        current.engine.requireOpen();
    }

    /**
     * Refuses what waits for the recording.
     *
     * @throws RecorderException when it has failed
     */
    void requireHealthy() {
        health.check();
    }

    /** Steps handed over that the slowest sink has not consumed yet. Any thread. */
    long backlog() {
        long steps = 0;
        for (RunEngine engine : engines) {
            steps += engine.ring().backlog();
        }
        return steps;
    }

    /**
     * Closes all runs; a second call does nothing.
     *
     * @throws RecorderException the first failure of the recording, later ones suppressed
     */
    void close() {
        if (!startClosing()) {
            return;
        }
        remaining().forEach(this::close);
        awaitRetired();
        background.shutdown();
        try {
            results.close();
        } catch (IOException e) {
            health.fail(new RecorderException(RunFolder.RESULTS + " could not be closed: " + e.getMessage(), e));
        }
        if (stopped.get()) {
            renewPromise();
        }
        finalFiles.close();
        if (stopped.get()) {
            releaseLock();
        }
        health.checkAtClose();
    }

    private void renewPromise() {
        try {
            if (!health.hasFailed() && promise.renew()) {
                finalFiles.runsPromised();
            }
        } catch (IOException e) {
            health.fail(new RecorderException(RunFolder.RUN_COMPLETE + " could not be written: " + e.getMessage(), e));
        }
    }

    /** False when this was called before. */
    private synchronized boolean startClosing() {
        boolean isFirst = !closed;
        closed = true;
        return isFirst;
    }

    /** Those that no thread is closing yet, the oldest first. */
    private List<OpenRun> remaining() {
        CompletableFuture<OpenRun> unused;
        List<OpenRun> mine = new ArrayList<>();
        synchronized (this) {
            unused = prepared;
            open.stream().filter(OpenRun::retireNow).forEach(mine::add);
        }
        if (unused != null) {
            addOpened(unused, mine);
        }
        return mine;
    }

    /** A run whose opening failed has left nothing that is to be closed. */
    private void addOpened(CompletableFuture<OpenRun> opening, List<OpenRun> mine) {
        try {
            mine.add(current.engine.awaitNext(opening));
        } catch (RecorderException e) {
            if (!opening.isDone()) {
                stopped.set(false);
            }
        }
    }

    private synchronized void awaitRetired() {
        boolean interrupted = false;
        while (!open.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void releaseLock() {
        try {
            if (ownLock != null) {
                ownLock.close();
            }
        } catch (RecorderException e) {
            health.fail(e);
        }
    }

    /** One open run and its places. */
    private final class OpenRun {
        private final RunEngine engine;
        private final AtomicInteger unfrozen;
        private final AtomicBoolean retired = new AtomicBoolean();
        // Guarded by the runs.
        private int taken;

        OpenRun(RunEngine engine) {
            this.engine = engine;
            unfrozen = new AtomicInteger(numPlaces());
        }

        int numPlaces() {
            return engine.run().numDemos();
        }

        /** A file whose bound is tiny holds one episode. */
        boolean isFull() {
            return taken == numPlaces() || taken > 0 && engine.fileFill() >= 1;
        }

        boolean isFilling() {
            return PREPARED_AT * taken >= numPlaces() || PREPARED_AT * engine.fileFill() >= 1;
        }

        /** No further episode begins in it. */
        void giveUpRest() {
            int rest = numPlaces() - taken;
            if (rest > 0 && unfrozen.addAndGet(-rest) == 0 && retireNow()) {
                retire(this);
            }
        }

        EnvEpisode take(int env) {
            EpisodeId id = engine.run().id(taken++, env);
            EnvEpisode episode = new EnvEpisode(id, engine, clock, plan, this::episodeFrozen);
            engine.add(episode);
            return episode;
        }

        private void episodeFrozen() {
            if (unfrozen.decrementAndGet() == 0 && engine.run().isContinuous() && retireNow()) {
                retire(this);
            }
        }

        boolean isRetired() {
            return retired.get();
        }

        /** Whether the caller is the one who closes it. */
        boolean retireNow() {
            return retired.compareAndSet(false, true);
        }
    }
}
