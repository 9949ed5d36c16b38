package io.github.roboreel.recorder;

import com.lmax.disruptor.EventHandler;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds one sink from the ring on the sink's own thread. A failed sink gets nothing more, while the
 * ring is drained on so that no producer is ever stuck behind it.
 */
final class SinkHandler implements EventHandler<StepEvent> {
    private static final Logger LOG = LoggerFactory.getLogger(SinkHandler.class);

    private final EpisodeSink sink;
    private final RecordingHealth health;
    private final Consumer<EpisodeClosing> whenFinalized;
    private final Counter failures;
    private final StepCount stepCount;
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

    @Override
    public void onEvent(StepEvent event, long sequence, boolean endOfBatch) {
        try {
            dispatch(event);
            if (endOfBatch && failure == null) {
                sink.onBatchEnd();
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            event.releaseFrames();
            stepCount.seen(event.kind() == StepEvent.Kind.STEP, endOfBatch);
        }
    }

    /** Marks the sink failed; the first cause counts. Any thread. */
    void fail(Throwable cause) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
        }
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
        if (failure != null) {
            finalized(closing);
            return;
        }
        try {
            sink.onEnd(event.env(), event.step(), closing.outcome(), event.hasRow() ? event : null)
                    .whenComplete(
                            (done, error) -> {
                                if (error != null) {
                                    fail(error);
                                }
                                finalized(closing);
                            });
        } catch (Throwable e) {
            fail(e);
            finalized(closing);
        }
    }

    private void finalized(EpisodeClosing closing) {
        long dropped = sink.droppedFrames(closing.id().env());
        if (closing.sinkDone(sink.name(), failure != null, dropped)) {
            whenFinalized.accept(closing);
        }
    }

    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
