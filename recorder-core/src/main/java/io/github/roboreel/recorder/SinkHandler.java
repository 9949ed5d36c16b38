package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.SinkReport;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds one sink with the ring's events on the sink's own thread. A failed sink gets nothing more, while the ring is
 * drained on so that no producer is ever stuck behind it, and the episodes it had not finalized are settled as failed.
 */
final class SinkHandler {
    private static final Logger LOG = LoggerFactory.getLogger(SinkHandler.class);

    private final int index;
    private final EpisodeSink sink;
    private final SinkHolds holds;
    private final SinkRow row;
    private final RecordingHealth health;
    private final Consumer<EpisodeClosing> whenFinalized;
    private final Counter failures;
    private final LongConsumer stepsConsumed;
    // Guarded by itself: onEnd's stages complete on threads of the sink.
    private final Set<EpisodeClosing> pending = new HashSet<>();
    private final Set<EpisodeClosing> settling = new HashSet<>();
    private final AtomicLong settled = new AtomicLong();
    private final AtomicLong reported = new AtomicLong();
    private final AtomicIntegerArray eventsTaken;
    // Made ahead: there may be no memory for another when a sink fails for want of it.
    private final RecorderException outOfMemory;
    private long uncountedSteps;
    private volatile Throwable failure;

    SinkHandler(
            int index,
            EpisodeSink sink,
            SinkHolds holds,
            int maxFrames,
            int demos,
            RecordingHealth health,
            Consumer<EpisodeClosing> whenFinalized,
            Counter failures,
            LongConsumer stepsConsumed) {
        this.index = index;
        this.sink = sink;
        this.holds = holds;
        row = new SinkRow(index, holds, maxFrames);
        eventsTaken = new AtomicIntegerArray(demos);
        this.health = health;
        this.whenFinalized = whenFinalized;
        this.failures = failures;
        this.stepsConsumed = stepsConsumed;
        outOfMemory = new RecorderException(
                Kind.OUT_OF_MEMORY,
                Sentence.of(
                        "the recording stopped because sink '%s' failed and the JVM is out of memory; raise -Xmx",
                        sink.name()));
    }

    /** Its place among the sinks of the run. */
    int index() {
        return index;
    }

    boolean isData() {
        return sink.role() == EpisodeSink.Role.DATA;
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

    /** Grows whenever the sink gives a frame back, finalizes an episode or says that it gets on, on whatever thread. */
    long progress() {
        return holds.returned() + settled.get() + reported.get();
    }

    /** The sink says that it gets on. Any thread. */
    void progressed() {
        reported.incrementAndGet();
    }

    /** Events of a demo that the sink has come back from. Any thread. */
    int eventsTaken(int env) {
        return eventsTaken.get(env);
    }

    /** Turns to an event, whose frames the sink holds from here on. */
    void lend(StepEvent event) {
        row.lend(event);
    }

    /** Shows the sink the event that was lent. */
    void receive(StepEvent event, boolean endOfBatch) {
        StepEvent.Kind kind = event.kind();
        try {
            dispatch(event);
            if (endOfBatch && failure == null) {
                sink.onBatchEnd();
            }
        } catch (Throwable e) {
            fail(e);
        }
        try {
            row.release();
        } catch (RuntimeException e) {
            fail(e);
        }
        if (!holds.isGivenUp()) {
            countStep(kind == StepEvent.Kind.STEP, endOfBatch);
        }
    }

    /** Takes an event in the place of a sink that was given up. */
    void skip(StepEvent event, boolean endOfBatch) {
        if (event.kind() == StepEvent.Kind.END) {
            end(event);
        }
        countStep(event.kind() == StepEvent.Kind.STEP, endOfBatch);
    }

    /** The sink does not come back: it fails, and may look at nothing more. Any thread. */
    void giveUp(Throwable cause) {
        holds.giveUp();
        fail(cause);
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
        if (isData()) {
            health.fail(failureOfRecording(cause));
        } else {
            LOG.warn("sink '{}' failed and is left out from here on: {}", sink.name(), Sentence.reasonOf(cause));
        }
    }

    private RecorderException failureOfRecording(Throwable cause) {
        try {
            return new RecorderException(
                    Sentence.of(
                            "the recording stopped because sink '%s' failed: %s; what was written before stays valid",
                            sink.name(), Sentence.reasonOf(cause)),
                    cause);
        } catch (OutOfMemoryError e) {
            return outOfMemory;
        }
    }

    private void dispatch(StepEvent event) throws IOException {
        if (event.kind() == StepEvent.Kind.END) {
            end(event);
        } else if (failure == null && event.kind() == StepEvent.Kind.BEGIN) {
            sink.onBegin(event.env(), event.begin(), row);
        } else if (failure == null && event.kind() == StepEvent.Kind.STEP) {
            sink.onStep(event.env(), event.step(), row);
        } else if (failure == null && event.kind() == StepEvent.Kind.EVENT) {
            sink.onEvent(event.env(), event.happened());
            eventsTaken.lazySet(event.env(), eventsTaken.get(event.env()) + 1);
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
            sink.onEnd(event.env(), closing.end(event.hasRow() ? row : null)).whenComplete((report, error) -> {
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

    /** An episode is pending until the next stage has it, so that nothing overtakes it. */
    private void settle(EpisodeClosing closing, SinkReport report) {
        synchronized (pending) {
            if (!pending.contains(closing) || !settling.add(closing)) {
                return;
            }
        }
        try {
            deliver(closing, report);
        } finally {
            synchronized (pending) {
                pending.remove(closing);
                settling.remove(closing);
            }
        }
    }

    private void deliver(EpisodeClosing closing, SinkReport report) {
        settled.incrementAndGet();
        if (isData() && failure != null) {
            // No caller has to wait for the other sinks to learn it.
            closing.future().completeExceptionally(health.failure());
        }
        if (closing.sinkDone(index, sink.name(), failure != null, report)) {
            whenFinalized.accept(closing);
        }
    }

    private static Throwable unwrapped(Throwable reported) {
        return reported instanceof CompletionException && reported.getCause() != null ? reported.getCause() : reported;
    }

    /** On the sink's thread, one add a batch: counting costs no producer anything. */
    private void countStep(boolean isStep, boolean endOfBatch) {
        uncountedSteps += isStep ? 1 : 0;
        if (endOfBatch && uncountedSteps > 0) {
            stepsConsumed.accept(uncountedSteps);
            uncountedSteps = 0;
        }
    }
}
