package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.recorder.hdf5.staging.EnvStaging;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;

/** What the sink's, the compressors' and the HDF5 thread tell each other about one demo. */
final class EnvTrack {
    private final AtomicLongArray stagedFrames;
    private volatile EnvStaging staging;
    private volatile boolean begun;
    private volatile long stagedRows;
    private volatile boolean ending;
    private final long[] flushedChunks;

    EnvTrack(int groups, int frameChunks) {
        flushedChunks = new long[groups];
        stagedFrames = new AtomicLongArray(frameChunks);
    }

    static EnvTrack[] ofAll(int demos, int groups, int frameChunks) {
        return Stream.generate(() -> new EnvTrack(groups, frameChunks))
                .limit(demos)
                .toArray(EnvTrack[]::new);
    }

    /** Null until the episode begins, and after its area was given back. */
    EnvStaging staging() {
        return staging;
    }

    void begin(EnvStaging newStaging) {
        staging = newStaging;
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /** Lets go of the area; nobody may need it any more. */
    EnvStaging release() {
        EnvStaging released = staging;
        staging = null;
        return released;
    }

    /** Rows whose non-image fields are staged. */
    long stagedRows() {
        return stagedRows;
    }

    void rowStaged(long rows) {
        stagedRows = rows;
    }

    void frameStaged(int frameChunk, long frames) {
        stagedFrames.set(frameChunk, frames);
    }

    /** Steps that survive the death of the process, all fields included. */
    long durableSteps() {
        long durable = stagedRows;
        for (int i = 0; i < stagedFrames.length(); i++) {
            durable = Math.min(durable, stagedFrames.get(i));
        }
        return durable;
    }

    /** Whether no more rows come, so that the last chunk is about to be written for good. */
    boolean isEnding() {
        return ending;
    }

    void end() {
        ending = true;
    }

    /** So many of a group's chunks are in the file and flushed; their banks may be used again. */
    synchronized void chunksFlushed(int group, long chunks) {
        flushedChunks[group] = chunks;
        notifyAll();
    }

    /** Wakes the sink's thread when there is a failure. */
    synchronized void wake() {
        notifyAll();
    }

    /** Waits until the bank of this chunk of a group is free. */
    synchronized void awaitBank(int group, long chunk, int banks, SinkFailure failure) throws IOException {
        while (chunk - flushedChunks[group] >= banks) {
            failure.check();
            try {
                wait(1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while staging was full");
            }
        }
    }
}
