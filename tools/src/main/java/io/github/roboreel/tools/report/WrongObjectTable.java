package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.Table.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A row per task: how often which wrong objects were grabbed. */
final class WrongObjectTable {
    private WrongObjectTable() {}

    static Table of(List<GroupSummary> groups, GroupSummary total) {
        List<View<GroupSummary>> views = new ArrayList<>();
        views.add(new View<>(Column.key(Grouping.WRONG_OBJECTS.header()), g -> Cell.of(g.name())));
        add(views, "Success", g -> Cell.of(g.successes() + "/" + g.judged()));
        add(views, "Episodes", g -> Cell.of(g.wrongObjects().episodes() + "/" + g.episodes()));
        add(views, "Grabs", g -> Cell.of(g.wrongObjects().total()));
        add(views, "In successes", g -> Cell.of(g.wrongObjects().inSuccesses()));
        add(views, "In failures", g -> Cell.of(g.wrongObjects().inFailures()));
        views.add(new View<>(Column.flexible("Objects"), g -> Cell.of(objects(g))));
        return Table.of("Wrong objects", views, groups, List.of(total));
    }

    private static String objects(GroupSummary group) {
        String objects = group.wrongObjects().listed();
        return objects.isEmpty() ? Cell.NONE : objects;
    }

    private static void add(List<View<GroupSummary>> views, String header, Function<GroupSummary, Cell> cell) {
        views.add(new View<>(Column.numeric(header), cell));
    }

    /** For programs: a row per task and object. */
    static Table forCsv(List<GroupSummary> groups) {
        List<Row> rows = new ArrayList<>();
        for (GroupSummary group : groups) {
            group.wrongObjects()
                    .objects()
                    .forEach((object, grabs) ->
                            rows.add(new Row(List.of(Cell.of(group.name()), Cell.of(object), Cell.of(grabs)), false)));
        }
        List<Column> columns = List.of(
                Column.key(Grouping.WRONG_OBJECTS.header()), Column.flexible("Object"), Column.numeric("Grabs"));
        return new Table("Wrong objects", columns, rows);
    }
}
