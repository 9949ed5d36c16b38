package io.github.roboreel.tools.report;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.episodes.NamePattern;
import io.github.roboreel.recordings.folder.EpisodeLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Filter of episodes: passes those that match one pattern of each field that has any, and fulfil all conditions. A
 * pattern is a name, or holds {@code *}, {@code ?} or {@code [...]}.
 *
 * @param patterns patterns by field; a field without patterns lets all pass
 * @param attributes patterns by name of an attribute that the recorder's user gave the episodes
 * @param conditions what else an episode must fulfil, all of it
 */
public record EpisodeFilter(
        Map<Field, List<String>> patterns, Map<String, List<String>> attributes, List<EpisodeCondition> conditions) {
    /** Lets all pass. */
    public static final EpisodeFilter ALL = new EpisodeFilter(Map.of());

    /** What a pattern is compared with. */
    public enum Field {
        /** Name of the env or of the task. */
        TASK(e -> List.of(e.line().envName(), e.line().taskName())),
        ENV_NAME(e -> List.of(e.line().envName())),
        TASK_NAME(e -> List.of(e.line().taskName())),
        /** Name of the policy. */
        POLICY(e -> e.line().policy().stream().toList()),
        /** Kind of wording of the instruction. */
        INSTRUCTION_TYPE(e -> e.line().instructionType().stream().toList()),
        /** Name of the scene. */
        SCENE(e -> e.line().text("scene").stream().toList()),
        /** One of the task's labels. */
        ATTRIBUTES(e -> e.line().attributes()),
        /** How it ended, for example {@code truncated}. */
        STATUS(e -> e.line().status().stream().toList()),
        /** Name of a kind of event that happened. */
        EVENT(e -> e.line().eventCounts().entrySet().stream()
                .filter(event -> event.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList()),
        /** One of the episode's tags. */
        TAG(e -> e.annotation().map(Annotation::tags).orElse(List.of()));

        private final Function<ReportedEpisode, List<String>> values;

        Field(Function<ReportedEpisode, List<String>> values) {
            this.values = values;
        }

        /** As results files spell it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A verdict to choose by. */
    public enum Verdict {
        SUCCESS,
        /** Failures; not episodes that were not judged. */
        FAILURE,
        /** Episodes that were not judged. */
        NOT_JUDGED;

        /** Whether that of a result is one of them. */
        boolean isOf(EpisodeLine line) {
            return switch (this) {
                case SUCCESS -> line.isSuccess();
                case FAILURE -> line.success().isPresent() && !line.isSuccess();
                case NOT_JUDGED -> line.success().isEmpty();
            };
        }
    }

    /**
     * What is compared with the names asked for.
     *
     * @param label how messages call it
     * @param names at least one
     * @param patterns of the names
     */
    private record Criterion(
            String label,
            Function<ReportedEpisode, List<String>> values,
            List<String> names,
            List<NamePattern> patterns) {
        Criterion(String label, Function<ReportedEpisode, List<String>> values, List<String> names) {
            this(label, values, names, names.stream().map(NamePattern::new).toList());
        }

        boolean passes(ReportedEpisode episode) {
            List<String> found = values.apply(episode);
            return patterns.stream().anyMatch(pattern -> found.stream().anyMatch(pattern::matches));
        }

        boolean passes(int name, ReportedEpisode episode) {
            return values.apply(episode).stream().anyMatch(patterns.get(name)::matches);
        }

        IllegalArgumentException missing(List<String> asked, List<ScoredEpisode> episodes) {
            TreeSet<String> known = episodes.stream()
                    .flatMap(e -> values.apply(e.source()).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            return new IllegalArgumentException("no episode has "
                    + label
                    + " "
                    + String.join(" or ", asked)
                    + "; there are "
                    + (known.isEmpty() ? "none" : String.join(", ", known)));
        }
    }

    /** Copies the patterns. */
    public EpisodeFilter {
        patterns = copy(patterns);
        attributes = copy(attributes);
        conditions = List.copyOf(conditions);
    }

    /** Without conditions. */
    public EpisodeFilter(Map<Field, List<String>> patterns, Map<String, List<String>> attributes) {
        this(patterns, attributes, List.of());
    }

    /** Without attributes and conditions. */
    public EpisodeFilter(Map<Field, List<String>> patterns) {
        this(patterns, Map.of());
    }

    /** The same with further conditions. */
    public EpisodeFilter and(List<EpisodeCondition> others) {
        List<EpisodeCondition> all = new ArrayList<>(conditions);
        all.addAll(others);
        return new EpisodeFilter(patterns, attributes, all);
    }

    /** What it says of one episode after another; a name that no episode has lets none pass. */
    public Predicate<ReportedEpisode> predicate() {
        List<Criterion> criteria = criteria();
        return episode -> criteria.stream().allMatch(criterion -> criterion.passes(episode)) && fulfils(episode);
    }

    private boolean fulfils(ReportedEpisode episode) {
        return conditions.stream().allMatch(condition -> condition.holds(episode));
    }

    private static <K> Map<K, List<String>> copy(Map<K, List<String>> patterns) {
        Map<K, List<String>> copy = new LinkedHashMap<>();
        patterns.forEach((key, names) -> copy.put(key, List.copyOf(names)));
        return Collections.unmodifiableMap(copy);
    }

    /**
     * The episodes that pass, in their order.
     *
     * @throws IllegalArgumentException in one sentence, when there are episodes but one of the names asked for is that
     *     of none, or none has one name of each field
     */
    List<ScoredEpisode> apply(List<ScoredEpisode> episodes) {
        List<ScoredEpisode> passed = episodes;
        if (!episodes.isEmpty()) {
            attributes.keySet().forEach(name -> requireAttribute(name, episodes));
            List<ReportedEpisode> all =
                    episodes.stream().map(ScoredEpisode::source).toList();
            conditions.forEach(condition -> condition.requireKnown(all));
        }
        List<Criterion> criteria = criteria();
        criteria.forEach(criterion -> requireKnown(criterion, episodes));
        for (Criterion criterion : criteria) {
            passed = apply(criterion, passed);
        }
        return passed.stream().filter(e -> fulfils(e.source())).toList();
    }

    private List<Criterion> criteria() {
        List<Criterion> criteria = new ArrayList<>();
        patterns.forEach((field, names) -> add(criteria, field.label(), field.values, names));
        attributes.forEach((name, values) -> add(
                criteria, name, e -> e.line().episodeAttribute(name).stream().toList(), values));
        return criteria;
    }

    private static void add(
            List<Criterion> criteria,
            String label,
            Function<ReportedEpisode, List<String>> values,
            List<String> names) {
        if (!names.isEmpty()) {
            criteria.add(new Criterion(label, values, names));
        }
    }

    /** Refuses an attribute that no episode has. */
    static void requireAttribute(String name, List<ScoredEpisode> episodes) {
        if (episodes.stream().anyMatch(e -> e.line().episodeAttribute(name).isPresent())) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        TreeSet<String> all = new TreeSet<>();
        episodes.forEach(e -> known.addAll(e.line().episodeAttributes().keySet()));
        episodes.forEach(e -> all.addAll(e.line().valueNames()));
        String hint = !KnownNames.similar(name, all).isEmpty()
                ? KnownNames.hint(name, all)
                : "there are " + (known.isEmpty() ? "none" : String.join(", ", known));
        throw new IllegalArgumentException("no episode has an attribute '" + name + "'; " + hint);
    }

    /** A name that matches nothing is a mistake, also beside others that match. */
    private static void requireKnown(Criterion criterion, List<ScoredEpisode> episodes) {
        for (int i = 0; i < (episodes.isEmpty() ? 0 : criterion.names().size()); i++) {
            int name = i;
            if (episodes.stream().noneMatch(e -> criterion.passes(name, e.source()))) {
                throw criterion.missing(List.of(criterion.names().get(name)), episodes);
            }
        }
    }

    private static List<ScoredEpisode> apply(Criterion criterion, List<ScoredEpisode> episodes) {
        List<ScoredEpisode> passed =
                episodes.stream().filter(e -> criterion.passes(e.source())).toList();
        if (passed.isEmpty() && !episodes.isEmpty()) {
            throw criterion.missing(criterion.names(), episodes);
        }
        return passed;
    }
}
