package io.github.roboreel.recordings.transform;

/**
 * Turns a sequence of steps into another, lazily. Immutable, so any thread may use it, also for several episodes at
 * once.
 */
@FunctionalInterface
public interface StepsTransform {
    /** The changed sequence; nothing is read yet. */
    Steps apply(Steps steps);

    /** This one, then another. */
    default StepsTransform then(StepsTransform next) {
        return steps -> next.apply(apply(steps));
    }

    /** The same for episodes, whose facts stay as they are. */
    default EpisodeTransform ofEpisodes() {
        return episode -> episode.through(this);
    }
}
