package io.github.roboreel.export.minari;

import java.util.List;

/**
 * What goes where in every episode of a dataset.
 *
 * @param last where the observation after the last action comes from
 * @param observations arrays of an observation
 * @param actions arrays of an action
 * @param rewardsSource where rewards come from, for those who train on them
 * @param infos arrays that are neither, kept under their own path
 * @param notes what users should know about it
 */
record EpisodeLayout(
        LastObservation last,
        List<Leaf> observations,
        List<Leaf> actions,
        String rewardsSource,
        List<Leaf> infos,
        List<String> notes) {

    EpisodeLayout {
        observations = List.copyOf(observations);
        actions = List.copyOf(actions);
        infos = List.copyOf(infos);
        notes = List.copyOf(notes);
    }

    /** Where the observation after the last action comes from. */
    enum LastObservation {
        /** It is the last state. */
        STATE("state"),
        /** It was recorded when the episode ended. */
        RECORDED("recorded"),
        /** From nowhere, so the last action is left out. */
        DROPPED("dropped");

        private final String label;

        LastObservation(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Actions of the dataset's episode for so many recorded ones. */
    int steps(long recorded) {
        return Math.toIntExact(last == LastObservation.DROPPED ? recorded - 1 : recorded);
    }

    boolean hasPictures() {
        return observations.stream().anyMatch(Leaf::picture);
    }
}
