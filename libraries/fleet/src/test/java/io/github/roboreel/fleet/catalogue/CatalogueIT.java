package io.github.roboreel.fleet.catalogue;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.fleet.CountedStore;
import io.github.roboreel.fleet.RecordedFleet;
import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FleetListing;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogueIT {
    private static final int HOSTS = 3;
    private static final int TAKES = 2;
    private static final int RUN_FILES = HOSTS * TAKES * RecordedFleet.RUNS;
    private static final int EPISODES = RUN_FILES * RecordedFleet.ENVS;

    @TempDir
    private static Path shared;

    @TempDir
    private Path temp;

    private static Path root;
    private static List<FleetFolder> folders;
    private static Path catalogue;

    @BeforeAll
    static void recordAndIndex() throws IOException {
        root = RecordedFleet.make(shared.resolve("fleet"), HOSTS, TAKES);
        folders = RecordedFleet.folders(root);
        catalogue = shared.resolve("catalogue");
        IndexOutcome outcome = update(new LocalThreads(2), folders, catalogue, false);
        assertEquals(List.of(), outcome.problems());
        assertEquals(EPISODES, outcome.episodes());
        assertEquals(RUN_FILES, outcome.runFilesRead());
        assertEquals(0, outcome.runFilesUnchanged());
    }

    private static IndexOutcome update(Engine engine, List<FleetFolder> folders, Path into, boolean hashes)
            throws IOException {
        try (engine) {
            return new FleetIndex(engine, new Storages(Map.of()), Map.of())
                    .update(folders, Location.of(into), hashes, ExportProgress.NONE);
        }
    }

    /** Asked by a DuckDB that knows nothing of ours; a text for each row. */
    private static List<String> ask(Path into, String sql) {
        String table = "read_parquet('" + into.resolve(Catalogue.FILE) + "')";
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("EPISODES", table))) {
            List<String> answer = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getObject(i)));
                }
                answer.add(String.join("|", values));
            }
            return answer;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private static Set<String> chosen(String expression) throws IOException {
        Set<String> all = new java.util.TreeSet<>();
        try (Catalogue opened = Catalogue.open(Location.of(catalogue), new Storages(Map.of()))) {
            opened.select(expression)
                    .forEach((folder, demos) -> demos.forEach(demo -> all.add(folder.name() + " " + demo)));
        }
        return all;
    }

    @Test
    void rowsSayWhatThePlainReaderKnows() throws IOException {
        List<String> expected = new ArrayList<>();
        for (Path folder : RecordedFleet.paths(root)) {
            try (Recordings recordings = Recordings.open(folder)) {
                for (Episode episode : recordings.episodes()) {
                    EpisodeFacts facts = episode.facts();
                    expected.add(String.join(
                            "|",
                            folder.toString(),
                            folder.relativize(facts.file()).toString(),
                            facts.demo(),
                            facts.envName(),
                            facts.envName() + "Task",
                            facts.run() + "|" + facts.env() + "|" + facts.episode(),
                            facts.policy().orElseThrow(),
                            "do it",
                            facts.isSuccess() ? "success|true|done" : "failure|false|dropped it",
                            episode.steps() + "|0.1|" + Math.round(episode.steps() * 0.1 * 1e6) / 1e6,
                            "5|1",
                            Files.size(facts.file()) + "|null|null"));
                }
            }
        }
        List<String> found = ask(
                catalogue,
                "SELECT folder, run_file, demo, env_name, task_name, run, env_id, episode, policy, instruction, status,"
                        + " success, reason, steps, dt_seconds, round(duration_seconds, 6), seed, format_version,"
                        + " run_file_bytes, content_sha256, problems FROM EPISODES");
        assertEquals(expected, found);
        assertEquals(
                List.of("table, it's \"easy\"|7|true|true|" + EPISODES),
                ask(
                        catalogue,
                        "SELECT list_aggregate(attributes, 'string_agg', ', '), json_extract_string(episode_attributes, '$.room'),"
                                + " bool_and(recorder_version <> ''), bool_and(recorded_at <= current_timestamp::TIMESTAMP +"
                                + " INTERVAL 1 DAY), count(*) FROM EPISODES GROUP BY 1, 2"));
        assertEquals(CatalogueColumn.labels(), ask(catalogue, "SELECT column_name FROM (DESCRIBE FROM EPISODES)"));
    }

    @Test
    void metricsOfTheResultsAreAMap() throws IOException {
        Path one = RecordedFleet.make(temp.resolve("one"), 1, 1);
        Path results = one.resolve("host-0/take-0/episode_results.jsonl");
        String lines = Files.readString(results).replaceFirst("\"metrics\":\\{[^}]*}", "\"metrics\":{\"sparc\":-1.5}");
        Files.writeString(results, lines);
        update(new LocalThreads(1), RecordedFleet.folders(one), temp.resolve("c"), false);
        assertEquals(
                List.of("-1.5|1"),
                ask(
                        temp.resolve("c"),
                        "SELECT metrics['sparc'], count(*) FROM EPISODES WHERE metrics['sparc'] < 0 GROUP BY 1"));
    }

    @Test
    void anyEngineGivesTheSameFileToTheByte() throws IOException {
        byte[] expected = Files.readAllBytes(catalogue.resolve(Catalogue.FILE));
        int other = 0;
        for (Engine engine : List.of(new LocalThreads(5), new ClusterLike(3, 1), new ClusterLike(9, 2))) {
            Path into = temp.resolve("c" + other++);
            update(engine, folders, into, false);
            assertArrayEquals(expected, Files.readAllBytes(into.resolve(Catalogue.FILE)));
        }
    }

    @Test
    void onlyWhatChangedIsReadAnew() throws IOException {
        Path fleet = RecordedFleet.make(temp.resolve("fleet"), 2, 2);
        Path into = temp.resolve("c");
        List<FleetFolder> all = RecordedFleet.folders(fleet);
        update(new LocalThreads(2), all, into, false);
        byte[] first = Files.readAllBytes(into.resolve(Catalogue.FILE));
        assertReadAgain(0, 8, update(new LocalThreads(2), all, into, false));
        assertArrayEquals(first, Files.readAllBytes(into.resolve(Catalogue.FILE)));

        Path run = fleet.resolve("host-1/take-0/Pour/run_1.hdf5");
        Files.setLastModifiedTime(run, FileTime.fromMillis(1_000_000_000_000L));
        assertReadAgain(1, 7, update(new LocalThreads(2), all, into, false));
        Path results = fleet.resolve("host-0/take-1/episode_results.jsonl");
        String lines = Files.readString(results);
        Files.writeString(results, lines.replaceFirst("\"success\":true", "\"success\":null"));
        assertReadAgain(2, 6, update(new LocalThreads(2), all, into, false));
        Files.delete(run);
        IndexOutcome gone = update(new LocalThreads(2), all, into, false);
        assertReadAgain(0, 7, gone);
        assertEquals(16, gone.episodes());
        assertEquals(
                List.of("2"),
                ask(into, "SELECT count(*) FROM EPISODES WHERE problems = 'its run file has no such demo'"));

        IndexOutcome fewer = update(new LocalThreads(1), all.subList(0, 1), into, false);
        assertReadAgain(0, 2, fewer);
        assertEquals(3, fewer.foldersGone());
        assertEquals(4, fewer.episodes());
        assertReadAgain(2, 0, update(new LocalThreads(1), all.subList(0, 1), into, true));
        assertReadAgain(0, 2, update(new LocalThreads(1), all.subList(0, 1), into, true));
        assertEquals(
                List.of("4|64"),
                ask(into, "SELECT count(DISTINCT content_sha256), min(length(content_sha256)) FROM EPISODES"));
    }

    private static void assertReadAgain(long read, long unchanged, IndexOutcome outcome) {
        assertEquals(List.of(read, unchanged), List.of(outcome.runFilesRead(), outcome.runFilesUnchanged()));
    }

    @Test
    void whatIsDamagedIsNamedAndIsARowWithAProblem() throws IOException {
        Path fleet = RecordedFleet.make(temp.resolve("fleet"), 1, 2);
        Path cut = fleet.resolve("host-0/take-1/Stack/run_0.hdf5");
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        for (int time = 0; time < 2; time++) {
            IndexOutcome outcome = update(new LocalThreads(2), RecordedFleet.folders(fleet), temp.resolve("c"), false);
            assertEquals(1, outcome.problems().size());
            assertEquals(cut, outcome.problems().get(0).file());
            assertTrue(outcome.problems().get(0).isLeftOut());
            assertEquals(8, outcome.episodes());
        }
        assertEquals(
                List.of("Stack/run_0.hdf5|demo_0|success|true", "Stack/run_0.hdf5|demo_1|failure|true"),
                ask(
                        temp.resolve("c"),
                        "SELECT run_file, demo, status, problems LIKE '%cannot be read%' FROM EPISODES"
                                + " WHERE problems IS NOT NULL"));
    }

    @Test
    void ofARunFileInAStoreLittleIsFetchedAndNothingWhenItIsKnown() throws IOException {
        Path fleet = RecordedFleet.make(temp.resolve("fleet"), 1, 1);
        Storages storages = new Storages(Map.of());
        List<FleetFolder> stored = new FleetListing(storages).folders(List.of(CountedStore.of(fleet)));
        Location into = new Location(CountedStore.of(temp.resolve("c")));
        CountedStore.takeReads();
        CountedStore.takeBytes();
        try (Engine engine = new LocalThreads(1)) {
            FleetIndex index = new FleetIndex(engine, storages, Map.of());
            assertEquals(
                    4, index.update(stored, into, false, ExportProgress.NONE).episodes());
            long reads = CountedStore.takeReads();
            assertTrue(reads <= 2, reads + " requests for 2 run files");
            assertReadAgain(0, 2, index.update(stored, into, false, ExportProgress.NONE));
            assertEquals(0, CountedStore.takeReads());
        }
        try (Catalogue opened = Catalogue.open(into, storages)) {
            assertEquals(stored.get(0).location(), opened.folders().get(0).location());
        }
    }

    /** The queries that users are shown. */
    @Test
    void theExampleQueriesRun() {
        assertEquals(
                List.of("PourTask|8|0.5", "StackTask|16|0.5"),
                ask(
                        catalogue,
                        "SELECT task_name, count(*) AS episodes, avg(success::INT) AS rate FROM EPISODES"
                                + " GROUP BY task_name ORDER BY task_name"));
        List<String> longest = ask(
                catalogue,
                "SELECT folder, run_file, demo, steps FROM EPISODES WHERE NOT success ORDER BY steps DESC LIMIT 3");
        assertEquals(root.resolve("host-2/take-1") + "|Stack/run_1.hdf5|demo_1|33", longest.get(0));
        List<String> days = ask(
                catalogue,
                "SELECT recorded_at::DATE AS day, folder, count(*) AS episodes FROM EPISODES"
                        + " GROUP BY ALL ORDER BY day, folder");
        assertTrue(
                days.stream().allMatch(day -> day.matches("\\d{4}-\\d\\d-\\d\\d\\|.*take-\\d\\|[1-4]")),
                days.toString());
    }

    @Test
    void aFilterChoosesEpisodes() throws IOException {
        assertEquals(EPISODES, chosen("true").size());
        assertEquals(EPISODES / 2, chosen("success").size());
        assertEquals(
                Set.of(root.resolve("host-2/take-1") + " Stack/run_1.hdf5/demo_1"),
                chosen("steps = (SELECT max(steps) FROM episodes) -- the longest"));
        assertEquals(
                8,
                chosen("list_contains(attributes, 'table') AND env_name LIKE 'P%'")
                        .size());
        assertEquals(Set.of(), chosen("score > 2"));
        try (Catalogue opened = Catalogue.open(Location.of(catalogue), new Storages(Map.of()))) {
            Map<String, Location> locations = new TreeMap<>();
            folders.forEach(folder -> locations.put(folder.location().text(), folder.location()));
            assertEquals(
                    List.copyOf(locations.values()),
                    opened.folders().stream().map(FleetFolder::location).toList());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "sucess # Referenced column \"sucess\" not found",
                "steps > # syntax error",
                "steps > 'many' # Could not convert string",
                "true) UNION (SELECT folder, run_file, demo FROM episodes WHERE true # more than a condition",
                "true) LIMIT (1 # more than a condition",
                "true); DROP VIEW episodes; SELECT (1 # more than a condition",
                "steps IN (SELECT 1 FROM read_text('/etc/passwd')) # table function read_text is refused",
                "getenv('HOME') <> '' # function getenv is refused",
                "steps IN (SELECT count(*) FROM '/etc/passwd') # cannot be used"
            })
    void whatIsNoConditionIsRefusedInOneSentence(String expression, String reason) {
        RoboReelException refused = assertThrows(RoboReelException.class, () -> chosen(expression));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, refused.kind());
        assertTrue(
                refused.getMessage().startsWith("the filter '" + expression + "' cannot be used: "),
                refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
        assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"no Parquet", ""})
    void whatIsNoCatalogueIsNotReplaced(String text) throws IOException {
        Path file = Files.createDirectories(temp.resolve("c")).resolve(Catalogue.FILE);
        Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        assertThrows(IOException.class, () -> update(new LocalThreads(1), folders, temp.resolve("c"), false));
        assertEquals(text, Files.readString(file));
        RoboReelException none =
                assertThrows(RoboReelException.class, () -> Catalogue.open(Location.of(temp), new Storages(Map.of())));
        assertTrue(none.getMessage().startsWith("there is no catalogue " + temp), none.getMessage());
    }
}
