package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Receives the steps of one run. A sink is called by one thread of its own, which sees every event in ring order; only
 * {@link #durableSteps} and {@link #openReader} may be called from others.
 *
 * <p>Order: {@code open}, then per env {@code onBegin}, {@code onStep}* and {@code onEvent}*, {@code onEnd}, envs
 * interleaved, then {@code close}. What a call throws, or what is given to {@link SinkContext#fail}, fails the sink: a
 * {@link Role#DATA} sink fails the recording, a {@link Role#SIDE} sink only its own output. A failed sink gets no
 * further calls but {@code close}.
 *
 * <p>A sink may be slow: producers then wait for it in the end. It must not be stuck. One that neither comes back from
 * a call nor gives a frame back nor finalizes an episode nor says {@link SinkContext#progressed} for
 * {@code recorder.stall_limit_seconds} is given up: a side sink in any case, a data sink as soon as a producer waits
 * for it. The same happens to one that keeps frames while a producer waits for them and all sinks have seen everything,
 * and to one that leaves an episode's end unfinished for {@code recorder.close_timeout_seconds}. It has failed then;
 * what it was shown may be another step's already, so rows and frames throw {@link IllegalStateException}, and its
 * frames are taken back: a buffer it still reads can change. A side sink's thread is interrupted. {@code close} is
 * called when that thread has come back, and not at all while it has not.
 *
 * <p>A discarded episode ({@link io.github.roboreel.recorder.EpisodeStatus#DISCARDED}) keeps nothing: no rows of any
 * phase, no file of its own. Its end is finalized like any other.
 */
public interface EpisodeSink extends AutoCloseable {
    /** What a failure means. */
    enum Role {
        /** The recording is worthless without it: a failure reaches every producer. */
        DATA,
        /** Nice to have: a failure is counted, logged once and reported with the episode. */
        SIDE
    }

    /** Short name for meters, messages and results, for example {@code hdf5}. */
    String name();

    /** What its failure means. */
    Role role();

    /** Whether its output is videos, which a recording can be opened without. */
    default boolean recordsVideos() {
        return false;
    }

    /**
     * The fields that the sink consumes, settings aside: what a setting switched off counts, too. An image that is not
     * stored and that no sink consumes would vanish without a word; opening the recording refuses it. Called on the
     * opening thread, before {@link #open}.
     *
     * @param schema the fields of the recording
     * @return fields of that schema, of any phase; none by default
     */
    default Set<Field> consumes(FieldSchema schema) {
        return Set.of();
    }

    /**
     * Creates what the run needs. Called on the opening thread, before any step is accepted.
     *
     * @throws IOException when it cannot; the run then does not open
     */
    void open(SinkContext context) throws IOException;

    /**
     * An episode begins.
     *
     * @param env number of the demo in the run, from 0: that of the env, unless episodes are continuous
     * @param initial the INITIAL fields, valid during the call only
     */
    void onBegin(int env, RowView initial) throws IOException;

    /**
     * As {@link #onBegin(int, RowView)}, for a sink that notes which of the simulator's envs an episode comes from, or
     * its instruction, policy and seed, which need not be those of the run.
     *
     * @param env number of the demo in the run, from 0
     */
    default void onBegin(int env, EpisodeBegin begin, RowView initial) throws IOException {
        onBegin(env, initial);
    }

    /**
     * One step.
     *
     * @param env number of the demo in the run, from 0
     * @param step index in the episode, from 0
     * @param row the STEP fields, valid during the call only; frames live on while retained
     */
    void onStep(int env, long step, RowView row) throws IOException;

    /**
     * Something happened in an episode. Called on the sink's thread in the order in which the events were given, after
     * {@link #onStep} of the row that the event belongs to and before {@code onEnd}. The event is immutable and may be
     * kept. When a data sink comes back from this call without a failure, the event must be as durable as the steps
     * that {@link #durableSteps} counts: the recorder counts its step from then on.
     *
     * @param env number of the demo in the run, from 0
     * @param event with the row it belongs to as its step, counted from 1
     */
    default void onEvent(int env, EpisodeEvent event) throws IOException {}

    /** No further event is ready at once: a good moment to hand on what is buffered. */
    default void onBatchEnd() throws IOException {}

    /**
     * The episode is over: finalize it.
     *
     * @param env number of the demo in the run, from 0
     * @param end how it ended; its final observation is valid during the call only
     * @return completes when the episode is finalized in this sink's output, so that its steps, final observation and
     *     outcome survive the death of this process, without waiting for {@code close}; may be completed by any thread,
     *     and exceptionally to fail the sink
     */
    CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException;

    /**
     * Steps of the episode that survive the death of this process, with all that was handed over before them. Callable
     * from any thread, also after {@code close}.
     *
     * @param env number of the demo in the run, from 0
     * @return a number that never falls within an episode; -1 while not even its begin with the INITIAL fields
     *     survives; {@link Long#MAX_VALUE} for a sink that makes no promise
     */
    default long durableSteps(int env) {
        return Long.MAX_VALUE;
    }

    /**
     * A reader of what this sink has stored so far, from which finalized episodes are read back, also those that are
     * finalized after it was opened. Callable from any thread between {@code open} and {@code close}.
     *
     * @return a reader that the caller closes; empty for a sink that keeps nothing to be read
     * @throws IOException when what is stored cannot be read
     */
    default Optional<RunReader> openReader() throws IOException {
        return Optional.empty();
    }

    /**
     * Closes the run's output, or removes it where {@link SinkContext#hasOpeningFailed}. Envs that never began are
     * still unwritten then. Called once, after the last event, also when {@code open} or another call failed; not for a
     * sink that is stuck in a call.
     */
    @Override
    void close() throws IOException;
}
