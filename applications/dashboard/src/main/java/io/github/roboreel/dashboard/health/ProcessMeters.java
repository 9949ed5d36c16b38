package io.github.roboreel.dashboard.health;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Meters of this JVM: memory, processor time, garbage collections, threads, when it began. */
final class ProcessMeters {
    private ProcessMeters() {}

    static void bindTo(MeterRegistry registry) {
        memory(registry, "heap", () -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage());
        memory(registry, "nonheap", () -> ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage());
        counter(registry, "process.cpu", "processor time that the process has used", p -> cpuSeconds());
        counter(registry, "jvm.gc", "time that garbage collections have taken", p -> collectionSeconds());
        Gauge.builder(
                        "jvm.threads",
                        ManagementFactory.getThreadMXBean(),
                        java.lang.management.ThreadMXBean::getThreadCount)
                .description("live threads")
                .baseUnit("threads")
                .register(registry);
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        TimeGauge.builder("process.start.time", runtime, TimeUnit.MILLISECONDS, RuntimeMXBean::getStartTime)
                .description("when the process began, since 1970")
                .register(registry);
    }

    private static void memory(MeterRegistry registry, String area, Supplier<MemoryUsage> usage) {
        bytes(
                registry,
                "jvm.memory.used",
                "memory that the JVM uses",
                area,
                () -> usage.get().getUsed());
        bytes(
                registry,
                "jvm.memory.max",
                "memory that the JVM may use; -1 without a limit",
                area,
                () -> usage.get().getMax());
    }

    private static void bytes(
            MeterRegistry registry, String name, String description, String area, Supplier<Number> value) {
        Gauge.builder(name, value)
                .description(description)
                .baseUnit("bytes")
                .tag("area", area)
                .strongReference(true)
                .register(registry);
    }

    private static void counter(
            MeterRegistry registry, String name, String description, ToDoubleFunction<Runtime> seconds) {
        FunctionCounter.builder(name, Runtime.getRuntime(), seconds)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }

    private static double cpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime() * 1e-9
                : Double.NaN;
    }

    private static double collectionSeconds() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .filter(millis -> millis > 0)
                        .sum()
                * 1e-3;
    }
}
