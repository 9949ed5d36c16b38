package io.github.roboreel.recorder;

import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every now and then at what is not counted as it happens: the lag of durability and the room on the disk. On a
 * thread of its own, because a disk that hangs must hold up no other thread.
 */
final class RecorderSampler {
    private static final Logger LOG = LoggerFactory.getLogger(RecorderSampler.class);
    private static final long LAG_PERIOD_MILLIS = 200;
    private static final long DISK_PERIOD_MILLIS = 1000;
    private static final long FILE_PERIOD_MILLIS = 200;

    private final RunSpec run;
    private final RecorderMeters meters;
    private final DurableLag lag;
    private final DiskSpace disk;
    private final FileFill file;
    private final ScheduledExecutorService thread;

    RecorderSampler(RecorderParts parts, List<EnvEpisode> envs, FileFill file) {
        this.file = file;
        run = parts.run();
        meters = parts.meters();
        lag = new DurableLag(DurableLag.Counts.of(envs), run.numDemos());
        disk = new DiskSpace(
                this::freeBytes, parts.config().get(RecorderSettings.LOW_DISK_WARNING_SECONDS), this::warn);
        thread = Executors.newSingleThreadScheduledExecutor(this::thread);
    }

    private Thread thread(Runnable work) {
        Thread created = new Thread(work, "roboreel-run" + run.run() + "-sampler");
        created.setDaemon(true);
        return created;
    }

    private long freeBytes() throws IOException {
        FileStore store = Files.getFileStore(run.envFolder());
        return store.getUsableSpace();
    }

    private void warn(String found) {
        meters.diskWarned();
        LOG.warn(
                "the disk of {} {}; make room, or the recording will fail ({} says when to warn)",
                run.folder(),
                found,
                RecorderSettings.LOW_DISK_WARNING_SECONDS);
    }

    void start() {
        MeterRegistry registry = meters.registry();
        RecorderMeter.DURABLE_LAG_STEPS.gauge(lag::steps).register(registry);
        RecorderMeter.DURABLE_LAG_TIME.timeGauge(lag::milliseconds).register(registry);
        RecorderMeter.DISK_FREE.gauge(disk::freeBytes).register(registry);
        RecorderMeter.DISK_TIME_LEFT.gauge(disk::secondsLeft).register(registry);
        schedule(() -> lag.sample(System.nanoTime()), LAG_PERIOD_MILLIS);
        schedule(() -> disk.sample(System.nanoTime()), DISK_PERIOD_MILLIS);
        if (file.isLookedAt()) {
            schedule(file::sample, FILE_PERIOD_MILLIS);
        }
    }

    private void schedule(Runnable sample, long periodMillis) {
        thread.scheduleWithFixedDelay(sample, 0, periodMillis, TimeUnit.MILLISECONDS);
    }

    /** What closing writes, such as the copy of a compaction, is no rate of the recording. */
    void recordingEnds() {
        disk.stop();
    }

    /** Does not wait for a disk that hangs. */
    void stop() {
        thread.shutdownNow();
    }
}
