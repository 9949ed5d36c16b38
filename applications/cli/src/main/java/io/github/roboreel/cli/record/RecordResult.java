package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.util.List;

/**
 * Result of a recording.
 *
 * @param plan what was asked for
 * @param episodes recorded in this session, in order of run and env
 * @param recorded what they came to
 * @param skippedRuns runs that were complete before
 * @param skipped what those came to
 * @param replacedRuns runs that were incomplete and repeated
 * @param elapsedSeconds wall time of all runs, opening and closing of files included
 * @param interrupted whether the process was asked to end before the recording was done
 */
record RecordResult(
        RecordPlan plan,
        List<EpisodeSummary> episodes,
        RunTally recorded,
        List<Integer> skippedRuns,
        RunTally skipped,
        List<ReplacedRun> replacedRuns,
        double elapsedSeconds,
        boolean interrupted) {
    RecordResult {
        episodes = List.copyOf(episodes);
        skippedRuns = List.copyOf(skippedRuns);
        replacedRuns = List.copyOf(replacedRuns);
    }

    /** All runs that the recording consists of. */
    RunTally complete() {
        return skipped.plus(recorded);
    }

    long steps() {
        return episodes.stream().mapToLong(EpisodeSummary::numSamples).sum();
    }

    double stepsPerSecond() {
        return elapsedSeconds > 0 ? steps() / elapsedSeconds : 0;
    }

    /** A value clamped to its type's range is reported, but does not make a recording damaged. */
    Outcome outcome() {
        if (interrupted) {
            return Outcome.FAILED;
        }
        boolean complete = episodes.stream().allMatch(EpisodeSummary::isComplete);
        return complete ? Outcome.OK : Outcome.DATA_LOST;
    }
}
