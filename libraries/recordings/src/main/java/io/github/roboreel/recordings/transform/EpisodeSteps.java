package io.github.roboreel.recordings.transform;

import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * One episode: what is known of it, and its steps, which are read when they are gone through.
 *
 * @param facts besides the arrays
 * @param steps one for each action
 * @param last what was observed after the last action
 */
public record EpisodeSteps(EpisodeFacts facts, Steps steps, LastObservation last) {
    /** Reads what was observed after the last action: values by the path that the steps have them at. */
    @FunctionalInterface
    public interface LastObservation {
        /** None was recorded. */
        LastObservation NONE = Map::of;

        /**
         * The values; empty when there are none.
         *
         * @throws IOException when they cannot be read
         */
        Map<String, NdArray> read() throws IOException;
    }

    /** An episode of which nothing is known after its last action. */
    public EpisodeSteps(EpisodeFacts facts, Steps steps) {
        this(facts, steps, LastObservation.NONE);
    }

    /**
     * A recorded episode, whose recordings must stay open meanwhile; steps are read in blocks of up to 1 MiB.
     *
     * @param paths arrays, or groups of them, that steps have; all that have a row for each step without any
     * @throws IOException when its facts cannot be read
     */
    public static EpisodeSteps of(Episode episode, Collection<String> paths) throws IOException {
        return RecordedSteps.of(episode, List.copyOf(paths));
    }

    /**
     * The same episode with changed steps. What was observed after the last action is left out, because it would have
     * to be changed too: {@link EpisodeFlags} makes a step of it, which then takes part in everything.
     */
    public EpisodeSteps through(StepsTransform transform) {
        return new EpisodeSteps(facts, transform.apply(steps));
    }
}
