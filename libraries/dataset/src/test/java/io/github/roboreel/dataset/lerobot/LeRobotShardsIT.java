package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.PlannedShards;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same episodes exported at once and in shards of two splits, with pictures, videos and two tasks. */
class LeRobotShardsIT {
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;
    private static final String CAMERA = "observation.images.wrist_cam";

    @TempDir
    private static Path folder;

    private static RecordedRuns runs;
    private static EpisodeSource source;
    private static List<Shard> shards;
    private static ExportedSet plain;
    private static ExportedSet sharded;

    @TempDir
    private Path work;

    @BeforeAll
    static void export() throws Exception {
        runs = RecordedRuns.record(folder.resolve("recorded"), true);
        source = twoTasks(runs);
        shards = PlannedShards.shards(source, "train", List.of(3, 2), "val", 3);
        plain = new ExportedSet(new LeRobotExporter(options(folder.resolve("plain"), Images.PNG))
                .export(source, ExportProgress.NONE)
                .target());
        sharded = new ExportedSet(planned(Images.PNG).make(folder.resolve("sharded")));
    }

    private static EpisodeSource twoTasks(RecordedRuns runs) {
        return visitor -> runs.visit((facts, episode) -> visitor.visit(
                LeRobotRefusalsIT.with(facts, facts.dtSeconds(), "task of env " + facts.env() % 2, facts.videos()),
                episode));
    }

    private static LeRobotOptions options(Path out, Images images) {
        return new LeRobotOptions(out, "me/set", Optional.of("franka"), images, RewardPolicy.SCORE_DELTA)
                .withFields(Fields.ALL);
    }

    private static PlannedShards planned(Images images) {
        return planned(images, source, shards);
    }

    private static PlannedShards planned(Images images, EpisodeSource episodes, List<Shard> some) {
        return new PlannedShards(() -> new LeRobotShards(options(Path.of(""), images)), episodes, some, 2);
    }

    @Test
    void framesAndEpisodesAreThoseOfThePlainExport() throws Exception {
        sharded.assertConsistent(EPISODES);
        assertEquals(ExportedSet.comparable(plain.frames()), ExportedSet.comparable(sharded.frames()));
        List<Map<String, Object>> expected = plain.episodes();
        List<Map<String, Object>> found = sharded.episodes();
        for (int episode = 0; episode < EPISODES; episode++) {
            long file = episode < 3 ? 0 : episode < 5 ? 1 : 2;
            assertEquals(file, found.get(episode).get("data/file_index"));
            assertEquals(file, found.get(episode).get("meta/episodes/file_index"));
            for (String column : List.of("data/file_index", "meta/episodes/file_index")) {
                expected.get(episode).remove(column);
                found.get(episode).remove(column);
            }
        }
        assertEquals(ExportedSet.comparable(expected), ExportedSet.comparable(found));
    }

    @Test
    void theFormatMakesThemWithoutAFolderOfDatasets() {
        Map<String, Object> asked = Map.of("--repo-id", "lab/cups", "--images", "png");
        ShardedExporter exporter = new LeRobotFormat()
                .sharded(new DatasetArguments(asked, RewardPolicy.SUCCESS))
                .orElseThrow();
        assertTrue(new LeRobotFormat().isSharded());
        assertEquals("lab/cups", exporter.target());
        assertEquals(100 << 20, exporter.usualShardBytes());
    }

    @Test
    void filesAreNumberedByShardAndNothingElseIsThere() throws Exception {
        assertEquals(
                List.of(
                        "README.md",
                        "data/chunk-000/file-000.parquet",
                        "data/chunk-000/file-001.parquet",
                        "data/chunk-000/file-002.parquet",
                        "meta/episodes/chunk-000/file-000.parquet",
                        "meta/episodes/chunk-000/file-001.parquet",
                        "meta/episodes/chunk-000/file-002.parquet",
                        "meta/info.json",
                        "meta/stats.json",
                        "meta/tasks.parquet"),
                List.copyOf(contents(sharded.folder()).keySet()));
        JsonNode splits = sharded.info().get("splits");
        assertEquals("{\"train\":\"0:5\",\"val\":\"5:8\"}", splits.toString());
        assertEquals(plain.info().get("features"), sharded.info().get("features"));
        assertEquals(
                Tables.all(plain.folder().resolve("meta/tasks.parquet")),
                Tables.all(sharded.folder().resolve("meta/tasks.parquet")));
    }

