package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.staging.StagingArea;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

/** What the sink's, the compressors', the HDF5 and the forcing thread report to each other about one demo. */
final class EnvTrack {
    private final AtomicLongArray recordedFrames;
    private volatile StagingArea area;
    private volatile boolean begun;
    private volatile long stagedRows;
    private volatile long stagedEvents;
    private volatile boolean ending;
    private volatile long forcedSteps;
    private long forcedEvents = -1;
    private final long[] recordedChunks;
    private final long[] freedChunks;

    EnvTrack(int groups, int images) {
        recordedChunks = new long[groups];
        freedChunks = new long[groups];
        recordedFrames = new AtomicLongArray(images);
    }

    static EnvTrack[] ofAll(int demos, int groups, int images) {
        return Stream.generate(() -> new EnvTrack(groups, images)).limit(demos).toArray(EnvTrack[]::new);
    }

    /** Null until the episode begins, and after its area was given back. */
    StagingArea area() {
        return area;
    }

    void begin(StagingArea newArea) {
        area = newArea;
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /** Releases the area; no thread may need it any more. */
    StagingArea release() {
        StagingArea released = area;
        area = null;
        return released;
    }

    /** Rows whose non-image fields are staged. */
    long stagedRows() {
        return stagedRows;
    }

    void rowStaged(long rows) {
        stagedRows = rows;
    }

    long stagedEvents() {
        return stagedEvents;
    }

    /** For the sink's thread. */
    void eventStaged() {
        stagedEvents = stagedEvents + 1;
    }

    void frameRecorded(int image, long frames) {
        recordedFrames.set(image, frames);
    }

    /** Steps that survive the death of the process, all fields included; -1 until the begin does. */
    long durableSteps() {
        long durable = begun ? stagedRows : -1;
        for (int i = 0; i < recordedFrames.length(); i++) {
            durable = Math.min(durable, recordedFrames.get(i));
        }
        return durable;
    }

    /** Steps that survive a loss of power, all fields included. */
    long forcedSteps() {
        return forcedSteps;
    }

    /** Whether no more rows come, so that the last chunk is about to be written for good. */
    boolean isEnding() {
        return ending;
    }

    void end() {
        ending = true;
    }

    /**
     * So many of a group's chunks are recorded in the ledger.
     *
     * @param free whether their banks may be used again at once
     */
    synchronized void chunksRecorded(int group, long chunks, boolean free) {
        recordedChunks[group] = chunks;
        if (free) {
            freedChunks[group] = chunks;
        }
        // Who waits for a bank that is not free yet asks for a force of what is recorded now.
        notifyAll();
    }

    /** What is recorded and staged now, which a force takes to the disk; null when all of it was forced. */
    synchronized Forced toForce() {
        long steps = durableSteps();
        long events = stagedEvents;
        boolean isForced = steps == forcedSteps && events == forcedEvents && Arrays.equals(recordedChunks, freedChunks);
        return isForced ? null : new Forced(recordedChunks.clone(), steps, events);
    }

    /**
     * State of a demo that was forced.
     *
     * @param chunks of each group
     */
    record Forced(long[] chunks, long steps, long events) {}

    /** Waits until the rows that are staged now are on the disk. For the thread that gives areas back then. */
    void forceArea() {
        StagingArea forcing = area;
        if (forcing != null) {
            forcing.force();
        }
    }

    /** That much is on the disk, so that the banks of its chunks may be used again. */
    synchronized void forced(Forced done) {
        System.arraycopy(done.chunks(), 0, freedChunks, 0, freedChunks.length);
        forcedSteps = done.steps();
        forcedEvents = done.events();
        notifyAll();
    }

    /** Wakes the sink's thread when there is a failure. */
    synchronized void wake() {
        notifyAll();
    }

    /**
     * Waits until the bank of this chunk of a group is free.
     *
     * @param whenFull is to bring about that it gets free
     */
    synchronized void awaitBank(int group, long chunk, int banks, SinkFailure failure, Runnable whenFull)
            throws IOException {
        while (chunk - freedChunks[group] >= banks) {
            failure.check();
            whenFull.run();
            try {
                wait(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while staging was full");
            }
        }
    }
}
