package io.github.roboreel.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Table.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports about attributes, metrics and events that a recorder's user defined. */
class OwnDataTest {
    private static final ReportOptions OPTIONS =
            new ReportOptions(Grouping.TASK, true, new Columns(true, false, false, false), false, RateInterval.HPD);

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        new Lines()
                .add("A", 0, "true", own("rough", "3", "{\"SLIPPED\": 2}", "{\"return\": 4.5}"))
                .add("A", 1, "false", own("rough", "true", "{}", "{\"return\": null}"))
                .add(
                        "A",
                        2,
                        "true",
                        own("flat", "3", "{\"FELL\": 1, \"SLIPPED\": 1}", "{\"ee_sparc\": -2, \"return\": 1.5}"))
                .add("A", 3, "false", "\"background\": \"office\", \"events\": {}")
                .writeTo(folder);
    }

    private static String own(String terrain, String operator, String events, String metrics) {
        return "\"episode_attributes\": {\"terrain\": \"%s\", \"operator\": %s}, \"own_events\": %s, \"metrics\": %s"
                .formatted(terrain, operator, events, metrics);
    }

    @Test
    void aRowPerValueOfAnAttribute() {
        Table table = report(OPTIONS.byEpisodeAttribute("terrain")).tables().get(0);
        assertEquals("terrain", table.columns().get(0).header());
        assertEquals(List.of("(none)", "flat", "rough", "TOTAL (3 values)"), column(table, "terrain"));
        assertEquals(List.of("0/1", "1/1", "1/2", "2/4"), column(table, "Success"));
        Table byOperator =
                report(OPTIONS.byEpisodeAttribute("operator")).tables().get(0);
        assertEquals(List.of("(none)", "3", "true", "TOTAL (3 values)"), column(byOperator, "operator"));
        Table byField =
                report(OPTIONS.byEpisodeAttribute("background")).tables().get(0);
        assertEquals(List.of("2/3", "0/1", "2/4"), column(byField, "Success"));
    }

    @Test
    void anAttributeThatNoEpisodeHasIsRefused() {
        assertEquals(
                "no episode has an attribute 'terain'; did you mean terrain?",
                refused(EpisodeFilter.ALL, OPTIONS.byEpisodeAttribute("terain")));
        assertEquals(
                "no episode has an attribute 'terain'; did you mean terrain?",
                refused(filter(Map.of("terain", List.of("rough"))), OPTIONS));
        assertEquals(
                "no episode has an attribute 'env_nam'; did you mean env_name?",
                refused(filter(Map.of("env_nam", List.of("a"))), OPTIONS));
        assertEquals(
                "no episode has terrain smooth; there are flat, rough",
                refused(filter(Map.of("terrain", List.of("rough", "smooth"))), OPTIONS));
    }

    @Test
    void episodesAreFilteredByTheirAttributes() {
        assertEquals(2, episodes(Map.of("terrain", List.of("rough"))));
        assertEquals(3, episodes(Map.of("terrain", List.of("rough", "f*"))));
        assertEquals(1, episodes(Map.of("terrain", List.of("rough"), "operator", List.of("3"))));
        assertEquals(1, episodes(Map.of("background", List.of("off*"))));
    }

    @Test
    void ownMetricsHaveColumnsBehindRoboLabs() throws IOException {
        Report report = report(OPTIONS);
        assertEquals(List.of("3.000", "3.000"), column(report.tables().get(0), "return"));
        assertEquals(List.of("3", "3"), column(report.csvTables().get(0), "return"));
        assertEquals(List.of("4.500", "-", "1.500", "-"), column(report.tables().get(1), "return"));
        assertEquals(List.of("4.5", "", "1.5", ""), column(report.csvTables().get(1), "return"));
        JsonNode json = json(report);
        assertEquals(3.0, json.at("/groups/0/metrics/return/mean").doubleValue());
        assertEquals(2, json.at("/groups/0/metrics/return/n").intValue());
        assertEquals(4.5, json.at("/episodes/0/metrics/return").doubleValue());
        assertEquals("rough", json.at("/episodes/0/episode_attributes/terrain").textValue());
    }

    @Test
    void eventsAreCounted() throws IOException {
        assertFalse(report(OPTIONS).tables().get(0).columns().stream()
                .anyMatch(c -> c.header().equals("SLIPPED")));
        Columns columns = new Columns(true, false, false, true);
        Report report = report(new ReportOptions(Grouping.TASK, true, columns, false, RateInterval.HPD));
        assertEquals(List.of("3", "3"), column(report.tables().get(0), "SLIPPED"));
        assertEquals(List.of("2", "0", "1", "0"), column(report.tables().get(1), "SLIPPED"));
        assertEquals(List.of("1", "1"), column(report.csvTables().get(0), "events.FELL"));
        assertEquals(List.of("2", "2"), column(report.csvTables().get(0), "events.SLIPPED episodes"));
        assertEquals(List.of("0", "0", "1", "0"), column(report.csvTables().get(1), "events.FELL"));
        JsonNode json = json(report(OPTIONS));
        assertEquals(3, json.at("/total/events/SLIPPED/count").intValue());
        assertEquals(2, json.at("/total/events/SLIPPED/episodes").intValue());
        assertEquals(1, json.at("/episodes/2/events/FELL").intValue());
    }

    private int episodes(Map<String, List<String>> attributes) {
        Report report = Report.of(sources(), filter(attributes), OPTIONS);
        return report.tables().get(1).rows().size();
    }

    private String refused(EpisodeFilter filter, ReportOptions options) {
        return assertThrows(IllegalArgumentException.class, () -> Report.of(sources(), filter, options))
                .getMessage();
    }

    private static EpisodeFilter filter(Map<String, List<String>> attributes) {
        return new EpisodeFilter(Map.of(), attributes);
    }

    private Report report(ReportOptions options) {
        return Report.of(sources(), EpisodeFilter.ALL, options);
    }

    private Sources sources() {
        return Sources.read(List.of(folder));
    }

    private static JsonNode json(Report report) {
        return new ObjectMapper().valueToTree(report.document());
    }

    private static List<String> column(Table table, String header) {
        int index = table.columns().stream().map(Column::header).toList().indexOf(header);
        return table.rows().stream().map(row -> row.cells().get(index).text()).toList();
    }

    @Test
    void episodesAreFilteredByWhatPeopleNoted() throws IOException {
        Files.writeString(folder.resolve("annotations.jsonl"), """
                {"env_name":"A","episode":0,"flag":true,"tags":["slip"],"note":"Gripper slipped","version":1,"at":""}
                {"env_name":"A","episode":2,"flag":false,"tags":["slip","late"],"note":"","version":1,"at":""}
                """);
        EpisodeFilter flagged = EpisodeFilter.ALL.and(List.of(EpisodeCondition.flagged()));
        EpisodeFilter noted = EpisodeFilter.ALL.and(List.of(EpisodeCondition.textHolds("gripper SLIP")));

        assertEquals(List.of("1/1"), successes(flagged));
        assertEquals(List.of("1/1"), successes(noted));
        assertEquals(List.of("2/2"), successes(tagged("slip")));
        assertEquals(List.of("1/1"), successes(tagged("l?te")));
        assertEquals("no episode has tag fast; there are late, slip", refused(tagged("slip", "fast"), OPTIONS));
    }

    @Test
    void episodesAreFilteredByWords() {
        assertEquals(List.of("2/2"), successes(words(List.of("true"), List.of())));
        assertEquals(List.of("2/4"), successes(words(List.of("true", "false"), List.of())));
        assertEquals(List.of("1/1"), successes(words(List.of(), List.of("return:2:"))));
        assertEquals(List.of("1/1"), successes(words(List.of(), List.of("return::4.5", "ee_sparc:-2:-2"))));
        assertEquals(
                "no episode has a metric 'retrun'; there are ee_sparc, return",
                refused(words(List.of(), List.of("retrun:1:")), OPTIONS));
    }

    private static EpisodeFilter words(List<String> success, List<String> metrics) {
        EpisodeWords words = new EpisodeWords(
                success, List.of(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), false, metrics);
        return EpisodeFilter.ALL.and(words.conditions());
    }

    private List<String> successes(EpisodeFilter filter) {
        List<String> all = column(
                Report.of(Sources.read(List.of(folder)), filter, OPTIONS)
                        .tables()
                        .get(0),
                "Success");
        return all.subList(0, all.size() - 1);
    }

    private static EpisodeFilter tagged(String... tags) {
        return new EpisodeFilter(Map.of(EpisodeFilter.Field.TAG, List.of(tags)));
    }
}
