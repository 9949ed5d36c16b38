package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.rlds.RldsAbout;
import io.github.roboreel.dataset.rlds.RldsDataset;
import io.github.roboreel.dataset.rlds.RldsExporter;
import io.github.roboreel.dataset.rlds.RldsFormat;
import io.github.roboreel.dataset.rlds.RldsOptions;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.Checkout;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Datasets written by other code come in with all their values. */
class RldsImportIT {
    private static final Imports IMPORTS = new Imports(new RldsFormat());

    /** Compares what was recorded with what the writer of the dataset says has to be. */
    private static final String COMPARE = """
            import sys, json, h5py, numpy as np
            out, name, expected = sys.argv[1], sys.argv[2].split('/')[0], sys.argv[3]
            def text(value):
                return value if isinstance(value, str) else bytes(value).rstrip(b'\\0').decode()
            count = 0
            for i, about in enumerate(json.load(open(f'{expected}/{name}.json'))):
                demo = h5py.File(f'{out}/{name}/run_{i}.hdf5', 'r')['data/demo_0']
                found = {}
                demo.visititems(lambda n, o: found.update({n: o[()]}) if isinstance(o, h5py.Dataset) else None)
                arrays = dict(np.load(f'{expected}/{name}_{i}.npz'))
                paths = {path.split('@')[0] for path in arrays}
                there = {path for path in found if not path.startswith('timestamps/')}
                assert paths == there, (i, sorted(paths ^ there))
                for path, a in arrays.items():
                    b = found[path.split('@')[0]]
                    assert a.shape == b.shape, (i, path, a.shape, b.shape)
                    if path.endswith('@jpeg'):
                        difference = np.abs(a.astype(int) - b.astype(int))
                        assert difference.max() <= 24 and difference.mean() < 3, (i, path, difference.max(), difference.mean())
                    elif a.dtype.kind == 'S':
                        assert [bytes(t) for t in a] == [bytes(t).rstrip(b'\\0') for t in b], (i, path, a, b)
                    else:
                        assert a.dtype == b.dtype and a.tobytes() == b.tobytes(), (i, path, a.dtype, b.dtype, a, b)
                    count += 1
                for key in ('status', 'instruction', 'policy'):
                    assert text(demo.attrs[key]) == about[key], (i, key, text(demo.attrs[key]))
                attributes = json.loads(text(demo.attrs['episode_metadata']))['episode_attributes']
                assert attributes == about['attributes'], (i, attributes, about['attributes'])
            print(count)
            """;

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    @BeforeAll
    static void write() throws IOException, InterruptedException {
        Path script = Checkout.file("conformance/make_rlds.py");
        Python.run(
                "import sys, runpy; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')",
                script,
                shared);
    }

    private ImportSummary assertValuesAreThere(String name, int arrays) throws Exception {
        Path out = folder.resolve("out");
        ImportSummary summary = IMPORTS.run(shared.resolve(name), out);
        assertEquals("" + arrays, Python.run(COMPARE, out, Path.of(name), shared));
        return summary;
    }

    @Test
    void allTypesShardsAndSplitsComeIn() throws Exception {
        ImportSummary summary = assertValuesAreThere("odd_arm/wide/2.1.0", 209);
        assertEquals(4, summary.episodes());
        String notes = String.join("\n", summary.notes());
        for (String part : List.of(
                "'steps/points' is left out where it has rows of different lengths",
                "'steps/names' is left out where it is an array of texts",
                "'steps/sound' is left out where it is a feature of a kind that is not read",
                "'steps/observation/nested/deep/brain' is bfloat16, recorded as float32",
                "'odd_arm-train.tfrecord-00007-of-00002' is left out",
                "N steps are N - 1 actions")) {
            assertTrue(notes.contains(part), part + " in " + notes);
        }
    }

