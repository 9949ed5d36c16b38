package io.github.roboreel.recordings.episodes;

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
 */
public record EpisodeChoice(
        List<NamePattern> envNames,
        Optional<EpisodeSelection> numbers,
        boolean successOnly,
        boolean completeOnly,
        long minSteps) {
    /** Copies the list. */
    public EpisodeChoice {
        envNames = List.copyOf(envNames);
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
                && steps >= minSteps;
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
