package io.github.roboreel.cli.record;

import io.github.roboreel.tools.confidence.AdaptiveSampling;
import java.util.Optional;

/** Condition under which a recording has enough runs. */
interface RunTarget {
    /** Whether another run is needed behind those that are there. */
    boolean needsMore(RunTally there);

    /** Runs that will be there at the end, at most. */
    int mostRuns(int numEnvs);

    /** Whether there may be fewer. */
    boolean mayEndEarlier();

    /** Episodes that will be there at the end, as far as that is known. */
    String episodesText(int numEnvs);

    /**
     * Why a recording ended as it did, where that needs telling.
     *
     * @param interrupted whether it was cut before it was done
     */
    Optional<SamplingEnd> end(RunTally there, boolean interrupted);

    /** A fixed number of runs. */
    record Fixed(int numRuns) implements RunTarget {
        @Override
        public boolean needsMore(RunTally there) {
            return there.runs() < numRuns;
        }

        @Override
        public int mostRuns(int numEnvs) {
            return numRuns;
        }

        @Override
        public boolean mayEndEarlier() {
            return false;
        }

        @Override
        public String episodesText(int numEnvs) {
            return String.valueOf((long) numRuns * numEnvs);
        }

        @Override
        public Optional<SamplingEnd> end(RunTally there, boolean interrupted) {
            return Optional.empty();
        }
    }

    /**
     * Continuous episodes: a fixed number, or fewer when the success rate's interval is narrow enough before.
     *
     * @param sampling when that is; empty for the fixed number
     */
    record Episodes(int numEpisodes, Optional<AdaptiveSampling> sampling) implements RunTarget {
        @Override
        public boolean needsMore(RunTally there) {
            return there.judged() < numEpisodes && !isEnough(there.successes(), there.judged(), there.episodes());
        }

        boolean isEnough(int successes, int judged, int episodes) {
            return sampling.isPresent() && !sampling.get().needsMore(successes, judged, episodes);
        }

        @Override
        public int mostRuns(int numEnvs) {
            return 1;
        }

        @Override
        public boolean mayEndEarlier() {
            return sampling.isPresent();
        }

        @Override
        public String episodesText(int numEnvs) {
            return mayEndEarlier() ? "up to " + numEpisodes : String.valueOf(numEpisodes);
        }

        @Override
        public Optional<SamplingEnd> end(RunTally there, boolean interrupted) {
            return sampling.map(wanted -> new SamplingEnd(wanted, there, interrupted));
        }
    }

    /** As many as it takes until the success rate's interval is narrow enough. */
    record Adaptive(AdaptiveSampling sampling) implements RunTarget {
        @Override
        public boolean needsMore(RunTally there) {
            return sampling.needsMore(there.successes(), there.judged(), there.episodes());
        }

        @Override
        public int mostRuns(int numEnvs) {
            return (sampling.maxEpisodes() + numEnvs - 1) / numEnvs;
        }

        @Override
        public boolean mayEndEarlier() {
            return true;
        }

        @Override
        public String episodesText(int numEnvs) {
            return "up to " + sampling.maxEpisodes();
        }

        @Override
        public Optional<SamplingEnd> end(RunTally there, boolean interrupted) {
            return Optional.of(new SamplingEnd(sampling, there, interrupted));
        }
    }
}
