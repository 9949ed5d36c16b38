package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** Runs what reads hostile bytes under a bound on its time and on what its thread allocates. */
public final class Bounded {
    /** Beyond what any machine needs: what takes longer hangs. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Reads. */
    public interface Reading<T> {
        T read() throws Exception;
    }

    private Bounded() {}

    /**
     * What a reading gives, in a thread of its own; what it throws is thrown on.
     *
     * @param name of the case, for a failure
     * @param maxBytes allocated on the heap in all, freed or not
     */
    public static <T> T read(String name, long maxBytes, Reading<T> reading) throws Exception {
        return assertTimeoutPreemptively(LIMIT, () -> measured(name, maxBytes, reading), name);
    }

    private static <T> T measured(String name, long maxBytes, Reading<T> reading) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
            return reading.read();
        } finally {
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated <= maxBytes, name + " allocated " + allocated + " bytes");
        }
    }
}
