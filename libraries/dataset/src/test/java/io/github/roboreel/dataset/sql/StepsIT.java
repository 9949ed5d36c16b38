package io.github.roboreel.dataset.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded episodes in SQL are what their files hold, read by h5py and Jackson. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StepsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DUMP = """
            import h5py, json, sys
            rows = []
            for run in range(%d):
                with h5py.File(sys.argv[1] + '/run_%%d.hdf5' %% run) as f:
                    for env in range(%d):
                        demo = f['data/demo_%%d' %% env]
                        times = demo['timestamps/sim_time_s'][:].tolist()
                        for step, value in enumerate(demo[sys.argv[2]][:]):
                            v = value.flatten().tolist() if value.ndim else value.item()
                            rows.append([run, env, step + 1, times[step], v])
            print(json.dumps(rows))
            """.formatted(RecordedRuns.RUNS, RecordedRuns.ENVS);

    private Path temp;
    private RecordedRuns runs;
    private EpisodeDatabase database;

    @BeforeAll
    void record(@TempDir Path folder) throws IOException {
        temp = folder;
        runs = RecordedRuns.record(temp.resolve("out"), true);
        database = EpisodeDatabase.open(List.of(runs.folder()));
    }

    @AfterAll
    void close() throws IOException {
        database.close();
    }

    @Test
    void rowsOfArraysAreThoseThatH5pyReads() throws Exception {
        for (String path : List.of("actions", "obs/clock", "contact", "bbox/bbox_mm/banana", "subtask/status")) {
            Answer answer = Answer.of(
                    database,
                    "select run, env_id, step, sim_time, value from steps('" + path + "') order by run, env_id, step");
            JsonNode expected = JSON.readTree(h5py(path));
            assertTrue(expected.size() > 100);
            assertEquals(expected.size(), answer.rows().size(), path);
            for (int i = 0; i < expected.size(); i++) {
                requireSame(expected.get(i), JSON.valueToTree(answer.rows().get(i)), path);
            }
        }
    }

    /** Numbers as such, whatever type they have. */
    private static void requireSame(JsonNode expected, JsonNode actual, String path) {
        assertEquals(expected.isArray(), actual.isArray(), path);
        if (expected.isArray()) {
            assertEquals(expected.size(), actual.size(), path);
            for (int i = 0; i < expected.size(); i++) {
                requireSame(expected.get(i), actual.get(i), path);
            }
        } else if (actual.isFloat()) {
            assertEquals((float) expected.doubleValue(), actual.floatValue(), path);
        } else if (expected.isNumber()) {
            assertEquals(expected.doubleValue(), actual.doubleValue(), path);
        } else {
            assertEquals(expected, actual, path);
        }
    }

    private String h5py(String path) throws Exception {
        Path script = Files.writeString(temp.resolve("dump.py"), DUMP);
        Path errors = temp.resolve("dump.err");
        Process python = new ProcessBuilder(
                        "/usr/bin/python3",
                        script.toString(),
                        runs.folder().resolve(RecordedRuns.ENV_NAME).toString(),
                        path)
                .redirectError(errors.toFile())
                .start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, python.waitFor(), Files.readString(errors));
        return out;
    }

    /** Result lines have none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select run, env_id, SEED from episodes",
                "select e.* from (select run, env_id, \"Seed\" from episodes) e",
                "with e as (from episodes) select run, env_id, e.seed from e",
                "select run, env_id, row.seed from (select run, env_id, x as row from episodes x)",
                "select run, env_id, columns('se+d') from episodes",
                "from (unpivot (select run, env_id, seed from episodes) on seed) select run, env_id, value",
                "select run, env_id, any_value(e.seed) from episodes e group by all",
                "select run, env_id, seed from episodes natural join (select seed from episodes)"
            })
    void seedsAreThoseOfTheRunFiles(String sql) throws IOException {
        Set<List<Object>> expected = new HashSet<>();
        for (int run = 0; run < RecordedRuns.RUNS; run++) {
            for (int env = 0; env < RecordedRuns.ENVS; env++) {
                expected.add(List.of(run, env, runs.facts(run, env).seed().getAsLong()));
            }
        }
        try (EpisodeDatabase fresh = EpisodeDatabase.open(List.of(runs.folder()))) {
            assertEquals(expected, new HashSet<>(Answer.of(fresh, sql).rows()));
            assertEquals(
                    List.of(List.of((long) expected.size())),
                    Answer.of(fresh, "select count(*) from episodes").rows());
        }
    }

    /** By its position, and by a name that the statement gives it. */
    @Test
    void seedsAreFoundWithoutTheirName() throws IOException {
        int place;
        try (EpisodeDatabase any = EpisodeDatabase.open(List.of(runs.folder()))) {
            place = Answer.of(any, "from episodes").names().indexOf("seed") + 1;
        }
        String others = IntStream.rangeClosed(1, place).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
        for (String sql : List.of(
                "select #" + place + " from episodes", "select c" + place + " from episodes as e(" + others + ")")) {
            try (EpisodeDatabase fresh = EpisodeDatabase.open(List.of(runs.folder()))) {
                List<List<Object>> found = Answer.of(fresh, sql).rows();
                assertEquals(RecordedRuns.RUNS * RecordedRuns.ENVS, found.size());
                assertTrue(found.stream().allMatch(row -> row.get(0) instanceof Long), sql + ": " + found);
            }
        }
    }

    @Test
    void onlyStatementsThatReadSeedsOpenRunFiles() throws IOException {
        Path damaged = ResultLinesFolder.write(temp.resolve("damaged"));
        Files.writeString(damaged.resolve("Env/run_0.hdf5"), "no HDF5");
        try (EpisodeDatabase fresh = EpisodeDatabase.open(List.of(damaged))) {
            assertEquals(
                    3, Answer.of(fresh, "select env_name from episodes").rows().size());
            assertFalse(fresh.problems().toString().contains("run_0.hdf5"), "" + fresh.problems());
            List<List<Object>> seeds =
                    Answer.of(fresh, "select seed from episodes").rows();
            assertEquals(3, seeds.size());
            assertTrue(seeds.contains(List.of(7L)), "the result line's own: " + seeds);
            assertTrue(fresh.problems().toString().contains("run_0.hdf5"), "" + fresh.problems());
        }
    }

    @Test
    void episodesAreTheirResultLines() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String text : Files.readAllLines(runs.folder().resolve("episode_results.jsonl"))) {
            JsonNode line = JSON.readTree(text);
            expected.add(List.of(
                            line.get("run").asText(),
                            line.get("env_id").asText(),
                            line.get("task_name").asText(),
                            line.get("success").asText(),
                            line.get("status").asText(),
                            line.get("episode_step").asText(),
                            line.get("instruction").asText(),
                            line.get("policy").asText(),
                            line.get("duration").asText())
                    .toString());
        }
        Answer answer = Answer.of(
                database,
                "select run, env_id, task, success, status, num_samples, instruction, policy, duration from episodes"
                        + " order by line");
        assertEquals(8, expected.size());
        assertEquals(
                expected,
                answer.rows().stream()
                        .map(row -> row.stream().map(String::valueOf).toList().toString())
                        .toList());
    }

    @Test
    void stepsJoinWithEpisodes() throws IOException {
        Answer answer = Answer.of(
                database,
                "select e.success, count(*) from steps('actions') s join episodes e using (folder, env_name, episode)"
                        + " where e.run = 0 and e.success group by 1");
        int steps = RecordedRuns.steps(0, 0) + RecordedRuns.steps(0, 3);
        assertEquals(List.of(List.of(true, (long) steps)), answer.rows());
    }

    @Test
    void runsNameTheirFiles() throws IOException {
        Answer answer = Answer.of(
                database,
                "select run, file, file_bytes, recorder_version is not null, is_live, demos, episodes, successes"
                        + " from runs order by run");
        for (int run = 0; run < RecordedRuns.RUNS; run++) {
            assertEquals(
                    List.of(run, runs.file(run).toString(), Files.size(runs.file(run)), true, false, 4, 4, 2),
                    answer.rows().get(run));
        }
        assertEquals(RecordedRuns.RUNS, answer.rows().size());
    }

    @Test
    void subtasksHaveARowPerChange() throws IOException {
        Answer changes = Answer.of(
                database,
                "select count(*) from (select step, value is distinct from lag(value) over (partition by episode order by"
                        + " step) as c from steps('subtask/completed')) where c");
        Answer rows = Answer.of(database, "select count(*), count(step) from subtasks");
        assertTrue(
                (Long) rows.rows().get(0).get(0) >= (Long) changes.rows().get(0).get(0));
        assertEquals(rows.rows().get(0).get(0), rows.rows().get(0).get(1));
    }

    @Test
    void imagesAndUnknownPathsAreRefused() {
        RoboReelException images = assertThrows(
                RoboReelException.class, () -> Answer.of(database, "from steps('" + RecordedRuns.CAMERA + "')"));
        assertTrue(images.getMessage().contains("images of [36, 48, 3]"), images.getMessage());
        RoboReelException unknown =
                assertThrows(RoboReelException.class, () -> Answer.of(database, "from steps('actionz')"));
        assertEquals(
                "steps('actionz'): no episode has an array 'actionz' with a row per step; did you mean actions?",
                unknown.getMessage());
    }
}
