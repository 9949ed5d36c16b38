package io.github.roboreel.cli.record;

import io.github.roboreel.tools.confidence.AdaptiveSampling;
import java.util.Optional;

/**
 * How much a recording is to have: a number of runs, or as many episodes as it takes until the success rate's interval
 * is narrow enough.
 *
 * @param most runs, or episodes where these are sampled or continuous
 * @param isContinuous whether an env begins its next episode at once, all in one run
 * @param sampling when the interval is narrow enough; empty for a fixed number
 */
record RunTarget(int most, boolean isContinuous, Optional<AdaptiveSampling> sampling) {
    /** Whether more is needed than there is. */
    boolean needsMore(RunTally there) {
        boolean isEnough = isEnough(there.successes(), there.judged(), there.episodes());
        if (isContinuous) {
            return there.judged() < most && !isEnough;
        }
        return sampling.isPresent() ? !isEnough : there.runs() < most;
    }

    /** Whether the interval of so many episodes is narrow enough; never with a fixed number. */
    boolean isEnough(int successes, int judged, int episodes) {
        return sampling.isPresent() && !sampling.get().needsMore(successes, judged, episodes);
    }

    /** Runs that will be there at the end, at most. */
    int mostRuns(int numEnvs) {
        if (isContinuous) {
            return 1;
        }
        return mayEndEarlier() ? (most + numEnvs - 1) / numEnvs : most;
    }

    /** Whether there may be fewer. */
    boolean mayEndEarlier() {
        return sampling.isPresent();
    }

    /** Episodes that will be there at the end, as far as that is known. */
    String episodesText(int numEnvs) {
        return mayEndEarlier() ? "up to " + most : String.valueOf(isContinuous ? most : (long) most * numEnvs);
    }

    /**
     * Why a recording ended as it did, where that needs telling.
     *
     * @param interrupted whether it was cut before it was done
     */
    Optional<SamplingEnd> end(RunTally there, boolean interrupted) {
        return sampling.map(wanted -> new SamplingEnd(wanted, there, interrupted));
    }
}
