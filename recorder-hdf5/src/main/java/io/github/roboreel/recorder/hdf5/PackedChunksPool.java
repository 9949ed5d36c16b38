package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A bounded number of {@link PackedChunks}: the bound on memory for compressed chunks. */
final class PackedChunksPool {
    private static final long BUDGET_BYTES = 64L << 20;
    private static final int MAX_IDLE = 64;

    private final int columns;
    private final int capacityEach;
    private final Deque<PackedChunks> free = new ArrayDeque<>();
    private int unmade;
    private boolean closed;

    PackedChunksPool(int columns, int capacityEach) {
        this.columns = columns;
        this.capacityEach = capacityEach;
        unmade = (int) Math.max(2, Math.min(MAX_IDLE, BUDGET_BYTES / Math.max(1, capacityEach)));
    }

    /** Of buffers that hold a chunk of any of the layout's groups. */
    static PackedChunksPool of(StagingLayout layout) {
        int columns = 0;
        int bytes = 0;
        for (ColumnGroup group : layout.stepGroups()) {
            columns = Math.max(columns, group.columns().size());
            bytes = Math.max(bytes, group.packedBytes());
        }
        return new PackedChunksPool(columns, bytes);
    }

    /** A cleared one; waits for it. */
    synchronized PackedChunks take() throws IOException {
        while (free.isEmpty() && unmade == 0) {
            awaitFree();
        }
        if (free.isEmpty()) {
            unmade--;
            return new PackedChunks(columns, capacityEach);
        }
        PackedChunks chunks = free.pop();
        chunks.clear();
        return chunks;
    }

    private void awaitFree() throws IOException {
        if (closed) {
            throw new IOException("no chunk can be written any more because the run file failed");
        }
        try {
            wait(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the HDF5 thread");
        }
    }

    synchronized void giveBack(PackedChunks chunks) {
        free.push(chunks);
        notifyAll();
    }

    /** Wakes the threads that wait, with an error. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
