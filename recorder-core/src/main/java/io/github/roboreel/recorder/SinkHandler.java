package io.github.roboreel.recorder;

import com.lmax.disruptor.EventHandler;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.SinkReport;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds one sink from the ring on the sink's own thread. A failed sink gets nothing more, while the
 * ring is drained on so that no producer is ever stuck behind it, and the episodes it had not
 * finalized are settled as failed.
 */
final class SinkHandler implements EventHandler<StepEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(SinkHandler.class);

    private final EpisodeSink sink;
    private final RecordingHealth health;
    private final Consumer<EpisodeClosing> whenFinalized;
    private final Counter failures;
    private final StepCount stepCount;
    // Guarded by itself: onEnd's stages complete on threads of the sink.
    private final Set<EpisodeClosing> pending = new HashSet<>();
    private volatile Throwable failure;

    SinkHandler(
            EpisodeSink sink,
            RecordingHealth health,
            Consumer<EpisodeClosing> whenFinalized,
            Counter failures,
            StepCount stepCount) {
        this.sink = sink;
        this.health = health;
        this.whenFinalized = whenFinalized;
        this.failures = failures;
        this.stepCount = stepCount;
    }

    EpisodeSink sink() {
        return sink;
    }

    /** Whether an episode that ended is not finalized yet. */
    boolean hasPending() {
        synchronized (pending) {
            return !pending.isEmpty();
        }
    }

    @Override
    public void onEvent(StepEvent event, long sequence, boolean endOfBatch) {
        try {
            dispatch(event);
            if (endOfBatch && failure == null) {
                sink.onBatchEnd();
            }
        } catch (Throwable e) {
            fail(e);
        }
        try {
            event.releaseFrames();
        } catch (RuntimeException e) {
            fail(e);
        }
        stepCount.seen(event.kind() == StepEvent.Kind.STEP, endOfBatch);
    }

    /** Marks the sink failed; the first cause counts. Any thread. */
    void fail(Throwable reported) {
        Throwable cause = unwrapped(reported);
        synchronized (this) {
            if (failure != null) {
                if (failure != cause) {
                    failure.addSuppressed(cause);
                }
                return;
            }
            failure = cause;
        }
        try {
            announce(cause);
        } finally {
            settlePending();
        }
    }

    private void announce(Throwable cause) {
        failures.increment();
        if (sink.role() == EpisodeSink.Role.DATA) {
            health.fail(
                    new RecorderException(
                            "the recording stopped because sink '"
                                    + sink.name()
                                    + "' failed: "
                                    + text(cause)
                                    + "; what was written before stays valid",
                            cause));
        } else {
            LOG.warn("sink '{}' failed and is left out from here on: {}", sink.name(), text(cause));
        }
    }

    private void dispatch(StepEvent event) throws IOException {
        if (event.kind() == StepEvent.Kind.END) {
            end(event);
        } else if (failure == null && event.kind() == StepEvent.Kind.BEGIN) {
            sink.onBegin(event.env(), event);
        } else if (failure == null) {
            sink.onStep(event.env(), event.step(), event);
        }
    }

    private void end(StepEvent event) {
        EpisodeClosing closing = event.closing();
        synchronized (pending) {
            pending.add(closing);
        }
        if (failure != null) {
            settlePending();
            return;
        }
        try {
            sink.onEnd(event.env(), closing.end(event.hasRow() ? event : null))
                    .whenComplete(
                            (report, error) -> {
                                if (error != null) {
                                    fail(error);
                                }
                                settle(closing, report == null ? SinkReport.NONE : report);
                            });
        } catch (Throwable e) {
            fail(e);
        }
    }

    private void settlePending() {
        Set<EpisodeClosing> open;
        synchronized (pending) {
            open = Set.copyOf(pending);
        }
        open.forEach(closing -> settle(closing, SinkReport.NONE));
    }

    private void settle(EpisodeClosing closing, SinkReport report) {
        synchronized (pending) {
            if (!pending.remove(closing)) {
                return;
            }
        }
        if (closing.sinkDone(sink.name(), failure != null, report)) {
            whenFinalized.accept(closing);
        }
    }

    private static Throwable unwrapped(Throwable reported) {
        return reported instanceof CompletionException && reported.getCause() != null
                ? reported.getCause()
                : reported;
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
