package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.SinkContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The sinks of a run with one handler each: opened in order, closed in order whatever happens. */
final class SinkSet {
    private final List<SinkHandler> handlers = new ArrayList<>();

    SinkSet(
            List<EpisodeSink> sinks,
            RecordingHealth health,
            RecorderMeters meters,
            Consumer<EpisodeClosing> whenFinalized) {
        for (EpisodeSink sink : sinks) {
            StepCount count = handlers.isEmpty() ? new StepCount(meters) : StepCount.NONE;
            handlers.add(
                    new SinkHandler(
                            sink, health, whenFinalized, meters.sinkFailures(sink.name()), count));
        }
    }

    List<SinkHandler> handlers() {
        return handlers;
    }

    void open(RecorderConfig config, RunSpec run, FieldSchema schema, MeterRegistry registry) {
        for (SinkHandler handler : handlers) {
            try {
                handler.sink().open(new Context(config, run, schema, registry, handler::fail));
            } catch (IOException e) {
                throw new RecorderException(
                        "sink '" + handler.sink().name() + "' cannot open: " + e.getMessage(), e);
            }
        }
    }

    long durableSteps(int env) {
        long durable = Long.MAX_VALUE;
        for (SinkHandler handler : handlers) {
            durable = Math.min(durable, handler.sink().durableSteps(env));
        }
        return durable;
    }

    /**
     * Waits until every sink has finalized the episodes that ended. A side sink that has not when
     * time is over fails, and the episodes go on without it.
     *
     * @return false when a data sink was not through in time
     */
    boolean awaitFinalized(long timeoutSeconds) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        boolean dataFinalized = true;
        for (SinkHandler handler : handlers) {
            boolean finalized = awaitFinalized(handler, deadlineNanos);
            if (!finalized && handler.sink().role() == EpisodeSink.Role.SIDE) {
                handler.fail(
                        new TimeoutException(
                                "its episodes were not finalized within " + timeoutSeconds + " s"));
            } else {
                dataFinalized &= finalized;
            }
        }
        return dataFinalized;
    }

    private static boolean awaitFinalized(SinkHandler handler, long deadlineNanos) {
        while (handler.hasPending()) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                return false;
            }
            Parking.park();
        }
        return true;
    }

    /** Closes every sink; what fails on the way fails that sink. */
    void close() {
        for (SinkHandler handler : handlers) {
            try {
                handler.sink().close();
            } catch (Throwable e) {
                handler.fail(e);
            }
        }
    }

    private record Context(
            RecorderConfig config,
            RunSpec run,
            FieldSchema schema,
            MeterRegistry meters,
            Consumer<Throwable> onFailure)
            implements SinkContext {
        @Override
        public void fail(Throwable cause) {
            onFailure.accept(cause);
        }
    }
}
