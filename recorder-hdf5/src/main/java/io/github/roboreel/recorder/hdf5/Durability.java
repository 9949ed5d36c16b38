package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.lib.Disk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Forces a run's files to the disk, as far as {@link Hdf5Settings#DURABILITY} asks for it, on a thread of its own, and
 * sees that they still have their names. Rows and ledger are forced before the chunks, and only then are the banks of
 * those chunks used again.
 */
final class Durability implements AutoCloseable {
    private final OpenRunFiles files;
    private final FileChannel runFile;
    private final boolean metadata;
    private final long intervalNanos;
    private final FilesInPlace names;
    private final List<Runnable> waiting = new ArrayList<>();
    private EnvTrack[] tracks = {};
    private Runnable progress;
    private SinkFailure failure;
    private Thread thread;
    private boolean requested;
    private boolean stopping;

    private Durability(OpenRunFiles files, FileChannel runFile, boolean metadata, double intervalSeconds)
            throws IOException {
        this.files = files;
        this.runFile = runFile;
        this.metadata = metadata;
        intervalNanos = (long) (intervalSeconds * 1e9);
        names = new FilesInPlace(files.path(), files.staging().path());
    }

    /** For a run whose files have their names, which are forced. */
    static Durability of(RecorderConfig config, OpenRunFiles files) throws IOException {
        String level = config.get(Hdf5Settings.DURABILITY);
        double intervalSeconds = config.get(Hdf5Settings.FORCE_INTERVAL_SECONDS);
        if (level.equals("process")) {
            return new Durability(files, null, false, intervalSeconds);
        }
        FileChannel channel = FileChannel.open(files.path(), StandardOpenOption.WRITE);
        Durability durability = new Durability(files, channel, level.equals("full"), intervalSeconds);
        durability.forceFiles();
        Disk.forceFolder(files.path());
        Disk.forceFolder(files.path().getParent());
        return durability;
    }

    /** Whether anything is forced. */
    boolean forces() {
        return runFile != null;
    }

    /**
     * Starts to force what these stage and record.
     *
     * @param whenForced called after each force
     */
    void start(String name, EnvTrack[] newTracks, Runnable whenForced, SinkFailure newFailure) {
        if (!forces()) {
            return;
        }
        tracks = newTracks;
        progress = whenForced;
        failure = newFailure;
        thread = new Thread(this::loop, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void loop() {
        try {
            while (awaitTurn()) {
                turn();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failure.raise(e);
        }
    }

    /** False when it is to end and all was forced. */
    private synchronized boolean awaitTurn() throws InterruptedException {
        long dueNanos = System.nanoTime() + intervalNanos;
        for (long left = intervalNanos; left > 0 && !requested && !stopping; left = dueNanos - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        requested = false;
        return !stopping || !waiting.isEmpty();
    }

    private void turn() throws IOException {
        List<Runnable> ends;
        synchronized (this) {
            ends = List.copyOf(waiting);
            waiting.clear();
        }
        EnvTrack.Forced[] forced = new EnvTrack.Forced[tracks.length];
        boolean any = !ends.isEmpty();
        for (int i = 0; i < tracks.length; i++) {
            forced[i] = tracks[i].hasBegun() ? tracks[i].toForce() : null;
            any |= forced[i] != null;
            if (forced[i] != null) {
                tracks[i].forceArea();
            }
        }
        if (any) {
            forceFiles();
            for (int i = 0; i < tracks.length; i++) {
                if (forced[i] != null) {
                    tracks[i].forced(forced[i]);
                }
            }
            ends.forEach(Runnable::run);
            progress.run();
        }
    }

    /** Forces soon: a bank is waited for. Any thread. */
    synchronized void forceSoon() {
        requested = true;
        notifyAll();
    }

    /** Runs this once everything written before is on the disk; at once when nothing is forced. */
    void afterForce(Runnable task) {
        if (!forces()) {
            task.run();
            return;
        }
        synchronized (this) {
            waiting.add(task);
            forceSoon();
        }
    }

    private void forceFiles() throws IOException {
        files.ledger().startSector();
        files.staging().force(metadata);
        forceRunFile();
    }

    private void forceRunFile() throws IOException {
        try {
            runFile.force(metadata);
        } catch (IOException e) {
            throw new IOException(files.path() + " cannot be forced to the disk: " + e.getMessage(), e);
        }
    }

    /** Throws when a file was deleted, moved or replaced; looks about once a second. */
    void requireNamesNowAndThen() throws IOException {
        names.requireNowAndThen();
    }

    /** Throws when a file was deleted, moved or replaced. */
    void requireNames() throws IOException {
        names.require();
    }

    /**
     * Ends the thread once everything is forced.
     *
     * @return false when it has not ended at that time of {@link System#nanoTime}
     */
    boolean stop(long deadlineNanos) throws InterruptedException {
        synchronized (this) {
            stopping = true;
            notifyAll();
        }
        if (thread != null) {
            TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadlineNanos - System.nanoTime()));
        }
        return thread == null || !thread.isAlive();
    }

    /** After the run file was closed, which writes once more. */
    void forceClosed() throws IOException {
        if (forces()) {
            forceFiles();
        }
        names.require();
    }

    /** Forces nothing. */
    @Override
    public void close() throws IOException {
        if (forces()) {
            runFile.close();
        }
    }
}
