package io.github.roboreel.tools.report;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Statistics of the episodes of some output folders. An episode without a verdict counts as such: it is in no success
 * rate. Repeated lines all count, as in RoboLab. Immutable.
 */
public final class Report {
    private final List<String> folders;
    private final ReportOptions options;
    private final List<ScoredEpisode> episodes;
    private final List<GroupSummary> groups;
    private final GroupSummary total;
    private final List<FileFault> problems;

    private Report(
            List<String> folders,
            ReportOptions options,
            List<ScoredEpisode> episodes,
            Map<String, List<ScoredEpisode>> groups,
            List<FileFault> problems) {
        this.folders = folders;
        this.options = options;
        this.episodes = episodes;
        String label = options.grouping().totalLabel(Groups.count(groups));
        Stream<Map.Entry<String, List<ScoredEpisode>>> rows =
                Stream.concat(groups.entrySet().stream(), Stream.of(Map.entry(label, episodes)));
        // The rows of a hundred thousand episodes are counted by as many threads as there are.
        List<GroupSummary> counted = rows.toList().parallelStream()
                .map(row -> GroupSummary.of(row.getKey(), row.getValue()))
                .toList();
        this.groups = counted.subList(0, groups.size());
        this.total = counted.get(groups.size());
        this.problems = problems;
    }

    /**
     * Counts.
     *
     * @throws IllegalArgumentException in one sentence, when the filter asks for a name that no episode has, or no
     *     episode has the attribute that the rows stand for
     */
    public static Report of(Sources sources, EpisodeFilter filter, ReportOptions options) {
        List<FileFault> problems = new ArrayList<>(sources.problems());
        List<ReportSource> folders = sources.folders().stream()
                .map(folder -> ReportSource.of(folder, problems))
                .toList();
        return of(folders, problems, filter, options);
    }

    /**
     * Counts what was read before.
     *
     * @param sources in the order given
     * @param problems what could not be read, or is doubtful
     * @throws IllegalArgumentException as above
     */
    public static Report of(
            List<ReportSource> sources, List<FileFault> problems, EpisodeFilter filter, ReportOptions options) {
        List<ScoredEpisode> episodes = filter.apply(inOrder(sources, options));
        Map<String, List<ScoredEpisode>> groups = Groups.of(options, episodes);
        List<String> folders = sources.stream().map(ReportSource::name).toList();
        return new Report(folders, options, episodes, groups, List.copyOf(problems));
    }

    /** By task, then folder, then number: recorders write an episode's line when it ends. */
    private static List<ScoredEpisode> inOrder(List<ReportSource> sources, ReportOptions options) {
        List<ScoredEpisode> episodes = new ArrayList<>();
        for (ReportSource source : sources) {
            source.episodes().stream()
                    .map(episode -> ScoredEpisode.of(episode, source.scores(), options.excludeContainers()))
                    .forEach(episodes::add);
        }
        episodes.sort(Comparator.comparing(ScoredEpisode::task));
        return episodes;
    }

    /** Whether there is an episode to show. */
    public boolean isEmpty() {
        return episodes.isEmpty();
    }

    /** What could not be read, or is doubtful. */
    public List<FileFault> problems() {
        return problems;
    }

    /** Sentence that says what the standard metrics need, where they are asked for and no episode has one. */
    public Optional<String> metricsNote() {
        boolean isNone = total.metrics().entrySet().stream()
                .allMatch(metric -> metric.getValue().n() == 0 || !ScoredEpisode.isStandard(metric.getKey()));
        return options.columns().metrics() && isNone && !isEmpty()
                ? Optional.of(
                        "no result line has a standard metric; where they were not computed when it was recorded, "
                                + "roboreel metrics can add them; "
                                + MetricColumns.needs())
                : Optional.empty();
    }

    /** Sentence that says why episodes are under no scene, where they are grouped by it. */
    public Optional<String> scenesNote() {
        long without = episodes.stream()
                .filter(e -> e.scene().equals(ScoredEpisode.NO_VALUE))
                .count();
        if (options.grouping() != Grouping.SCENE || without == 0) {
            return Optional.empty();
        }
        return Optional.of(Sentence.of(
                "%d of %d episodes are under %s, because their result lines have no field scene; RoboReel's simulator"
                        + " has one scene per task and writes none, so group by task instead",
                without, episodes.size(), ScoredEpisode.NO_VALUE));
    }

    private SummaryTable summaryTable() {
        return new SummaryTable(options, options.columns().metrics() ? MetricColumns.of(episodes) : List.of());
    }

    /** The rows of the summary. */
    public List<GroupSummary> groups() {
        return groups;
    }

    /** The row of all episodes. */
    public GroupSummary total() {
        return total;
    }

    /** Tables for people. */
    public List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        tables.add(
                switch (options.grouping()) {
                    case INSTRUCTION_TYPE -> InstructionPivot.of(episodes).forPeople();
                    case WRONG_OBJECTS -> SummaryTable.wrongObjects(groups, total);
                    default -> summaryTable().forPeople(groups, total);
                });
        if (options.episodes()) {
            tables.add(new EpisodeTable(options, episodes).forPeople());
        }
        return tables;
    }

    /** The same as tables for programs. */
    public List<Table> csvTables() {
        List<Table> tables = new ArrayList<>();
        tables.add(
                switch (options.grouping()) {
                    case INSTRUCTION_TYPE -> InstructionPivot.of(episodes).forCsv();
                    case WRONG_OBJECTS -> SummaryTable.wrongObjectsForCsv(groups);
                    default -> summaryTable().forCsv(groups, total);
                });
        if (options.episodes()) {
            tables.add(new EpisodeTable(options, episodes).forCsv());
        }
        return tables;
    }

    /** The same as a JSON document, with all numbers unrounded and whatever was not asked for. */
    public Map<String, Object> document() {
        JsonFields json = new JsonFields()
                .with("folders", folders)
                .with("grouping", options.grouping().name().toLowerCase(Locale.ROOT));
        if (!options.attribute().isEmpty()) {
            json.put("attribute", options.attribute());
        }
        json.put("interval", options.interval().label());
        ReportDocument rows = new ReportDocument(options.interval());
        if (options.grouping() == Grouping.INSTRUCTION_TYPE) {
            InstructionPivot pivot = InstructionPivot.of(episodes);
            json.put("groups", pivot.rows().stream().map(rows::pivotRow).toList());
            json.put("total", rows.pivotRow(pivot.total()));
        } else {
            json.put("groups", groups.stream().map(rows::group).toList());
            json.put("total", rows.group(total));
        }
        if (options.episodes()) {
            json.put("episodes", episodes.stream().map(ReportDocument::episode).toList());
        }
        json.put("notes", scenesNote().stream().toList());
        json.put("problems", problems.stream().map(ReportDocument::problem).toList());
        return json;
    }
}
