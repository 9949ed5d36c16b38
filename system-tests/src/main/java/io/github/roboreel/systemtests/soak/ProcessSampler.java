package io.github.roboreel.systemtests.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** Takes samples of this process. */
final class ProcessSampler {
    private static final double MIB = 1 << 20;
    private static final double KIB_PER_MIB = 1024;
    private static final Pattern TOTAL = Pattern.compile("Total: reserved=\\d+KB, committed=(\\d+)KB");
    private static final Pattern HEAP = Pattern.compile("Java Heap \\(reserved=\\d+KB, committed=(\\d+)KB");

    private final long startNanos = System.nanoTime();

    double seconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    /** Collects garbage, so that what is left is still referenced, and looks. */
    ProcessSample take(long episodes) throws IOException {
        System.gc();
        // Buffers are freed by another thread, after the collection.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
        System.gc();
        // What the C library keeps for later is no growth; JVMs that cannot give it back say
        // nothing.
        diagnose("systemTrimNativeHeap");
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        double seconds = seconds();
        Map<Gauge, Double> figures = Map.of(
                Gauge.HEAP, heap.getUsed() / MIB,
                Gauge.DIRECT, pool("direct"),
                Gauge.MAPPED, pool("mapped"),
                Gauge.NATIVE, status("RssAnon") - heap.getCommitted() / MIB,
                Gauge.NMT, trackedMib(),
                Gauge.RSS, status("VmRSS"),
                Gauge.THREADS, (double) ManagementFactory.getThreadMXBean().getThreadCount(),
                Gauge.FILE_HANDLES, fileHandles());
        return new ProcessSample(seconds, episodes, figures);
    }

    private static double pool(String name) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(p -> p.getName().equals(name))
                .mapToDouble(p -> p.getMemoryUsed() / MIB)
                .sum();
    }

    /** A figure of {@code /proc/self/status}, MiB. */
    private static double status(String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(l -> l.startsWith(name + ":"))
                .mapToDouble(l -> Long.parseLong(l.replaceAll("\\D", "")) / KIB_PER_MIB)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static double fileHandles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os
                ? os.getOpenFileDescriptorCount()
                : Double.NaN;
    }

    /** Only with -XX:NativeMemoryTracking=summary. */
    private static double trackedMib() {
        String said = diagnose("vmNativeMemory", "summary");
        Matcher total = TOTAL.matcher(said);
        Matcher heap = HEAP.matcher(said);
        return total.find() && heap.find()
                ? (Long.parseLong(total.group(1)) - Long.parseLong(heap.group(1))) / KIB_PER_MIB
                : Double.NaN;
    }

    /** What jcmd's command of that name says; empty where the JVM does not have it. */
    private static String diagnose(String operation, String... arguments) {
        try {
            ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
            boolean takesArguments = arguments.length > 0;
            return String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            name,
                            operation,
                            takesArguments ? new Object[] {arguments} : new Object[0],
                            takesArguments ? new String[] {String[].class.getName()} : new String[0]));
        } catch (JMException e) {
            return "";
        }
    }
}
