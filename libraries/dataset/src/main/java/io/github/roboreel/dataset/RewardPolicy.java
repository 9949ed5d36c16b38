package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Where rewards come from. */
public enum RewardPolicy {
    /** The recorded array {@code rewards}; zeros where none was recorded. */
    RECORDED,
    /** 1 at the last step of a success, else 0. */
    SUCCESS,
    /** Increase of {@code subtask/score} at each step, from 0 before the first. */
    SCORE_DELTA;

    /** As users write it, for example {@code score-delta}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For the metadata of a dataset: where its rewards really come from. */
    public String source(DatasetSurvey survey) {
        return this == RECORDED && !survey.fields().containsKey(DemoPaths.REWARDS) ? "absent" : label();
    }

    /**
     * One reward per action.
     *
     * @throws ExportRefusedException when there is nothing to take them from
     */
    public double[] rewards(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        int steps = Math.toIntExact(episode.numSamples());
        return switch (this) {
            case RECORDED ->
                episode.has(DemoPaths.REWARDS) ? scalars(facts, episode, DemoPaths.REWARDS, steps) : new double[steps];
            case SUCCESS -> atTheEnd(facts, steps);
            case SCORE_DELTA -> increases(facts, episode, steps);
        };
    }

    private static double[] atTheEnd(EpisodeFacts facts, int steps) {
        double[] rewards = new double[steps];
        if (facts.isSuccess() && steps > 0) {
            rewards[steps - 1] = 1;
        }
        return rewards;
    }

    private static double[] increases(EpisodeFacts facts, EpisodeReader episode, int steps) throws IOException {
        if (!episode.has(DemoPaths.SUBTASK_SCORE)) {
            throw new ExportRefusedException(facts.where() + " has no '" + DemoPaths.SUBTASK_SCORE
                    + "' to take rewards from; choose success or recorded rewards");
        }
        double[] scores = scalars(facts, episode, DemoPaths.SUBTASK_SCORE, steps);
        double[] rewards = new double[steps];
        for (int step = 0; step < steps; step++) {
            rewards[step] = scores[step] - (step == 0 ? 0 : scores[step - 1]);
        }
        return rewards;
    }

    private static double[] scalars(EpisodeFacts facts, EpisodeReader episode, String path, int steps)
            throws IOException {
        double[] values = episode.readDoubles(path);
        if (values.length != steps) {
            throw new ExportRefusedException(
                    "%s has %s values in '%s' for %s steps; choose another source of rewards, or leave the array out",
                    facts.where(), values.length, path, steps);
        }
        return Arrays.copyOf(values, steps);
    }
}
