package io.github.roboreel.cli.record;

import java.util.Collection;
import java.util.Optional;

/**
 * Totals of some runs.
 *
 * @param runs how many there are
 * @param episodes episodes in them
 * @param judged those that have a verdict
 * @param successes those that were judged successful
 */
record RunTally(int runs, int episodes, int judged, int successes) {
    static final RunTally NONE = new RunTally(0, 0, 0, 0);

    /**
     * With one run more.
     *
     * @param verdicts one per episode, empty where it was not judged
     */
    RunTally plus(Collection<Optional<Boolean>> verdicts) {
        long decided = verdicts.stream().filter(Optional::isPresent).count();
        long successful = verdicts.stream().filter(v -> v.orElse(false)).count();
        return new RunTally(runs + 1, episodes + verdicts.size(), judged + (int) decided, successes + (int) successful);
    }

    RunTally plus(RunTally others) {
        return new RunTally(
                runs + others.runs, episodes + others.episodes, judged + others.judged, successes + others.successes);
    }
}
