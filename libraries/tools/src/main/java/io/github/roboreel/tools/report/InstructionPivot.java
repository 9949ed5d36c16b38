package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Views;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Success by task and instruction type.
 *
 * @param types the columns: RoboLab's types first, others by name
 * @param rows the tasks by name
 * @param total all tasks
 */
record InstructionPivot(List<String> types, List<PivotRow> rows, PivotRow total) {
    private static final String TITLE = "Success by instruction type";
    private static final List<String> USUAL_TYPES = List.of("default", "vague", "specific");

    /**
     * One task.
     *
     * @param all its episodes
     * @param byType its episodes by instruction type; a type without episodes is missing
     */
    record PivotRow(GroupSummary all, Map<String, GroupSummary> byType) {}

    static InstructionPivot of(List<ScoredEpisode> episodes) {
        Map<String, List<ScoredEpisode>> tasks = Groups.byTask(episodes);
        List<PivotRow> rows = new ArrayList<>();
        tasks.forEach((task, members) -> rows.add(row(task, members)));
        String label = Grouping.INSTRUCTION_TYPE.totalLabel(rows.size());
        return new InstructionPivot(types(episodes), rows, row(label, episodes));
    }

    private static List<String> types(List<ScoredEpisode> episodes) {
        return episodes.stream()
                .map(ScoredEpisode::instructionType)
                .distinct()
                .sorted(Comparator.comparingInt(InstructionPivot::rank).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static int rank(String type) {
        int index = USUAL_TYPES.indexOf(type);
        return index < 0 ? USUAL_TYPES.size() : index;
    }

    private static PivotRow row(String task, List<ScoredEpisode> episodes) {
        Map<String, List<ScoredEpisode>> members = new LinkedHashMap<>();
        for (ScoredEpisode episode : episodes) {
            members.computeIfAbsent(episode.instructionType(), t -> new ArrayList<>())
                    .add(episode);
        }
        Map<String, GroupSummary> byType = new LinkedHashMap<>();
        members.forEach((type, group) -> byType.put(type, GroupSummary.of(type, group)));
        return new PivotRow(GroupSummary.of(task, episodes), byType);
    }

    private static Views<PivotRow> views() {
        Column task = Column.key(Grouping.INSTRUCTION_TYPE.header());
        return new Views<PivotRow>().add(task, row -> Cell.of(row.all().name()));
    }

    Table forPeople() {
        Views<PivotRow> views = views();
        types.forEach(type -> views.number(type, row -> rate(row.byType().get(type))));
        views.number("all", row -> rate(row.all()));
        if (total.all().notJudged() > 0) {
            views.number("n/a", row -> Cell.of(row.all().notJudged()));
        }
        return views.table(TITLE, rows, List.of(total));
    }

    private static Cell rate(GroupSummary group) {
        if (group == null) {
            return Cell.of(Cell.NONE);
        }
        String percent = SummaryTable.percent(group.successRate()).text();
        String unit = group.judged() == 0 ? "" : "%";
        return Cell.of(percent + unit + " (" + group.successes() + "/" + group.judged() + ")");
    }

    /** For programs: three columns per type. */
    Table forCsv() {
        Views<PivotRow> views = views();
        types.forEach(type -> addCsv(views, type, row -> row.byType().get(type)));
        addCsv(views, "all", PivotRow::all);
        return views.table(TITLE, rows, List.of(total));
    }

    private static void addCsv(Views<PivotRow> views, String header, Function<PivotRow, GroupSummary> group) {
        views.number(header + " %", row -> csv(group.apply(row), "", g -> SummaryTable.csvPercent(g.successRate())))
                .number(header + " success", row -> csv(group.apply(row), "0", g -> Cell.of(g.successes())))
                .number(header + " judged", row -> csv(group.apply(row), "0", g -> Cell.of(g.judged())));
    }

    private static Cell csv(GroupSummary group, String otherwise, Function<GroupSummary, Cell> cell) {
        return group == null ? Cell.of(otherwise) : cell.apply(group);
    }
}
