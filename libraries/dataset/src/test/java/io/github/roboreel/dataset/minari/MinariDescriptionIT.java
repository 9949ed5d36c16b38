package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.ImportedRuns;
import io.github.roboreel.dataset.Python;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What datasets say of themselves: given, by default, and on the way through an import. */
class MinariDescriptionIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ENV_SPEC = "{\"id\": \"Pendulum-v1\", \"additional_wrappers\": []}";
    private static final int FEW = 2;

    @TempDir
    static Path recordings;

    private static EpisodeSource few;

    @TempDir
    Path root;

    @BeforeAll
    static void record() {
        few = RecordedEpisodes.first(FEW, RecordedRuns.record(recordings.resolve("plain"), false));
    }

    private ExportSummary export(String id, EpisodeSource source, boolean append, MinariDescription said)
            throws IOException {
        MinariOptions options = new MinariOptions(
                root, id, DataFormat.HDF5, false, Observations.AUTO, RewardPolicy.RECORDED, append, said);
        return new MinariExporter(options).export(source, ExportProgress.NONE);
    }

    private ObjectNode metadata(String id) throws IOException {
        return (ObjectNode) JSON.readTree(metadataFile(id).toFile());
    }

    private Path metadataFile(String id) {
        return root.resolve(id).resolve("data/metadata.json");
    }

    @Test
    void optionsBecomeMinarisKeys() throws Exception {
        Path spec = Files.writeString(root.resolve("spec.json"), ENV_SPEC + "\n");
        DatasetArguments asked = new DatasetArguments(
                Map.of(
                        "--root", root.toString(),
                        "--id", "lab/arms/banana-v0",
                        "--data-format", "hdf5",
                        "--observations", "auto",
                        "--author", List.of("Zoë", "Smith, J."),
                        "--author-email", List.of("zoe@example.org"),
                        "--requirements", List.of("mujoco>=3.1,<3.2"),
                        "--env-spec", spec.toString(),
                        "--metadata", List.of("ref_max_score=250.5", "licence=MIT"),
                        "--namespace-metadata", List.of("description=All arms")),
                RewardPolicy.RECORDED);
        ExportSummary summary = new MinariFormat().exporter(asked).export(few, ExportProgress.NONE);
        assertTrue(
                summary.notes().contains("the observations are 'initial_state' and 'states', which every episode has"),
                summary.notes()::toString);
        MinariCheck.run(recordings, root, "lab/arms/banana-v0", "states");
        JsonNode made = metadata("lab/arms/banana-v0");
        assertEquals("[\"Zoë\",\"Smith, J.\"]", made.get("author").toString());
        assertEquals("[\"zoe@example.org\"]", made.get("author_email").toString());
        assertEquals("[\"mujoco>=3.1,<3.2\"]", made.get("requirements").toString());
        assertEquals(ENV_SPEC, made.get("env_spec").asText());
        assertEquals(250.5, made.get("ref_max_score").doubleValue());
        assertEquals("MIT", made.get("licence").asText());
        assertEquals("pi0", made.get("algorithm_name").asText());
        assertEquals("states", made.get("robolab").get("observations").asText());
        assertEquals(
                "[\"description\",\"algorithm_name\"]",
                made.get("robolab").get("defaults").toString());
        JsonNode namespace =
                JSON.readTree(root.resolve("lab/arms/namespace_metadata.json").toFile());
        assertEquals("All arms", namespace.get("description").asText());
        assertEquals("{}\n", Files.readString(root.resolve("lab/namespace_metadata.json")));
    }

    @Test
    void whatIsGivenWithAnAppendIsNoDefaultAnyMore() throws Exception {
        export("a-v0", few, false, MinariDescription.NONE);
        export("a-v0", few, true, new MinariDescription(Map.of(MinariDescription.DESCRIPTION, "My words"), Map.of()));
        assertEquals("My words", metadata("a-v0").get("description").asText());
        export("b-v0", imported("a-v0"), false, MinariDescription.NONE);
        assertEquals("My words", metadata("b-v0").get("description").asText());
    }

    @Test
    void aNamespaceThatCannotBeDescribedLeavesTheDatasetAsItWas() throws Exception {
        export("lab/a-v0", few, false, MinariDescription.NONE);
        Path namespace = Files.writeString(root.resolve("lab/namespace_metadata.json"), "[]");
        MinariDescription said = new MinariDescription(Map.of(), Map.of("description", "All arms"));
        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> export("lab/a-v0", few, true, said));
        assertTrue(refused.getMessage().contains(namespace + " is no JSON object"), refused.getMessage());
        assertEquals(FEW, metadata("lab/a-v0").get("total_episodes").asInt());
    }

    @Test
    void anImportedDatasetKeepsItsDescription() throws Exception {
        export("a-v0", few, false, MinariDescription.NONE);
        ObjectNode foreign = metadata("a-v0");
        foreign.remove("robolab");
        foreign.put("author", "Zoë").put("env_spec", ENV_SPEC).put("algorithm_name", "PPO");
        foreign.put("description", "Swings.").put("ref_max_score", 2).put("eval_env_spec", "{\"id\": \"old\"}");
        Files.writeString(metadataFile("a-v0"), foreign.toString());
        EpisodeSource imported = imported("a-v0");
        ExportSummary summary = export("b-v0", imported, false, MinariDescription.NONE);
        assertTrue(
                summary.notes()
                        .contains("'eval_env_spec' of the imported dataset is left out, since Gymnasium 1.0 does not"
                                + " read it"),
                summary.notes()::toString);
        JsonNode again = metadata("b-v0");
        assertEquals("[\"Zoë\"]", again.get("author").toString());
        assertEquals(ENV_SPEC, again.get("env_spec").asText());
        assertEquals("PPO", again.get("algorithm_name").asText());
        assertEquals("Swings.", again.get("description").asText());
        assertEquals(2, again.get("ref_max_score").intValue());
        export("c-v0", imported, false, new MinariDescription(Map.of("description", "Mine."), Map.of()));
        assertEquals("Mine.", metadata("c-v0").get("description").asText());
        assertEquals(ENV_SPEC, metadata("c-v0").get("env_spec").asText());
    }

    @Test
    void export_importedResetOptions_areMinarisAttributesAgain() throws Exception {
        export("a-v0", few, false, MinariDescription.NONE);
        attributes("a-v0", """
                f['episode_0'].attrs.update({'options/level': 3, 'options/scene/light': 'dim', 'options/scene/gain': 0.5,
                                             'options/minari_autoseed': False})
                """);
        imported("a-v0");
        List<Path> folders = List.of(root.resolve("imported-a-v0"));
        export("b-v0", ChosenEpisodes.of(folders, EpisodeChoice.all()), false, MinariDescription.NONE);
        assertEquals(
                "['options/level', 'options/minari_autoseed', 'options/scene/gain', 'options/scene/light'] 3 False 0.5 dim []",
                attributes("b-v0", """
                        options = lambda e: sorted(n for n in f[e].attrs if n.startswith('options'))
                        print(options('episode_0'), *(f['episode_0'].attrs[n] for n in options('episode_0')), options('episode_1'))
                        """));
    }

    private String attributes(String id, String program) throws Exception {
        Path file = root.resolve(id).resolve("data/main_data.hdf5");
        return Python.run("import sys, h5py\nf = h5py.File(sys.argv[1], 'r+')\n" + program, file);
    }

    private EpisodeSource imported(String id) throws IOException {
        Path folder = root.resolve("imported-" + id);
        new MinariFormat().importer().orElseThrow().run(root.resolve(id), folder, ExportProgress.NONE);
        return new ImportedRuns(folder, RecordedRuns.ENV_NAME, FEW);
    }

    /** What follows from the episodes is made again, and the import notes nothing of it. */
    @Test
    void whatFollowsFromEpisodesIsNotKept() throws Exception {
        export("a-v0", few, false, MinariDescription.NONE);
        imported("a-v0");
        Path config =
                root.resolve("imported-a-v0").resolve(RecordedRuns.ENV_NAME).resolve("env_cfg.json");
        assertFalse(JSON.readTree(config.toFile()).has("minari"));
    }

    @Test
    void episodesAreAddedWithTheirAuthors() throws Exception {
        export("lab/a-v0", few, false, new MinariDescription(Map.of("author", List.of("Zoë")), Map.of()));
        Map<String, Object> more = Map.of("author", List.of("Bo", "Zoë"), "code_permalink", "https://example.org/1");
        export("lab/a-v0", few, true, new MinariDescription(more, Map.of("description", "Arms")));
        JsonNode made = metadata("lab/a-v0");
        assertEquals("[\"Zoë\",\"Bo\"]", made.get("author").toString());
        assertEquals("https://example.org/1", made.get("code_permalink").asText());
        assertEquals("pi0", made.get("algorithm_name").asText());
        assertEquals(
                "Arms",
                JSON.readTree(root.resolve("lab/namespace_metadata.json").toFile())
                        .get("description")
                        .asText());
    }

    @Test
    void minariFourFindsTheTextsInItsFile() throws Exception {
        Map<String, Object> said = Map.of("author", List.of("Zoë", "Bo"), "env_spec", ENV_SPEC);
        MinariOptions old = new MinariOptions(
                root,
                "banana-teleop-v1",
                DataFormat.HDF5,
                true,
                Observations.AUTO,
                RewardPolicy.RECORDED,
                false,
                new MinariDescription(said, Map.of()));
        new MinariExporter(old).export(few, ExportProgress.NONE);
        MinariCheck.run(recordings, root, "banana-teleop-v1", "states", "old");
        Files.delete(metadataFile("banana-teleop-v1"));
        try (MinariDataset dataset = MinariDataset.open(root.resolve("banana-teleop-v1"))) {
            assertEquals(FEW, dataset.episodes());
            assertTrue(dataset.described().get("author").toString().contains("Zoë, Bo"));
            assertEquals(ENV_SPEC, dataset.described().get("env_spec"));
        }
    }

    @Test
    void whatMinariWouldNotTakeIsRefused() {
        assertRefused("is written by the export itself", "total_steps", 3L);
        assertRefused("must be a list of texts", "author", "Zoë");
        assertRefused("must be a text", "code_permalink", 1L);
        assertRefused("is no EnvSpec that Gymnasium reads", "env_spec", "{\"id\": \"x\"}");
        MinariDescription namespace = new MinariDescription(Map.of(), Map.of("description", "x"));
        String message = assertThrows(ExportRefusedException.class, () -> export("a-v0", few, false, namespace))
                .getMessage();
        assertTrue(message.contains("is in no namespace"), message);
        DatasetArguments pair = new DatasetArguments(Map.of("--metadata", List.of("licence")), RewardPolicy.RECORDED);
        assertEquals(
                "--metadata 'licence' is no KEY=VALUE",
                assertThrows(IllegalArgumentException.class, () -> DescriptionOptions.description(pair))
                        .getMessage());
    }

    private static void assertRefused(String why, String key, Object value) {
        Map<String, Object> said = Map.of(key, value);
        String message = assertThrows(ExportRefusedException.class, () -> new MinariDescription(said, Map.of()))
                .getMessage();
        assertTrue(message.contains(why), message);
    }

    @Test
    void theUsualRootIsMinarisOwn() {
        assertEquals(
                Path.of("/data/sets"), MinariFormat.usualRoot(Map.of("MINARI_DATASETS_PATH", "/data/sets"), "/home/x"));
        assertEquals(Path.of("/home/x/.minari/datasets"), MinariFormat.usualRoot(Map.of(), "/home/x"));
    }
}
