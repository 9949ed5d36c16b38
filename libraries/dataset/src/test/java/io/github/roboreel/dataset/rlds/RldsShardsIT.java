package io.github.roboreel.dataset.rlds;

import static io.github.roboreel.dataset.rlds.ChangedEpisodes.changed;
import static io.github.roboreel.dataset.rlds.ChangedEpisodes.with;
import static io.github.roboreel.dataset.rlds.ExportChecks.EPISODES;
import static io.github.roboreel.dataset.rlds.ExportChecks.STEP_ARRAYS;
import static io.github.roboreel.dataset.rlds.ExportChecks.actions;
import static io.github.roboreel.dataset.rlds.ExportChecks.assertUnchanged;
import static io.github.roboreel.dataset.rlds.ExportChecks.checked;
import static io.github.roboreel.dataset.rlds.ExportChecks.compared;
import static io.github.roboreel.dataset.rlds.ExportChecks.contents;
import static io.github.roboreel.dataset.rlds.ExportChecks.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.PlannedShards;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RLDS datasets made in shards of real recordings, read with programs that are not ours. */
class RldsShardsIT {
    @TempDir
    static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recordings, false);
    }

    private RldsOptions options() {
        return ExportChecks.options(folder, RewardPolicy.SUCCESS, ImageFormat.PNG, false);
    }

    private PlannedShards planned(EpisodeSource source, List<Shard> shards) {
        return new PlannedShards(() -> new RldsShards(options()), source, shards, 3);
    }

    private static List<Shard> shards(EpisodeSource source, Integer... episodes) throws IOException {
        return PlannedShards.shards(source, Map.of("train", List.of(episodes)));
    }

    /** Asserts that the dataset and its notes are those of an export in one go. */
    private ExportSummary assertAsInOneGo(EpisodeSource source) throws IOException {
        PlannedShards planned = planned(source, shards(source, EPISODES));
        Path sharded = planned.make(folder.resolve("sharded"));
        ExportSummary summary = new RldsExporter(options()).export(source, ExportProgress.NONE);
        assertUnchanged(contents(summary.target()), sharded);
        assertEquals(summary.notes(), planned.dataset(planned.survey()).notes());
        return summary;
    }

    @Test
    void everyArrayIsThereBitForBitWithPictures() throws Exception {
        RecordedRuns pictures = RecordedRuns.record(folder.resolve("runs"), true);
        Path dataset = planned(pictures, shards(pictures, 1, 2, 1, 4)).make(folder);

        checked(dataset, actions() + EPISODES);
        assertEquals(EPISODES * (STEP_ARRAYS + 1), compared(dataset, pictures));
    }

    @Test
    void tellsAboutHowManyBytesEpisodesWithPicturesTake() throws Exception {
        RecordedRuns pictures = RecordedRuns.record(folder.resolve("runs"), true);
        ShardSurvey survey = new RldsShards(options()).survey(List.of());
        long[] told = {0};
        pictures.look((facts, episode) -> told[0] += survey.add(facts, episode));
        Path dataset = new RldsExporter(options())
                .export(pictures, ExportProgress.NONE)
                .target();

        long taken = json(dataset, "dataset_info.json").at("/splits/0/numBytes").asLong();
        assertTrue(Math.abs(told[0] - taken) < taken / 4, told[0] + " told, " + taken + " taken");
    }

    @Test
    void splitsAreDeclaredWithTheirFiles() throws Exception {
        List<Shard> shards = PlannedShards.shards(runs, "train", List.of(1, 4), "val", 3);
        Path dataset = planned(runs, shards).make(folder);

        JsonNode found = checked(dataset, actions() + EPISODES);
        assertEquals("{\"train\":5,\"val\":3}", found.get("splits").toString().replace(" ", ""));
        JsonNode splits = json(dataset, "dataset_info.json").get("splits");
        assertEquals("[\"1\",\"4\"]", splits.at("/0/shardLengths").toString());
        assertEquals("[\"3\"]", splits.at("/1/shardLengths").toString());
        assertEquals(found.get("bytes").asLong(), bytes(splits.get(0)) + bytes(splits.get(1)));
        assertEquals(
                List.of(
                        "dataset_info.json",
                        "features.json",
                        "metadata.json",
                        "robolab_banana-train.tfrecord-00000-of-00002",
                        "robolab_banana-train.tfrecord-00001-of-00002",
                        "robolab_banana-val.tfrecord-00000-of-00001"),
                List.copyOf(contents(dataset).keySet()));
    }

    private static long bytes(JsonNode split) {
        return split.get("numBytes").asLong();
    }

    @Test
    void episodesThatAreUnlikeInPartsAreAsInOneGo() throws Exception {
        EpisodeSource broken = visitor -> changed(
                        runs, facts -> facts.env() == 0 ? with(facts, Map.of("shift", "late", "weight", 0.5)) : facts)
                .visit((facts, episode) ->
                        visitor.visit(facts, facts.env() == 3 ? new BrokenOffReader(episode) : episode));

        ExportSummary summary = assertAsInOneGo(broken);

        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("T actions are T steps"), notes);
        assertTrue(notes.contains("of complete ones only"), notes);
        assertTrue(notes.contains("attributes/shift"), notes);
    }

    @Test
    void joinedActionsAreAsInOneGo() throws Exception {
        List<FieldSpec> fields = new ArrayList<>(RecordedRuns.schema(false).specs());
        fields.removeIf(field -> field.path().equals("actions"));
        fields.add(FieldSpec.step("actions/arm", DType.FLOAT32, 2));
        fields.add(FieldSpec.step("actions/grip", DType.INT32));

        ExportSummary summary = assertAsInOneGo(RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields)));

        String features = Files.readString(summary.target().resolve("features.json"));
        assertTrue(features.contains("recorded as actions/arm[2], actions/grip[], joined in this order"), features);
    }

    @Test
    void anEpisodeThatIsTwiceInAShardIsRefused() throws Exception {
        EpisodeSource twice = visitor -> {
            runs.visit(visitor);
            runs.visit(visitor);
        };
        PlannedShards planned = planned(twice, shards(twice, 2 * EPISODES));
        JsonNode survey = planned.survey();

        ExportRefusedException refused = assertThrows(
                ExportRefusedException.class,
                () -> planned.write(survey, planned.shards().get(0), folder));

        assertTrue(refused.getMessage().contains("is the same episode as"), refused.getMessage());
    }

    @Test
    void episodesThatStrainReadersAreToldInTheEnd() throws Exception {
        PlannedShards planned = planned(runs, shards(runs, 6, 2));
        JsonNode survey = planned.survey();
        ShardedDataset dataset = planned.dataset(survey);
        List<JsonNode> made = new ArrayList<>();
        for (Shard shard : planned.shards()) {
            ObjectNode result = (ObjectNode) planned.write(survey, shard, folder.resolve("shard-" + shard.index()));
            made.add(result.put("large", shard.index() + 1));
        }
        assertEquals(List.of(), dataset.notes());

        dataset.finish(made, folder);

        assertEquals(1, dataset.notes().size(), dataset.notes().toString());
        assertTrue(dataset.notes().get(0).startsWith("3 episodes take more than 512 MiB each"));
    }

    @Test
    void aShardWithAnotherNumberOfEpisodesFailsTheEnd() throws Exception {
        PlannedShards planned = planned(runs, shards(runs, EPISODES));
        JsonNode survey = planned.survey();
        ObjectNode made = (ObjectNode) planned.write(survey, planned.shards().get(0), folder.resolve("shard"));
        made.put("episodes", EPISODES - 1);

        IOException failure =
                assertThrows(IOException.class, () -> planned.dataset(survey).finish(List.of(made), folder));

        assertEquals(
                "robolab_banana-train.tfrecord-00000-of-00001 has 7 episodes, but 8 were planned: the recordings"
                        + " changed meanwhile; export them when no recorder writes there",
                failure.getMessage());
    }

    @Test
    void theFormatMakesItOfItsOptionsWithoutAFolder() {
        ShardedExporter exporter = sharded(Map.of());

        assertEquals("robolab_banana/1.0.0", exporter.target());
        assertEquals(
                "robolab_banana/wrist/1.0.0",
                sharded(Map.of("--config", "wrist")).target());
        assertTrue(new RldsFormat().isSharded());
        assertEquals(256 << 20, exporter.usualShardBytes());
    }

    @Test
    void appendingIsRefused() {
        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> sharded(Map.of("--append", true)));

        assertTrue(refused.getMessage().contains("takes no more episodes later"), refused.getMessage());
    }

    private static ShardedExporter sharded(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(more);
        values.put("--name", "robolab_banana");
        values.put("--version", "1.0.0");
        values.put("--image-format", ImageFormat.PNG);
        return new RldsFormat()
                .sharded(new DatasetArguments(values, RewardPolicy.SUCCESS))
                .orElseThrow();
    }

    @Test
    void namesThatReadersTakeForNoSplitAreRefused() throws Exception {
        for (String name : List.of("all", "", "tr ain", "-", "train/2")) {
            List<Shard> shards = PlannedShards.shards(runs, Map.of(name, List.of(EPISODES)));
            PlannedShards planned = planned(runs, shards);
            JsonNode survey = planned.survey();

            ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> planned.dataset(survey));

            assertTrue(refused.getMessage().startsWith("split '" + name + "'"), refused.getMessage());
        }
    }

    @Test
    void anEpisodeWithoutActionsIsRefused() {
        RecordedRuns without = RecordedRuns.record(
                folder.resolve("runs"), FieldSchema.of(List.of(FieldSpec.step("obs/joints", DType.FLOAT32, 2))));
        EpisodeFacts first = without.facts(0, 0);

        ExportRefusedException refused = assertThrows(
                ExportRefusedException.class, () -> planned(without, List.of()).survey());

        assertEquals(first.where() + " has no 'actions', which every RLDS step needs", refused.getMessage());
    }
}
