package io.github.roboreel.dashboard.overview;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.ExportFormat;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.tools.confidence.Difference;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class OverviewTest {
    private static final List<ExportFormat> FORMATS = List.of(
            new ExportFormat("robomimic", dataset -> List.of("--out=" + dataset + ".hdf5")),
            new ExportFormat("own", dataset -> List.of("--to=DIR")));
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    @TempDir
    Path folder;

    private Path served;
    private RecordingIndex index;

    @BeforeEach
    void serve() throws Exception {
        served = Files.createDirectory(folder.resolve("served")).toRealPath();
        write("one", 12, 3);
        write("two", 8, 2);
        index = open();
    }

    @AfterEach
    void close() {
        index.close();
    }

    private RecordingIndex open() throws Exception {
        RecordingIndex opened = RecordingIndex.open(List.of(served), folder.resolve("cache"));
        until(() -> opened.progress().done() == opened.progress().total());
        return opened;
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    private Path write(String name, int episodes, int failsEach) throws IOException {
        Path recording = Files.createDirectories(served.resolve(name));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < episodes; i++) {
            lines.add(line(i, i % failsEach != 0));
        }
        Files.write(recording.resolve(RunFolder.RESULTS), lines);
        return recording;
    }

    private static String line(int episode, boolean success) {
        String task = episode % 2 == 0 ? "BowlTask" : "MugTask";
        return "{\"env_name\":\"" + task + "\",\"task_name\":\"" + task + "\",\"run\":" + episode / 4 + ",\"episode\":"
                + episode + ",\"env_id\":" + episode % 4 + ",\"policy\":\"pi0\",\"instruction\":\"" + HOSTILE
                + "\",\"attributes\":[\"simple\",\"color\"],\"success\":" + success + ",\"episode_step\":"
                + (100 + episode) + ",\"duration\":" + episode / 3.0 + ",\"metrics\":{\"ee_sparc\":"
                + (-3 - episode / 7.0)
                + ",\"own\":" + episode + "},\"events\":{\"OBJECT_BUMPED\":" + episode % 3
                + ",\"wrong_objects_grabbed\":[\"bowl\",\"bin\"]},\"instruction_type\":\"vague\",\"score\":0."
                + episode % 10
                + ",\"reason\":\"=cmd\",\"status\":\"" + (success ? "success" : "truncated")
                + "\",\"timing\":{\"policy_inference_avg_ms\":" + episode / 2.0 + "},\"terrain\":\""
                + (episode < 4 ? "rough" : "flat") + "\"}";
    }

    private IndexedRecording named(String name) {
        return index.indexed().stream()
                .filter(r -> r.recording().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String id(String name) {
        return named(name).id();
    }

    private Answer ask(String path, String... parameters) throws IOException {
        return ask(path, MissingNode.getInstance(), parameters);
    }

    private Answer ask(String path, JsonNode body, String... parameters) throws IOException {
        Map<String, List<String>> given = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.computeIfAbsent(parameters[i], name -> new ArrayList<>()).add(parameters[i + 1]);
        }
        Route endpoint = OverviewEndpoints.of(index, FORMATS).stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
        String recording =
                given.containsKey("recording") ? given.get("recording").get(0) : "";
        return endpoint.answer(new Request(Map.of("recording", recording), given, Map.of(), body));
    }

    private JsonNode json(String path, String... parameters) throws IOException {
        return FormatJson.read(FormatJson.text(((Answer.Json) ask(path, parameters)).value()));
    }

    @ParameterizedTest
    @EnumSource(
            value = Grouping.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EPISODE_ATTRIBUTE"})
    void aReportIsThatOfTheCommand(Grouping grouping) throws Exception {
        write("torn", 3, 2);
        Files.writeString(
                served.resolve("torn").resolve(RunFolder.RESULTS),
                "{\"env_name\":\"BowlTask\",\"episode\":0}\nno json\n{\"env_name\":\"Bowl",
                StandardOpenOption.APPEND);
        index.close();
        index = open();
        ReportOptions options = new ReportOptions(grouping, false, Columns.NONE, false, RateInterval.EQUAL_TAILED);

        JsonNode report = json(
                "/report",
                "by",
                grouping.name().toLowerCase(),
                "interval",
                "equal-tailed",
                "recording",
                id("torn"),
                "recording",
                id("one"));

        Sources torn = Sources.read(served.resolve("torn"), "torn");
        Sources one = Sources.read(served.resolve("one"), "one");
        Sources both = new Sources(List.of(torn.folders().get(0), one.folders().get(0)), List.copyOf(torn.problems()));
        String expected =
                FormatJson.text(Report.of(both, EpisodeFilter.ALL, options).document());
        assertEquals(FormatJson.read(expected), report);
        assertEquals(3, report.path("problems").size(), "two bad lines, one that repeats");
    }

    @Test
    void anAttributeOfTheEpisodesGroupsAndFilters() throws Exception {
        JsonNode report = json("/report", "recording", id("one"), "by", "episode_attribute", "attribute", "terrain");

        assertEquals(
                List.of("flat", "rough"),
                report.path("groups").findValuesAsText("name").subList(0, 2));
        assertEquals(
                4,
                json("/episodes", "recording", id("one"), "attribute", "terrain=rough")
                        .path("total")
                        .asInt());
    }

    @Test
    void episodesAreFilteredSortedAndPaged() throws Exception {
        JsonNode page = json(
                "/episodes", "recording", id("one"), "success", "false", "sort", "-metrics.ee_sparc", "limit", "3");

        assertEquals(4, page.path("total").asInt());
        assertEquals("3", page.path("next_cursor").asText());
        List<String> numbers = page.path("episodes").findValuesAsText("episode");
        assertEquals(List.of("0", "3", "6"), numbers);
        assertEquals(2, page.at("/facets/tasks/BowlTask").asInt());
        JsonNode rest = json(
                "/episodes",
                "recording",
                id("one"),
                "success",
                "false",
                "sort",
                "-metrics.ee_sparc",
                "limit",
                "3",
                "cursor",
                "3");
        assertEquals(List.of("9"), rest.path("episodes").findValuesAsText("episode"));
        assertTrue(rest.path("next_cursor").isNull());
    }

    @Test
    void eachFilterChooses() throws Exception {
        assertEquals(12, total("status", "success", "status", "truncated", "recording", id("one")));
        assertEquals(6, total("task", "Mug*", "recording", id("one")));
        assertEquals(2, total("min_steps", "110", "recording", id("one")));
        assertEquals(3, total("metric", "own:2:4", "recording", id("one")));
        assertEquals(8, total("event", "OBJECT_BUMPED", "recording", id("one")));
        assertEquals(20, total("reason", "CMD"));
        assertEquals(0, total("q", "nowhere"));
        assertEquals(20, total("q", "onerror"));
        assertEquals(20, total("success", "true", "success", "false"));
        assertThrows(Refusal.class, () -> total("metric", "own:two:"));
        assertThrows(Refusal.class, () -> total("recording", "../../etc"));
        assertThrows(Refusal.class, () -> total("sort", "nothing"));
    }

    private int total(String... parameters) throws IOException {
        return json("/episodes", parameters).path("total").asInt();
    }

    @Test
    void aTableHasNoFormulas() throws Exception {
        Answer.Stream table = (Answer.Stream) ask("/episodes", "recording", id("two"), "format", "csv");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.writer().accept(out);

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(9, lines.size());
        assertTrue(lines.get(0).startsWith("id,recording,env_name"), lines.get(0));
        assertTrue(lines.get(1).contains(",'=cmd,"), lines.get(1));
        assertTrue(lines.get(1).contains(HOSTILE), lines.get(1));
    }

    @Test
    void score_ofEpisodesThatNobodyScored_isNullEverywhere() throws Exception {
        Path recording = write("unscored", 6, 3);
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(recording.resolve(RunFolder.RESULTS))) {
            lines.add(line.replaceFirst("\"score\":[0-9.]+", "\"score\":null"));
        }
        Files.write(recording.resolve(RunFolder.RESULTS), lines);
        index.close();
        index = open();
        String id = id("unscored");

        JsonNode list = json("/recordings", "q", "unscored").at("/recordings/0");
        assertEquals("{\"n\":0,\"mean\":null,\"std\":null}", list.path("score").toString());
        String none = "{\"n\":0,\"mean\":null,\"std\":null,\"ci95\":null}";
        assertEquals(
                none,
                json("/recordings/{recording}", "recording", id).path("score").toString());
        JsonNode report = json("/report", "recording", id);
        assertEquals(4, report.at("/total/successes").asInt());
        assertEquals(none, report.at("/total/score").toString());
        assertEquals(none, report.at("/groups/0/score").toString());
        for (JsonNode episode : json("/episodes", "recording", id).path("episodes")) {
            assertTrue(episode.path("score").isNull(), episode.toString());
        }
        JsonNode compared = json("/compare", "recording", id("one"), "recording", id);
        assertEquals("[]", compared.at("/total/score_differences").toString());
        assertFalse(compared.at("/total/best").has("score"), "one value is no best");
    }

    @Test
    void score_ofFewerThanAll_hasTheirNumberAlsoFromTheKeptIndex() throws Exception {
        Path recording = write("partly", 6, 3);
        List<String> lines = Files.readAllLines(recording.resolve(RunFolder.RESULTS));
        lines.set(1, lines.get(1).replaceFirst("\"score\":[0-9.]+", "\"score\":null"));
        lines.set(3, lines.get(3).replaceFirst("\"score\":[0-9.]+", "\"score\":0.4"));
        Files.write(recording.resolve(RunFolder.RESULTS), lines);
        for (int look = 0; look < 2; look++) {
            index.close();
            index = open();
            JsonNode row = json("/recordings", "q", "partly").at("/recordings/0");

            assertEquals(6, row.path("episodes").asInt());
            assertEquals(5, row.at("/score/n").asInt());
            assertEquals((0 + 1 + 0.4 + 1 + 1) / 5, row.at("/score/mean").asDouble(), 1e-12);
        }
    }

    @Test
    void recordingsAreComparedWithIntervals() throws Exception {
        JsonNode compared = json("/compare", "recording", id("one"), "recording", id("two"), "pool", "1");

        JsonNode total = compared.path("total");
        assertEquals(8, total.at("/cells/0/successes").asInt());
        assertEquals(4, total.at("/cells/1/successes").asInt());
        assertEquals(4.0 / 8 - 8.0 / 12, total.at("/differences/0/success_rate").asDouble(), 1e-12);
        assertTrue(total.at("/differences/0/ci95/0").asDouble() < 0);
        assertEquals("[0]", total.at("/best/success_rate").toString());
        assertEquals(20, compared.at("/pooled/episodes").asInt());
        assertEquals(
                List.of("BowlTask", "MugTask"),
                List.of(
                        compared.at("/rows/0/name").asText(),
                        compared.at("/rows/1/name").asText()));
        JsonNode report = json("/report", "recording", id("two"));
        assertEquals(report.path("total").path("success_rate"), total.at("/cells/1/success_rate"));
        JsonNode score = report.at("/total/score");
        double half = 2.364624 * score.path("std").asDouble() / Math.sqrt(8); // Student's t for 8 values
        assertEquals(score.path("mean").asDouble() + half, score.at("/ci95/1").asDouble(), 1e-6);
        assertEquals(
                1.75,
                compared.at("/recordings/1/timing/policy_inference_avg_ms/mean").asDouble(),
                1e-12);
        JsonNode even = json("/compare", "recording", id("one"), "recording", id("two"), "task", "BowlTask");
        assertEquals(
                4, even.at("/recordings/1/timing/policy_inference_avg_ms/n").asInt());
        assertThrows(Refusal.class, () -> json("/compare", "recording", id("one")));
    }

    @Test
    void knownMetrics_areThoseOfTheSetsWithTheUnitsOfTables() throws Exception {
        JsonNode known = json("/metrics/known").path("metrics");

        assertEquals(EpisodeMetrics.STANDARD.names(), known.findValuesAsText("name"));
        assertEquals(
                "{\"name\":\"ee_speed_max\",\"heading\":null,\"unit\":\"m/s\",\"shown_unit\":\"cm/s\",\"factor\":100.0,"
                        + "\"better\":\"none\"}",
                known.get(6).toString());
        JsonNode own = json("/metrics", "recording", id("one")).path("metrics");
        assertEquals("own", own.get(own.size() - 1).path("name").asText());
        assertTrue(own.get(own.size() - 1).path("unit").isNull());
    }

    @Test
    void metricsAreComparedWithIntervals() throws Exception {
        JsonNode compared =
                json("/compare", "recording", id("one"), "recording", id("two"), "measure", "own", "success", "true");

        JsonNode own = compared.at("/total/metric_differences/own/0");
        SampleStatistics one = SampleStatistics.of(DoubleStream.of(1, 2, 4, 5, 7, 8, 10, 11));
        SampleStatistics two = SampleStatistics.of(DoubleStream.of(1, 3, 5, 7));
        Difference expected = Difference.ofMeans(two, one).orElseThrow();
        assertEquals(4 - 6, own.path("mean").asDouble(), 1e-12);
        assertEquals(expected.interval().lo(), own.at("/ci95/0").asDouble());
        assertEquals(expected.interval().hi(), own.at("/ci95/1").asDouble());
        assertEquals("[1,0]", "[" + own.path("of") + "," + own.path("against") + "]");
        assertTrue(compared.at("/total/metric_differences/ee_sparc/0/mean").asDouble() > 0);
        assertEquals("[]", compared.at("/total/metric_differences/ee_isj").toString());
        JsonNode row = compared.at("/rows/1");
        assertEquals("MugTask", row.path("name").asText());
        assertEquals(1, row.path("metric_differences").size());
        SampleStatistics odd = SampleStatistics.of(DoubleStream.of(1, 5, 7, 11));
        assertEquals(
                Difference.ofMeans(two, odd).orElseThrow().interval().hi(),
                row.at("/metric_differences/own/0/ci95/1").asDouble());
    }

    @Test
    void onlyTheFirstRecordingsMayHaveCells() throws Exception {
        write("three", 5, 2);
        until(() -> index.indexed().size() == 3 && named("three").isRead());
        String[] asked = {"recording", id("one"), "recording", id("two"), "recording", id("three"), "pool", "1"};
        String[] narrowed = Arrays.copyOf(asked, asked.length + 2);
        narrowed[asked.length] = "cells";
        narrowed[asked.length + 1] = "2";

        JsonNode all = json("/compare", asked);
        JsonNode first = json("/compare", narrowed);

        assertEquals(3, all.path("recordings").size());
        assertEquals(2, first.path("recordings").size());
        assertEquals(2, first.at("/rows/0/cells").size());
        assertEquals(all.at("/rows/0/cells/1"), first.at("/rows/0/cells/1"));
        assertEquals(25, first.at("/pooled/episodes").asInt());
        assertEquals(all.path("pooled"), first.path("pooled"));
    }

    @Test
    void attributesOfEpisodesAreFacets() throws Exception {
        Path recording = served.resolve("two").resolve(RunFolder.RESULTS);
        String late = line(8, true).replace("\"terrain\"", "\"episode_attributes\":{\"load\":3},\"terrain\"");
        Files.writeString(recording, late + "\n", StandardOpenOption.APPEND);
        until(() -> named("two").episodes().size() == 9);

        assertEquals(
                "{\"load\":1}",
                json("/episodes", "recording", id("two"), "limit", "1")
                        .at("/facets/episode_attributes")
                        .toString());
    }

    @Test
    void metricsAreSplitByOutcome() throws Exception {
        JsonNode own = json("/metrics", "recording", id("one")).path("metrics").get(1);

        assertEquals("own", own.path("name").asText());
        assertEquals(12, own.at("/all/n").asInt());
        assertEquals(4, own.at("/failure/n").asInt());
        assertEquals(0, own.at("/failure/min").asInt());
        int counted = 0;
        for (JsonNode n : own.at("/histogram/success")) {
            counted += n.asInt();
        }
        assertEquals(8, counted);
        assertEquals(
                own.at("/histogram/success").size() + 1,
                own.at("/histogram/edges").size());
    }

    @Test
    void aSelectionBecomesOneCommandPerEnv() throws Exception {
        JsonNode page = json("/episodes", "recording", id("one"), "task", "BowlTask");
        JsonNode body = FormatJson.tree(
                Map.of("episodes", page.path("episodes").findValuesAsText("id"), "format", "robomimic"));

        Map<?, ?> answer = (Map<?, ?>) ((Answer.Json) ask("/selection/command", body)).value();

        assertEquals(
                List.of("roboreel export robomimic " + served.resolve("one")
                        + " --env-name=BowlTask --episodes=0,2,4,6,8,10 --out=selection.hdf5"),
                answer.get("commands"));
    }

    @Test
    void formats_ofASelection_areThoseThatWereGiven() throws Exception {
        JsonNode body = FormatJson.tree(Map.of("episodes", List.of("any"), "format", "lerobot"));

        assertEquals(
                "[\"robomimic\",\"own\"]",
                json("/selection/formats").path("formats").toString());
        Refusal unknown = assertThrows(Refusal.class, () -> ask("/selection/command", body));
        assertEquals("format is lerobot; expected one of robomimic, own", unknown.getMessage());
    }

    @Test
    void groupings_ofOneTaskAndPolicy_areThoseThatSayMoreThanTheTotal() throws Exception {
        assertEquals(
                "[\"task\",\"attributes\",\"wrong_objects\"]",
                json("/recordings/{recording}", "recording", id("one"))
                        .path("groupings")
                        .toString());
        Files.writeString(
                served.resolve("two").resolve(RunFolder.RESULTS),
                line(8, true).replace("pi0", "pi1").replace("simple", "complex").replace("vague", "default") + "\n",
                StandardOpenOption.APPEND);
        until(() -> named("two").episodes().size() == 9);

        assertEquals(
                "[\"task\",\"attributes\",\"difficulty\",\"instruction_type\",\"wrong_objects\",\"policy\"]",
                json("/episodes", "recording", id("two"), "limit", "1")
                        .at("/facets/groupings")
                        .toString());
    }

    @Test
    void names_ofRecordingsThatAreCalledAlike_differByTheirPaths() throws Exception {
        Path other = folder.toRealPath().resolve("other");
        Files.createDirectories(other.resolve("one"));
        Files.writeString(other.resolve("one").resolve(RunFolder.RESULTS), line(0, true) + "\n");
        try (RecordingIndex both = RecordingIndex.open(List.of(served, other), folder.resolve("cache"))) {
            assertEquals(List.of("other/one", "served/one", "two"), names(both));

            Files.delete(other.resolve("one").resolve(RunFolder.RESULTS));
            until(() -> names(both).equals(List.of("one", "two")));
        }
    }

    private static List<String> names(RecordingIndex index) {
        return index.all().stream().map(recording -> recording.name()).sorted().toList();
    }

    @Test
    void linesThatComeAreSeenAndFoldersThatGoAreGone() throws Exception {
        Path results = served.resolve("two").resolve(RunFolder.RESULTS);
        Files.writeString(results, line(8, true) + "\n", StandardOpenOption.APPEND);
        until(() -> named("two").episodes().size() == 9);

        Files.delete(results);
        Files.delete(served.resolve("two"));
        write("three", 5, 2);
        until(() -> index.indexed().size() == 2
                && index.indexed().stream()
                        .allMatch(r -> r.isRead() && !r.recording().name().equals("two")));

        assertEquals(5, named("three").episodes().size());
        assertEquals(17, total());
    }

    @Test
    void aFileThatIsMadeShorterIsReadAnew() throws Exception {
        Files.writeString(served.resolve("one").resolve(RunFolder.RESULTS), line(3, true) + "\n\0\0 garbage\n");
        until(() -> named("one").episodes().size() == 1);

        assertEquals(1, named("one").problems().size());
        assertEquals(9, total());
    }

    @Test
    void linksAndHiddenFoldersAreNotServed() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve(RunFolder.RESULTS), line(0, true) + "\n");
        Files.createSymbolicLink(served.resolve("link"), outside);
        write(".hidden", 2, 2);
        write("deep/er/still", 2, 2);
        write("much/too/deep/to/be/found", 2, 2);
        until(() -> index.indexed().size() > 2);

        assertEquals(
                List.of("deep/er/still", "one", "two"),
                index.all().stream().map(r -> r.name()).toList());
    }

    @Test
    void whatIsKeptIsUsedAndWhatIsDamagedIsReadAnew() throws Exception {
        Thread.sleep(2500);
        Files.writeString(
                served.resolve("two").resolve(RunFolder.RESULTS), line(8, true) + "\n", StandardOpenOption.APPEND);
        index.close();
        index = open();
        String report = FormatJson.text(((Answer.Json) ask("/report")).value());
        index.close();
        for (Path kept : Files.list(folder.resolve("cache")).toList()) {
            byte[] bytes = Files.readAllBytes(kept);
            bytes[bytes.length / 2] ^= 1;
            Files.write(kept, bytes);
        }
        index = open();

        assertEquals(report, FormatJson.text(((Answer.Json) ask("/report")).value()));
        assertEquals(21, total());
    }

    @Test
    void anUnreadableFolderLeavesTheOthers() throws Exception {
        Path newer = write("newer", 1, 2);
        Path env = Files.createDirectory(newer.resolve("BowlTask"));
        Files.writeString(env.resolve(RunFolder.ENV_CONFIG), "{}");
        Files.writeString(env.resolve(RunFolder.RUN_COMPLETE), "{\"format_version\": 999}");
        until(() -> index.indexed().size() == 3 && named("newer").isRead());

        assertEquals(Status.UNREADABLE, named("newer").recording().status());
        assertEquals(20, total());
        assertFalse(json("/recordings/{recording}", "recording", id("newer"))
                .path("problems")
                .isEmpty());
    }

    @Test
    void theLineOfAnotherEpisodeAtTheSamePlaceIsRefused() throws Exception {
        index.close();
        Path recording = named("one").recording().path();
        Path results = recording.resolve(RunFolder.RESULTS);
        Files.writeString(results, Files.readString(results).replace("\"episode\":2,", "\"episode\":6,"));

        EpisodePlace same =
                index.episode(named("one").episodes().get(1).id(recording)).orElseThrow();
        assertEquals(1, same.line().orElseThrow().episode().orElseThrow());
        assertFalse(same.isLineLost());
        EpisodePlace other =
                index.episode(named("one").episodes().get(2).id(recording)).orElseThrow();
        assertTrue(other.line().isEmpty());
        assertTrue(other.isLineLost());
    }
}
