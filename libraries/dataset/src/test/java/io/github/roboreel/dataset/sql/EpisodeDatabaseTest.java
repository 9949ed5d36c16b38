package io.github.roboreel.dataset.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EpisodeDatabaseTest {
    @TempDir
    Path temp;

    private Path folder;
    private EpisodeDatabase database;

    @BeforeEach
    void open() throws IOException {
        folder = ResultLinesFolder.write(temp.resolve("out"));
        database = EpisodeDatabase.open(List.of(folder), Optional.of(temp.resolve("answer.parquet")));
    }

    @AfterEach
    void close() throws IOException {
        database.close();
    }

    @Test
    void successRatesByTaskLeaveUnjudgedEpisodesOut() throws IOException {
        Answer answer = Answer.of(
                database, "select task, avg(success::int) as rate, count(*) as n from episodes group by 1 order by 1;");
        assertEquals(List.of("task", "rate", "n"), answer.names());
        assertEquals(List.of("VARCHAR", "DOUBLE", "BIGINT"), answer.types());
        assertEquals(List.of(List.of("Lift", 0.5, 2L), Arrays.asList("Push", null, 1L)), answer.rows());
    }

    @Test
    void aViewIsFilledHoweverAStatementNamesIt() throws IOException {
        for (String sql : List.of(
                "select count(*) from 'episodes'",
                "select count(*) -- all of them\r from Metrics where 3 > 2",
                "select count(*) from\u00a0events",
                "select count(*) from memory.main.\"RUNS\"")) {
            Object rows = Answer.of(database, sql).rows().get(0).get(0);
            assertTrue(rows instanceof Long count && count > 0, sql + " -> " + rows);
        }
        assertEquals(
                List.of("Lift", "Push"),
                Answer.of(database, "pivot 'episodes' on policy in ('p') using count(*) group by task order by task")
                        .rows()
                        .stream()
                        .map(row -> row.get(0))
                        .toList());
    }

    @Test
    void aRowOfEpisodesIsItsResultLine() throws IOException {
        Answer answer = Answer.of(database, "from episodes where episode = 0");
        assertEquals(View.EPISODES.columns().stream().map(View.Column::name).toList(), answer.names());
        assertEquals(View.EPISODES.columns().stream().map(View.Column::type).toList(), answer.types());
        Map<String, Object> row = new java.util.HashMap<>();
        for (int i = 0; i < answer.names().size(); i++) {
            row.put(answer.names().get(i), answer.rows().get(0).get(i));
        }
        assertEquals(folder.toString(), row.get("folder"));
        assertEquals(folder.resolve("Env/run_0.hdf5").toString(), row.get("file"));
        assertEquals("demo_0", row.get("demo"));
        assertEquals(List.of("a", "b"), row.get("attributes"));
        assertEquals(true, row.get("success"));
        assertEquals(10, row.get("num_samples"));
        assertEquals(7L, row.get("seed"));
        assertEquals(Map.of("grabbed", 2), row.get("event_counts"));
        assertEquals("{\"light\":0.5}", row.get("episode_attributes").toString());
        assertEquals(1, row.get("line"));
    }

    @Test
    void thousandsOfLinesAreAllThere() throws IOException {
        Path many = Files.createDirectories(temp.resolve("many"));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            lines.append("{\"env_name\":\"Env\",\"episode\":" + i + ",\"attributes\":[\"a" + i + "\",\"b\",\"c\"],"
                    + "\"events\":{\"grabbed\":" + i + ",\"dropped\":1}}\n");
        }
        Files.writeString(many.resolve("episode_results.jsonl"), lines);
        try (EpisodeDatabase large = EpisodeDatabase.open(List.of(many))) {
            Answer answer = Answer.of(
                    large,
                    "select count(*), sum(len(attributes)), count(*) filter (attributes[1] = 'a' || episode and"
                            + " event_counts['grabbed'] = episode) from episodes");
            assertEquals("[5000, 15000, 5000]", answer.rows().get(0).toString());
        }
    }

    @Test
    void metricsAndEventsHaveARowEach() throws IOException {
        assertEquals(
                List.of(List.of(0, "x", 1.5), List.of(1, "x", 2.5)),
                Answer.of(database, "select episode, name, value from metrics order by 1")
                        .rows());
        assertEquals(
                List.of(Arrays.asList(1, 4, 0.4, 250, "took it", 0.25)),
                Answer.of(database, "select episode, step, sim_time, code, info, score from events")
                        .rows());
    }

    @Test
    void score_ofEpisodesAndEventsWithoutOne_isNullAndInNoMean() throws IOException {
        Path unscored = Files.createDirectories(temp.resolve("unscored"));
        Path env = Files.createDirectories(unscored.resolve("Env"));
        Files.writeString(unscored.resolve("episode_results.jsonl"), """
                {"env_name":"Env","task_name":"Go","run":0,"episode":0,"env_id":0,"success":true,"score":null}
                {"env_name":"Env","task_name":"Go","run":0,"episode":1,"env_id":1,"success":false}
                """);
        Files.writeString(env.resolve("env_cfg.json"), "{}");
        Files.writeString(env.resolve("log_0_env1.json"), """
                {"schema_version":2,"dt":0.1,"task":"Go","run":0,"env_id":1,"success":false,"final_step":20,"events":[
                 {"step":4,"code":1000,"name":"TOUCHED","info":"touched it","score":null},
                 {"step":5,"code":1000,"name":"LEFT","info":"left it"}]}
                """);
        try (EpisodeDatabase nobodys = EpisodeDatabase.open(List.of(unscored))) {
            assertEquals(
                    List.of(Arrays.asList(null, null), Arrays.asList(null, null)),
                    Answer.of(nobodys, "select score, avg(score) over () from episodes")
                            .rows());
            assertEquals(
                    List.of(Arrays.asList("TOUCHED", null), Arrays.asList("LEFT", null)),
                    Answer.of(nobodys, "select name, score from events order by step")
                            .rows());
        }
    }

    @Test
    void runsAddUpTheirLines() throws IOException {
        assertEquals(
                List.of(Arrays.asList(0, null, 2, 1, 30L), Arrays.asList(1, null, 1, 0, 5L)),
                Answer.of(database, "select run, file, episodes, successes, num_samples from runs order by 1")
                        .rows());
    }

    @Test
    void whatIsNotThereIsAnEmptyViewOfTheSameColumns() throws IOException {
        Path empty = Files.createDirectories(temp.resolve("empty"));
        try (EpisodeDatabase none = EpisodeDatabase.open(List.of(empty))) {
            for (View view : View.values()) {
                Answer answer = Answer.of(none, "from " + view.label());
                assertEquals(List.of(), answer.rows());
                assertEquals(view.columns().stream().map(View.Column::name).toList(), answer.names());
            }
        }
    }

    @Test
    void damagedLinesAreProblems() {
        List<FileFault> problems = database.problems();
        assertEquals(1, problems.stream().filter(FileFault::isLeftOut).count());
        assertEquals(4, problems.get(0).line());
    }

    @Test
    void nestedValuesArePlain() throws IOException {
        Answer answer = Answer.of(
                database,
                "select [1, null], {'a': [true]}, map {'k': 1.5::double}, 'nan'::double, timestamp '2026-01-02 03:04:05',"
                        + " [timestamp '2026-01-02 03:04:05'], date '2026-01-02', '\\xAB'::blob, '{\"b\":1}'::json, null");
        List<Object> row = answer.rows().get(0);
        assertEquals(Arrays.asList(1, null), row.get(0));
        assertEquals(Map.of("a", List.of(true)), row.get(1));
        assertEquals(Map.of("k", 1.5), row.get(2));
        assertEquals(Double.NaN, row.get(3));
        assertEquals("2026-01-02T03:04:05", row.get(4));
        assertEquals(List.of("2026-01-02T03:04:05"), row.get(5));
        assertEquals("2026-01-02", row.get(6));
        assertEquals("ab", row.get(7));
        assertEquals("{\"b\":1}", row.get(8).toString());
        assertEquals(null, row.get(9));
    }

    @Test
    void faultsOfAStatementNameTheirPlace() {
        RoboReelException unknown =
                assertThrows(RoboReelException.class, () -> Answer.of(database, "select tusk from episodes"));
        assertEquals(Kind.BAD_ARGUMENT, unknown.kind());
        assertTrue(unknown.getMessage().contains("\"task\""), unknown.getMessage());
        assertTrue(unknown.getMessage().endsWith("(at: tusk from episodes)"), unknown.getMessage());
        RoboReelException broken =
                assertThrows(RoboReelException.class, () -> Answer.of(database, "select task frm episodes where"));
        assertEquals(Kind.BAD_ARGUMENT, broken.kind());
        assertFalse(broken.getMessage().contains("\n"), broken.getMessage());
        RoboReelException failed =
                assertThrows(RoboReelException.class, () -> Answer.of(database, "select task::int from episodes"));
        assertEquals(Kind.FAILED, failed.kind());
    }

    @Test
    void parquetIsWrittenOnceAndNothingElse() throws Exception {
        Path file = temp.resolve("answer.parquet");
        database.writeParquet("select task, episode from episodes order by 2 -- in order\n;");
        assertTrue(Files.size(file) > 100);
        assertThrows(FileAlreadyExistsException.class, () -> database.writeParquet("select 1"));
        assertEquals(List.of("answer.parquet", "out"), names(temp));
        try (var duck = java.sql.DriverManager.getConnection("jdbc:duckdb:");
                var statement = duck.createStatement();
                var rows = statement.executeQuery("select list(task), list(episode) from '" + file + "'")) {
            rows.next();
            assertEquals("[Lift, Lift, Push]", rows.getObject(1).toString());
            assertEquals("[0, 1, 2]", rows.getObject(2).toString());
        }
    }

    @Test
    void aFailedParquetLeavesNothing() throws IOException {
        assertThrows(RoboReelException.class, () -> database.writeParquet("select task::int from episodes"));
        assertEquals(List.of("out"), names(temp));
    }

    @Test
    void aCancelledQueryEndsAndTheNextOneRuns() throws Exception {
        Thread canceller = new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            database.cancel();
        });
        canceller.start();
        RoboReelException cancelled = assertThrows(
                RoboReelException.class,
                () -> Answer.of(database, "select count(*) from range(100000000000) a, range(100000)"));
        assertEquals(Kind.INTERRUPTED, cancelled.kind());
        canceller.join();
        assertEquals(
                List.of(List.of(3L)),
                Answer.of(database, "select count(*) from episodes").rows());
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }
}
