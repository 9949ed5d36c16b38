package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Choice of episodes, in the words of its user, so that any process can take it. Immutable.
 *
 * @param envNames names of envs, or patterns of them; none lets all pass
 * @param numbers numbers of episodes in their env folder, as {@link EpisodeSelection#parse} takes them; empty for all
 * @param successOnly only those whose verdict is success
 * @param completeOnly none that was aborted or whose recorder died
 * @param minSteps fewest steps
 * @param flaggedOnly only those that were flagged
 * @param tags wanted tags, or patterns of tags; one of them suffices, none lets all pass
 * @param values wanted values, or patterns of them, by name: of each name one suffices. A name is that of an attribute
 *     or of a field of the result line, as in {@link EpisodeFacts#value}
 */
public record EpisodeChoice(
        List<String> envNames,
        String numbers,
        boolean successOnly,
        boolean completeOnly,
        long minSteps,
        boolean flaggedOnly,
        List<String> tags,
        Map<String, List<String>> values)
        implements Serializable {
    /**
     * Copies lists and map; a plan of an earlier version has no tags and no values.
     *
     * @throws IllegalArgumentException when the numbers are none, or a pattern
     */
    public EpisodeChoice {
        envNames = List.copyOf(envNames);
        tags = tags == null ? List.of() : List.copyOf(tags);
        values = values == null ? Map.of() : copy(values);
        if (!numbers.isEmpty()) {
            EpisodeSelection.parse(numbers);
        }
        Stream.concat(Stream.of(envNames, tags), values.values().stream())
                .flatMap(List::stream)
                .forEach(NamePattern::new);
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> values) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((name, patterns) -> copy.put(name, List.copyOf(patterns)));
        return Collections.unmodifiableMap(copy);
    }

    /** All episodes. */
    public static EpisodeChoice all() {
        return new EpisodeChoice(List.of(), "", false, false, 0, false, List.of(), Map.of());
    }

    /** Whether all episodes are wanted, whatever they are. */
    public boolean wantsAll() {
        return equals(all());
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
                && leftOutFor(facts.annotation()).isEmpty()
                && includesValues(facts::value);
    }

    /** Whether the values of an episode are among the wanted ones. */
    boolean includesValues(Function<String, Optional<String>> value) {
        return values.entrySet().stream()
                .allMatch(wanted -> value.apply(wanted.getKey())
                        .filter(found -> matchesAny(wanted.getValue(), found))
                        .isPresent());
    }

    /** Whether anything is asked of episodes but that they have a step. */
    public boolean hasFilters() {
        return !new EpisodeChoice(
                        envNames,
                        numbers,
                        successOnly,
                        completeOnly,
                        Math.max(minSteps - 1, 0),
                        flaggedOnly,
                        tags,
                        values)
                .wantsAll();
    }

    /**
     * Refuses a name that none of the episodes that were found has; where none is known, any name may be right.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, with the names that are like it
     */
    public void requireKnown(EpisodeNames known) {
        unknownName(known).ifPresent(sentence -> {
            throw RoboReelException.badArgument("%s", sentence);
        });
    }

    /** In one sentence, a name of an env or of a value that none of those known is; empty where nothing is known. */
    Optional<String> unknownName(EpisodeNames known) {
        return unknownEnv(known.envs()).or(() -> unknownValue(known.values()));
    }

    private Optional<String> unknownEnv(Set<String> known) {
        return envNames.stream()
                .filter(name -> !known.isEmpty() && known.stream().noneMatch(new NamePattern(name)::matches))
                .findFirst()
                .map(name -> Sentence.of("no env is called '%s'; %s", name, KnownNames.hint(name, known)));
    }

    private Optional<String> unknownValue(Set<String> known) {
        return values.keySet().stream()
                .filter(name -> !known.isEmpty() && !known.contains(name))
                .findFirst()
                .map(name -> Sentence.of("no episode has an attribute '%s'; %s", name, KnownNames.hint(name, known)));
    }

    /** Why an episode is not wanted, by what was noted about it; empty when it may be. */
    Optional<LeftOut> leftOutFor(Optional<Annotation> annotation) {
        if (flaggedOnly && !annotation.map(Annotation::flag).orElse(false)) {
            return Optional.of(LeftOut.NOT_FLAGGED);
        }
        boolean isTagged =
                annotation.map(Annotation::tags).orElse(List.of()).stream().anyMatch(tag -> matchesAny(tags, tag));
        return tags.isEmpty() || isTagged ? Optional.empty() : Optional.of(LeftOut.OTHER_TAG);
    }

    private static boolean matchesAny(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> new NamePattern(pattern).matches(name));
    }

    /** Whether episodes of an env may be wanted. */
    public boolean includesEnv(String name) {
        return envNames.isEmpty() || matchesAny(envNames, name);
    }

    /** Whether an episode of that number in its env folder may be wanted. */
    public boolean includesNumber(int episode) {
        return numbers.isEmpty() || EpisodeSelection.parse(numbers).includes(episode);
    }

    boolean includesNumber(OptionalInt episode) {
        return episode.isEmpty() || includesNumber(episode.getAsInt());
    }

    /** Whether the episode of a result line may be wanted, with what was noted about it. */
    boolean includes(EpisodeRecord line, Optional<Annotation> annotation) {
        return leftOutFor(annotation).isEmpty()
                && includesValues(line::episodeAttribute)
                && includesEnv(line.envName())
                && includesNumber(line.episode())
                && (!successOnly || line.isSuccess());
    }
}
