package io.github.roboreel.tools;

/**
 * Decides whether a task needs more episodes: it does until its success rate's 95 % credible
 * interval is narrow enough. Asked before each batch; batches are always full, so the final number
 * of episodes is a multiple of the envs and may exceed the maximum.
 *
 * @param maxEpisodes no further batch from this number on, 1 or more
 * @param maxWidth width of the interval to reach, above 0, at most 1
 * @param interval which interval
 */
public record AdaptiveSampling(int maxEpisodes, double maxWidth, RateInterval interval) {
    /** Width to reach when the user names none. */
    public static final double DEFAULT_WIDTH = 0.14;

    /** Fewer episodes than this never suffice. */
    public static final int MIN_EPISODES = 10;

    /** Checks the ranges. */
    public AdaptiveSampling {
        if (maxEpisodes < 1) {
            throw new IllegalArgumentException(
                    "maximum number of episodes is " + maxEpisodes + "; expected 1 or more");
        }
        if (!(maxWidth > 0 && maxWidth <= 1)) {
            throw new IllegalArgumentException(
                    "width of the interval is " + maxWidth + "; expected above 0, at most 1");
        }
    }

    /**
     * Whether to record another batch.
     *
     * @param successes episodes that succeeded
     * @param episodes episodes so far
     */
    public boolean needsMore(int successes, int episodes) {
        return episodes < maxEpisodes && !isNarrowEnough(successes, episodes);
    }

    /**
     * Whether the success rate is known well enough.
     *
     * @param successes episodes that succeeded
     * @param episodes episodes so far
     */
    public boolean isNarrowEnough(int successes, int episodes) {
        return episodes >= MIN_EPISODES && interval.of(successes, episodes).width() <= maxWidth;
    }
}
