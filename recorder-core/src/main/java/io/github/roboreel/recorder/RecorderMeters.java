package io.github.roboreel.recorder;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.function.LongSupplier;

/**
 * The core's meters: {@code roboreel.steps}, {@code roboreel.bytes.in}, {@code
 * roboreel.ring.backlog}, {@code roboreel.producer.wait}, {@code roboreel.frames.dropped}, {@code
 * roboreel.sink.failures}. Sinks add their own.
 */
final class RecorderMeters {
    private final MeterRegistry registry;
    private final long bytesPerStep;
    private final Counter steps;
    private final Counter bytesIn;
    private final Counter droppedFrames;
    private Gauge backlog;

    RecorderMeters(MeterRegistry registry, long bytesPerStep) {
        this.registry = registry;
        this.bytesPerStep = bytesPerStep;
        steps = Counter.builder("roboreel.steps").description("steps consumed").register(registry);
        bytesIn = Counter.builder("roboreel.bytes.in").baseUnit("bytes").register(registry);
        droppedFrames = Counter.builder("roboreel.frames.dropped").register(registry);
    }

    void stepsConsumed(long count) {
        steps.increment(count);
        bytesIn.increment(count * bytesPerStep);
    }

    void framesDropped(long count) {
        droppedFrames.increment(count);
    }

    Timer producerWait() {
        return Timer.builder("roboreel.producer.wait")
                .description("time producers were parked because the ring or a frame pool was full")
                .register(registry);
    }

    Counter sinkFailures(String sink) {
        return Counter.builder("roboreel.sink.failures").tag("sink", sink).register(registry);
    }

    /** Shows one run's backlog until it is closed. */
    void watchBacklog(int run, LongSupplier events) {
        backlog =
                Gauge.builder("roboreel.ring.backlog", events, LongSupplier::getAsLong)
                        .tag("run", Integer.toString(run))
                        .strongReference(true)
                        .register(registry);
    }

    void close() {
        if (backlog != null) {
            registry.remove(backlog);
        }
    }
}
