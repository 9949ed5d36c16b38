package io.github.roboreel.tools.recompute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.AddedMetricSets;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.recompute.ResultsRebuild.RebuildPlan;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Sources;
import io.github.roboreel.tools.report.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Metric sets that users bring: one that works and one that fails. */
class OwnMetricsIT {
    private static final List<Class<? extends EpisodeMetricSetProvider>> OWN =
            List.of(BrokenMetricsProvider.class, ReturnMetricsProvider.class);

    @TempDir
    private Path temp;

    private Path folder;

    /** The sum of all joint commands. */
    public static final class ReturnMetricsProvider implements EpisodeMetricSetProvider {
        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public List<MetricInfo> metrics() {
            return List.of(MetricInfo.of("return", "Return", "rad")
                    .shownIn("mrad", 1000)
                    .withDecimals(1));
        }

        @Override
        public EpisodeMetricSet create(RecorderConfig config) {
            return (episode, dt) -> {
                double sum = 0;
                for (double value : episode.readDoubles("actions")) {
                    sum += value;
                }
                return Map.of("return", sum);
            };
        }
    }

    /** Reads what is not there. */
    public static final class BrokenMetricsProvider implements EpisodeMetricSetProvider {
        @Override
        public List<Setting<?>> settings() {
            return List.of();
        }

        @Override
        public EpisodeMetricSet create(RecorderConfig config) {
            return (episode, dt) -> Map.of("reward", episode.readDoubles("reward")[0]);
        }
    }

