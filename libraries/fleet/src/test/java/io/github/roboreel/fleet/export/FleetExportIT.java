package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.fleet.engine.ClusterLike;
import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.LocalThreads;
import io.github.roboreel.fleet.export.Exported.Options;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exports of real recordings: the same bytes whatever makes them, each episode once, nothing left over. */
class FleetExportIT {
    private static final int FOLDERS = 3;

    @TempDir
    static Path shared;

    private static Path fleet;
    private static final Map<String, Map<String, String>> WHOLE = new LinkedHashMap<>();

    @TempDir
    Path out;

    private final FleetExport export = new FleetExport(Map.of());

    static Stream<Exported> formats() {
        return Exported.formats().stream();
    }

    @BeforeAll
    static void recordFleet() throws IOException {
        fleet = shared.resolve("fleet");
        for (int i = 0; i < FOLDERS; i++) {
            FleetRecordings.record(fleet.resolve("host_" + i + "/take"), i);
        }
        for (Exported format : Exported.formats()) {
            Path made = shared.resolve("made");
            format.make(made, Options.EACH, new LocalThreads(1), fleet);
            WHOLE.put(format.name(), format.files(made));
            delete(made);
        }
    }

    private PlannedExport plan(Exported format, Options options) throws IOException {
        try (Engine engine = new LocalThreads(2)) {
            return export.plan(
                    format.request(out.toString(), options),
                    FleetRecordings.folders(fleet.toString()),
                    engine,
                    ExportProgress.NONE);
        }
    }

    private void run(PlannedExport plan, int rank, int world) throws IOException {
        try (Engine engine = new LocalThreads(1)) {
            assertEquals(0, export.run(plan, shard -> shard.index() % world == rank, engine, ExportProgress.NONE));
        }
    }

    private static void delete(Path folder) throws IOException {
        new Storages(Map.of()).of(Location.of(folder)).delete(Location.of(folder));
    }

    private static Path root(PlannedExport plan) {
        return Path.of(plan.place().root());
    }

