package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.SinkContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The sinks of a run: opened in order, fed by one handler each, closed in order whatever happens.
 */
final class SinkSet {
    private final List<EpisodeSink> sinks;
    private final List<AtomicReference<Consumer<Throwable>>> failureTargets = new ArrayList<>();
    private final RecordingHealth health;
    private final RecorderMeters meters;

    SinkSet(List<EpisodeSink> sinks, RecordingHealth health, RecorderMeters meters) {
        this.sinks = List.copyOf(sinks);
        this.health = health;
        this.meters = meters;
        sinks.forEach(
                s ->
                        failureTargets.add(
                                new AtomicReference<>(cause -> health.fail(cannotOpen(s, cause)))));
    }

    RecordingHealth health() {
        return health;
    }

    RecorderMeters meters() {
        return meters;
    }

    void open(RecorderConfig config, RunSpec run, FieldSchema schema, MeterRegistry registry) {
        for (int i = 0; i < sinks.size(); i++) {
            AtomicReference<Consumer<Throwable>> target = failureTargets.get(i);
            try {
                sinks.get(i)
                        .open(
                                new Context(
                                        config,
                                        run,
                                        schema,
                                        registry,
                                        c -> target.get().accept(c)));
            } catch (IOException e) {
                throw cannotOpen(sinks.get(i), e);
            }
        }
    }

    /** One handler per sink, which from now on hears of the sink's own failures. */
    List<SinkHandler> handlers(Consumer<EpisodeClosing> whenFinalized) {
        List<SinkHandler> handlers = new ArrayList<>();
        for (int i = 0; i < sinks.size(); i++) {
            EpisodeSink sink = sinks.get(i);
            StepCount count = i == 0 ? new StepCount(meters) : StepCount.NONE;
            SinkHandler handler =
                    new SinkHandler(
                            sink, health, whenFinalized, meters.sinkFailures(sink.name()), count);
            failureTargets.get(i).set(handler::fail);
            handlers.add(handler);
        }
        return handlers;
    }

    long durableSteps(int env) {
        long durable = Long.MAX_VALUE;
        for (EpisodeSink sink : sinks) {
            durable = Math.min(durable, sink.durableSteps(env));
        }
        return durable;
    }

    void close() {
        for (int i = 0; i < sinks.size(); i++) {
            try {
                sinks.get(i).close();
            } catch (IOException | RuntimeException e) {
                failureTargets.get(i).get().accept(e);
            }
        }
    }

    /**
     * Closes what was opened when the run could not be; {@code cause} keeps what fails on the way.
     */
    void closeAfter(RuntimeException cause, AutoCloseable results) {
        List<AutoCloseable> all = new ArrayList<>(sinks);
        if (results != null) {
            all.add(results);
        }
        for (AutoCloseable resource : all) {
            try {
                resource.close();
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }

    private static RecorderException cannotOpen(EpisodeSink sink, Throwable cause) {
        return new RecorderException(
                "sink '" + sink.name() + "' cannot open: " + cause.getMessage(), cause);
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