    private static Map<String, byte[]> contents(Path dataset) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(dataset)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(dataset.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    @Test
    void statisticsAreThoseOfThePlainExportToTheBit() throws Exception {
        JsonNode expected = plain.statistics();
        assertEquals(plain.info().get("features").size(), expected.size());
        assertEquals(expected, sharded.statistics());
    }

    @Test
    void importsReadTheSameFromBoth() throws Exception {
        try (Recordings expected = Recordings.open(plain.folder());
                Recordings found = Recordings.open(sharded.folder())) {
            assertEquals(EPISODES, found.episodes().size());
            for (int i = 0; i < EPISODES; i++) {
                Episode one = expected.episode(i);
                Episode two = found.episode(i);
                assertEquals(one.facts().instruction(), two.facts().instruction());
                assertEquals(one.facts().success(), two.facts().success());
                assertEquals(one.arrays(), two.arrays());
                assertTrue(two.arrays().containsKey(RecordedRuns.CAMERA), "" + two.arrays());
                for (String path : one.arrays().keySet()) {
                    assertArrayEquals(one.read(path).bytes(), two.read(path).bytes(), path + " of " + i);
                }
            }
        }
    }

    @Test
    void videosAreThoseOfThePlainExport() throws Exception {
        Path whole = new LeRobotExporter(options(work.resolve("plain"), Images.VIDEO))
                .export(source, ExportProgress.NONE)
                .target();
        Path made = planned(Images.VIDEO).make(work.resolve("sharded"));
        new ExportedSet(made).assertConsistent(EPISODES);
        assertEquals(
                Set.of("000", "003", "005"),
                contents(made.resolve("videos")).keySet().stream()
                        .map(name -> name.replaceAll(".*file-(.*).mp4", "$1"))
                        .collect(Collectors.toSet()));
        for (int episode = 0; episode < EPISODES; episode++) {
            assertArrayEquals(
                    new ExportedSet(whole).pictures(CAMERA, episode).toArray(),
                    new ExportedSet(made).pictures(CAMERA, episode).toArray(),
                    "episode " + episode);
        }
        assertEquals(
                new ExportedSet(whole).statistics().get(CAMERA),
                new ExportedSet(made).statistics().get(CAMERA));
    }

    @Test
    void anotherProcessOfOneProcessorMakesTheSameBytes() throws Exception {
        PlannedShards planned = planned(Images.VIDEO);
        JsonNode survey = planned.survey();
        Path text = Files.writeString(work.resolve("survey.json"), survey.toString());
        JsonNode here = planned.write(survey, shards.get(1), work.resolve("here"));
        Path there = work.resolve("there");
        String printed = Tool.run(
                work,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:ActiveProcessorCount=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        runs.folder().toString(),
                        text.toString(),
                        there.toString()));
        assertEquals(here.toString(), printed.strip());
        Map<String, byte[]> expected = contents(work.resolve("here"));
        Map<String, byte[]> found = contents(there);
        assertEquals(
                List.of(
                        "data/chunk-000/file-001.parquet",
                        "meta/episodes/chunk-000/file-001.parquet",
                        "videos/" + CAMERA + "/chunk-000/file-003.mp4"),
                List.copyOf(found.keySet()));
        expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
    }

    /** Writes the second shard of what was recorded, and prints the result. */
    static final class Other {
        private Other() {}

        public static void main(String[] args) throws IOException {
            EpisodeSource episodes = twoTasks(RecordedRuns.recorded(Path.of(args[0]), true));
            List<Shard> all = PlannedShards.shards(episodes, "train", List.of(3, 2), "val", 3);
            JsonNode survey = new ObjectMapper().readTree(Path.of(args[1]).toFile());
            System.out.println(planned(Images.VIDEO, episodes, all).write(survey, all.get(1), Path.of(args[2])));
        }
    }

    private static EpisodeSource filmed(Function<EpisodeFacts, Map<String, List<Path>>> videos) throws IOException {
        RecordedRuns bare = RecordedRuns.recorded(folder.resolve("bare"), false);
        if (!Files.exists(bare.folder())) {
            RecordedRuns.record(bare.folder(), false);
        }
        return visitor -> bare.visit((facts, episode) -> visitor.visit(
                LeRobotRefusalsIT.with(facts, facts.dtSeconds(), facts.instruction(), videos.apply(facts)), episode));
    }

