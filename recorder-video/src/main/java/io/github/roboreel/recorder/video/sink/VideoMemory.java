package io.github.roboreel.recorder.video.sink;

import com.sun.management.OperatingSystemMXBean;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.video.VideoSettings;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Memory of the open videos of a run: every env has its own encoders, and nothing bounds them but the number of envs.
 *
 * @param videos open at the same time
 * @param bytes of all of them, an estimate
 * @param machineBytes what the machine, or the container, has
 */
record VideoMemory(int videos, long bytes, long machineBytes) {
    private static final long GIBIBYTE = 1L << 30;

    /** On this machine. */
    static VideoMemory of(int videos, long bytes) {
        return new VideoMemory(videos, bytes, totalMemoryBytes());
    }

    private static long totalMemoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    /** One sentence when it is more than half of what there is. */
    Optional<String> complaint() {
        if (bytes <= machineBytes / 2) {
            return Optional.empty();
        }
        return Optional.of(Sentence.of(
                "%d videos at a time take about %.1f GiB of the machine's %.1f GiB;"
                        + " use fewer envs, smaller images, or %s sensor, viewport or none",
                videos, (double) bytes / GIBIBYTE, (double) machineBytes / GIBIBYTE, VideoSettings.MODE));
    }
}
