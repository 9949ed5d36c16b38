package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.minari.MinariOrigin.EmptyArray;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What goes where in every episode of a dataset.
 *
 * @param last where the observation after the last action comes from
 * @param observations arrays of an observation
 * @param actions arrays of an action
 * @param rewardsSource where rewards come from, for those who train on them
 * @param infos arrays that are neither and have a row a step, kept under their own path
 * @param others all others, which Minari does not read
 * @param origin the dataset that all of it was imported from, which it is given back as; empty when there is none
 * @param notes what users should know about it
 */
record EpisodeLayout(
        LastObservation last,
        List<Leaf> observations,
        List<Leaf> actions,
        String rewardsSource,
        List<Leaf> infos,
        List<Leaf> others,
        Optional<MinariOrigin> origin,
        List<String> notes) {

    EpisodeLayout {
        observations = List.copyOf(observations);
        actions = List.copyOf(actions);
        infos = List.copyOf(infos);
        others = List.copyOf(others);
        notes = List.copyOf(notes);
    }

    /** Where the observation after the last action comes from. */
    enum LastObservation {
        /** It is the last state. */
        STATE("state"),
        /** It was recorded when the episode ended; where it was not, the episode's last action is left out. */
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

    /**
     * The layout of one episode: without the last action where the observation after it was not recorded as a whole.
     *
     * @param keepsOthers whether the format keeps what Minari does not read, such as parts of that observation
     * @throws ExportRefusedException when no action is left
     */
    EpisodeLayout of(EpisodeFacts facts, EpisodeReader episode, boolean keepsOthers) throws IOException {
        if (last != LastObservation.RECORDED) {
            return this;
        }
        List<Leaf> finals = new ArrayList<>();
        boolean isWhole = true;
        for (Leaf leaf : observations) {
            String path = leaf.in(DemoPaths.FINAL_OBS);
            if (episode.has(path)) {
                finals.add(Leaf.inInfos(FieldInfo.of(path, episode.info(path)), false));
                isWhole &= episode.info(path).rows() > 0;
            } else {
                isWhole = false;
            }
        }
        if (isWhole) {
            return this;
        }
        EpisodeTraits.requireTwoSteps(facts, episode.numSamples());
        List<Leaf> kept = new ArrayList<>(others);
        kept.addAll(keepsOthers ? finals : List.of());
        return new EpisodeLayout(
                LastObservation.DROPPED, observations, actions, rewardsSource, infos, kept, origin, notes);
    }

    /** Actions of the dataset's episode for so many recorded ones. */
    int steps(long recorded) {
        return Math.toIntExact(last == LastObservation.DROPPED ? recorded - 1 : recorded);
    }

    /**
     * The observation space.
     *
     * @param ofBoxes whether for Minari 0.4, too, which knows no others for arrays
     */
    Space observationSpace(boolean ofBoxes) {
        return space(origin.map(MinariOrigin::observationSpace), observations, ofBoxes);
    }

    /** The action space, likewise. */
    Space actionSpace(boolean ofBoxes) {
        return space(origin.map(MinariOrigin::actionSpace), actions, ofBoxes);
    }

    private static Space space(Optional<Space> imported, List<Leaf> leaves, boolean ofBoxes) {
        List<Space.Member> members = leaves.stream().map(Leaf::member).toList();
        return imported.filter(space -> !space.isMissing())
                .orElseGet(() -> ofBoxes ? Space.ofBoxes(members) : Space.of(members));
    }

    /** Arrays whose rows hold nothing. */
    List<EmptyArray> emptyArrays() {
        return origin.map(MinariOrigin::emptyArrays).orElse(List.of());
    }

    boolean hasPictures() {
        return observations.stream().anyMatch(Leaf::picture);
    }
}
