package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Surroundings of a sink that a test drives by itself.
 *
 * @param failure the first failure that the sink reported; null until then
 */
public record TestContext(
        RecorderConfig config,
        RunSpec run,
        FieldSchema schema,
        MeterRegistry meters,
        StopRequest stopRequest,
        AtomicReference<Throwable> failure)
        implements SinkContext {
    public TestContext(RecorderConfig config, RunSpec run, FieldSchema schema) {
        this(config, run, schema, new SimpleMeterRegistry(), new StopRequest(), new AtomicReference<>());
    }

    @Override
    public void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
    }
}
