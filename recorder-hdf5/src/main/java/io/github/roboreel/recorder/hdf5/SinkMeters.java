package io.github.roboreel.recorder.hdf5;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * {@code roboreel.bytes.out}, {@code roboreel.flush.duration}, {@code
 * roboreel.chunk.write.duration}.
 */
record SinkMeters(Counter bytesOut, Timer flushes, Timer chunkWrites) {
    static SinkMeters of(MeterRegistry registry) {
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
