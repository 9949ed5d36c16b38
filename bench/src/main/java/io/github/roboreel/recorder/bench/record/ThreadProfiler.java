package io.github.roboreel.recorder.bench.record;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches this JVM's threads a thousand times a second, from its making to {@link #stop}. The time on a processor that
 * a thread used since it was last seen counts for the method it is found in: native calls count in full, waiting counts
 * nothing, and what a thread did just before it went to wait counts for the wait. What compilers, collectors and
 * threads that died in between used is in the whole only. Looking costs a few percent.
 */
public final class ThreadProfiler implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int DEPTH = 48;

    private final Map<Long, Long> usedBefore = new HashMap<>();
    private final Map<CodePlace, Long> used = new HashMap<>();
    private final Thread sampler = new Thread(this::watch, "bench-profiler");
    private final long start = System.nanoTime();
    private final long cpuBefore = ProcessFigures.cpuNanos();
    private volatile boolean stopped;
    private volatile long ownNanos;

    /** Starts watching. */
    public ThreadProfiler() {
        for (long id : THREADS.getAllThreadIds()) {
            usedBefore.put(id, THREADS.getThreadCpuTime(id));
        }
        sampler.setDaemon(true);
        sampler.start();
    }

    private void watch() {
        while (!stopped) {
            sample();
            LockSupport.parkNanos(PERIOD_NANOS);
        }
        ownNanos = THREADS.getCurrentThreadCpuTime();
    }

    private void sample() {
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds(), DEPTH)) {
            if (info != null && info.getThreadId() != sampler.getId()) {
                count(info);
            }
        }
    }

    private void count(ThreadInfo info) {
        long now = THREADS.getThreadCpuTime(info.getThreadId());
        Long before = usedBefore.put(info.getThreadId(), now);
        long since = now - (before == null ? 0 : before);
        if (since > 0) {
            used.merge(CodePlace.of(info), since, Long::sum);
        }
    }

    /** Ends the watch. */
    public Profile stop() throws InterruptedException {
        stopped = true;
        sampler.join();
        long wall = System.nanoTime() - start;
        long cpu = ProcessFigures.cpuNanos() - cpuBefore - ownNanos;
        return Profile.of(used, cpu, wall);
    }

    @Override
    public void close() {
        stopped = true;
    }
}
