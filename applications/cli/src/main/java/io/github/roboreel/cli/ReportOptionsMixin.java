package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.IntervalOption;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of reports, and the report that they ask for. */
final class ReportOptionsMixin {
    private static final String BY_ATTRIBUTE = "attribute:";

    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Mixin
    EpisodeFilterOptions filter;

    @Mixin
    IntervalOption interval;

    @Option(names = "--by-attributes", description = "A row per attribute, below the ability that it tests.")
    boolean byAttributes;

    @Option(names = "--by-difficulty", description = "Rows for simple, moderate and complex tasks.")
    boolean byDifficulty;

    @Option(
            names = "--by-instruction-type",
            description = "A row per task, a column per instruction type, success in the cells.")
    boolean byInstructionType;

    @Option(names = "--by-wrong-objects", description = "A row per task: which wrong objects were grabbed, how often.")
    boolean byWrongObjects;

    @Option(names = "--by-policy", description = "A row per policy.")
    boolean byPolicy;

    @Option(names = "--by-scene", description = "A row per scene, as the result lines name it.")
    boolean byScene;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "attribute:NAME: a row per value of that attribute of the episodes, as"
                    + " EpisodeOutcome.withAttributes gave it, or of that field of the"
                    + " result lines. Also task, attributes, difficulty, instruction-type,"
                    + " wrong-objects, policy or scene.")
    String by;

    @Option(names = "--show-episodes", description = "Add a table with a row per episode.")
    boolean showEpisodes;

    @Option(
            names = "--metrics",
            negatable = true,
            description = "Add columns with the trajectory metrics, and with metrics of your own that"
                    + " the result lines have.")
    boolean metrics;

    @Option(names = "--events", description = "Add a column per kind of event: how often it happened.")
    boolean events;

    @Option(
            names = {"--show-stddev", "--verbose"},
            description = "Add sample standard deviations and the mean score of the failures.")
    boolean showStddev;

    @Option(names = "--timing", description = "Add columns with the wall-clock time of the runs.")
    boolean timing;

    @Option(
            names = "--exclude-containers",
            description = "Do not count bins, boxes, trays and the like as wrong objects.")
    boolean excludeContainers;

    @Option(names = "--csv", description = "Print comma-separated values.")
    boolean csv;

    @Option(
            names = "--output-csv",
            paramLabel = "FILE",
            description = "Write the comma-separated values to a new file, too.")
    Path outputCsv;

    @Option(names = "--json", description = "Print one JSON document with all numbers unrounded.")
    boolean json;

    /**
     * Checks the options.
     *
     * @return prints what they ask for
     * @throws RoboReelException of kind BAD_ARGUMENT, when they are wrong
     */
    public ReportPrinter printer(Terminal terminal) {
        if (csv && json) {
            throw RoboReelException.badArgument("--csv and --json exclude each other; give one of them");
        }
        ReportOptions options = options();
        EpisodeFilter episodes = filter.filter();
        Optional<NewFile> csvFile = Optional.ofNullable(outputCsv).map(NewFile::requireNew);
        ReportPrinter.Form form =
                json ? ReportPrinter.Form.JSON : csv ? ReportPrinter.Form.CSV : ReportPrinter.Form.TABLES;
        return new ReportPrinter(terminal, options, episodes, form, csvFile, this::advice);
    }

    /** A folder behind an option of several values was taken for one of them. */
    private String advice() {
        return filter.folderAmongNames()
                .map(name -> Sentence.of(
                        "; %s is a folder: name folders right after '%s', before options that take several values",
                        name, command.name()))
                .orElse("");
    }

    private ReportOptions options() {
        Grouping flagged = flaggedGrouping();
        ReportOptions options = new ReportOptions(
                by == null || isByAttribute() ? flagged : groupingBy(),
                showEpisodes,
                new Columns(metrics, showStddev, timing, events),
                excludeContainers,
                interval.kind());
        return isByAttribute() ? options.byEpisodeAttribute(by.substring(BY_ATTRIBUTE.length())) : options;
    }

    private boolean isByAttribute() {
        return by != null && by.startsWith(BY_ATTRIBUTE) && by.length() > BY_ATTRIBUTE.length();
    }

    private Grouping groupingBy() {
        Map<String, Grouping> known = new LinkedHashMap<>();
        for (Grouping grouping : Grouping.values()) {
            if (grouping != Grouping.EPISODE_ATTRIBUTE) {
                known.put(grouping.name().toLowerCase(Locale.ROOT).replace('_', '-'), grouping);
            }
        }
        Grouping chosen = known.get(by.replace('_', '-'));
        List<String> names = new ArrayList<>(known.keySet());
        names.add(BY_ATTRIBUTE + "NAME");
        if (chosen == null) {
            Arguments.requireKnown("--by", by, names);
        }
        return chosen;
    }

    private Grouping flaggedGrouping() {
        Map<Grouping, Boolean> asked = new EnumMap<>(Grouping.class);
        asked.put(Grouping.ATTRIBUTES, byAttributes);
        asked.put(Grouping.DIFFICULTY, byDifficulty);
        asked.put(Grouping.INSTRUCTION_TYPE, byInstructionType);
        asked.put(Grouping.WRONG_OBJECTS, byWrongObjects);
        asked.put(Grouping.POLICY, byPolicy);
        asked.put(Grouping.SCENE, byScene);
        List<Grouping> chosen = asked.keySet().stream().filter(asked::get).collect(Collectors.toList());
        if (chosen.size() + (by == null ? 0 : 1) > 1) {
            throw RoboReelException.badArgument("several --by options given; give one of them");
        }
        return chosen.isEmpty() ? Grouping.TASK : chosen.get(0);
    }
}
