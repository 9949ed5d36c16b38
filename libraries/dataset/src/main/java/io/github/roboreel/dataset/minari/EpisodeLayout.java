package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.minari.MinariOrigin.EmptyArray;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What goes where in every episode of a dataset.
 *
 * @param last where the observation after the last action comes from
 * @param observations arrays of an observation
 * @param actions arrays of an action
 * @param rewardsSource where rewards come from, for those who train on them
 * @param infos arrays that are neither, kept under their own path
 * @param origin the dataset that all of it was imported from, which it is given back as; empty when there is none
 * @param notes what users should know about it
 */
record EpisodeLayout(
        LastObservation last,
        List<Leaf> observations,
        List<Leaf> actions,
        String rewardsSource,
        List<Leaf> infos,
        Optional<MinariOrigin> origin,
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

    /**
     * Text of the observation space.
     *
     * @param forOld whether for Minari 0.4, which wants infinite bounds to be Python's tokens, and boxes alone
     */
    String observationSpace(boolean forOld) {
        return space(origin.map(MinariOrigin::observationSpace), observations, forOld)
                .text(forOld);
    }

    /** Text of the action space, likewise. */
    String actionSpace(boolean forOld) {
        return space(origin.map(MinariOrigin::actionSpace), actions, forOld).text(forOld);
    }

    private static Space space(Optional<Space> imported, List<Leaf> leaves, boolean forOld) {
        List<Space.Member> members = leaves.stream().map(Leaf::member).toList();
        return imported.filter(space -> !space.isMissing())
                .orElseGet(() -> forOld ? Space.ofBoxes(members) : Space.of(members));
    }

    /** Arrays whose rows hold nothing. */
    List<EmptyArray> emptyArrays() {
        return origin.map(MinariOrigin::emptyArrays).orElse(List.of());
    }

    /** Paths of the arrays whose space is a Discrete. */
    Set<String> discrete() {
        Set<String> paths = new HashSet<>(space(origin.map(MinariOrigin::observationSpace), observations, false)
                .discrete(MinariArray.OBSERVATIONS));
        paths.addAll(
                space(origin.map(MinariOrigin::actionSpace), actions, false).discrete(MinariArray.ACTIONS));
        return paths;
    }

    /** Whether a space is of that type of Gymnasium. */
    boolean hasSpace(String type) {
        return Stream.of(
                        space(origin.map(MinariOrigin::observationSpace), observations, false),
                        space(origin.map(MinariOrigin::actionSpace), actions, false))
                .flatMap(space -> space.leaves("").values().stream())
                .anyMatch(space -> space.path("type").asText().equals(type));
    }

    boolean hasPictures() {
        return observations.stream().anyMatch(Leaf::picture);
    }
}
