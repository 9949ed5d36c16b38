package io.github.roboreel.recorder;

import io.github.roboreel.format.StatusCode;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Records the episodes of one env: {@code begin}, any number of steps, {@code end}; after that the env is frozen while
 * others continue. It begins the next episode in the next run, or at once where
 * {@linkplain EpisodeRecorderBuilder#continuous episodes are continuous}. One thread at a time; a second one is
 * refused. Obtained from {@link EpisodeRecorder#env}, closed with it.
 */
public final class EnvRecorder {
    private final int env;
    private final OpenRuns runs;
    private final EnvCursor cursor = new EnvCursor();

    /** @param first the env's first episode; null when {@code runs} is to be asked for one */
    EnvRecorder(int env, OpenRuns runs, EnvEpisode first) {
        this.env = env;
        this.runs = runs;
        if (first != null) {
            cursor.turnTo(first);
        }
    }

    /** The simulator's env, from 0. */
    public int envId() {
        return env;
    }

    /**
     * Identity of the episode that is being recorded, or of the one that {@code begin} will begin; after {@code end} it
     * is still that of the episode that has ended.
     *
     * @throws IllegalStateException where episodes are continuous, before {@link #next} or the first {@code begin}
     */
    public EpisodeId episode() {
        return current().id();
    }

    /**
     * Description of the episode of {@link #episode}: that of its run, from {@code begin} on what that was given.
     *
     * @throws IllegalStateException where episodes are continuous, before {@link #next} or the first {@code begin}
     */
    public EpisodeInfo info() {
        return current().info();
    }

    private EnvEpisode current() {
        EnvEpisode current = cursor.episode();
        if (current == null) {
            throw new IllegalStateException("env " + env + " has no episode yet; call next or begin first");
        }
        return current;
    }

    /**
     * Turns to the episode that {@code begin} will begin, so that its number and seed are known before the simulator is
     * reset. It has its place among the episodes from here on. Where each env has one episode in a run, and before its
     * begin, this changes nothing; {@code begin} calls it by itself.
     *
     * @return identity of that episode
     * @throws RecorderException when the recording has failed
     */
    public EpisodeId next() {
        return turnToNext().id();
    }

    private EnvEpisode turnToNext() {
        EnvEpisode next = runs.next(env, cursor.episode());
        cursor.turnTo(next);
        return next;
    }

    /** Steps of the episode stored so far: all that were published, unless the plan leaves some out. */
    public long numSamples() {
        EnvEpisode current = cursor.episode();
        return current == null ? 0 : current.numSamples();
    }

    /** Whether {@code begin} was called and {@code end} was not. */
    public boolean isRecording() {
        EnvEpisode current = cursor.episode();
        return current != null && current.isRecording();
    }

    /**
     * Whether the plan records this episode; known from {@code begin} on. A simulator need not draw camera images for
     * one that it does not.
     */
    public boolean isScheduled() {
        EnvEpisode current = cursor.episode();
        return current == null || current.isScheduled();
    }

    /** Whether the episode has ended. */
    public boolean isFrozen() {
        EnvEpisode current = cursor.episode();
        return current != null && current.isFrozen();
    }

    /**
     * Steps of the current episode that survive the death of this process: every data sink has them staged or recorded,
     * together with their events. They are the first ones, each with all its fields. A step counts up to here only with
     * the events that were given for it: one given for a step that counted already takes that step and those behind it
     * out of the count until the data sinks have the event. 0 again from the next {@code begin} on; {@link #durable}
     * counts over all episodes. Any thread.
     */
    public long durableSteps() {
        EnvEpisode current = cursor.episode();
        return current == null ? 0 : current.durableSteps();
    }

    /**
     * What was handed over of this env since the recorder was opened: each begin, each stored step and each end of all
     * its episodes counts one. What the plan leaves out is not handed over: none of an episode that it does not record,
     * and no step that it does not store. Events and the final observation belong to the step or end that they came
     * with. Never falls. Any thread; to the env's own thread it is exact.
     */
    public long handedOver() {
        return cursor.handedOver();
    }

    /**
     * How many of the first of these survive the death of this process, over all episodes and run files: at most
     * {@link #handedOver}, and equal to it some time after the last call, unless the recording fails.
     *
     * <ul>
     *   <li>A begin counts when every data sink has it, with its INITIAL fields.
     *   <li>A step counts as {@link #durableSteps} says.
     *   <li>An end counts when every data sink has finalized the episode: its outcome and final observation are there.
     *       Its result line, metrics and videos may still come; {@link EpisodeSummary} waits for them.
     * </ul>
     *
     * Never falls, neither with a new episode nor when the recording fails or the recorder is closed. Any thread; takes
     * no lock. {@link EpisodeRecorder#mark} asks the same of all envs.
     */
    public long durable() {
        return cursor.durable();
    }

    /** Events handed over of all its episodes. Any thread. */
    long events() {
        return cursor.events();
    }

    /** How many of the first of them survive the death of this process. Any thread. */
    long durableEvents() {
        return cursor.durableEvents();
    }

    /** Begins an episode whose schema has no INITIAL fields. */
    public void begin() {
        begin(row -> {});
    }

    /**
     * Begins the episode, the next one after {@code end} where episodes are continuous.
     *
     * @param initialState puts every INITIAL field; must not call {@code publish}
     * @throws IllegalArgumentException when a field is missing or wrong; the episode has not begun then
     * @throws IllegalStateException when the env has begun already
     */
    public void begin(Consumer<StepWriter> initialState) {
        begin("", initialState);
    }

    /**
     * As {@link #begin(Consumer)}, an episode whose env was reset with options, which are stored with it when it ends:
     * its attribute {@code reset_options}. They share the room of the outcome's metadata.
     *
     * @param resetOptionsJson a JSON object, of up to 2048 bytes as a JSON string; empty without options
     * @throws IllegalArgumentException when the options are null or none that can be stored, as
     *     {@link #begin(Consumer)} otherwise; the episode has not begun then
     */
    public void begin(String resetOptionsJson, Consumer<StepWriter> initialState) {
        turnToNext().begin(null, resetOptionsJson, Map.of(), initialState);
    }

    /**
     * As {@link #begin(String, Consumer)}, an episode with an instruction, a policy or a seed of its own instead of
     * those that {@link RunSpec} gave its place. They survive the death of this process from when on the begin does.
     * Readers that ask this recorder have them at once; in the run file the seed is there with the first steps, and the
     * texts when the run is closed or recovered.
     *
     * @param info with the period of the run's own: {@code recorder.info().withSeed(7)} after {@link #next}
     * @param resetOptionsJson a JSON object, of up to 2048 bytes as a JSON string; empty without options
     * @throws IllegalArgumentException when its period is another one, as {@link #begin(String, Consumer)} otherwise;
     *     the episode has not begun then
     */
    public void begin(EpisodeInfo info, String resetOptionsJson, Consumer<StepWriter> initialState) {
        begin(info, resetOptionsJson, Map.of(), initialState);
    }

    /**
     * As {@link #begin(EpisodeInfo, String, Consumer)}, an episode of which something is known at its begin that goes
     * into its metadata: the end adds to it, and what both name is as the end says. Like the reset options it survives
     * the death of this process from when on the begin does.
     *
     * @param metadata as {@link EpisodeOutcome#metadata} takes it, without attributes; shares their room
     * @throws IllegalArgumentException when that cannot be stored, too; the episode has not begun then
     */
    public void begin(
            EpisodeInfo info, String resetOptionsJson, Map<String, ?> metadata, Consumer<StepWriter> initialState) {
        turnToNext().begin(Objects.requireNonNull(info, "info"), resetOptionsJson, metadata, initialState);
    }

    /**
     * Opens the next step's row; call {@link StepWriter#publish publish} on it, or {@link #discardRow}.
     *
     * <p>Row k of {@code obs/} is what was seen before action k, row k of {@code states/} is the state after it.
     * {@code initial_state/} and row 0 of {@code obs/} are the start, and the observation after the last action comes
     * with {@code end}, as {@code final_obs/}. Videos show the frame after each step.
     *
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open;
     *     once when the calling thread has filled the row before and neither published nor discarded it: that row is
     *     dropped and counted in {@link EpisodeSummary#droppedRows}
     * @throws RecorderException when the recording has failed
     */
    public StepWriter step() {
        return current().step();
    }

    /**
     * Hands over the next step: opens its row, lets {@code fill} put the values, publishes it; {@link #step()} says
     * what belongs into it. When {@code fill} throws, the row is dropped and counted in
     * {@link EpisodeSummary#droppedRows}, and the next step continues as if it had not been. Waits while the ring is
     * full. To allocate nothing give the same {@code fill} each time.
     *
     * @param fill puts every STEP field; must not call {@code publish}
     * @throws IllegalArgumentException when a field is missing or wrong; the row is dropped
     * @throws IllegalStateException as {@link #step()}
     * @throws RecorderException when the recording has failed
     */
    public void step(Consumer<StepWriter> fill) {
        current().step(fill);
    }

    /**
     * Gives up the row that the calling thread has opened with {@link #step()} and not published, after an exception
     * between its puts for example. It is not counted. Without such a row nothing happens.
     */
    public void discardRow() {
        EnvEpisode current = cursor.episode();
        if (current != null) {
            current.discardRow();
        }
    }

    /**
     * Notes something that happened in the step just published; it goes into the episode's log and its result line,
     * where RoboLab's are counted as RoboLab does and users' own by their names. Events come in the order of their
     * steps, and go to the sinks as steps do: the call waits while the ring is full, and {@link #durableSteps} says
     * when the event survives the death of this process.
     *
     * @throws IllegalArgumentException when its step is not among the published ones, or before that of the event
     *     before it; when its name is not that of its code, or its code is neither one of {@link StatusCode} nor a
     *     user's own
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open
     * @throws RecorderException when the recording has failed
     */
    public void event(EpisodeEvent event) {
        current().event(event);
    }

    /**
     * Ends the episode without a final observation. Otherwise as {@link #end(EpisodeOutcome, Consumer)}.
     *
     * @throws IllegalStateException as {@link #end(EpisodeOutcome, Consumer)}
     */
    public CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome) {
        return end(outcome, null);
    }

    /**
     * Ends the episode and freezes the env. A second call is harmless and returns the same summary. A row that is
     * filled and not published goes with an episode that is aborted or discarded, and is counted in
     * {@link EpisodeSummary#droppedRows}.
     *
     * @param finalObservation puts every FINAL field, the observation after the last action
     * @return completes when every sink has finalized the episode and its result line is written; exceptionally when
     *     the recording failed. What is chained to it runs on a thread of the recorder's and must neither block nor
     *     close the recorder
     * @throws IllegalArgumentException when a field is missing or wrong; when the outcome's metadata has no room for
     *     the reset options, or an attribute of their name; the episode has not ended then
     * @throws IllegalStateException before {@code begin}, or while another thread has a row open; once, with any other
     *     outcome than those two, when the calling thread has filled a row and neither published nor discarded it: that
     *     row is dropped and counted, and the episode has not ended
     * @throws RecorderException when the recording has failed
     */
    public CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome, Consumer<StepWriter> finalObservation) {
        return current().end(outcome, finalObservation);
    }

    /**
     * Throws the episode away and freezes the env: it leaves no result line, no log and no video, and its demo keeps no
     * steps. A caller that resumes the run finds the episode missing. Otherwise as {@link #end(EpisodeOutcome)}.
     *
     * @param reason one sentence for people; may be empty
     */
    public CompletableFuture<EpisodeSummary> discard(String reason) {
        return end(EpisodeOutcome.discarded(reason));
    }

    /** The episode whose rows a batch writes; null before the first. */
    EnvEpisode recorded() {
        return cursor.episode();
    }
}
