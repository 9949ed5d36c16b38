package io.github.roboreel.runner;

import io.github.roboreel.recorder.EpisodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How many episodes are to begin. Episodes count in the order in which they began, however long they take: if those
 * that end first decided when there are enough, short ones would bias the success rate. Thread-safe.
 */
public final class EpisodeBudget {
    private final int most;
    private final int firstEpisode;
    private final Enough enough;
    private final Map<Integer, Optional<Boolean>> endedAhead = new HashMap<>();
    private int begun;
    private int ended;
    private int judged;
    private int successes;
    private boolean isEnough;

    /** Condition under which no other episode is to begin. */
    @FunctionalInterface
    public interface Enough {
        /** Never before all have begun. */
        Enough NEVER = (successes, judged, episodes) -> false;

        /**
         * Decides.
         *
         * @param successes episodes that were judged successful
         * @param judged episodes that have a verdict
         * @param episodes all of them: every one that began before the last of them is in it
         */
        boolean isEnough(int successes, int judged, int episodes);
    }

    /**
     * A budget.
     *
     * @param most episodes to begin, at most
     * @param firstEpisode number of the first one
     */
    public EpisodeBudget(int most, int firstEpisode, Enough enough) {
        this.most = most;
        this.firstEpisode = firstEpisode;
        this.enough = enough;
    }

    /** Takes one of the episodes; false when no other is to begin. */
    synchronized boolean take() {
        boolean isLeft = begun < most && !isEnough;
        begun += isLeft ? 1 : 0;
        return isLeft;
    }

    /**
     * Counts an episode that has ended.
     *
     * @param success the verdict; null without one
     */
    synchronized void ended(EpisodeId id, Boolean success) {
        endedAhead.put(id.episode() - firstEpisode, Optional.ofNullable(success));
        for (Optional<Boolean> next = endedAhead.remove(ended); next != null; next = endedAhead.remove(ended)) {
            ended++;
            judged += next.isPresent() ? 1 : 0;
            successes += next.orElse(false) ? 1 : 0;
            isEnough |= enough.isEnough(successes, judged, ended);
        }
    }
}
