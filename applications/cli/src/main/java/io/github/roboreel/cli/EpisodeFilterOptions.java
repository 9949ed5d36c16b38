package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.NoteOptions;
import io.github.roboreel.cli.base.ValueFilterOption;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.EpisodeFilter.Field;
import io.github.roboreel.tools.report.EpisodeWords;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that choose episodes. Names may be patterns with {@code *}, {@code ?} and {@code [...]}. */
final class EpisodeFilterOptions {
    @Option(
            names = "--task",
            paramLabel = "TASK",
            arity = "1..*",
            description = "Only these tasks (names of envs or tasks; patterns as in '*Bowl*').")
    List<String> tasks = List.of();

    @Option(names = "--env-name", paramLabel = "NAME", arity = "1..*", description = "Only these envs.")
    List<String> envNames = List.of();

    @Option(names = "--policy", paramLabel = "POLICY", arity = "1..*", description = "Only these policies.")
    List<String> policies = List.of();

    @Option(
            names = "--instruction-type",
            paramLabel = "TYPE",
            arity = "1..*",
            description = "Only these instruction types.")
    List<String> instructionTypes = List.of();

    @Option(
            names = "--attribute",
            paramLabel = "LABEL",
            arity = "1..*",
            description = "Only tasks with one of these attributes.")
    List<String> attributes = List.of();

    @Mixin
    ValueFilterOption values;

    @Option(
            names = "--filter-pattern",
            paramLabel = "PATTERN",
            description = "Only episodes whose --filter-field matches.")
    String pattern;

    @Option(
            names = "--filter-field",
            paramLabel = "FIELD",
            defaultValue = "env_name",
            description = "What --filter-pattern is compared with: env_name, task_name, policy,"
                    + " instruction_type, scene, attributes, status, event or tag (default: env_name).")
    String field;

    @Option(names = "--success-only", description = "Only successes.")
    boolean successOnly;

    @Option(names = "--failures-only", description = "Only failures.")
    boolean failuresOnly;

    @Option(
            names = "--success",
            paramLabel = "VERDICT",
            arity = "1..*",
            description = "Only episodes with one of these verdicts: true, false, or none of those not judged.")
    List<String> success = List.of();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            arity = "1..*",
            description = "Only episodes that ended so, for example truncated.")
    List<String> statuses = List.of();

    @Option(
            names = "--event",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Only episodes in which one of these kinds of events happened.")
    List<String> events = List.of();

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            arity = "1..*",
            description = "Only episodes whose reason of the end holds one of these texts, in upper or lower case.")
    List<String> reasons = List.of();

    @Option(names = "--min-steps", paramLabel = "N", description = "Only episodes of that many steps or more.")
    Integer minSteps;

    @Option(names = "--max-steps", paramLabel = "N", description = "Only episodes of that many steps or fewer.")
    Integer maxSteps;

    @Option(
            names = "--metric",
            paramLabel = "NAME:MIN:MAX",
            description = "Only episodes whose metric, score or duration is in that range, of which either end may"
                    + " be left out, as in ee_sparc:-4:. Given again: in all of the ranges.")
    List<String> metrics = List.of();

    @Option(
            names = "--search",
            paramLabel = "TEXT",
            description = "Only episodes one of whose names (env, task, policy, instruction, status, reason,"
                    + " attribute, tag, note) holds that text, in upper or lower case.")
    String text;

    @Mixin
    NoteOptions notes;

    EpisodeFilter filter() {
        Map<Field, List<String>> patterns = new EnumMap<>(Field.class);
        patterns.put(Field.TASK, tasks);
        patterns.put(Field.ENV_NAME, envNames);
        patterns.put(Field.POLICY, policies);
        patterns.put(Field.INSTRUCTION_TYPE, instructionTypes);
        patterns.put(Field.ATTRIBUTES, attributes);
        patterns.put(Field.STATUS, statuses);
        patterns.put(Field.EVENT, events);
        patterns.put(Field.TAG, notes.tags());
        Field chosen = field();
        if (pattern != null) {
            patterns.merge(chosen, List.of(pattern), EpisodeFilterOptions::onlyOne);
        }
        return new EpisodeFilter(patterns, values.values(), Arguments.checked(words()::conditions));
    }

    private EpisodeWords words() {
        return new EpisodeWords(
                verdicts(),
                reasons,
                Optional.ofNullable(text),
                steps(minSteps),
                steps(maxSteps),
                notes.isFlaggedOnly(),
                metrics);
    }

    private static OptionalInt steps(Integer given) {
        return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }

    private List<String> verdicts() {
        if ((successOnly ? 1 : 0) + (failuresOnly ? 1 : 0) + (success.isEmpty() ? 0 : 1) > 1) {
            throw RoboReelException.badArgument(
                    "--success-only, --failures-only and --success exclude each other; give one of them");
        }
        return successOnly ? List.of("true") : failuresOnly ? List.of("false") : success;
    }

    /** The first value that is the path of a folder. */
    Optional<String> folderAmongNames() {
        return Stream.of(
                        tasks,
                        envNames,
                        policies,
                        instructionTypes,
                        attributes,
                        success,
                        statuses,
                        events,
                        reasons,
                        notes.tags())
                .flatMap(List::stream)
                .filter(Arguments::isFolder)
                .findFirst();
    }

    private static List<String> onlyOne(List<String> named, List<String> pattern) {
        if (!named.isEmpty()) {
            throw RoboReelException.badArgument(
                    "--filter-pattern filters what another option filters already; give one of them");
        }
        return pattern;
    }

    private Field field() {
        String name = field.replace('-', '_').toLowerCase(Locale.ROOT);
        List<String> known = Arrays.stream(Field.values()).map(Field::label).toList();
        Arguments.requireKnown("--filter-field", field, withSpellings(known, name));
        return Field.valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** The message lists the fields' own names, whichever way the user spelled his. */
    private List<String> withSpellings(List<String> known, String name) {
        return known.contains(name)
                ? List.of(field)
                : known.stream().filter(k -> !k.equals("task")).collect(Collectors.toList());
    }
}
