package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Rewards of an episode, and how it ended. */
final class StepOutcomes {
    private static final double MAX_EXACT = 1L << 53;

    private final double[] rewards;
    private final boolean terminated;
    private final boolean truncated;

    private StepOutcomes(double[] rewards, boolean terminated, boolean truncated) {
        this.rewards = rewards;
        this.terminated = terminated;
        this.truncated = truncated;
    }

    /**
     * Of an episode. What was recorded as terminations and truncations counts, else how the episode ended. A step that
     * is left out leaves its mark at the one before, and what was not recorded but earned by it.
     */
    static StepOutcomes of(EpisodeLayout layout, RewardPolicy policy, EpisodeFacts facts, EpisodeReader episode)
            throws IOException {
        boolean terminated = facts.isTerminated();
        boolean truncated = !terminated;
        if (hasFlags(episode)) {
            terminated = lastFlag(facts, episode, MinariArray.TERMINATIONS);
            truncated = lastFlag(facts, episode, MinariArray.TRUNCATIONS);
        }
        if (layout.last() == EpisodeLayout.LastObservation.DROPPED) {
            truncated = !terminated;
        }
        return new StepOutcomes(rewards(layout, policy, facts, episode), terminated, truncated);
    }

    /** Whether all episodes have both flags as arrays of their own. */
    static boolean hasFlags(DatasetSurvey survey) {
        return survey.fields().keySet().containsAll(List.of(MinariArray.TERMINATIONS, MinariArray.TRUNCATIONS));
    }

    /** Whether an episode has both flags as arrays of its own. */
    static boolean hasFlags(EpisodeReader episode) throws IOException {
        return episode.has(MinariArray.TERMINATIONS) && episode.has(MinariArray.TRUNCATIONS);
    }

    private static boolean lastFlag(EpisodeFacts facts, EpisodeReader episode, String path) throws IOException {
        double[] flags = episode.readDoubles(path);
        if (flags.length != episode.numSamples()) {
            throw new ExportRefusedException(
                    "%s has %s values in '%s' for %s steps; record one a step, or leave them out",
                    facts.where(), flags.length, path, episode.numSamples());
        }
        for (int step = 0; step < flags.length - 1; step++) {
            if (flags[step] != 0) {
                throw new ExportRefusedException(
                        "%s continues after step %s, which '%s' says is the last; an episode of Minari "
                                + "ends there, so leave this one out",
                        facts.where(), step, path);
            }
        }
        return flags[flags.length - 1] != 0;
    }

    private static double[] rewards(
            EpisodeLayout layout, RewardPolicy policy, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        double[] all = policy.rewards(facts, episode);
        if (policy == RewardPolicy.RECORDED) {
            requireExact(all, facts, episode);
        }
        double[] kept = Arrays.copyOf(all, layout.steps(episode.numSamples()));
        if (kept.length < all.length && policy != RewardPolicy.RECORDED) {
            kept[kept.length - 1] += all[all.length - 1];
        }
        return kept;
    }

    /** A dataset's rewards are float64, which does not hold all of int64. */
    private static void requireExact(double[] rewards, EpisodeFacts facts, EpisodeReader episode) throws IOException {
        boolean large = Arrays.stream(rewards).anyMatch(r -> Math.abs(r) >= MAX_EXACT);
        if (large && episode.info(MinariArray.REWARDS).dtype() == DType.INT64) {
            throw new ExportRefusedException(facts.where()
                    + " has int64 rewards beyond 2^53, which float64 does not hold exactly;"
                    + " choose another source of rewards");
        }
    }

    double[] rewards() {
        return rewards.clone();
    }

    boolean terminated() {
        return terminated;
    }

    boolean truncated() {
        return truncated;
    }
}