    @BeforeEach
    void record() throws Exception {
        folder = temp.resolve("recorded");
        withOwn(() -> {
            try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "none")) {
                RecordedFolder.record(recorder.env(0), 40, true);
                RecordedFolder.record(recorder.env(1), 50, false);
            }
            return null;
        });
    }

    @Test
    void theSetThatFailsIsNamedAndTheOthersValuesStay() throws Exception {
        for (JsonNode line : lines()) {
            assertEquals(
                    "[\"metrics:BrokenMetrics\"]", line.path("failed_sinks").toString());
            assertTrue(line.at("/metrics/return").isNumber());
            assertTrue(line.at("/metrics/ee_path_length").isNumber());
            assertEquals(
                    EpisodeMetrics.STANDARD.names().size() + 1,
                    line.path("metrics").size());
        }
        AuditReport report = audit();
        assertFalse(report.isDamaged(), report.findings().toString());
        assertTrue(
                report.findings().stream().anyMatch(f -> f.problem().contains("metrics:BrokenMetrics")),
                report.findings().toString());
    }

    @Test
    void missingValuesOfTheStandardSetAreNoDamageWhereItFailed() throws Exception {
        List<JsonNode> lines = lines();
        for (JsonNode line : lines) {
            ((ObjectNode) line.path("metrics")).removeAll();
            ((ObjectNode) line).putArray("failed_sinks").add("metrics:standard");
        }
        write(lines);
        assertFalse(audit().isDamaged(), audit().findings().toString());
        lines.forEach(line -> ((ObjectNode) line).putArray("failed_sinks").add("metrics:other"));
        write(lines);
        assertTrue(audit().isDamaged());
    }

    @Test
    void columns_withTheSetThere_haveItsHeadingUnitAndDecimalsElseTheName() throws Exception {
        double first = lines().get(0).at("/metrics/return").doubleValue();
        String scaled = String.format(Locale.ROOT, "%.1f", 1000 * first);
        Table with = withOwn(() -> table(onClassPath()));
        assertEquals("Return mrad", header(with));
        assertEquals(scaled, last(with));
        Table without = table(onClassPath());
        assertEquals("return", header(without), "the stored one stays, without the set");
        assertEquals(String.format(Locale.ROOT, "%.3f", first), last(without));
        ReportOptions options =
                new ReportOptions(Grouping.TASK, true, new Columns(true, false, false, false), false, RateInterval.HPD);
        Table report = withOwn(() -> Report.of(Sources.read(List.of(folder)), EpisodeFilter.ALL, options)
                .tables()
                .get(1));
        int at = report.columns().stream().map(Table.Column::header).toList().indexOf("Return mrad");
        assertEquals(scaled, report.rows().get(0).cells().get(at).text());
    }

    private Table table(MetricSets sets) throws Exception {
        FolderMetrics computed = FolderMetrics.compute(ResultFolder.open(folder), sets);
        return MetricsTable.of(MetricsRow.of(computed.episodes())).get(0);
    }

    private static String header(Table table) {
        return table.columns().get(table.columns().size() - 1).header();
    }

    private static String last(Table table) {
        List<Table.Cell> cells = table.rows().get(0).cells();
        return cells.get(cells.size() - 1).text();
    }

    @Test
    void theyAreComputedAnewBesideTheStandardOnes() throws Exception {
        FolderMetrics computed = withOwn(() -> FolderMetrics.compute(ResultFolder.open(folder), onClassPath()));
        assertEquals(2, computed.episodes().size());
        List<JsonNode> lines = lines();
        for (int i = 0; i < 2; i++) {
            Map<String, Double> metrics = computed.episodes().get(i).metrics();
            assertEquals(lines.get(i).at("/metrics/return").doubleValue(), metrics.get("return"));
            assertTrue(metrics.containsKey("ee_sparc"));
            assertTrue(
                    MetricsJson.line(MetricsRow.of(computed.episodes().get(i))).contains("\"return\":"), "in JSON");
        }
        List<String> problems =
                computed.problems().stream().map(FileFault::text).toList();
        assertEquals(2, problems.size(), problems.toString());
        assertTrue(problems.get(0).contains("metric set 'BrokenMetrics' failed"), problems.get(0));
        assertTrue(computed.problems().stream().allMatch(FileFault::isLeftOut));
    }

    @Test
    void whatNoSetKnowsIsKeptInTheResults() throws Exception {
        List<JsonNode> before = lines();
        List<JsonNode> spoiled = lines();
        spoiled.forEach(line -> ((ObjectNode) line.path("metrics")).put("ee_sparc", 77));
        write(spoiled);
        FolderMetrics computed = FolderMetrics.compute(ResultFolder.open(folder), onClassPath());
        MetricsWriter.write(ResultFolder.open(folder), computed.episodes());
        assertEquals(before, lines());
        assertTrue(lines().get(0).at("/metrics/return").isNumber());
    }

    @Test
    void aSetThatIsRecomputedIsNotCalledFailedAnyMore() throws Exception {
        List<JsonNode> before = lines();
        List<JsonNode> spoiled = lines();
        for (JsonNode line : spoiled) {
            ((ObjectNode) line.path("metrics")).remove("return");
            ((ArrayNode) line.path("failed_sinks")).add("metrics:ReturnMetrics").add("video");
        }
        write(spoiled);
        withOwn(() -> {
            ResultFolder opened = ResultFolder.open(folder);
            FolderMetrics computed = FolderMetrics.compute(opened, onClassPath());
            return MetricsWriter.write(opened, computed.episodes());
        });
        for (int i = 0; i < 2; i++) {
            JsonNode line = lines().get(i);
            assertEquals(
                    "[\"metrics:BrokenMetrics\",\"video\"]",
                    line.path("failed_sinks").toString());
            assertEquals(before.get(i).path("metrics"), line.path("metrics"));
        }
    }

    @Test
    void aLineThatIsCreatedAnewHasThemOrSaysThatItLacksThem() throws Exception {
        List<JsonNode> before = lines();
        Files.delete(folder.resolve(RunFolder.RESULTS));
        RebuildPlan with = withOwn(() -> ResultsRebuild.plan(folder, onClassPath()));
        for (int i = 0; i < 2; i++) {
            for (String field : List.of("metrics", "failed_sinks", "attributes")) {
                assertEquals(before.get(i).path(field), with.added().get(i).path(field), field);
            }
        }
        assertEquals(2, with.problems().size(), with.problems().toString());

        RebuildPlan without = ResultsRebuild.plan(folder, onClassPath());
        assertFalse(without.added().get(0).path("metrics").has("return"));
        assertTrue(without.added().get(0).path("metrics").has("ee_sparc"));
        assertEquals(1, without.problems().size());
        assertTrue(without.problems().get(0).isLeftOut());
        String text = without.problems().get(0).text();
        assertTrue(text.contains("(BrokenMetrics, ReturnMetrics)"), text);
        assertTrue(text.contains("2 re-created lines") && text.contains("put them on the class path"), text);
    }

    @Test
    void theTasksAttributesComeBackWithoutTheEnvsConfiguration() throws Exception {
        Path config = folder.resolve(RecordedFolder.ENV).resolve("env_cfg.json");
        Files.writeString(config, Files.readString(config).replace("_task_attributes", "_something_else"));
        Files.delete(folder.resolve(RunFolder.RESULTS));
        RebuildPlan plan = ResultsRebuild.plan(folder, onClassPath());
        assertEquals("[\"simple\"]", plan.added().get(1).path("attributes").toString());
    }

    private <T> T withOwn(Callable<T> work) throws Exception {
        return AddedMetricSets.call(temp, OWN, work);
    }

    private static MetricSets onClassPath() {
        return MetricSets.onClassPath(RecorderConfig.defaults());
    }

    private AuditReport audit() throws IOException {
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        return audit.audit(folder);
    }

    private List<JsonNode> lines() throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<JsonNode> lines = new java.util.ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(RunFolder.RESULTS))) {
            lines.add(json.readTree(line));
        }
        return lines;
    }

    private void write(List<JsonNode> lines) throws IOException {
        Files.write(
                folder.resolve(RunFolder.RESULTS),
                lines.stream().map(JsonNode::toString).toList());
    }
}
