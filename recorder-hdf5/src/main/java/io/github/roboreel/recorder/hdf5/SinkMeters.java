package io.github.roboreel.recorder.hdf5;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * {@code roboreel.bytes.out}, {@code roboreel.flush.duration}, {@code roboreel.chunk.write.duration},
 * {@code roboreel.staging.bytes}.
 */
record SinkMeters(Counter bytesOut, Timer flushes, Timer chunkWrites) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** @param stagingBytes what staging takes on the disk */
    static SinkMeters of(MeterRegistry registry, LongSupplier stagingBytes) {
        Gauge.builder("roboreel.staging.bytes", stagingBytes::getAsLong)
                .description("bytes of the staging file on the disk")
                .baseUnit("bytes")
                .strongReference(true)
                .register(registry);
        return new SinkMeters(
                Counter.builder("roboreel.bytes.out")
                        .description("bytes of chunks written to run files")
                        .baseUnit("bytes")
                        .register(registry),
                timer(registry, "roboreel.flush.duration", "time to flush a run file for live readers"),
                timer(
                        registry,
                        "roboreel.chunk.write.duration",
                        "time to write the chunks of one env's rows, or one frame"));
    }

    /** Its quantiles can be asked of registries that keep histograms, as Prometheus' does. */
    private static Timer timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .minimumExpectedValue(SHORTEST)
                .maximumExpectedValue(LONGEST)
                .register(registry);
    }
}
