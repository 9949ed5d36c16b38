package io.github.roboreel.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.EpisodeFilter.Field;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Tone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReportTest {
    @TempDir
    Path folder;

    @Test
    void countsAnEpisodeWithoutAVerdictAsSuch() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"score\": 0.9")
                .add("A", 1, "false", "\"score\": 0.25")
                .add("A", 2, "null", "\"score\": 0.1")
                .add("A", 3, "true", "\"score\": null")
                .writeTo(folder);

        Report report = report(options(Grouping.TASK), results);

        assertEquals(
                List.of(
                        "Task | Success | % | 95% CI | n/a | Score | Time s | Steps",
                        "A | 2/3 | 66.7 | 19.4-93.2 | 1 | 0.588 | - | -",
                        "TOTAL (1 task) | 2/3 | 66.7 | 19.4-93.2 | 1 | 0.588 | - | -"),
                lines(report.tables().get(0)));
    }

    /** As a recorder writes them where nothing gave a score; a line without the field is read alike. */
    @ParameterizedTest
    @ValueSource(strings = {", \"score\": null", ""})
    void score_ofEpisodesThatNobodyScored_isNoneWhateverSucceeded(String score) throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"status\": \"success\"" + score)
                .add("A", 1, "false", "\"status\": \"failure\"" + score)
                .add("A", 2, "false", "\"status\": \"truncated\"" + score)
                .add("B", 0, "true", "\"status\": \"success\"" + score)
                .writeTo(folder);

        Report report = report(wide(Grouping.TASK), results);

        assertEquals(List.of("-", "-", "-"), column(report.tables().get(0), "Score"));
        assertEquals(List.of("", "", ""), column(report.csvTables().get(0), "Score"));
        assertEquals(List.of("0", "0", "0"), column(report.csvTables().get(0), "Scored"));
        Map<String, Object> none = new LinkedHashMap<>();
        none.put("n", 0L);
        none.put("mean", null);
        none.put("std", null);
        none.put("ci95", null);
        assertEquals(none, score(report.document().get("total")));
        assertEquals(none, score(((List<?>) report.document().get("groups")).get(0)));
    }

    private static Object score(Object row) {
        return ((Map<?, ?>) row).get("score");
    }

    @Test
    void score_ofFewerEpisodesThanThereAre_saysOfHowMany() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"status\": \"success\", \"score\": 0.8")
                .add("A", 1, "true", "\"status\": \"success\", \"score\": null")
                .add("A", 2, "false", "\"status\": \"failure\", \"score\": 0.5")
                .add("A", 3, "false", "\"status\": \"failure\", \"score\": null")
                .writeTo(folder);

        Report report = report(wide(Grouping.TASK), results);

        assertEquals("0.750 ± 0.354 (2 of 4)", cell(report.tables().get(0), 0, "Score"));
        assertEquals("0.500 ± - (1 of 2)", cell(report.tables().get(0), 0, "Score(fail)"));
        assertEquals("0.75", cell(report.csvTables().get(0), 0, "Score"));
        assertEquals("2", cell(report.csvTables().get(0), 0, "Scored"));
        assertEquals(2, report.total().score().n());
    }

    /** A simulator that gives 1 at the goal and nothing before it. */
    @Test
    void score_ofATaskWhoseFailuresHaveNone_isNoMeanOverSuccesses() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"status\": \"success\", \"score\": 1.0")
                .add("A", 1, "false", "\"status\": \"failure\", \"score\": null")
                .add("B", 0, "true", "\"status\": \"success\", \"score\": 0.9")
                .add("B", 1, "false", "\"status\": \"failure\", \"score\": 0.0")
                .writeTo(folder);

        Report report = report(options(Grouping.TASK), results);

        assertEquals(
                List.of("-", "0.500", "0.500 (2 of 4)"), column(report.tables().get(0), "Score"));
    }

    @Test
    void score_whereOnlySuccessesAreChosen_countsThemAsAmongAll() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"status\": \"success\", \"score\": 1.0")
                .add("A", 1, "false", "\"status\": \"failure\", \"score\": null")
                .writeTo(folder);
        ReportSource all = new ReportSource(
                "one",
                Sources.read(List.of(results)).folders().stream()
                        .flatMap(f -> ReportSource.of(f, new ArrayList<>()).episodes().stream())
                        .toList());
        ReportSource some = all.passing(e -> e.line().isSuccess());

        assertEquals(1, some.episodes().size());
        Report report = Report.of(List.of(some), List.of(), EpisodeFilter.ALL, options(Grouping.TASK));
        assertEquals(0, report.total().score().n());
    }

    @Test
    void scoreInterval_ofMostlyFullScores_staysWithinZeroAndOne() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"score\": 1.0")
                .add("A", 1, "true", "\"score\": 1.0")
                .add("A", 2, "true", "\"score\": 1.0")
                .add("A", 3, "false", "\"score\": 0.0")
                .writeTo(folder);

        Object total = report(options(Grouping.TASK), results).document().get("total");

        assertEquals(List.of(0.0, 1.0), ((Map<?, ?>) score(total)).get("ci95"));
    }

    @Test
    void hidesTheColumnOfUnjudgedWhereAllAreJudged() throws IOException {
        Path results = new Lines().add("A", 0, "true", "").writeTo(folder);

        assertTrue(report(options(Grouping.TASK), results).tables().get(0).columns().stream()
                .noneMatch(c -> c.header().equals("n/a")));
    }

    @Test
    void timesSuccessesAndCountsStepsOfAll() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"duration\": 2.0, \"episode_step\": 30")
                .add("A", 1, "true", "\"duration\": 4.0, \"episode_step\": 60")
                .add("A", 2, "false", "\"duration\": 9.0, \"episode_step\": 90")
                .add("A", 3, "false", "\"duration\": 0, \"episode_step\": null")
                .writeTo(folder);

        Table table = report(wide(Grouping.TASK), results).tables().get(0);

        assertEquals("3.00 ± 1.41", cell(table, 0, "Time s"));
        assertEquals("60.0 ± 30.0", cell(table, 0, "Steps"));
    }

    @Test
    void averagesMetricsThatArePresentAndFinite() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", metrics("-1.5", "0.10"))
                .add("A", 1, "true", metrics("NaN", "0.31"))
                .add("A", 2, "false", metrics("-2.75", "Infinity"))
                .add("A", 3, "false", "\"metrics\": {}")
                .add("B", 0, "false", metrics("-9", "0.5"))
                .writeTo(folder);

        Table table = report(wide(Grouping.TASK), results).tables().get(0);

        assertEquals("-2.125 ± 0.884", cell(table, 0, "EE SPARC"));
        assertEquals("20.5 ± 14.8", cell(table, 0, "Speed cm/s"));
        assertEquals("-9.000 ± -", cell(table, 1, "EE SPARC"));
        assertEquals(-1, indexOf(table, "Path m"), "nobody has one");
        assertEquals("-4.417 ± 4.018", cell(table, 2, "EE SPARC"));
    }

    /** As Python's json.dumps and editors of other systems leave them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            episode_results.jsonl | -3.5      | ``       | `\\n`   | -4.000 ± 0.707
            episode_results.jsonl | NaN       | ``       | `\\n`   | -4.500 ± -
            episode_results.jsonl | -Infinity | ``       | `\\n`   | -4.500 ± -
            episode_results.jsonl | -3.5      | `\ufeff` | `\\n`   | -4.000 ± 0.707
            episode_results.jsonl | -3.5      | ``       | `\\r\\n` | -4.000 ± 0.707
            episode_results.jsonl | -3.5      | ``       | `\\n\\n` | -4.000 ± 0.707
            episode_results.json  | -3.5      | `[`      | `,`    | -4.000 ± 0.707
            """)
    void results_inAnyFormOfText_giveTheSameRates(String file, String sparc, String begin, String between, String mean)
            throws IOException {
        String line = "{\"env_name\": \"A\", \"episode\": %d, \"success\": %b, \"metrics\": {\"ee_sparc\": %s}}";
        String end = between.translateEscapes();
        String text = begin + line.formatted(0, false, sparc) + end + line.formatted(1, true, "-4.5");
        Files.writeString(folder.resolve(file), text + (begin.equals("[") ? "]" : end));

        Report report = report(wide(Grouping.TASK), folder);

        Table table = report.tables().get(0);
        assertEquals(List.of(), report.problems());
        assertEquals("1/2", cell(table, 0, "Success"));
        assertEquals("50.0", cell(table, 0, "%"));
        assertEquals(mean, cell(table, 0, "EE SPARC"));
    }

    @Test
    void metrics_ofEpisodes_haveAColumnEachAsFarAsOneHasAValue() throws IOException {
        Path results = new Lines()
                .add(
                        "A",
                        0,
                        "true",
                        "\"metrics\": {\"joint_sparc_moving_mean\": -3.25, \"ee_isj\": null, \"own_m\": 4.5}")
                .add("A", 1, "true", "\"metrics\": {\"ee_speed_max\": 0.5, \"nothing\": null}")
                .writeTo(folder);

        Report report = report(wide(Grouping.TASK), results);

        List<String> headers =
                report.tables().get(0).columns().stream().map(Column::header).toList();
        assertEquals(
                List.of("Max cm/s", "Jt SPARC moving", "own_m"),
                headers.subList(headers.indexOf("Steps") + 1, headers.size()));
        assertEquals("50.0 ± -", cell(report.tables().get(0), 0, "Max cm/s"));
        assertEquals("-3.250 ± -", cell(report.tables().get(0), 0, "Jt SPARC moving"));
        assertEquals("4.500 ± -", cell(report.tables().get(0), 0, "own_m"));
        assertEquals("0.5", cell(report.csvTables().get(0), 0, "ee_speed_max"));
        assertEquals(-1, indexOf(report.csvTables().get(0), "ee_isj"));
        assertEquals(Optional.empty(), report.metricsNote());
    }

    @Test
    void metricsNote_whereNoStandardMetricIsThere_saysWhatTheyNeed() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"metrics\": {\"ee_isj\": null, \"own\": 4.5}")
                .writeTo(folder);

        String note = report(wide(Grouping.TASK), results).metricsNote().orElseThrow();

        assertEquals(
                "no result line has a standard metric; where they were not computed when it was recorded, roboreel metrics"
                        + " can add them; an episode needs 3 steps or more, and ee_pose/position or"
                        + " ee_pose/linear_velocity for ee_sparc, ee_isj, ee_speed_max, ee_speed_mean;"
                        + " states/articulation/<robot>/joint_velocity for joint_sparc_mean, joint_isj,"
                        + " joint_sparc_moving_mean; ee_pose/position for ee_path_length;"
                        + " states/articulation/<robot>/joint_position and joint targets in actions for joint_rmse_mean",
                note);
        assertEquals(Optional.empty(), report(options(Grouping.TASK), results).metricsNote());
    }

    private static String metrics(String sparc, String speed) {
        return "\"metrics\": {\"ee_sparc\": " + sparc + ", \"ee_speed_mean\": " + speed + "}";
    }

    @Test
    void countsEveryLineOfARepeatedEpisode() throws IOException {
        Path results =
                new Lines().add("A", 0, "true", "").add("A", 0, "false", "").writeTo(folder);

        Report report = report(options(Grouping.TASK), results);

        assertEquals("1/2", cell(report.tables().get(0), 0, "Success"));
        assertEquals(1, report.problems().size());
        assertTrue(report.problems().stream().noneMatch(FileFault::isLeftOut));
    }

    @Test
    void ordersDifficultiesAndKeepsWhatHasNone() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"attributes\": [\"complex\"]")
                .add("B", 0, "true", "\"attributes\": [\"color\", \"simple\"]")
                .add("C", 0, "false", "\"attributes\": null")
                .add("D", 0, "false", "\"attributes\": [\"moderate\"]")
                .writeTo(folder);

        Table table = report(options(Grouping.DIFFICULTY), results).tables().get(0);

        assertEquals(
                List.of("simple", "moderate", "complex", "(none)", "TOTAL (4 levels)"), column(table, "Difficulty"));
        assertEquals(List.of("1/1", "0/1", "1/1", "0/1", "2/4"), column(table, "Success"));
    }

    @Test
    void countsAnEpisodeUnderEachOfItsAttributesButOnceInTotal() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"attributes\": [\"size\", \"color\", \"simple\"]")
                .add("B", 0, "false", "\"attributes\": [\"color\", \"homemade\"]")
                .writeTo(folder);

        Table table = report(options(Grouping.ATTRIBUTES), results).tables().get(0);

        assertEquals(
                List.of("simple", "visual", "  color", "  size", "homemade", "TOTAL (4 attributes)"),
                column(table, "Attribute"));
        assertEquals(List.of("1/1", "1/2", "1/2", "1/1", "0/1", "1/2"), column(table, "Success"));
    }

    @Test
    void pivotsInstructionTypesOverTasks() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"instruction_type\": \"vague\"")
                .add("A", 1, "false", "\"instruction_type\": \"vague\"")
                .add("A", 2, "true", "\"instruction_type\": \"default\"")
                .add("B", 0, "false", "\"instruction_type\": \"angry\"")
                .add("B", 1, "null", "\"instruction_type\": \"angry\"")
                .writeTo(folder);

        Report report = report(options(Grouping.INSTRUCTION_TYPE), results);

        assertEquals(
                List.of(
                        "Task | default | vague | angry | all | n/a",
                        "A | 100.0% (1/1) | 50.0% (1/2) | - | 66.7% (2/3) | 0",
                        "B | - | - | 0.0% (0/1) | 0.0% (0/1) | 1",
                        "TOTAL (2 tasks) | 100.0% (1/1) | 50.0% (1/2) | 0.0% (0/1)" + " | 50.0% (2/4) | 1"),
                lines(report.tables().get(0)));
        assertEquals(
                "Task,default %,default success,default judged,vague %,vague success,vague judged,"
                        + "angry %,angry success,angry judged,all %,all success,all judged\n"
                        + "A,100,1,1,50,1,2,,0,0,66.666667,2,3\n"
                        + "B,,0,0,,0,0,0,0,1,0,0,1\n"
                        + "TOTAL (2 tasks),100,1,1,50,1,2,0,0,1,50,2,4\n",
                Csv.of(report.csvTables()));
    }

    @Test
    void talliesWrongObjectsPerTask() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", grabs("\"mug\", \"grey_bin\", \"mug\""))
                .add("A", 1, "false", grabs("\"bowl\""))
                .add("B", 0, "false", "\"events\": {}")
                .writeTo(folder);

        assertEquals(
                List.of(
                        "Task | Success | Episodes | Grabs | In successes | In failures | Objects",
                        "A | 1/2 | 2/2 | 4 | 3 | 1 | mug x2, bowl x1, grey_bin x1",
                        "B | 0/1 | 0/1 | 0 | 0 | 0 | -",
                        "TOTAL (2 tasks) | 1/3 | 2/3 | 4 | 3 | 1 | mug x2, bowl x1, grey_bin x1"),
                lines(report(options(Grouping.WRONG_OBJECTS), results).tables().get(0)));
        ReportOptions withoutContainers =
                new ReportOptions(Grouping.WRONG_OBJECTS, false, Columns.NONE, true, RateInterval.EQUAL_TAILED);
        assertEquals(
                "Task,Object,Grabs\nA,mug,2\nA,bowl,1\n",
                Csv.of(report(withoutContainers, results).csvTables()));
    }

    private static String grabs(String names) {
        return "\"events\": {\"wrong_objects_grabbed\": [" + names + "]}";
    }

    @Test
    void looksForWrongObjectsInTheLogWhereTheLineHasNoEvents() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"run\": 0, \"env_id\": 0")
                .add("A", 1, "true", "\"run\": 0, \"env_id\": 1")
                .writeTo(folder);
        Path env = Files.createDirectories(folder.resolve("A"));
        Files.writeString(env.resolve("env_cfg.json"), "{}");
        Files.writeString(
                env.resolve("log_0_env0.json"),
                "{\"schema_version\": 2, \"events\": [{\"step\": 3, \"code\": 250, \"info\":"
                        + " \"Wrong object grabbed: 'cup' (target objects: ['bowl'])\"}]}");
        Files.writeString(env.resolve("log_0_env1.json"), "torn{");

        Report report = report(options(Grouping.WRONG_OBJECTS), results);

        assertEquals("cup x1", cell(report.tables().get(0), 0, "Objects"));
        assertEquals(1, report.problems().size());
        assertTrue(report.problems().get(0).isLeftOut());
        assertTrue(report.problems().get(0).text().contains("log_0_env1.json cannot be read"));
    }

    @Test
    void filtersByNamesPatternsAndVerdict() throws IOException {
        Path results = new Lines()
                .add("BowlTask", 0, "true", "\"policy\": \"pi0\"")
                .add("BowlTask", 1, "false", "\"policy\": \"pi0\"")
                .add("BowlTask", 2, "null", "\"policy\": \"pi0\"")
                .add("CubeTask", 0, "false", "\"policy\": \"pi05\"")
                .writeTo(folder);

        assertEquals("1/2", success(results, Map.of(Field.TASK, List.of("Bowl*"))));
        assertEquals("1/3", success(results, Map.of(Field.POLICY, List.of("pi0*"))));
        assertEquals("1/2", success(results, Map.of(Field.POLICY, List.of("pi0"))));
        assertEquals("0/2", success(results, Map.of(), "false"));
        assertEquals("1/1", success(results, Map.of(), "true"));
        assertEquals("1/3", success(results, Map.of(Field.TASK, List.of("BowlTask", "CubeTas[k]"))));
    }

    private String success(Path results, Map<Field, List<String>> patterns, String... verdicts) {
        EpisodeWords words = new EpisodeWords(
                List.of(verdicts),
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                false,
                List.of());
        EpisodeFilter filter = new EpisodeFilter(patterns).and(words.conditions());
        Report report = Report.of(Sources.read(List.of(results)), filter, options(Grouping.TASK));
        Table table = report.tables().get(0);
        return cell(table, table.rows().size() - 1, "Success");
    }

    @Test
    void aNameThatNoEpisodeHasIsRefusedWithThoseThatThereAre() throws IOException {
        Path results =
                new Lines().add("A", 0, "true", "").add("B", 0, "true", "").writeTo(folder);

        String message = assertThrows(
                        IllegalArgumentException.class, () -> success(results, Map.of(Field.TASK, List.of("C"))))
                .getMessage();

        assertEquals("no episode has task C; there are A, B", message);
    }

    @Test
    void takesSeveralFoldersTogether() throws IOException {
        Path one = new Lines().add("A", 0, "true", "").writeTo(folder.resolve("one"));
        Path two = new Lines().add("A", 0, "false", "").writeTo(folder.resolve("two"));
        ReportOptions withEpisodes =
                new ReportOptions(Grouping.TASK, true, Columns.NONE, false, RateInterval.EQUAL_TAILED);

        Report report = Report.of(Sources.read(List.of(one, two)), EpisodeFilter.ALL, withEpisodes);

        assertEquals(List.of(), report.problems());
        assertEquals("1/2", cell(report.tables().get(0), 0, "Success"));
        assertEquals(List.of("one", "two"), column(report.tables().get(1), "Folder"));
        assertEquals(
                List.of(Tone.GOOD, Tone.BAD),
                report.tables().get(1).rows().stream()
                        .map(r -> r.cells()
                                .get(indexOf(report.tables().get(1), "Success"))
                                .tone())
                        .toList());
    }

    @Test
    void listsEpisodesByTaskFolderAndNumber() throws IOException {
        Path one = new Lines()
                .add("B", 0, "true", "")
                .add("A", 10, "true", "")
                .add("A", 2, "true", "")
                .writeTo(folder.resolve("one"));
        Path two = new Lines().add("A", 1, "true", "").writeTo(folder.resolve("two"));
        ReportOptions withEpisodes =
                new ReportOptions(Grouping.TASK, true, Columns.NONE, false, RateInterval.EQUAL_TAILED);

        Table table = Report.of(Sources.read(List.of(one, two)), EpisodeFilter.ALL, withEpisodes)
                .tables()
                .get(1);

        assertEquals(List.of("A", "A", "A", "B"), column(table, "Task"));
        assertEquals(List.of("2", "10", "1", "0"), column(table, "Ep"));
    }

    @Test
    void namesFoldersWithoutResults() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Path lost = Files.createDirectories(folder.resolve("lost"));
        Files.createDirectories(lost.resolve("A"));
        Files.writeString(lost.resolve("A/run_0.hdf5"), "");
        Path parent = folder.resolve("parent");
        new Lines().add("A", 0, "true", "").writeTo(parent.resolve("inner"));

        Sources sources = Sources.read(List.of(empty, lost, parent));

        List<String> texts = sources.problems().stream().map(FileFault::text).toList();
        assertEquals(3, texts.size());
        assertTrue(texts.get(0).startsWith(empty + " holds no results"), texts.get(0));
        assertTrue(texts.get(1).contains("but no episode_results.jsonl"), texts.get(1));
        assertTrue(texts.get(1).contains("roboreel rebuild " + lost), texts.get(1));
        assertTrue(texts.get(2).contains("'" + parent + "/*'"), texts.get(2));
        assertTrue(sources.problems().stream().allMatch(FileFault::isLeftOut));
    }

    @Test
    void roundsHalfToEvenAsPythonDoes() {
        assertEquals("0.12", Cell.rounded(0.125, 2));
        assertEquals("0.38", Cell.rounded(0.375, 2));
        assertEquals("2.67", Cell.rounded(2.675, 2));
        assertEquals("-0.5", Cell.rounded(-0.45, 1));
    }

    private static Report report(ReportOptions options, Path results) {
        return Report.of(Sources.read(List.of(results)), EpisodeFilter.ALL, options);
    }

    private static ReportOptions options(Grouping grouping) {
        return new ReportOptions(grouping, false, Columns.NONE, false, RateInterval.EQUAL_TAILED);
    }

    private static ReportOptions wide(Grouping grouping) {
        return new ReportOptions(
                grouping, false, new Columns(true, true, false, false), false, RateInterval.EQUAL_TAILED);
    }

    private static List<String> lines(Table table) {
        List<String> lines = new ArrayList<>(
                List.of(table.columns().stream().map(Column::header).collect(Collectors.joining(" | "))));
        table.rows()
                .forEach(row -> lines.add(row.cells().stream().map(Cell::text).collect(Collectors.joining(" | "))));
        return lines;
    }

    private static String cell(Table table, int row, String header) {
        return column(table, header).get(row);
    }

    private static List<String> column(Table table, String header) {
        int index = indexOf(table, header);
        return table.rows().stream().map(row -> row.cells().get(index).text()).toList();
    }

    private static int indexOf(Table table, String header) {
        return table.columns().stream().map(Column::header).toList().indexOf(header);
    }

    @Test
    void timing_ofEpisodesThatNobodyTimed_isInNoMean() throws IOException {
        String untimed = "\"timing\": {\"env_step_s\": 0.0, \"wall_total_s\": 0.0, \"it_per_sec\": 0.0}";
        Path results = new Lines()
                .add("A", 0, "true", "\"timing\": {\"env_step_s\": 3.0, \"wall_total_s\": 6.0, \"it_per_sec\": 5.0}")
                .add("A", 1, "true", untimed)
                .add("B", 0, "true", untimed)
                .writeTo(folder);

        Table table = report(
                        new ReportOptions(
                                Grouping.TASK, false, new Columns(false, false, true, false), false, RateInterval.HPD),
                        results)
                .tables()
                .get(0);

        assertEquals(List.of("5.00", "-", "5.00"), column(table, "it/s"));
        assertEquals(List.of("0.1", "-", "0.1"), column(table, "Wall min"));
    }

    @Test
    void numbersTooLargeForAMeanAreMissing() throws IOException {
        Path results = new Lines()
                .add("A", 0, "true", "\"duration\": 1e308, \"score\": 1e308")
                .add("A", 1, "true", "\"duration\": 1e308, \"score\": 0.5")
                .writeTo(folder);

        Report report = report(options(Grouping.TASK), results);

        assertEquals("-", cell(report.tables().get(0), 0, "Time s"));
        assertEquals("", cell(report.csvTables().get(0), 0, "Time(s)"));
        @SuppressWarnings("unchecked")
        Map<String, Object> total = (Map<String, Object>) report.document().get("total");
        @SuppressWarnings("unchecked")
        Map<String, Object> time = (Map<String, Object>) total.get("time_s");
        assertEquals(2L, time.get("n"));
        assertEquals(null, time.get("mean"));
    }
}
