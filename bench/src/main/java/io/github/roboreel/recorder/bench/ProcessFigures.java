package io.github.roboreel.recorder.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the JVM and the kernel count for this process. */
final class ProcessFigures {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final String PEAK = "VmHWM:";
    private static final String RESIDENT = "VmRSS:";

    private ProcessFigures() {}

    /** Most memory that was resident at once, MB; NaN where the kernel does not say. */
    static double peakRssMb() {
        return megabytes(STATUS, PEAK);
    }

    /** Memory that is resident now, MB; NaN where the kernel does not say. */
    static double residentMb() {
        return megabytes(STATUS, RESIDENT);
    }

    /** The same of another process. */
    static double residentMb(long pid) {
        return megabytes(Path.of("/proc", Long.toString(pid), "status"), RESIDENT);
    }

    private static double megabytes(Path status, String key) {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(key)) {
                    String kibibytes =
                            line.substring(key.length()).replace("kB", "").strip();
                    return Long.parseLong(kibibytes) * 1024 / 1e6;
                }
            }
        } catch (IOException e) {
            return Double.NaN;
        }
        return Double.NaN;
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
