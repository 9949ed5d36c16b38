package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Choice of episodes. Immutable.
 *
 * @param envNames names of envs, or patterns of them; none lets all pass
 * @param numbers numbers of episodes in their env folder; empty lets all pass
 * @param successOnly only those whose verdict is success
 * @param completeOnly none that was aborted or whose recorder died
 * @param minSteps fewest steps
 * @param flaggedOnly only those that were flagged
 * @param tags wanted tags, or patterns of tags; one of them suffices, none lets all pass
 */
public record EpisodeChoice(
        List<NamePattern> envNames,
        Optional<EpisodeSelection> numbers,
        boolean successOnly,
        boolean completeOnly,
        long minSteps,
        boolean flaggedOnly,
        List<NamePattern> tags) {
    /** Copies the lists. */
    public EpisodeChoice {
        envNames = List.copyOf(envNames);
        tags = List.copyOf(tags);
    }

    /** Whatever people noted about them. */
    public EpisodeChoice(
            List<NamePattern> envNames,
            Optional<EpisodeSelection> numbers,
            boolean successOnly,
            boolean completeOnly,
            long minSteps) {
        this(envNames, numbers, successOnly, completeOnly, minSteps, false, List.of());
    }

    /** All episodes. */
    public static EpisodeChoice all() {
        return new EpisodeChoice(List.of(), Optional.empty(), false, false, 0);
    }

    /**
     * Whether an episode that was found is wanted.
     *
     * @param facts of it
     * @param steps how many it has
     */
    public boolean includes(EpisodeFacts facts, long steps) {
        return includesEnv(facts.envName())
                && includesNumber(facts.episode())
                && (!successOnly || facts.isSuccess())
                && (!completeOnly || facts.ending() != EpisodeFacts.Ending.INCOMPLETE)
                && steps >= minSteps
                && leftOutFor(facts.annotation()).isEmpty();
    }

    /** Why an episode is not wanted, by what was noted about it; empty when it may be. */
    Optional<LeftOut> leftOutFor(Optional<Annotation> annotation) {
        if (flaggedOnly && !annotation.map(Annotation::flag).orElse(false)) {
            return Optional.of(LeftOut.NOT_FLAGGED);
        }
        boolean isTagged = annotation.map(Annotation::tags).orElse(List.of()).stream()
                .anyMatch(tag -> tags.stream().anyMatch(pattern -> pattern.matches(tag)));
        return tags.isEmpty() || isTagged ? Optional.empty() : Optional.of(LeftOut.OTHER_TAG);
    }

    boolean includesEnv(String name) {
        return envNames.isEmpty() || envNames.stream().anyMatch(p -> p.matches(name));
    }

    boolean includesNumber(int episode) {
        return numbers.isEmpty() || numbers.get().includes(episode);
    }

    boolean includesNumber(OptionalInt episode) {
        return episode.isEmpty() || includesNumber(episode.getAsInt());
    }
}