    private static Path video(EpisodeFacts facts) {
        Path file = folder.resolve("film_" + facts.run() + "_" + facts.env() + ".mp4");
        try {
            if (!Files.exists(file)) {
                LeRobotRefusalsIT.film(file, RecordedRuns.steps(facts.run(), facts.env()));
            }
            return file;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void ownVideosAreLookedAtWhereTheEpisodesAreSurveyedAndCopied() throws Exception {
        EpisodeSource filmed = filmed(facts -> Map.of("viewport", List.of(video(facts))));
        PlannedShards planned =
                planned(Images.VIDEO, filmed, PlannedShards.shards(filmed, "train", List.of(4), "val", 4));
        Path made = planned.make(work);
        new ExportedSet(made).assertConsistent(EPISODES);
        assertTrue(planned.dataset(planned.survey()).readsVideos());
        assertArrayEquals(
                ExportedSet.pictures(video(runs.facts(1, 2))).toArray(),
                new ExportedSet(made)
                        .pictures("robolab.after_action.viewport", 6)
                        .toArray());
    }

    @Test
    void survey_aVideoOfOnePartWithoutTheLastFrame_leavesItOutOfTheWhole() throws Exception {
        Path shorter = work.resolve("shorter.mp4");
        LeRobotRefusalsIT.film(shorter, RecordedRuns.steps(0, 1) - 1);
        EpisodeSource filmed = filmed(facts ->
                Map.of("viewport", List.of(facts.run() == 0 && facts.env() == 1 ? shorter : video(facts))));
        PlannedShards planned =
                planned(Images.VIDEO, filmed, PlannedShards.shards(filmed, "train", List.of(4), "val", 4));
        Path made = planned.make(work);
        new ExportedSet(made).assertConsistent(EPISODES);
        assertFalse(Files.exists(made.resolve("videos")));
        String notes = planned.dataset(planned.survey()).notes().toString();
        assertTrue(notes.contains("run_0.hdf5, data/demo_1 lacks the frame after the last action"), notes);
    }

    @Test
    void aVideoThatOnePartOfTheSurveyLacksIsRefused() throws Exception {
        EpisodeSource some = filmed(facts -> facts.run() == 0 ? Map.of("viewport", List.of(video(facts))) : Map.of());
        String later = refused(some, Images.VIDEO);
        assertTrue(later.contains("run_1.hdf5, data/demo_0 has 0 videos 'viewport'"), later);
        EpisodeSource others = filmed(facts -> facts.run() == 1 ? Map.of("viewport", List.of(video(facts))) : Map.of());
        String earlier = refused(others, Images.VIDEO);
        assertTrue(earlier.contains("run_0.hdf5, data/demo_0 has 0 videos 'viewport'"), earlier);
        assertTrue(planned(Images.NONE, others, shards)
                .dataset(planned(Images.NONE, others, shards).survey())
                .notes()
                .toString()
                .contains("as asked for"));
    }

    @Test
    void aDamagedVideoIsRefusedWithItsName() throws Exception {
        Path damaged = Files.write(work.resolve("damaged.mp4"), new byte[100]);
        EpisodeSource filmed =
                filmed(facts -> Map.of("viewport", List.of(facts.run() + facts.env() == 4 ? damaged : video(facts))));
        String message = refused(filmed, Images.VIDEO);
        assertTrue(message.contains("run_1.hdf5, data/demo_3 has a video that cannot be read: "), message);
        assertTrue(message.contains("damaged.mp4"), message);
    }

    private static String refused(EpisodeSource episodes, Images images) {
        PlannedShards planned = planned(images, episodes, shards);
        return assertThrows(ExportRefusedException.class, () -> planned.dataset(planned.survey()))
                .getMessage();
    }

    @Test
    void ratesThatDifferBetweenPartsAreRefused() throws Exception {
        EpisodeSource mixed = visitor -> runs.visit((facts, episode) ->
                visitor.visit(LeRobotRefusalsIT.with(facts, facts.run() == 0 ? 0.1 : 0.05, "x", Map.of()), episode));
        String message = refused(mixed, Images.PNG);
        assertTrue(message.contains("run_1.hdf5, data/demo_0 has 20 steps per second"), message);
        assertTrue(message.contains("run_0.hdf5, data/demo_0 has 10"), message);
    }

    @Test
    void shardsThatAreMissingOrInAnotherOrderAreNoDataset() throws Exception {
        PlannedShards planned = planned(Images.NONE);
        JsonNode survey = planned.survey();
        List<JsonNode> made = new ArrayList<>();
        for (Shard shard : shards) {
            made.add(planned.write(survey, shard, work.resolve("" + shard.index())));
        }
        String missing = unfinished(planned, survey, made.subList(0, 2));
        assertTrue(missing.contains("2 shards") && missing.contains("3 were planned"), missing);
        String twice = unfinished(planned, survey, List.of(made.get(0), made.get(0), made.get(1)));
        assertTrue(twice.contains("shard 0 of the dataset comes where 1 was expected"), twice);
        Path about = Files.createDirectories(work.resolve("about"));
        assertEquals(
                List.of("meta/tasks.parquet", "meta/stats.json", "README.md", "meta/info.json"),
                planned.dataset(survey).finish(made, about));
    }

    private String unfinished(PlannedShards planned, JsonNode survey, List<JsonNode> made) throws IOException {
        Path about = Files.createDirectories(work.resolve("unfinished"));
        String message = assertThrows(
                        IOException.class, () -> planned.dataset(survey).finish(made, about))
                .getMessage();
        assertEquals(Map.of(), contents(about));
        return message;
    }
}
