package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every exporter of shards promises; extended by one test class per format. */
public abstract class ShardedExporterContract {
    protected static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;

    @TempDir
    static Path recorded;

    protected static RecordedRuns runs;

    @TempDir
    protected Path folder;

    /** A new one, always with the same options. */
    protected abstract ShardedExporter exporter();

    /** Exports to the same target below a folder of all datasets, with the same options, in one go. */
    protected abstract Exporter plain(Path datasets);

    /** Checks a dataset with a program that is not ours. */
    protected abstract void assertReadable(Path dataset, int episodes) throws Exception;

    /**
     * What a dataset holds of each episode, in their order.
     *
     * @param splits all of them, in their order
     */
    protected abstract List<String> episodes(Path dataset, List<String> splits) throws IOException;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recorded, false);
    }

    private PlannedShards planned(List<Shard> shards, int surveyed) {
        return new PlannedShards(this::exporter, runs, shards, surveyed);
    }

    /** Of one split, which exports that are not divided have, too. */
    private static List<Shard> shards(Integer... episodes) throws IOException {
        return PlannedShards.shards(runs, Map.of("train", List.of(episodes)));
    }

    private Path plain() throws IOException {
        Path datasets = folder.resolve("plain");
        plain(datasets).export(runs, ExportProgress.NONE);
        return datasets.resolve(exporter().target());
    }

    /** All files of a folder by their names. */
    protected static Map<String, byte[]> contents(Path dataset) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(dataset)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(dataset.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return contents;
    }

    protected static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> found) {
        assertEquals(expected.keySet(), found.keySet());
        expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
    }

    @Test
    void oneShardIsThePlainExport() throws Exception {
        Map<String, byte[]> expected = contents(plain());

        assertSame(expected, contents(planned(shards(EPISODES), EPISODES).make(folder.resolve("one"))));
        assertSame(expected, contents(planned(shards(EPISODES), 2).make(folder.resolve("four"))));
    }

    @Test
    void shardsHoldTheSameEpisodesInTheSameOrder() throws Exception {
        Path dataset = planned(shards(3, 1, 4), 2).make(folder);

        assertReadable(dataset, EPISODES);
        assertEquals(episodes(plain(), List.of("train")), episodes(dataset, List.of("train")));
    }

    @Test
    void splitsFollowEachOther() throws Exception {
        List<Shard> shards = PlannedShards.shards(runs, "train", List.of(2, 4), "val", 2);
        Path dataset = planned(shards, 3).make(folder);

        assertReadable(dataset, EPISODES);
        assertEquals(episodes(plain(), List.of("train")), episodes(dataset, List.of("train", "val")));
    }

    @Test
    void partsOfTheSurveyDoNotMatter() throws Exception {
        JsonNode whole = planned(shards(EPISODES), EPISODES).survey();
        for (int surveyed = 1; surveyed < EPISODES; surveyed++) {
            assertEquals(whole, planned(shards(EPISODES), surveyed).survey(), surveyed + " episodes each");
        }
    }

    @Test
    void aShardHasTheSameBytesEachTime() throws Exception {
        PlannedShards planned = planned(shards(3, 5), 4);
        JsonNode survey = planned.survey();
        Shard second = planned.shards().get(1);

        JsonNode first = planned.write(survey, second, folder.resolve("first"));
        ShardedDataset dataset = planned.dataset(survey);
        Path before = Files.createDirectories(folder.resolve("before"));
        dataset.write(planned.shards().get(0), planned.of(planned.shards().get(0)), before, ExportProgress.NONE);
        Path again = Files.createDirectories(folder.resolve("again"));
        JsonNode later = dataset.write(second, planned.of(second), again, ExportProgress.NONE);

        assertEquals(first.toString(), later.toString());
        assertSame(contents(folder.resolve("first")), contents(again));
    }

    @Test
    void namesTheFilesAboutTheDataset() throws Exception {
        PlannedShards planned = planned(shards(6, 2), EPISODES);
        JsonNode survey = planned.survey();
        List<JsonNode> made = new ArrayList<>();
        for (Shard shard : planned.shards()) {
            made.add(planned.write(survey, shard, folder.resolve("shard-" + shard.index())));
        }
        Path about = Files.createDirectories(folder.resolve("about"));

        List<String> files = planned.dataset(survey).finish(made, about);

        assertEquals(
                List.copyOf(contents(about).keySet()), files.stream().sorted().toList());
        assertTrue(made.stream().allMatch(json -> json.toString().length() < 100_000), "small");
    }

    @Test
    void tellsHowFarAShardIs() throws Exception {
        PlannedShards planned = planned(shards(3, 5), EPISODES);
        Shard shard = planned.shards().get(1);
        Map<String, Long> told = new TreeMap<>();
        ExportProgress progress = new ExportProgress() {
            private String phase;

            @Override
            public void phase(String name, long steps) {
                phase = name;
                assertEquals(shard.steps(), steps);
            }

            @Override
            public void advanced(long steps) {
                told.merge(phase, steps, Long::sum);
            }
        };

        planned.dataset(planned.survey()).write(shard, planned.of(shard), folder, progress);

        assertFalse(told.isEmpty());
        told.forEach((phase, steps) -> assertEquals(shard.steps(), steps, phase));
    }

    @Test
    void tellsAboutHowManyBytesAnEpisodeTakes() throws Exception {
        ShardSurvey survey = exporter().survey(List.of());
        long[] told = {0};
        runs.look((facts, episode) -> told[0] += survey.add(facts, episode));
        long taken = 0;
        for (byte[] file : contents(plain()).values()) {
            taken += file.length;
        }

        assertTrue(told[0] > taken / 3 && told[0] < taken * 3, told[0] + " told, " + taken + " taken");
        assertTrue(exporter().usualShardBytes() >= 1 << 20);
    }

    @Test
    void tellsWhatWasDoneToTheEpisodes() throws Exception {
        EpisodeSource changed = new EpisodeSource() {
            @Override
            public void visit(Visitor visitor) throws IOException {
                runs.visit(visitor);
            }

            @Override
            public List<String> notes() {
                return List.of("the episodes were painted on their way");
            }
        };
        PlannedShards planned = new PlannedShards(this::exporter, changed, shards(EPISODES), 3);

        List<String> notes = planned.dataset(planned.survey()).notes();

        assertTrue(notes.contains("the episodes were painted on their way"), notes.toString());
    }

    @Test
    void episodesOfAnotherStructureAreRefused() throws Exception {
        RecordedRuns others = RecordedRuns.record(
                folder,
                FieldSchema.of(
                        FieldSpec.step("actions", DType.FLOAT32, 2), FieldSpec.step("obs/joints", DType.FLOAT32, 2)));
        PlannedShards unlike = new PlannedShards(this::exporter, others, List.of(), EPISODES);
        ShardSurvey all = exporter().survey(planned(List.of(), EPISODES).survey());
        ShardSurvey later = exporter().survey(unlike.survey());

        ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> all.add(later));

        assertTrue(refused.getMessage().startsWith(others.file(0) + ", data/demo_0 has "), refused.getMessage());
        assertTrue(refused.getMessage().contains(runs.file(0) + ", data/demo_0"), refused.getMessage());
    }

    @Test
    void noEpisodesAreRefused() {
        ShardedExporter exporter = exporter();
        ShardSurvey none = exporter.survey(List.of());

        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> exporter.plan(none, List.of()));

        assertTrue(refused.getMessage().contains("no episode"), refused.getMessage());
    }

    @Test
    void aShardOfOtherEpisodesThanPlannedFails() throws Exception {
        PlannedShards planned = planned(shards(3, 5), EPISODES);
        Shard second = planned.shards().get(1);
        EpisodeSource fewer = planned.of(planned.shards().get(0));
        ShardedDataset dataset = planned.dataset(planned.survey());

        IOException failure =
                assertThrows(IOException.class, () -> dataset.write(second, fewer, folder, ExportProgress.NONE));

        assertTrue(failure.getMessage().contains("changed"), failure.getMessage());
    }
}
