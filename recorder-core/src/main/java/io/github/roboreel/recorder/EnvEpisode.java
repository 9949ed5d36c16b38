package io.github.roboreel.recorder;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSelection;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One episode of an env while it is recorded: {@code begin}, any number of steps, {@code end}; after that it is frozen
 * and accepts nothing more. {@link EnvRecorder} says what its methods mean. One thread at a time; a second one is
 * refused.
 */
final class EnvEpisode {
    /** Where the episode stands. */
    private enum State {
        IDLE,
        RECORDING,
        FROZEN
    }

    private final EpisodeId id;
    private final RunEngine engine;
    private final Runnable whenFrozen;
    private final StepRing ring;
    private final ThreadGuard guard;
    private final StepSelection selection;
    private final EventTrack events;
    private final EpisodeRows rows;
    // Of the run until the episode begins, which may have one of its own.
    private volatile EpisodeInfo info;
    private Map<String, Object> begun = Map.of();
    private volatile State state = State.IDLE;
    // Set once, when the episode is ended: by the owner, or by close() when the owner is stuck in a full ring.
    private final AtomicReference<CompletableFuture<EpisodeSummary>> summary = new AtomicReference<>();
    private final AtomicLong numSamples = new AtomicLong();
    // Its end, once that is in the ring.
    private volatile EpisodeClosing handedOverEnd;

    /**
     * An episode that has not begun.
     *
     * @param id a place of the engine's run
     * @param whenFrozen called once, by the thread that freezes it
     */
    EnvEpisode(EpisodeId id, RunEngine engine, WallClock clock, RecordingPlan plan, Runnable whenFrozen) {
        this.id = id;
        this.engine = engine;
        this.whenFrozen = whenFrozen;
        info = engine.run().episodes().get(id.env());
        ring = engine.ring();
        selection = new StepSelection(id, info, plan);
        events = new EventTrack(id.simEnv());
        guard = new ThreadGuard(id.simEnv());
        rows = new EpisodeRows(id.simEnv(), engine, clock, guard, this::publishStep);
    }

    EpisodeId id() {
        return id;
    }

    /** Whether the env may begin another one in this recording. */
    boolean isContinuous() {
        return engine.run().isContinuous();
    }

    EpisodeInfo info() {
        return info;
    }

    StepRing ring() {
        return ring;
    }

    /** The simulator's env. */
    int simEnv() {
        return id.simEnv();
    }

    /** Steps stored so far. Any thread. */
    long numSamples() {
        return numSamples.get();
    }

    /** Whether the episode has begun and not ended. */
    boolean isRecording() {
        return state == State.RECORDING;
    }

    /** Its events from the n-th on, in the order in which they were noted. Any thread. */
    List<EpisodeEvent> events(int from) {
        return events.events(from);
    }

    boolean isScheduled() {
        return selection.isScheduled();
    }

    boolean isFrozen() {
        return state == State.FROZEN;
    }

    /** Steps that survive the death of this process. Any thread. */
    long durableSteps() {
        return Math.max(0, durableRows());
    }

    /** -1 until its begin survives. */
    private long durableRows() {
        long rows = Math.min(numSamples.get(), engine.durableSteps(id.env()));
        return Math.min(rows, events.rowsBefore(engine.eventsTaken(id.env())));
    }

    /** Its begin, steps and end, as far as they were handed over. Any thread. */
    long handedOver() {
        return (hasBegun() ? 1 + numSamples.get() : 0) + (handedOverEnd == null ? 0 : 1);
    }

    private boolean hasBegun() {
        return state != State.IDLE && isScheduled();
    }

    /** How many of the first of them survive the death of this process. Any thread. */
    long durable() {
        if (isDurable()) {
            return handedOver();
        }
        return hasBegun() ? 1 + durableRows() : 0;
    }

    /** Events that were given. Any thread. */
    int numEvents() {
        return events.count();
    }

    /** How many of the first of them survive the death of this process. Any thread. */
    int durableEvents() {
        return isDurable() ? numEvents() : Math.min(numEvents(), engine.eventsTaken(id.env()));
    }

    /** Whether it has ended and all that was recorded of it survives. Any thread. */
    boolean isDurable() {
        EpisodeClosing end = handedOverEnd;
        return end == null ? isFrozen() && !isScheduled() : end.isDurable();
    }

    /** @param newInfo of the same period as the run's; null for the run's */
    void begin(EpisodeInfo newInfo, String options, Map<String, ?> metadata, Consumer<StepWriter> initialState) {
        EpisodeMetadata.requireResetOptions(options);
        EpisodeInfo own = newInfo == null ? info : newInfo;
        requirePeriod(own);
        EpisodeBegin begin = new EpisodeBegin(id.simEnv(), own, OutcomeValues.begun(options, metadata));
        engine.requireOpen();
        guard.enter();
        try {
            if (state != State.IDLE) {
                throw new IllegalStateException(Sentence.of(
                        "env %s has already begun its episode of run %s; %s",
                        id.simEnv(),
                        id.run(),
                        isContinuous()
                                ? "end that one first"
                                : "open the next run for another, or a recorder of continuous episodes"));
            }
            RowBuffer row = rows.initial(initialState, selection.begin(own));
            if (selection.isScheduled()) {
                publish(slot -> slot.setBegin(id, begin, row, ring.sinkCount()), Long.MAX_VALUE);
            }
            info = own;
            begun = begin.metadata();
            state = State.RECORDING;
        } finally {
            rows.clearInitial();
            guard.exit();
        }
    }

