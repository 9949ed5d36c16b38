package io.github.roboreel.cli.base;

import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.recordings.episodes.NamePattern;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import picocli.CommandLine.Option;

/** Options that choose episodes by their env and by their number in it. */
public final class EpisodeNumberOptions {
    @Option(
            names = "--env-name",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Only these envs (patterns as in '*Bowl*').")
    List<String> envNames = List.of();

    @Option(
            names = "--episodes",
            paramLabel = "LIST",
            description = "Only episodes with these numbers in their env folder, for example 0-9,17 (default: all).")
    String episodes;

    /** The names as they were given. */
    public List<String> envNames() {
        return envNames;
    }

    /** The numbers as they were given; empty for all. */
    public String numbers() {
        return episodes == null ? "" : episodes;
    }

    /** Patterns of which an env's name has to match one; none for all envs. */
    public List<NamePattern> namePatterns() {
        return envNames.stream().map(NamePattern::new).toList();
    }

    /**
     * The numbers; empty for all.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when they are none
     */
    public Optional<EpisodeSelection> selection() {
        return Optional.ofNullable(episodes).map(list -> Arguments.checked(() -> EpisodeSelection.parse(list)));
    }

    /** Whether an episode is among them, by the name of its env and its number in it. */
    public BiPredicate<String, Integer> predicate() {
        List<NamePattern> names = namePatterns();
        Optional<EpisodeSelection> numbers = selection();
        return (envName, episode) -> (names.isEmpty() || names.stream().anyMatch(name -> name.matches(envName)))
                && numbers.map(selection -> selection.includes(episode)).orElse(true);
    }
}
