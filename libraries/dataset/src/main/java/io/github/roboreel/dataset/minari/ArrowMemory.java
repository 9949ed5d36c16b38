package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.OptionalLibrary;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * Memory for one episode in Arrow, which is outside of Java's heap.
 *
 * @param bytes at most
 */
record ArrowMemory(long bytes) {
    ArrowMemory {
        OptionalLibrary.ARROW.require();
    }

    /** As much again as the heap may have, so that -Xmx says both. */
    static ArrowMemory likeTheHeap() {
        return new ArrowMemory(Runtime.getRuntime().maxMemory());
    }

    BufferAllocator allocator() {
        return new RootAllocator(bytes);
    }

    /** What to say when it is not enough. */
    ExportRefusedException tooSmall(long episode, long steps) {
        return new ExportRefusedException(
                "episode %s of %s steps needs more than the %s MiB that Arrow may use, and an Arrow file "
                        + "is made of a whole episode; choose the HDF5 format, or allow Java more with -Xmx",
                episode, steps, (bytes >> 20));
    }
}
