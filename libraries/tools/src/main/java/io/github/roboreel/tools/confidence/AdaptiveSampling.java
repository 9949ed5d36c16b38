package io.github.roboreel.tools.confidence;

/**
 * Decides whether a task needs more episodes: it does until its success rate's 95 % credible interval is narrow enough.
 * Asked before each batch; batches are always full, so the final number of episodes is a multiple of the envs and may
 * exceed the maximum.
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
            throw new IllegalArgumentException("maximum number of episodes is " + maxEpisodes + "; expected 1 or more");
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
     * @param judged episodes with a verdict, which the rate is of
     * @param episodes all episodes so far, which the maximum is of: a task whose episodes get no verdict ends, too
     */
    public boolean needsMore(int successes, int judged, int episodes) {
        return episodes < maxEpisodes && !isNarrowEnough(successes, judged);
    }

    /**
     * Whether the success rate is known well enough.
     *
     * @param successes episodes that succeeded
     * @param judged episodes with a verdict
     */
    public boolean isNarrowEnough(int successes, int judged) {
        return judged >= MIN_EPISODES && interval.of(successes, judged).width() <= maxWidth;
    }
}
