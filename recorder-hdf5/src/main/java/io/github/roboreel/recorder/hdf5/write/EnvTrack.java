package io.github.roboreel.recorder.hdf5.write;

import io.github.roboreel.recorder.hdf5.staging.EnvStaging;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicLongArray;

/** What the sink's, the compressors' and the HDF5 thread tell each other about one env. */
final class EnvTrack {
    private final AtomicLongArray stagedFrames;
    private volatile EnvStaging staging;
    private volatile long stagedRows;
    private volatile boolean ending;
    private final long[] flushedChunks;

    EnvTrack(int groups, int frameChunks) {
        flushedChunks = new long[groups];
        stagedFrames = new AtomicLongArray(frameChunks);
    }

    /** Null until the episode begins. */
    EnvStaging staging() {
        return staging;
    }

    void begin(EnvStaging newStaging) {
        staging = newStaging;
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
