package io.github.roboreel.dataset.minari;

/**
 * How much is in a dataset.
 *
 * @param episodes number of episodes
 * @param steps actions of all of them
 */
record Totals(long episodes, long steps) {
    static final Totals NOTHING = new Totals(0, 0);

    Totals plus(long moreSteps) {
        return new Totals(episodes + 1, steps + moreSteps);
    }
}
