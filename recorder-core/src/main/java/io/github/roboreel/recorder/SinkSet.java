package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.SinkContext;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The sinks of a run with one handler each: opened in order, all closed whatever happens. */
final class SinkSet {
    private final List<SinkHandler> handlers = new ArrayList<>();
    private final RecorderParts parts;
    private volatile boolean openingFailed;
    private volatile Deadline closing = Deadline.inSeconds(Duration.ofDays(1).toSeconds());

    public SinkSet(RecorderParts parts, Consumer<EpisodeClosing> whenFinalized) {
        this.parts = parts;
        for (EpisodeSink sink : parts.sinks()) {
            int index = handlers.size();
            handlers.add(new SinkHandler(
                    index,
                    sink,
                    parts.memory().holds().get(index),
                    parts.schema().maxImages(),
                    parts.run().episodes().size(),
                    parts.health(),
                    whenFinalized,
                    parts.meters().sinkFailures(sink.name()),
                    index == 0 ? parts.meters()::stepsConsumed : steps -> {}));
        }
    }

    List<SinkHandler> handlers() {
        return handlers;
    }

    public void open(StopRequest stopRequest) {
        for (SinkHandler handler : handlers) {
            stopRequest.throwIfMade();
            try {
                handler.sink().open(new Context(handler, stopRequest));
            } catch (IllegalArgumentException | RoboReelException e) {
                throw e;
            } catch (Throwable e) {
                throw new RecorderException(
                        Sentence.of(
                                "sink '%s' cannot open: %s",
                                handler.sink().name(), e instanceof IOException ? Sentence.reasonOf(e) : e),
                        e);
            }
        }
    }

    /** What the sinks have made so far is to go when they are closed. */
    void openingFailed() {
        openingFailed = true;
    }

    long durableSteps(int env) {
        long durable = Long.MAX_VALUE;
        for (SinkHandler handler : handlers) {
            durable = Math.min(durable, handler.sink().durableSteps(env));
        }
        return durable;
    }

    /** Events of a demo that every data sink has come back from. Any thread. */
    int eventsTaken(int env) {
        int taken = Integer.MAX_VALUE;
        for (SinkHandler handler : handlers) {
            taken = handler.isData() ? Math.min(taken, handler.eventsTaken(env)) : taken;
        }
        return taken;
    }

    /**
     * Waits until every sink has finalized the episodes that ended. A side sink that has not when time is over fails,
     * and the episodes continue without it.
     *
     * @return false when a data sink was not through in time
     */
    boolean awaitFinalized(Deadline deadline) {
        boolean dataFinalized = true;
        for (SinkHandler handler : handlers) {
            boolean finalized = deadline.await(() -> !handler.hasPending());
            if (!finalized && !handler.isData()) {
                handler.fail(new TimeoutException("its episodes were not finalized before the recorder was closed"));
            } else {
                dataFinalized &= finalized;
            }
        }
        return dataFinalized;
    }

    /**
     * Closes every sink, on a thread of its own that no interrupt of the caller's reaches and that is not waited for
     * beyond the deadline. What fails on the way fails that sink. Data sinks come first: a side sink that takes all the
     * time must not be what fails the recording.
     *
     * @param hasLeft whether a sink's own thread is out of it; one that is stuck in there is left as it is
     * @return whether all were closed
     */
    boolean close(Predicate<SinkHandler> hasLeft, Deadline deadline) {
        closing = deadline;
        boolean all = true;
        for (SinkHandler handler : dataFirst()) {
            if (!hasLeft.test(handler)) {
                all = false;
                handler.fail(new TimeoutException("it never came back and could not be closed"));
            } else if (!closeOnThread(handler, deadline)) {
                all = false;
                handler.fail(new TimeoutException("it was not closed in time"));
            }
        }
        return all;
    }

    private List<SinkHandler> dataFirst() {
        return handlers.stream().sorted(Comparator.comparing(h -> !h.isData())).toList();
    }

    private static boolean closeOnThread(SinkHandler handler, Deadline deadline) {
        Thread thread = new Thread(
                () -> close(handler), "roboreel-close-" + handler.sink().name());
        thread.setDaemon(true);
        thread.start();
        return deadline.await(() -> !thread.isAlive());
    }

    private static void close(SinkHandler handler) {
        try {
            handler.sink().close();
        } catch (Throwable e) {
            handler.fail(e);
        }
    }

    private final class Context implements SinkContext {
        private final SinkHandler handler;
        private final StopRequest stopRequest;

        Context(SinkHandler handler, StopRequest stopRequest) {
            this.handler = handler;
            this.stopRequest = stopRequest;
        }

        @Override
        public RecorderConfig config() {
            return parts.config();
        }

        @Override
        public RunSpec run() {
            return parts.run();
        }

        @Override
        public FieldSchema schema() {
            return parts.schema();
        }

        @Override
        public List<String> metricSets() {
            return parts.metricSets().names();
        }

        @Override
        public MeterRegistry meters() {
            return parts.meters().registry();
        }

        @Override
        public StopRequest stopRequest() {
            return stopRequest;
        }

        @Override
        public boolean hasOpeningFailed() {
            return openingFailed;
        }

        @Override
        public Duration timeToClose() {
            return Duration.ofNanos(closing.leftNanos());
        }

        @Override
        public void fail(Throwable cause) {
            handler.fail(cause);
        }

        @Override
        public void progressed() {
            handler.progressed();
        }
    }
}
