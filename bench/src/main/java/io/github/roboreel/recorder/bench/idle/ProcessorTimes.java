package io.github.roboreel.recorder.bench.idle;

import io.github.roboreel.recorder.bench.record.ProcessFigures;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time that this process and its threads had used at a moment.
 *
 * @param nanoTime the moment
 * @param processNanos of all threads, those of the JVM's own included
 * @param threadNanos of Java's threads by name
 */
record ProcessorTimes(long nanoTime, long processNanos, Map<String, Long> threadNanos) {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    ProcessorTimes {
        threadNanos = Map.copyOf(threadNanos);
    }

    static ProcessorTimes now() {
        Map<String, Long> threads = new TreeMap<>();
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            long used = info == null ? -1 : THREADS.getThreadCpuTime(info.getThreadId());
            if (used > 0) {
                threads.merge(info.getThreadName(), used, Long::sum);
            }
        }
        return new ProcessorTimes(System.nanoTime(), ProcessFigures.cpuNanos(), threads);
    }

    /** Percent of a core that was used since then. */
    double percentSince(ProcessorTimes before) {
        return 100.0 * (processNanos - before.processNanos) / (nanoTime - before.nanoTime);
    }

    /** Percent of a core that each thread used since then; of those that live now. */
    Map<String, Double> threadPercentSince(ProcessorTimes before) {
        Map<String, Double> percents = new TreeMap<>();
        threadNanos.forEach((name, nanos) -> {
            long used = nanos - before.threadNanos.getOrDefault(name, 0L);
            percents.put(name, 100.0 * used / (nanoTime - before.nanoTime));
        });
        return percents;
    }
}