    @Test
    void theFolderAboveAVersionIsReadInPlace() throws Exception {
        try (Recordings there = Recordings.open(shared.resolve("odd_arm"))) {
            assertEquals(4, there.episodes().size());
        }
        assertFalse(RldsDataset.recognises(Files.createDirectories(folder.resolve("a/b/c"))));
    }

    @Test
    void anyEpisode_withoutAPassOverTheOthers_isRead() throws Exception {
        try (DatasetReader dataset = RldsDataset.open(shared.resolve("odd_arm"))) {
            FoundEpisode last = dataset.episode(3, new ImportNotes());
            assertEquals(3, last.steps());
            assertEquals("Zoë", last.outcome().attributes().get("agent_id"));
            assertEquals(List.of(7, 3, 3), source(last, "obs/any").spec().shape());
            FoundEpisode first = dataset.episode(0, new ImportNotes());
            assertEquals(3, first.steps());
            FieldSource arm = source(first, "actions/arm");
            int rowBytes = arm.spec().rowBytes();
            assertEquals(4 * rowBytes, arm.rows().numbers(0, 4).length);
            byte[] before = source(last, "obs/any").rows().numbers(0, 3);
            assertEquals(
                    3 * 7 * 3 * 3,
                    before.length / source(last, "obs/any").storedType().bytes());
        }
    }

    private static FieldSource source(FoundEpisode episode, String path) {
        return episode.arrays().stream()
                .filter(array -> array.spec().path().equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError(path + " is not among " + episode.arrays()));
    }

