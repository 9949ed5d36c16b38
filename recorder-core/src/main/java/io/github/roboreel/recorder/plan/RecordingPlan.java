package io.github.roboreel.recorder.plan;

import java.util.Objects;

/**
 * Selection of what is recorded of a run, with callbacks that add to it. Immutable; given to
 * {@code EpisodeRecorder.open}.
 *
 * @param episodes which episodes are recorded
 * @param steps which of their steps are stored
 * @param stepValues puts values into every stored row
 * @param episodeAttributes adds free attributes to every recorded episode
 */
public record RecordingPlan(
        EpisodeSchedule episodes, StepSchedule steps, StepCallback stepValues, EpisodeCallback episodeAttributes) {
    /** Every step of every episode, and nothing added. */
    public static final RecordingPlan EVERYTHING =
            new RecordingPlan(EpisodeSchedule.ALL, StepSchedule.ALL, StepCallback.NONE, EpisodeCallback.NONE);

    /** Refuses null. */
    public RecordingPlan {
        Objects.requireNonNull(episodes, "episodes");
        Objects.requireNonNull(steps, "steps");
        Objects.requireNonNull(stepValues, "stepValues");
        Objects.requireNonNull(episodeAttributes, "episodeAttributes");
    }

    /** The same plan for other episodes. */
    public RecordingPlan withEpisodes(EpisodeSchedule newEpisodes) {
        return new RecordingPlan(newEpisodes, steps, stepValues, episodeAttributes);
    }

    /** The same plan with other steps. */
    public RecordingPlan withSteps(StepSchedule newSteps) {
        return new RecordingPlan(episodes, newSteps, stepValues, episodeAttributes);
    }

    /** The same plan with a callback per step. */
    public RecordingPlan withStepValues(StepCallback newStepValues) {
        return new RecordingPlan(episodes, steps, newStepValues, episodeAttributes);
    }

    /** The same plan with a callback per episode. */
    public RecordingPlan withEpisodeAttributes(EpisodeCallback newEpisodeAttributes) {
        return new RecordingPlan(episodes, steps, stepValues, newEpisodeAttributes);
    }
}