    private void requirePeriod(EpisodeInfo own) {
        if (own.dtSeconds() != info.dtSeconds()) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: the episode's period is %s s, and that of its run %s s, which all of its episodes have; "
                            + "take it from EnvRecorder.info()",
                    id.simEnv(), own.dtSeconds(), info.dtSeconds()));
        }
    }

    /** A claimed slot is published whatever happens: sinks would wait for it forever. */
    private void publish(Consumer<StepEvent> fill, long patienceNanos) {
        long sequence = ring.claim(1, patienceNanos);
        try {
            fill.accept(ring.slot(sequence));
        } finally {
            ring.publish(sequence, sequence);
        }
    }

    StepWriter step() {
        openRow();
        return rows.stepWriter();
    }

    void step(Consumer<StepWriter> fill) {
        openRow();
        try {
            fill.accept(rows.callbackWriter());
            guard.requireOwner();
            publishStep();
        } catch (Throwable e) {
            dropRow();
            throw e;
        }
    }

    void event(EpisodeEvent event) {
        boolean hasRowOpen = guard.isMine();
        enterRecording();
        try {
            events.requireValid(event, selection.taken());
            if (selection.isScheduled()) {
                publish(event);
            }
        } finally {
            if (!hasRowOpen) {
                guard.exit();
            }
        }
    }

    /** In order with the rows, so that a sink has seen the event's row before it. */
    private void publish(EpisodeEvent event) {
        long sequence = ring.claim(1);
        boolean isInTime = false;
        try {
            StepEvent slot = ring.slot(sequence);
            slot.setVoid();
            isInTime = summary.get() == null;
            if (isInTime) {
                slot.setEvent(id.env(), events.add(event, selection.rowOf(event.step(), numSamples.get())));
            }
        } finally {
            ring.publish(sequence, sequence);
        }
        if (!isInTime) {
            throw ended();
        }
    }

    CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome, Consumer<StepWriter> finalObservation) {
        if (state == State.FROZEN) {
            return summary.get();
        }
        boolean isAbandoned = outcome.isAbandoned();
        if (!isAbandoned) {
            requirePublished();
        }
        guard.enter();
        try {
            return endOwned(outcome, finalObservation);
        } finally {
            rows.clear();
            guard.exit();
        }
    }

    private CompletableFuture<EpisodeSummary> endOwned(EpisodeOutcome outcome, Consumer<StepWriter> finalObservation) {
        if (state == State.FROZEN) {
            return summary.get();
        }
        requireBegun();
        RowBuffer row = finalObservation == null ? null : rows.last(finalObservation, selection.isScheduled());
        EpisodeOutcome contributed = selection.contributed(outcome, numSamples.get(), events.events());
        return freeze(contributed, row, Long.MAX_VALUE);
    }

    private EpisodeOutcome withBegun(EpisodeOutcome outcome) {
        if (begun.isEmpty()) {
            return outcome;
        }
        Object options = OutcomeValues.resetOptions(begun);
        if (options != null && outcome.attributes().containsKey(EpisodeMetadata.RESET_OPTIONS)) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: the outcome has the attribute '%s', which the recorder writes itself, as begin was given"
                            + " reset options; give it another name",
                    id.simEnv(), EpisodeMetadata.RESET_OPTIONS));
        }
        Map<String, Object> all = new LinkedHashMap<>(begun);
        all.putAll(outcome.metadata());
        EpisodeOutcome whole = new EpisodeOutcome(outcome.status(), outcome.reason(), all, outcome.timing());
        return options == null ? whole : whole.withAttributes(Map.of(EpisodeMetadata.RESET_OPTIONS, options));
    }

    private CompletableFuture<EpisodeSummary> freeze(EpisodeOutcome outcome, RowBuffer row, long patienceNanos) {
        EpisodeClosing closing = new EpisodeClosing(
                id,
                info,
                withBegun(selection.explained(outcome)),
                numSamples.get(),
                rows.saturatedValues() + (row == null ? 0 : row.saturatedValues()),
                rows.droppedRows(),
                events.events(),
                numSamples.get() == 0 ? null : rows.lastScore(),
                ring.sinkCount(),
                ring.dataSinks());
        if (!summary.compareAndSet(null, closing.future())) {
            return summary.get();
        }
        if (!selection.isScheduled()) {
            freeze();
            closing.future().complete(closing.summary(Map.of()));
            return closing.future();
        }
        try {
            publish(slot -> slot.setEnd(closing, row, ring.sinkCount()), patienceNanos);
            handedOverEnd = closing;
        } catch (RecorderException e) {
            closing.future().completeExceptionally(e);
            throw e;
        }
        freeze();
        return closing.future();
    }

    private void freeze() {
        state = State.FROZEN;
        whenFrozen.run();
    }

    void openRow() {
        requirePublished();
        enterRecording();
        try {
            rows.openStep(selection.open());
        } catch (Throwable e) {
            dropRow();
            throw e;
        }
    }

    private void requirePublished() {
        if (hasUnpublishedRow()) {
            // What has failed meanwhile is why the row was not published.
            engine.requireOpen();
            dropRow();
            throw new IllegalStateException(unpublished("env " + id.simEnv()));
        }
    }

    /** Whether the calling thread has filled a row and neither published nor discarded it. */
    boolean hasUnpublishedRow() {
        return guard.isMine() && rows.step().isFilled();
    }

    /** The message to a caller that has forgotten to publish. */
    static String unpublished(String where) {
        return where + ": the row filled last was not published and is dropped; call publish() after the puts, or"
                + " discardRow() to give a row up";
    }

    /** Gives an open row up, so that any thread may open the next one; counts it when it holds values. */
    void dropRow() {
        rows.dropStep();
        guard.exit();
    }

    /** As {@link #dropRow}, and always counts: a value of it was refused. */
    void dropRefusedRow() {
        rows.dropRefusedStep();
        guard.exit();
    }

    /** Gives up the row that the calling thread has open, if it has, on purpose: it does not count. */
    void discardRow() {
        if (guard.isMine()) {
            closeRow();
        }
    }

    private void closeRow() {
        rows.step().clear();
        guard.exit();
    }

    private void enterRecording() {
        if (isFrozen() && isContinuous()) {
            // Its run may be closed already, and the recorder is not.
            throw ended();
        }
        engine.requireOpen();
        guard.enter();
        if (state != State.RECORDING) {
            guard.exit();
            requireBegun();
            throw ended();
        }
    }

    private IllegalStateException ended() {
        return new IllegalStateException(Sentence.of(
                "env %s has ended its episode of run %s and accepts no more steps %s",
                id.simEnv(), id.run(), isContinuous() ? "before its next begin" : "in this run"));
    }

    void requireRowOpen() {
        guard.requireOwner();
    }

    RowBuffer row() {
        return rows.step();
    }

    /**
     * Fills what the recorder and its callback fill themselves and refuses an incomplete row; a row that is left out
     * may be incomplete.
     */
    void completeRow() {
        if (!selection.keepsStep()) {
            return;
        }
        selection.contribute(rows.callbackWriter());
        rows.completeStep(selection);
    }

    /** Whether the completed row goes into the ring; one that is left out is closed by this. */
    boolean keepsRow() {
        if (!selection.keepsStep()) {
            selection.count();
            closeRow();
        }
        return selection.keepsStep();
    }

    private void publishStep() {
        completeRow();
        if (!keepsRow()) {
            return;
        }
        long sequence = ring.claim(1);
        boolean moved;
        try {
            moved = moveRowTo(ring.slot(sequence));
        } finally {
            ring.publish(sequence, sequence);
        }
        if (!moved) {
            throw ended();
        }
    }

    /**
     * Moves the completed row into a claimed slot and closes it.
     *
     * @return false when the recorder was closed while the row waited for the slot: the episode has ended, the row is
     *     dropped
     */
    boolean moveRowTo(StepEvent slot) {
        if (summary.get() != null) {
            slot.setVoid();
            dropRow();
            return false;
        }
        rows.countStep();
        slot.set(StepEvent.Kind.STEP, id.env(), numSamples.get(), rows.step(), ring.sinkCount());
        numSamples.lazySet(numSamples.get() + 1);
        selection.count();
        guard.exit();
        return true;
    }

    private void requireBegun() {
        if (state == State.IDLE) {
            throw new IllegalStateException(
                    "env " + id.simEnv() + " has not begun its episode of run " + id.run() + "; call begin first");
        }
    }

    /** Whether an end was called whose event is not in the ring yet: its thread is parked before a full ring. */
    boolean isEndPending() {
        return state == State.RECORDING && summary.get() != null;
    }

    /**
     * Ends the episode from outside.
     *
     * @param deadlineNanos until when the row that its own thread has open is waited for
     * @param patienceNanos how long room in the ring is waited for
     */
    void abort(String reason, long deadlineNanos, long patienceNanos) {
        guard.seize(deadlineNanos);
        try {
            if (state != State.FROZEN) {
                requireBegun();
                freeze(EpisodeOutcome.aborted(reason), null, patienceNanos);
            }
        } finally {
            guard.exit();
        }
    }

    /**
     * Gives a pending summary up, and freezes an episode still open.
     *
     * @return whether there was a pending summary
     */
    boolean settle(RecorderException cause) {
        if (state == State.RECORDING) {
            summary.compareAndSet(null, new CompletableFuture<>());
            freeze();
        }
        CompletableFuture<EpisodeSummary> pending = summary.get();
        return pending != null && pending.completeExceptionally(cause);
    }
}
