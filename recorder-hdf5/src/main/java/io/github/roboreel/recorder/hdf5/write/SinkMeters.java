package io.github.roboreel.recorder.hdf5.write;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.LongSupplier;

/**
 * {@code roboreel.bytes.out}, {@code roboreel.flush.duration}, {@code roboreel.chunk.write.duration},
 * {@code roboreel.staging.bytes}.
 */
record SinkMeters(Counter bytesOut, Timer flushes, Timer chunkWrites) {
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
                Timer.builder("roboreel.flush.duration")
                        .description("time to flush a run file for live readers")
                        .register(registry),
                Timer.builder("roboreel.chunk.write.duration")
                        .description("time to write the chunks of one env's rows, or one frame")
                        .register(registry));
    }
}