    private void assertWhole(Exported format) throws IOException {
        assertEquals(WHOLE.get(format.name()), format.files(out));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void bytesAreTheSameWhateverMakesThem(Exported format) throws IOException {
        assertEquals(FOLDERS * FleetRecordings.EPISODES, shards(WHOLE.get(format.name())));
        format.make(out.resolve("threads"), Options.EACH, new LocalThreads(3), fleet);
        assertEquals(WHOLE.get(format.name()), format.files(out.resolve("threads")));
        for (int seed = 0; seed < 2; seed++) {
            Path made = out.resolve("cluster-" + seed);
            format.make(made, Options.EACH, new ClusterLike(2, seed), fleet);
            assertEquals(WHOLE.get(format.name()), format.files(made));
        }
    }

    private ExportOutcome commit(PlannedExport plan) throws IOException {
        try (Engine engine = new LocalThreads(2)) {
            return export.commit(plan, engine, ExportProgress.NONE);
        }
    }

    private static long shards(Map<String, String> files) {
        return files.keySet().stream()
                .filter(name -> name.contains("tfrecord") || name.startsWith("data/"))
                .count();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void ranksInAnyOrderAndOneTwiceMakeTheSame(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        Path document = out.resolveSibling("plan.json");
        Files.writeString(document, plan.text());
        for (int rank : new int[] {2, 0, 2}) {
            run(PlannedExport.read(document), rank, 3);
        }
        ExportRefusedException e = assertThrows(ExportRefusedException.class, () -> commit(plan));
        assertTrue(e.getMessage().startsWith("4 of 12 shards of "), e.getMessage());
        assertTrue(e.getMessage().endsWith("are not made yet, shard 1 first; run them, then commit"), e.getMessage());
        assertFalse(Files.exists(format.in(out)));
        run(PlannedExport.read(document), 1, 3);
        commit(PlannedExport.read(document));
        assertWhole(format);
        Files.delete(document);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void whatIsDoneIsNotDoneAgainAndWhatWasAlteredIs(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 0, 2);
        Path dataset = root(plan).resolve("dataset");
        List<Path> made = shardFiles(dataset);
        assertEquals(6, made.size());
        Files.write(made.get(0), java.util.Arrays.copyOf(Files.readAllBytes(made.get(0)), 100));
        byte[] altered = Files.readAllBytes(made.get(1));
        altered[altered.length / 2] ^= 1;
        Files.write(made.get(1), altered);
        Files.delete(made.get(2));
        List<Object> kept = new java.util.ArrayList<>();
        for (Path file : made.subList(3, 6)) {
            kept.add(Files.readAttributes(file, "unix:ino,lastModifiedTime"));
        }
        List<Object> still = new java.util.ArrayList<>();
        run(plan, 0, 1);
        for (Path file : made.subList(3, 6)) {
            still.add(Files.readAttributes(file, "unix:ino,lastModifiedTime"));
        }
        assertEquals(kept, still);
        commit(plan);
        assertWhole(format);
    }

    private static List<Path> shardFiles(Path dataset) throws IOException {
        try (Stream<Path> all = Files.walk(dataset)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/meta/"))
                    .sorted()
                    .toList();
        }
    }

    /** Attempts that were killed leave files wherever they were at work. */
    @ParameterizedTest
    @MethodSource("formats")
    void whatKilledAttemptsLeftIsGoneAtTheEnd(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 1, 2);
        Path attempt = Files.createDirectories(root(plan).resolve("attempts/roboreel-fleet-1/dataset/data"));
        Files.writeString(attempt.resolve("half"), "half");
        Path dataset = root(plan).resolve("dataset");
        Files.writeString(dataset.resolve(".shard.attempt-1"), "half");
        Files.writeString(shardFiles(dataset).get(0).resolveSibling(".shard.attempt-2"), "half");
        Files.writeString(root(plan).resolve("done/.00001.json.attempt-3"), "{");
        format.make(out, Options.EACH, new LocalThreads(2), fleet);
        List<String> folders = new java.util.ArrayList<>();
        try (Stream<Path> all = Files.walk(format.in(out))) {
            all.filter(path -> Files.isDirectory(path) && path.toFile().list().length == 0)
                    .forEach(path -> folders.add(path.toString()));
        }
        assertEquals(List.of(), folders);
        assertWhole(format);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aDriverThatDiedBetweenMetadataAndNameGoesOn(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 0, 1);
        Path other = out.resolve("other");
        format.make(other, Options.EACH, new LocalThreads(1), fleet);
        Path last = root(plan).resolve("dataset").resolve(format.last());
        Files.createDirectories(last.getParent());
        Files.copy(format.in(other).resolve(format.last()), last);
        delete(other);
        format.make(out, Options.EACH, new LocalThreads(2), fleet);
        assertWhole(format);
    }

    /** Of the work folder some is gone, and the rest goes when the same is asked for again. */
    @ParameterizedTest
    @MethodSource("formats")
    void aDriverThatDiedBehindTheNameTidiesUp(Exported format) throws IOException {
        PlannedExport plan = plan(format, Options.EACH);
        run(plan, 0, 1);
        Path root = root(plan);
        Path kept = FleetRecordings.copy(root, shared.resolve("kept"));
        Path survey = FleetRecordings.copy(Path.of(plan.place().survey()), shared.resolve("survey"));
        ExportOutcome outcome = commit(plan);
        FleetRecordings.copy(kept, root);
        FleetRecordings.copy(survey, Path.of(plan.place().survey()));
        delete(root.resolve("dataset"));
        delete(root.resolve("plan.json"));
        String last = format.last();
        new Committed(plan, outcome.notes(), last, Sha256.ofFile(format.in(out).resolve(last)))
                .write(new Storages(Map.of()));
        ExportRefusedException e = assertThrows(
                ExportRefusedException.class,
                () -> format.make(out, Options.EACH.shuffled(1), new LocalThreads(1), fleet));
        assertTrue(e.getMessage().contains("exists already and is left as it is"), e.getMessage());
        ExportOutcome again = format.make(out, Options.EACH, new LocalThreads(1), fleet);
        assertEquals(outcome.notes(), again.notes());
        assertEquals(outcome.plan().episodes(), again.plan().episodes());
        assertWhole(format);
        delete(kept);
        delete(survey);
        e = assertThrows(
                ExportRefusedException.class, () -> format.make(out, Options.EACH, new LocalThreads(1), fleet));
        assertTrue(e.getMessage().contains("exists already and is left as it is"), e.getMessage());
    }

    @Test
    void anotherPlanBesideItStaysAsItIs() throws IOException {
        PlannedExport other = plan(Exported.RLDS, Options.EACH.shuffled(1));
        run(other, 0, 2);
        Map<String, String> before = Exported.contents(root(other));
        Exported.RLDS.make(out, Options.EACH, new LocalThreads(2), fleet);
        assertEquals(WHOLE.get("rlds"), Exported.contents(Exported.RLDS.in(out)));
        assertEquals(before, Exported.contents(root(other)));
    }

    @Test
    void aDatasetThatCameToExistIsLeftAsItIs() throws IOException {
        PlannedExport plan = plan(Exported.RLDS, Options.EACH);
        run(plan, 0, 1);
        Path target = Files.createDirectories(Exported.RLDS.in(out));
        Files.writeString(target.resolve("mine"), "mine");
        ExportRefusedException e = assertThrows(ExportRefusedException.class, () -> commit(plan));
        assertTrue(e.getMessage().contains("came to exist during the export and is left as it is"), e.getMessage());
        assertEquals(List.of("mine"), Exported.names(target));
        e = assertThrows(
                ExportRefusedException.class, () -> Exported.RLDS.make(out, Options.EACH, new LocalThreads(1), fleet));
        assertTrue(e.getMessage().contains("exists already and is left as it is"), e.getMessage());
        delete(target);
        commit(plan);
        assertWhole(Exported.RLDS);
    }

    @Test
    void duplicatesAreRefusedOrLeftOut() throws IOException {
        Path twice = FleetRecordings.copy(fleet.resolve("host_1/take"), out.resolve("backup"));
        Path datasets = out.resolve("datasets");
        ExportRefusedException e = assertThrows(
                ExportRefusedException.class,
                () -> Exported.RLDS.make(datasets, Options.EACH, new LocalThreads(2), fleet, twice));
        assertTrue(e.getMessage().contains("is the same episode as"), e.getMessage());
        assertTrue(e.getMessage().contains(twice.toString()), e.getMessage());
        assertTrue(e.getMessage().contains(fleet.resolve("host_1").toString()), e.getMessage());
        assertEquals(List.of(), leftOvers(datasets));
        ExportOutcome outcome =
                Exported.RLDS.make(datasets, Options.EACH.withoutDuplicates(), new LocalThreads(2), fleet, twice);
        assertEquals(FleetRecordings.EPISODES, outcome.plan().duplicates());
        assertEquals(WHOLE.get("rlds"), Exported.RLDS.files(datasets));
    }

    private static List<Path> leftOvers(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void episodesStayInTheirSplitsWhenOthersCome() throws IOException {
        Options options = Options.EACH.split(0.6, 0.4);
        Path two = out.resolve("two");
        Path three = out.resolve("three");
        ExportOutcome fewer =
                Exported.RLDS.make(two, options, new LocalThreads(2), fleet.resolve("host_0"), fleet.resolve("host_2"));
        ExportOutcome more = Exported.RLDS.make(three, options, new LocalThreads(2), fleet);
        assertEquals(
                FOLDERS * FleetRecordings.EPISODES,
                more.plan().episodes() + more.plan().inNoSplit());
        for (String split : List.of("train", "val")) {
            List<String> before = records(two, split);
            List<String> after = records(three, split);
            assertTrue(after.containsAll(before), split + ": " + before + " are not all among " + after);
        }
        assertEquals(
                2 * FleetRecordings.EPISODES,
                fewer.plan().episodes() + fewer.plan().inNoSplit());
    }

    /** SHA-256 of the shards, of which each is an episode. */
    private static List<String> records(Path out, String split) throws IOException {
        return Exported.RLDS.files(out).entrySet().stream()
                .filter(file -> file.getKey().contains("-" + split + "."))
                .map(Map.Entry::getValue)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void theSeedDecidesTheOrder(Exported format) throws IOException {
        Map<String, String> first = shuffled(format, "first", 7, fleet);
        assertEquals(first, shuffled(format, "again", 7, fleet.resolve("host_2"), fleet));
        assertNotEquals(first, shuffled(format, "other", 8, fleet));
        assertNotEquals(WHOLE.get(format.name()), first);
    }

    private Map<String, String> shuffled(Exported format, String name, long seed, Path... sources) throws IOException {
        format.make(out.resolve(name), Options.EACH.shuffled(seed), new LocalThreads(2), sources);
        return format.files(out.resolve(name));
    }
}
