package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What a sink counts of its writing. */
record SinkMeters(Counter bytesOut, Timer flushes, Timer chunkWrites) {
    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofSeconds(30);

    /** @param stagingBytes what staging takes on the disk */
    static SinkMeters of(MeterRegistry registry, LongSupplier stagingBytes) {
        RecorderMeter.STAGING_BYTES.gauge(stagingBytes::getAsLong).register(registry);
        return new SinkMeters(
                RecorderMeter.BYTES_OUT.counter().register(registry),
                timer(registry, RecorderMeter.FLUSH_DURATION),
                timer(registry, RecorderMeter.CHUNK_WRITE_DURATION));
    }

    /** Its quantiles can be asked of registries that keep histograms, as Prometheus' does. */
    private static Timer timer(MeterRegistry registry, RecorderMeter meter) {
        return meter.timer()
                .publishPercentileHistogram()
                .minimumExpectedValue(MIN_TIME)
                .maximumExpectedValue(MAX_TIME)
                .register(registry);
    }
}
