package io.github.roboreel.recorder.plan;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.EpisodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Choice of the steps of an episode that are stored as its rows. The first always is. A step that is left out costs its
 * producer the copy of what it puts: it enters neither the ring nor a camera's buffers.
 *
 * <p>What the files say stays true. {@code num_samples}, {@code episode_step} and {@code duration} are those of the
 * stored rows; simulated time, where the recorder fills it, is that of the step. With {@link #everyNth} the run's
 * {@code dt}, {@code decimation} and {@code render_interval} are n times what was given, so metrics and videos have the
 * right period. With {@link #withProbability} and {@link #matching} rows have no common period: {@code dt} remains the
 * control period, videos play too fast, and there are no metrics. An event is noted at the last stored row before or at
 * its step. The score of the results is that of the last stored row. Every episode gets the attributes
 * {@code step_schedule} and {@code steps_taken}, and {@code irregular_steps} where rows have no common period; together
 * they take some 100 to 200 of the 4096 bytes of an episode's metadata. All but {@code steps_taken} are in the demo
 * from its start, so that one whose recorder died has them, too, and in the run's configuration as
 * {@code _step_schedule}.
 *
 * <p>Immutable.
 */
public final class StepSchedule {
    /** Every step. */
    public static final StepSchedule ALL = regular("every step", 1, (episode, step) -> true);

    /** Decides about steps; asked on the producers' threads, so it must neither block nor allocate. */
    @FunctionalInterface
    public interface StepPredicate {
        /**
         * Whether to store it; asked again for a step whose row was opened and dropped.
         *
         * @param episode its run, env and number over all runs
         * @param step index in the episode, from 0
         */
        boolean test(EpisodeId episode, long step);
    }

    private final String text;
    private final int stride;
    private final boolean isRegular;
    private final StepPredicate predicate;

    private StepSchedule(String text, int stride, boolean isRegular, StepPredicate predicate) {
        this.text = text;
        this.stride = stride;
        this.isRegular = isRegular;
        this.predicate = predicate;
    }

    private static StepSchedule regular(String text, int stride, StepPredicate predicate) {
        return new StepSchedule(text, stride, true, predicate);
    }

    /**
     * Steps 0, n, 2n, ... of each episode.
     *
     * @throws IllegalArgumentException when n is less than 1
     */
    public static StepSchedule everyNth(int n) {
        Counts.atLeastOne("n of every n-th step", n);
        return n == 1 ? ALL : regular("one step of every " + n, n, (episode, step) -> step % n == 0);
    }

    /**
     * The first m steps of each episode.
     *
     * @throws IllegalArgumentException when m is less than 1
     */
    public static StepSchedule first(int m) {
        Counts.atLeastOne("m of the first m steps", m);
        return regular("the first " + m + " steps", 1, (episode, step) -> step < m);
    }

    /**
     * Each step with this probability. The seed and the numbers of episode and step decide alone.
     *
     * @param probability 0 to 1
     * @throws IllegalArgumentException when the probability is out of range
     */
    public static StepSchedule withProbability(double probability, long seed) {
        Chance chance = new Chance(probability, seed);
        return new StepSchedule(
                "with probability " + probability + ", seed " + seed,
                1,
                false,
                (episode, step) -> chance.draw(episode.episode(), step));
    }

    /**
     * The steps the predicate says.
     *
     * @param predicate asked on the threads of all producers
     */
    public static StepSchedule matching(StepPredicate predicate) {
        return new StepSchedule("steps of a predicate", 1, false, predicate);
    }

    /** Whether the episode's step of that index, from 0, is stored. */
    public boolean records(EpisodeId episode, long step) {
        return step == 0 || predicate.test(episode, step);
    }

    /** Steps from one row to the next; 1 where that is not always the same. */
    public int stride() {
        return stride;
    }

    /** Whether the rows of an episode have a common period. */
    public boolean isRegular() {
        return isRegular;
    }

    /** The schedule in words, as files hold it, for example {@code one step of every 4}. */
    @Override
    public String toString() {
        return text;
    }

    /** The attributes of an episode that are known when it begins; none when every step is stored. */
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (this != ALL) {
            attributes.put(EpisodeMetadata.STEP_SCHEDULE, text);
        }
        if (!isRegular) {
            attributes.put(EpisodeMetadata.IRREGULAR_STEPS, true);
        }
        return attributes;
    }

    /**
     * Whether the rows of a stored demo with these attributes have no common period.
     *
     * @param demoAttributes as {@link io.github.roboreel.recorder.spi.EpisodeReader#attributes} gives them
     */
    public static boolean isIrregular(Map<String, Object> demoAttributes) {
        return EpisodeMetadata.of(demoAttributes).isIrregular();
    }
}
