package io.github.roboreel.recorder.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the JVM and the kernel count. */
final class ProcessFigures {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ProcessFigures() {}

    /** Most memory of this process that was resident at once, MB; NaN where the kernel does not say. */
    static double peakRssMb() {
        return megabytes("self", "VmHWM:");
    }

    /**
     * Memory that is resident now, MB; NaN where the kernel does not say.
     *
     * @param process its number, or {@code self}
     */
    static double residentMb(Object process) {
        return megabytes(process, "VmRSS:");
    }

    private static double megabytes(Object process, String key) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", process.toString(), "status"))) {
            return lines.filter(line -> line.startsWith(key))
                    .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024 / 1e6)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** How long this thread was ready to run and no core was free, ns; 0 where the kernel does not say. */
    static long waitedForCoreNanos() {
        try {
            return Long.parseLong(
                    Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ")[1]);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Time that collections stopped the program so far, ms. */
    static long gcPauseMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(c -> !c.getName().contains("Concurrent"))
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    /** Time that all threads of this process have run so far, ns. */
    static long cpuNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** Processor time of another process and those that descend from it and live, s. */
    static double cpuSeconds(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .flatMap(one -> one.info().totalCpuDuration().stream())
                .mapToDouble(time -> time.toNanos() / 1e9)
                .sum();
    }

    /** Bytes that this thread has allocated so far. */
    static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
