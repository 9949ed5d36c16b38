package io.github.roboreel.tools.report;

import io.github.roboreel.tools.EpisodeRecord;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which episodes count: those that match one pattern of each field that has any, and the verdict. A
 * pattern is a name, or holds {@code *}, {@code ?} or {@code [...]}.
 *
 * @param patterns patterns by field; a field without patterns lets all pass
 * @param verdict which verdicts count
 */
public record EpisodeFilter(Map<Field, List<String>> patterns, Verdict verdict) {
    /** Lets all pass. */
    public static final EpisodeFilter ALL = new EpisodeFilter(Map.of(), Verdict.ANY);

    /** What a pattern is compared with. */
    public enum Field {
        /** Name of the env or of the task. */
        TASK(line -> List.of(line.envName(), line.taskName())),
        /** Name of the env. */
        ENV_NAME(line -> List.of(line.envName())),
        /** Name of the task. */
        TASK_NAME(line -> List.of(line.taskName())),
        /** Name of the policy. */
        POLICY(line -> line.policy().stream().toList()),
        /** Kind of wording of the instruction. */
        INSTRUCTION_TYPE(line -> line.instructionType().stream().toList()),
        /** Name of the scene. */
        SCENE(line -> line.text("scene").stream().toList()),
        /** One of the task's labels. */
        ATTRIBUTES(EpisodeRecord::attributes);

        private final Function<EpisodeRecord, List<String>> values;

        Field(Function<EpisodeRecord, List<String>> values) {
            this.values = values;
        }

        /** As results files spell it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Which verdicts count. */
    public enum Verdict {
        /** All, also episodes that were not judged. */
        ANY,
        /** Successes. */
        SUCCESS,
        /** Failures; not episodes that were not judged. */
        FAILURE
    }

    /** Copies the patterns. */
    public EpisodeFilter {
        Map<Field, List<String>> copy = new LinkedHashMap<>();
        patterns.forEach((field, names) -> copy.put(field, List.copyOf(names)));
        patterns = copy;
    }

    /**
     * The episodes that pass, in their order.
     *
     * @throws IllegalArgumentException in one sentence, when there are episodes but one of the
     *     names asked for is that of none, or none has one name of each field
     */
    List<Episode> apply(List<Episode> episodes) {
        patterns.forEach((field, names) -> requireKnown(field, names, episodes));
        List<Episode> passed = episodes;
        for (Map.Entry<Field, List<String>> entry : patterns.entrySet()) {
            passed = apply(entry.getKey(), entry.getValue(), passed);
        }
        return passed.stream().filter(e -> hasVerdict(e.line())).toList();
    }

    /** A name that matches nothing is a mistake, also beside others that match. */
    private static void requireKnown(Field field, List<String> names, List<Episode> episodes) {
        for (String name : episodes.isEmpty() ? List.<String>of() : names) {
            boolean isKnown =
                    episodes.stream()
                            .flatMap(e -> field.values.apply(e.line()).stream())
                            .anyMatch(new NamePattern(name)::matches);
            if (!isKnown) {
                throw new IllegalArgumentException(missing(field, List.of(name), episodes));
            }
        }
    }

    private static List<Episode> apply(Field field, List<String> names, List<Episode> episodes) {
        if (names.isEmpty()) {
            return episodes;
        }
        List<NamePattern> patterns = names.stream().map(NamePattern::new).toList();
        List<Episode> passed =
                episodes.stream()
                        .filter(
                                e ->
                                        field.values.apply(e.line()).stream()
                                                .anyMatch(v -> matchesAny(patterns, v)))
                        .toList();
        if (passed.isEmpty() && !episodes.isEmpty()) {
            throw new IllegalArgumentException(missing(field, names, episodes));
        }
        return passed;
    }

    private static String missing(Field field, List<String> names, List<Episode> episodes) {
        return "no episode has "
                + field.label()
                + " "
                + String.join(" or ", names)
                + "; there are "
                + known(field, episodes);
    }

    private static boolean matchesAny(Collection<NamePattern> patterns, String value) {
        return patterns.stream().anyMatch(p -> p.matches(value));
    }

    private static String known(Field field, List<Episode> episodes) {
        TreeSet<String> values =
                episodes.stream()
                        .flatMap(e -> field.values.apply(e.line()).stream())
                        .collect(Collectors.toCollection(TreeSet::new));
        return values.isEmpty() ? "none" : String.join(", ", values);
    }

    private boolean hasVerdict(EpisodeRecord line) {
        return switch (verdict) {
            case ANY -> true;
            case SUCCESS -> line.isSuccess();
            case FAILURE -> line.success().isPresent() && !line.isSuccess();
        };
    }
}
