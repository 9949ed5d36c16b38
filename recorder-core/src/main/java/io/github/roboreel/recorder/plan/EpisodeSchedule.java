package io.github.roboreel.recorder.plan;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;

/**
 * Choice of the episodes that are recorded; asked when one begins. An episode that is left out is run as any other: its
 * env takes steps, events and an end, and drops them before the ring. Sinks never see it, its demo has status
 * {@code discarded} and no rows, and it has neither a result line nor a log nor a video. Its summary says what the
 * caller said and 0 samples.
 *
 * <p>Any predicate will do; envs may ask from several threads at once.
 */
@FunctionalInterface
public interface EpisodeSchedule {
    /** Every episode. */
    EpisodeSchedule ALL = (episode, info) -> true;

    /**
     * Whether to record this one.
     *
     * @param episode its run, env and number over all runs
     * @param info what is known of it before it begins
     */
    boolean records(EpisodeId episode, EpisodeInfo info);

    /**
     * Episodes 0, n, 2n, ... by {@link EpisodeId#episode}, over all runs.
     *
     * @throws IllegalArgumentException when n is less than 1
     */
    static EpisodeSchedule everyNth(int n) {
        int checked = Counts.atLeastOne("n of every n-th episode", n);
        return (episode, info) -> episode.episode() % checked == 0;
    }

    /**
     * The first m episodes by {@link EpisodeId#episode}, over all runs.
     *
     * @throws IllegalArgumentException when m is less than 1
     */
    static EpisodeSchedule first(int m) {
        int checked = Counts.atLeastOne("m of the first m episodes", m);
        return (episode, info) -> episode.episode() < checked;
    }

    /**
     * Each episode with this probability. The seed and the number of the episode decide alone, so a repeated run
     * records the same ones.
     *
     * @param probability 0 to 1
     * @throws IllegalArgumentException when the probability is out of range
     */
    static EpisodeSchedule withProbability(double probability, long seed) {
        Chance chance = new Chance(probability, seed);
        return (episode, info) -> chance.draw(episode.episode(), -1);
    }
}
