package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Buffers in which compressed frames wait for the HDF5 thread: the bound on their memory. A buffer that is given back
 * is used again for a frame of the same bound. Thread-safe.
 */
final class FrameBuffers {
    private final long maxBytes;
    private final Map<Integer, Deque<ByteBuffer>> free = new HashMap<>();
    private long bytes;
    private boolean closed;

    FrameBuffers(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** A direct buffer of that capacity; waits for it. */
    synchronized ByteBuffer take(int capacity) throws IOException {
        Deque<ByteBuffer> same = free.computeIfAbsent(capacity, c -> new ArrayDeque<>());
        while (same.isEmpty() && bytes + capacity > maxBytes && !dropOther(capacity)) {
            awaitFree();
        }
        if (!same.isEmpty()) {
            return same.pop();
        }
        bytes += capacity;
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Lets a free buffer of another capacity go. */
    private boolean dropOther(int capacity) {
        for (Map.Entry<Integer, Deque<ByteBuffer>> other : free.entrySet()) {
            if (other.getKey() != capacity && !other.getValue().isEmpty()) {
                other.getValue().pop();
                bytes -= other.getKey();
                return true;
            }
        }
        return false;
    }

    private void awaitFree() throws IOException {
        if (closed) {
            throw new IOException("no frame can be written any more because the run file failed");
        }
        try {
            wait(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while all buffers for frames were full");
        }
    }

    synchronized void giveBack(ByteBuffer buffer) {
        free.get(buffer.capacity()).push(buffer);
        notifyAll();
    }

    /** Wakes a waiting thread, with an error. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
