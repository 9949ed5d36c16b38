package io.github.roboreel.recorder;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.engine.EpisodeClosing;
import io.github.roboreel.recorder.engine.RowBuffer;
import io.github.roboreel.recorder.engine.RunEngine;
import io.github.roboreel.recorder.engine.StepEvent;
import io.github.roboreel.recorder.engine.StepRing;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSelection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Records one env's episode of a run: {@code begin}, any number of steps, {@code end}; after that the env is frozen and
 * accepts nothing more while others go on. One thread at a time; a second one is refused. Obtained from
 * {@link EpisodeRecorder#env}, closed with it.
 */
public final class EnvRecorder {
    /** Where the episode stands. */
    private enum State {
        IDLE,
        RECORDING,
        FROZEN
    }

    private final EpisodeId id;
    private final EpisodeInfo info;
    private final RunEngine engine;
    private final StepRing ring;
    private final ThreadGuard guard;
    private final StepSelection selection;
    private final EventTrack events;
    private final EpisodeRows rows;
    private volatile State state = State.IDLE;
    // Set once, by whoever ends the episode: the owner, or close() when the owner is stuck in a full ring.
    private final AtomicReference<CompletableFuture<EpisodeSummary>> summary = new AtomicReference<>();
    private final AtomicLong numSamples = new AtomicLong();

    EnvRecorder(int env, RunEngine engine, WallClock clock, RecordingPlan plan) {
        id = engine.run().id(env);
        info = engine.run().episodes().get(env);
        this.engine = engine;
        ring = engine.ring();
        selection = new StepSelection(id, info, plan);
        events = new EventTrack(id.env());
        guard = new ThreadGuard(id.env());
        rows = new EpisodeRows(id.env(), engine, clock, guard, this::publishStep);
    }

    /** The env's index in the run. */
    public int envId() {
        return id.env();
    }

    /** Steps stored so far: all that were published, unless the plan leaves some out. */
    public long numSamples() {
        return numSamples.get();
    }

    /** Whether {@code begin} was called and {@code end} was not. */
    public boolean isRecording() {
        return state == State.RECORDING;
    }

    /**
     * Whether the plan records this episode; known from {@code begin} on. A simulator need not draw camera images for
     * one that it does not.
     */
    public boolean isScheduled() {
        return selection.isScheduled();
    }

    /** Whether the episode has ended. */
    public boolean isFrozen() {
        return state == State.FROZEN;
    }

    /** Steps that survive the death of this process: every data sink has them staged or flushed. Any thread. */
    public long durableSteps() {
        return Math.min(numSamples.get(), engine.durableSteps(id.env()));
    }

    /** Begins an episode whose schema has no INITIAL fields. */
    public void begin() {
        begin(row -> {});
    }

    /**
     * Begins the episode.
     *
     * @param initialState puts every INITIAL field; must not call {@code publish}
     * @throws IllegalArgumentException when a field is missing or wrong; the env stays as it was
     * @throws IllegalStateException when the env has begun already
     */
    public void begin(Consumer<StepWriter> initialState) {
        engine.requireOpen();
        guard.enter();
        try {
            if (state != State.IDLE) {
                throw new IllegalStateException(Sentence.of(
                        "env %s has already begun its episode of run %s; open the next run for another",
                        id.env(), id.run()));
            }
            RowBuffer row = rows.initial(initialState, selection.begin());
            if (selection.isScheduled()) {
                publish(slot -> slot.setBegin(id, row, ring.sinkCount()), Long.MAX_VALUE);
            }
            state = State.RECORDING;
        } finally {
            rows.clearInitial();
            guard.exit();
        }
    }

    /** A claimed slot is published whatever happens: sinks would wait for it for ever. */
    private void publish(Consumer<StepEvent> fill, long patienceNanos) {
        long sequence = ring.claim(1, patienceNanos);
        try {
            fill.accept(ring.slot(sequence));
        } finally {
            ring.publish(sequence, sequence);
        }
    }

    /**
     * Opens the next step's row; call {@code publish} on it. A row that was opened and not published is dropped.
     *
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open
     * @throws RecorderException when the recording has failed
     */
    public StepWriter step() {
        openRow();
        return rows.stepWriter();
    }

    /**
     * Notes something that happened in the step just published; it goes into the episode's log and its result line,
     * where RoboLab's are counted as RoboLab does and users' own by their names. Events come in the order of their
     * steps.
     *
     * @throws IllegalArgumentException when its step is not among the published ones, or before that of the event
     *     before it; when its name is not that of its code, or its code is neither one of {@link StatusCode} nor a
     *     user's own
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open; a
     *     row of the calling thread is dropped
     */
    public void event(EpisodeEvent event) {
        enterRecording();
        try {
            events.requireValid(event, selection.taken());
            if (selection.isScheduled()) {
                events.add(event, selection.rowOf(event.step(), numSamples.get()));
            }
        } finally {
            guard.exit();
        }
    }

    /** Ends the episode without a final observation. */
    public CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome) {
        return end(outcome, null);
    }

    /**
     * Ends the episode and freezes the env. A second call is harmless and returns the same summary.
     *
     * @param finalObservation puts every FINAL field, the observation after the last action
     * @return completes when every sink has finalized the episode and its result line is written; exceptionally when
     *     the recording failed. What is chained to it runs on a thread of the recorder's and must neither block nor
     *     close the recorder
     */
    public CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome, Consumer<StepWriter> finalObservation) {
        if (state == State.FROZEN) {
            return summary.get();
        }
        guard.enter();
        try {
            return endOwned(outcome, finalObservation);
        } finally {
            rows.clear();
            guard.exit();
        }
    }

    /**
     * Throws the episode away and freezes the env: it leaves no result line, no log and no video, and its demo keeps no
     * steps. Whoever resumes the run finds the episode missing. Otherwise as {@link #end(EpisodeOutcome)}.
     *
     * @param reason one sentence for people; may be empty
     */
    public CompletableFuture<EpisodeSummary> discard(String reason) {
        return end(EpisodeOutcome.discarded(reason));
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

    private CompletableFuture<EpisodeSummary> freeze(EpisodeOutcome outcome, RowBuffer row, long patienceNanos) {
        EpisodeClosing closing = new EpisodeClosing(
                id,
                info,
                selection.explained(outcome),
                numSamples.get(),
                rows.saturatedValues() + (row == null ? 0 : row.saturatedValues()),
                events.events(),
                numSamples.get() == 0 ? null : rows.lastScore(),
                ring.sinkCount());
        if (!summary.compareAndSet(null, closing.future())) {
            return summary.get();
        }
        if (!selection.isScheduled()) {
            state = State.FROZEN;
            closing.future().complete(closing.summary(Map.of()));
            return closing.future();
        }
        try {
            publish(slot -> slot.setEnd(closing, row, ring.sinkCount()), patienceNanos);
        } catch (RecorderException e) {
            closing.future().completeExceptionally(e);
            throw e;
        }
        state = State.FROZEN;
        return closing.future();
    }

    void openRow() {
        enterRecording();
        try {
            rows.openStep(selection.open());
        } catch (Throwable e) {
            dropRow();
            throw e;
        }
    }

    /** Gives an open row up, so that any thread may open the next one. */
    void dropRow() {
        rows.step().clear();
        guard.exit();
    }

    private void enterRecording() {
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
                "env %s has ended its episode of run %s and accepts no more steps in this run", id.env(), id.run()));
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
            dropRow();
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
                    "env " + id.env() + " has not begun its episode of run " + id.run() + "; call begin first");
        }
    }

    /** The episode as the engine watches and ends it. */
    RunEngine.Env episode() {
        return new Episode();
    }

    private final class Episode implements RunEngine.Env {
        @Override
        public int envId() {
            return id.env();
        }

        @Override
        public boolean isRecording() {
            return EnvRecorder.this.isRecording();
        }

        @Override
        public long numSamples() {
            return numSamples.get();
        }

        @Override
        public long durableSteps() {
            return EnvRecorder.this.durableSteps();
        }

        @Override
        public boolean isEndPending() {
            return state == State.RECORDING && summary.get() != null;
        }

        @Override
        public void abort(String reason, long deadlineNanos, long patienceNanos) {
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

        @Override
        public boolean settle(RecorderException cause) {
            if (state == State.RECORDING) {
                summary.compareAndSet(null, new CompletableFuture<>());
                state = State.FROZEN;
            }
            CompletableFuture<EpisodeSummary> pending = summary.get();
            return pending != null && pending.completeExceptionally(cause);
        }
    }
}