    @Test
    void observationsAndActionsOfTheSameNumberAreAllKept() throws Exception {
        ImportSummary summary = assertValuesAreThere("plain/0.0.1", 12);
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("have actions or rewards other than 0, so N steps are N actions"), notes);
        assertTrue(notes.contains("does not say whether they succeeded"), notes);
    }

    private static final String EQUAL = """
            import sys, h5py
            count = 0
            for i in range(8):
                s = h5py.File(f'{sys.argv[1]}/BananaInBowl/run_{i // 4}.hdf5', 'r')[f'data/demo_{i % 4}']
                d = h5py.File(f'{sys.argv[2]}/BananaInBowl/run_{i}.hdf5', 'r')['data/demo_0']
                a, b = {}, {}
                for demo, found in ((s, a), (d, b)):
                    demo.visititems(lambda n, o: found.update({n: o[()]}) if isinstance(o, h5py.Dataset) else None)
                assert sorted(a) == sorted(b), sorted(set(a) ^ set(b))
                for name in a:
                    assert a[name].dtype == b[name].dtype and a[name].tobytes() == b[name].tobytes(), (i, name)
                    count += 1
            print(count)
            """;

    /** T actions are T steps of our exports then. */
    @Test
    void ourEpisodesWithoutFinalObservationsAreBack() throws Exception {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.image("obs/side_cam", 5, 4),
                FieldSpec.image("obs/front_cam", 6, 8),
                FieldSpec.step("obs/gripper", DType.UINT64, 2),
                FieldSpec.text("obs/said", 24),
                FieldSpec.text("note", 40),
                FieldSpec.initial("initial_state/gate", DType.BOOL, 3),
                FieldSpec.step("states/gate", DType.BOOL, 3));
        RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs"), schema);
        new RldsExporter(options("banana")).export(recorded, ExportProgress.NONE);
        Path out = folder.resolve("out");
        ImportSummary summary = IMPORTS.run(folder.resolve("root/banana/1.0.0"), out);
        assertEquals("80", Python.run(EQUAL, recorded.folder(), out));
        assertTrue(summary.notes().toString().contains("the rewards that an export made"));
    }

    @Test
    void whatADatasetSaysOfItselfIsBack() throws Exception {
        Map<String, Object> said = Map.of(
                "--out", folder.resolve("root").toString(),
                "--name", "said",
                "--version", "1.0.0",
                "--image-format", ImageFormat.PNG,
                "--description", "Bananas, \u00e9tude 1.",
                "--citation", "@misc{banana}\n",
                "--homepage", List.of("https://example.org/banana", "https://example.org/paper"),
                "--license", "CC-BY-4.0");
        RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs"), false);
        ExportSummary first = new RldsFormat()
                .exporter(new DatasetArguments(said, RewardPolicy.RECORDED))
                .export(recorded, ExportProgress.NONE);
        JsonNode info = info(first);
        assertTrue(info.path("description").asText().startsWith("Bananas, \u00e9tude 1. Robot episodes"));
        assertEquals("@misc{banana}\n", info.path("citation").asText());
        assertEquals(
                "[\"https://example.org/banana\",\"https://example.org/paper\"]",
                info.at("/location/urls").toString());
        assertEquals(
                "{\"license\":\"CC-BY-4.0\"}", info.path("redistributionInfo").toString());

        Path out = folder.resolve("out");
        IMPORTS.run(first.target(), out);
        EpisodeSource imported = ChosenEpisodes.of(List.of(out), EpisodeChoice.all());
        ExportSummary again = new RldsExporter(options("again")).export(imported, ExportProgress.NONE);
        for (String key : List.of("description", "citation", "location", "redistributionInfo")) {
            assertEquals(info.path(key), info(again).path(key), key);
        }
        RldsAbout other = new RldsAbout(Map.of(RldsAbout.LICENSE, "MIT"));
        ExportSummary changed =
                new RldsExporter(options("changed").withAbout(other)).export(imported, ExportProgress.NONE);
        assertEquals("MIT", info(changed).at("/redistributionInfo/license").asText());
        assertEquals(info.path("citation"), info(changed).path("citation"));
    }

    /** A dataset of three episodes by the writer of the conformance suite, whose second is what the script makes it. */
    private Path written(String features, String change) throws Exception {
        Path dataset = folder.resolve("cups");
        Python.run(
                """
                import sys, runpy, numpy as np
                w = runpy.run_path(sys.argv[1])
                globals().update({name: w[name] for name in ('text', 'sequence', 'tensor', 'numbers', 'example', 'dictionary')})
                def episode(i, T=3):
                    flag = lambda k: numbers(np.arange(T) == k)
                    lists = {'steps/observation': numbers(np.full((T, 2), i, 'f4')), 'steps/action': numbers(np.ones((T, 2), 'f4')),
                             'steps/is_first': flag(0), 'steps/is_last': flag(T - 1), 'steps/is_terminal': flag(T - 1),
                             'steps/language_instruction': ('bytes', [b'stack the cups'] * T),
                             'episode_metadata/file_path': ('bytes', [b'/a'])}
                    def change(lists):
                """ + change.indent(8) + """
                        return lists
                    return example(change(lists) if i == 1 else lists)
                steps = w['dataset'](observation=tensor('float32', 2), action=tensor('float32', 2), is_first=tensor('bool'),
                                     is_last=tensor('bool'), is_terminal=tensor('bool'), language_instruction=text())
                features = dictionary(steps=steps, episode_metadata=dictionary(file_path=text(), %s))
                w['write'](sys.argv[2], 'cups', '1.0.0', None, [('train', [[episode(i) for i in range(3)]])], features)
                """.formatted(features), Checkout.file("conformance/make_rlds.py"), dataset);
        return dataset;
    }

    @Test
    void theSentenceOfTheStepsIsTheInstructionAndThatOfTheEpisodeStays() throws Exception {
        Path dataset = written(
                "language_instruction=text()",
                "lists['episode_metadata/language_instruction'] = ('bytes', [b'tidy up the table'])");
        IMPORTS.run(dataset, folder.resolve("out"));
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            EpisodeFacts facts = recorded.episodes().get(1).facts();
            assertEquals("stack the cups", facts.instruction());
            assertEquals("tidy up the table", facts.attributes().get("episode_metadata/language_instruction"));
        }
    }

    @Test
    void listsOfSentencesPeriodsAndVerdictsOfAnEpisodeAreRead() throws Exception {
        Path dataset = written(
                "language_instructions=sequence(text()), control_freq=tensor('int32'), success=tensor('float32')", """
                del lists['steps/language_instruction']
                lists['episode_metadata/language_instructions'] = ('bytes', [b'', b'push it over, [gently]'])
                lists['episode_metadata/control_freq'] = ('int64', [25])
                lists['episode_metadata/success'] = ('float', [1.0])
                """);
        try (Recordings there = Recordings.open(dataset)) {
            EpisodeFacts facts = there.episodes().get(1).facts();
            assertEquals("push it over, [gently]", facts.instruction());
            assertEquals(0.04, facts.dtSeconds(), 1e-12);
            assertTrue(facts.success().orElseThrow());
        }
    }

    @Test
    void aSentenceThatIsNoTextIsLeftOutByName() throws Exception {
        Path dataset =
                written("", "lists['steps/language_instruction'] = ('bytes', ['f\\u00fcr'.encode('latin1')] * T)");
        ImportSummary summary = IMPORTS.run(dataset, folder.resolve("out"));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'steps/language_instruction' is left out: it holds bytes that are no text"), notes);
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            assertEquals("stack the cups", recorded.episodes().get(0).facts().instruction());
            assertEquals("cups", recorded.episodes().get(1).facts().instruction());
            assertEquals("stack the cups", recorded.episodes().get(2).facts().instruction());
        }
    }

    @Test
    void aDamagedEpisodeHidesNoOthersInPlace() throws Exception {
        Path dataset = written("", "lists['steps/action'] = lists['steps/action'][0], [1.0]");
        try (Recordings there = Recordings.open(dataset)) {
            assertEquals(2, there.episodes().size());
            assertTrue(
                    there.problems().toString().contains("record 1: 'steps/action' is not what"),
                    "" + there.problems());
        }
        String refusal = IMPORTS.refusal(dataset, folder.resolve("out"));
        assertTrue(refusal.contains("record 1: 'steps/action' is not what"), refusal);
    }

    /** Some writers give features whose lists are empty, others features without lists. */
    @ParameterizedTest
    @ValueSource(strings = {"", "example.__globals__['value_list'] = lambda k, v, p: full(k, v, p) if v else b''"})
    void anEpisodeWithoutStepsIsOneOfNone(String writer) throws Exception {
        Path dataset = written("", """
                full = w['value_list']
                %s
                for key in [k for k in lists if k.startswith('steps/')]:
                    lists[key] = (lists[key][0], [])
                """.formatted(writer));
        ImportSummary summary = IMPORTS.run(dataset, folder.resolve("out"));
        assertTrue(summary.notes().contains("episodes without steps are recorded with 0 steps"), "" + summary.notes());
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            List<Long> steps = new ArrayList<>();
            for (Episode episode : recorded.episodes()) {
                steps.add(episode.steps());
            }
            assertEquals(List.of(3L, 0L, 3L), steps);
            assertArrayEquals(
                    new int[] {0, 2}, recorded.episodes().get(1).read("actions").shape());
        }
    }

    private RldsOptions options(String name) {
        return new RldsOptions(
                folder.resolve("root"), name, Optional.empty(), "1.0.0", ImageFormat.PNG, RewardPolicy.RECORDED, false);
    }

    private static JsonNode info(ExportSummary made) throws IOException {
        return FormatJson.read(Files.readAllBytes(made.target().resolve("dataset_info.json")));
    }

    @Test
    void aFolderAboveTwoDatasetsIsRefusedWithTheirNames() {
        String message = IMPORTS.refusal(shared, folder.resolve("out"));
        assertTrue(message.contains("more than one dataset"), message);
        assertTrue(message.contains("odd_arm/wide/2.1.0, ") && message.contains("plain/0.0.1; name one"), message);
    }
}
