package io.github.roboreel.recordings.transform;

/**
 * Turns an episode into another, lazily, where its facts matter, for example its end or the time between its steps.
 * Immutable, so any thread may use it.
 */
@FunctionalInterface
public interface EpisodeTransform {
    /** The changed episode; no step is read yet. */
    EpisodeSteps apply(EpisodeSteps episode);

    /** This one, then another. */
    default EpisodeTransform then(EpisodeTransform next) {
        return episode -> next.apply(apply(episode));
    }
}
