package io.github.roboreel.recorder;

import io.github.roboreel.format.StatusCode;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Records the episodes of one env: {@code begin}, any number of steps, {@code end}; after that the env is frozen while
 * others go on. It begins the next episode in the next run, or at once where
 * {@linkplain EpisodeRecorderBuilder#continuous episodes are continuous}. One thread at a time; a second one is
 * refused. Obtained from {@link EpisodeRecorder#env}, closed with it.
 */
public final class EnvRecorder {
    private final int env;
    private final OpenRuns runs;
    private volatile EnvEpisode episode;

    /** @param first the env's first episode; null when {@code runs} is to be asked for one */
    EnvRecorder(int env, OpenRuns runs, EnvEpisode first) {
        this.env = env;
        this.runs = runs;
        episode = first;
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
     * Description of the episode of {@link #episode}.
     *
     * @throws IllegalStateException where episodes are continuous, before {@link #next} or the first {@code begin}
     */
    public EpisodeInfo info() {
        return current().info();
    }

    private EnvEpisode current() {
        EnvEpisode current = episode;
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
        episode = runs.next(env, episode);
        return episode.id();
    }

    /** Steps of the episode stored so far: all that were published, unless the plan leaves some out. */
    public long numSamples() {
        EnvEpisode current = episode;
        return current == null ? 0 : current.numSamples();
    }

    /** Whether {@code begin} was called and {@code end} was not. */
    public boolean isRecording() {
        EnvEpisode current = episode;
        return current != null && current.isRecording();
    }

    /**
     * Whether the plan records this episode; known from {@code begin} on. A simulator need not draw camera images for
     * one that it does not.
     */
    public boolean isScheduled() {
        EnvEpisode current = episode;
        return current == null || current.isScheduled();
    }

    /** Whether the episode has ended. */
    public boolean isFrozen() {
        EnvEpisode current = episode;
        return current != null && current.isFrozen();
    }

    /**
     * Steps of the episode that survive the death of this process: every data sink has them staged or flushed, together
     * with their events. A step counts up to here only with the events that were given for it: one given for a step
     * that counted already takes that step and those behind it out of the count until the data sinks have the event.
     * Any thread.
     */
    public long durableSteps() {
        EnvEpisode current = episode;
        return current == null ? 0 : current.durableSteps();
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
        next();
        episode.begin(initialState);
    }

    /**
     * Opens the next step's row; call {@code publish} on it. A row that was opened and not published is dropped.
     *
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open
     * @throws RecorderException when the recording has failed
     */
    public StepWriter step() {
        return current().step();
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
     * @throws IllegalStateException before {@code begin}, after {@code end}, or while another thread has a row open; a
     *     row of the calling thread is dropped
     * @throws RecorderException when the recording has failed
     */
    public void event(EpisodeEvent event) {
        current().event(event);
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
        return current().end(outcome, finalObservation);
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

    /** The episode whose rows a batch writes; null before the first. */
    EnvEpisode recorded() {
        return episode;
    }
}
