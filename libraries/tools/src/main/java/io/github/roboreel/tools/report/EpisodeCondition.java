package io.github.roboreel.tools.report;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.tools.report.EpisodeFilter.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Condition that an episode fulfils or not. Immutable. */
@FunctionalInterface
public interface EpisodeCondition {
    /** Whether the episode fulfils it. */
    boolean holds(ReportedEpisode episode);

    /**
     * Refuses a name that none of these episodes knows; without an episode every name may be right.
     *
     * @throws IllegalArgumentException in one sentence with the names that there are
     */
    default void requireKnown(List<ReportedEpisode> episodes) {}

    /** One of these holds. */
    static EpisodeCondition anyOf(List<EpisodeCondition> conditions) {
        List<EpisodeCondition> copy = List.copyOf(conditions);
        return episode -> copy.stream().anyMatch(condition -> condition.holds(episode));
    }

    /** Its verdict is one of these. */
    static EpisodeCondition verdictIn(Collection<Verdict> verdicts) {
        List<Verdict> copy = List.copyOf(verdicts);
        return episode -> copy.stream().anyMatch(verdict -> verdict.isOf(episode.line()));
    }

    /** The reason why it ended holds that text, in whatever case. */
    static EpisodeCondition reasonHolds(String text) {
        String sought = text.toLowerCase(Locale.ROOT);
        return episode -> episode.line().reason().stream()
                .anyMatch(reason -> reason.toLowerCase(Locale.ROOT).contains(sought));
    }

    /**
     * One of the texts that people know it by holds that text, in whatever case: env, task, policy, note, and so on.
     */
    static EpisodeCondition textHolds(String text) {
        String sought = text.toLowerCase(Locale.ROOT);
        return episode -> Stream.concat(
                        texts(episode.line()), episode.annotation().stream().flatMap(EpisodeCondition::texts))
                .anyMatch(t -> t.toLowerCase(Locale.ROOT).contains(sought));
    }

    private static Stream<String> texts(Annotation annotation) {
        return Stream.concat(annotation.tags().stream(), Stream.of(annotation.note()));
    }

    private static Stream<String> texts(EpisodeLine line) {
        Stream<String> names = Stream.of(line.envName(), line.taskName());
        Stream<String> others = Stream.of(line.policy(), line.instruction(), line.reason(), line.status())
                .flatMap(text -> text.stream());
        return Stream.concat(Stream.concat(names, others), line.attributes().stream());
    }

    /**
     * Its run file holds it, and it is wanted; an episode whose line names no run file is not.
     *
     * @param isWanted is given what results call the folder, and {@code ENV/run_0.hdf5/demo_3}
     */
    static EpisodeCondition storedIn(BiPredicate<String, String> isWanted) {
        return episode -> episode.demo()
                .filter(demo -> isWanted.test(episode.folder(), demo))
                .isPresent();
    }

    static EpisodeCondition flagged() {
        return episode -> episode.annotation().map(Annotation::flag).orElse(false);
    }

    /** It has so many steps. */
    static EpisodeCondition stepsBetween(int least, int most) {
        return episode -> {
            int steps = episode.line().episodeStep().orElse(-1);
            return steps >= least && steps <= most;
        };
    }
}
