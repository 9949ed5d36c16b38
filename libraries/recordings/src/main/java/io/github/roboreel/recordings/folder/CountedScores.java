package io.github.roboreel.recordings.folder;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Scores of one output folder's episodes as means count them. Only episodes that have a score count, a success of them
 * as 1, whatever is stored. Of a task whose failures have no score nothing counts: the mean of its successes alone
 * would be 1 at any success rate. RoboLab counts each success as 1; of its lines, which have no status, a success
 * without a score does so where other episodes of its task have one. Immutable.
 */
public final class CountedScores {
    private final Map<String, Scored> tasks;

    /**
     * What the episodes of a task show, apart from its successes.
     *
     * @param isAnyScored whether one has a score
     * @param hasFailure whether one failed
     */
    private record Scored(boolean isAnyScored, boolean hasFailure) {
        static final Scored NOTHING = new Scored(false, false);

        Scored with(EpisodeLine line) {
            return line.isSuccess()
                    ? this
                    : new Scored(
                            isAnyScored || line.score().isPresent(),
                            hasFailure || line.success().isPresent());
        }

        boolean isOfSuccessesAlone() {
            return hasFailure && !isAnyScored;
        }
    }

    private CountedScores(Map<String, Scored> tasks) {
        this.tasks = tasks;
    }

    /** Of a folder, by all its lines, those that a filter leaves out included. */
    public static CountedScores of(Iterable<? extends EpisodeLine> lines) {
        Map<String, Scored> tasks = new HashMap<>();
        for (EpisodeLine line : lines) {
            Scored before = tasks.getOrDefault(line.envName(), Scored.NOTHING);
            tasks.put(line.envName(), before.with(line));
        }
        return new CountedScores(tasks);
    }

    /** What an episode of the folder adds to a mean, 0 to 1; empty when it has no score that counts. */
    public OptionalDouble of(EpisodeLine line) {
        Scored task = tasks.getOrDefault(line.envName(), Scored.NOTHING);
        if (task.isOfSuccessesAlone()) {
            return OptionalDouble.empty();
        }
        boolean isScored = line.score().isPresent() || line.status().isEmpty() && task.isAnyScored();
        return line.isSuccess() && isScored ? OptionalDouble.of(1) : line.score();
    }
}
