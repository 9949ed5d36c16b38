package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Datasets that h5py writes after Minari's format, imported and compared by h5py. */
class MinariImportIT {
    private static final Imports IMPORTS = new Imports(new MinariFormat());

    private static final String WRITE_COMMON = """
            import sys, json, os, struct, zlib, h5py, numpy as np
            data = sys.argv[1] + '/data'
            os.makedirs(data)
            rng = np.random.default_rng(1)
            def chunk(kind, body):
                return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
            def png(a):
                raw = b''.join(b'\\0' + row.tobytes() for row in a)
                head = struct.pack('>IIBBBBB', a.shape[1], a.shape[0], 8, 2 if a.ndim == 3 else 0, 0, 0, 0)
                return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(raw)) + chunk(b'IEND', b'')
            def box(dtype, shape, low=-1, high=1):
                return {'type': 'Box', 'dtype': dtype, 'shape': shape,
                        'low': np.full(shape, low).tolist(), 'high': np.full(shape, high).tolist()}
            def metadata(**more):
                json.dump({'data_format': 'hdf5', 'total_episodes': 2, 'total_steps': 12,
                           'dataset_id': 'robolab/pick-teleop-v0', 'minari_version': '0.5.3',
                           'algorithm_name': 'Teleop', **more}, open(data + '/metadata.json', 'w'))
            def outcome(e, steps, reward):
                e['rewards'] = reward
                e['terminations'] = np.arange(steps) == (steps - 1 if e.name.endswith('0') else -1)
                e['truncations'] = np.arange(steps) == (steps - 1 if e.name.endswith('1') else -1)
                e.attrs['total_steps'] = steps
                e.create_group('infos')
            """;

    private static final String WRITE_SMALL = WRITE_COMMON + """
                    metadata(observation_space='{}', action_space='{}', %s)
                    with h5py.File(data + '/main_data.hdf5', 'w') as f:
                        for i in range(2):
                            e = f.create_group(f'episode_{i}')
                            outcome(e, 2, np.zeros(2))
                            e['actions'] = np.zeros(2)
                            e['observations/q'] = np.zeros(3)
                            %s
                    """;

    private static final String EMPTY_FILE = "\nh5py.File(data + '/main_data.hdf5', 'w')";

    private static final String WRITE_NESTED = WRITE_COMMON + """
                    space = {'type': 'Dict', 'subspaces': {
                        'q': box('float32', [3], float('-inf'), float('inf')),
                        'cam': box('uint8', [33, 40, 3], 0, 255), 'grey': box('uint8', [32, 32], 0, 255),
                        'in': {'type': 'Dict', 'subspaces': {'half': box('float16', [2])}},
                        'pair': {'type': 'Tuple', 'subspaces': [box('float64', []), {'type': 'Discrete', 'n': 4, 'start': 0}]}}}
                    metadata(observation_space=json.dumps(space), action_space='{}')
                    truth = {}
                    with h5py.File(data + '/main_data.hdf5', 'w') as f:
                        for i, steps in ((0, 5), (1, 7)):
                            e = f.create_group(f'episode_{i}')
                            outcome(e, steps, rng.random(steps).astype('f4'))
                            o = e.create_group('observations')
                            q = rng.standard_normal((steps + 1, 3)).astype('f4')
                            q[2, 1] = np.nan
                            o['q'] = q
                            o['in/half'] = rng.standard_normal((steps + 1, 2)).astype('f2')
                            o['pair/_index_0'] = rng.random(steps + 1)
                            o['pair/_index_1'] = rng.integers(0, 4, steps + 1)
                            for name, shape in (('cam', (33, 40, 3)), ('grey', (32, 32))):
                                pixels = rng.integers(0, 256, (steps + 1, *shape), dtype='u1')
                                truth[f'{i}/{name}'] = pixels
                                rows = o.create_dataset(name, (steps + 1,), h5py.vlen_dtype('u1'))
                                for k, frame in enumerate(pixels):
                                    rows[k] = np.frombuffer(png(frame), 'u1')
                            e['actions'] = rng.standard_normal((steps, 2))
                            e['infos/speed'] = rng.random((steps + 1, 2))
                            e['infos/deep/flag'] = rng.random(steps) < 0.5
                            e['infos/text'] = np.array([b'a'] * (steps + 1))
                            e['infos/odd'] = np.arange(3)
                            e['infos/wide'] = np.arange(steps, dtype='u4')
                            e['infos/wave'] = np.zeros(steps, 'c8')
                            e.attrs['seed'] = 40 + i
                            e.attrs['operator'] = 'Zoë'
                            e.attrs['options/level'] = 3
                            e.attrs['gains'] = [1.5, 2]
                        f['episode_0'].attrs['success'] = True
                        f.create_group('episode_2')
                    np.savez(sys.argv[1] + '/../truth.npz', **truth)
                    """;

    private static final String COMPARE_NESTED = """
            import sys, json, h5py, numpy as np
            truth = np.load(sys.argv[1] + '/../truth.npz')
            source = h5py.File(sys.argv[1] + '/data/main_data.hdf5', 'r')
            def same(a, b, what):
                assert a.dtype == b.dtype and a.shape == b.shape, (what, a.dtype, b.dtype, a.shape, b.shape)
                assert a.tobytes() == b.tobytes(), what
            for i in range(2):
                with h5py.File(f'{sys.argv[2]}/robolab_pick-teleop-v0/run_{i}.hdf5', 'r') as run:
                    e, d = source[f'episode_{i}'], run['data/demo_0']
                    same(e['actions'][:], d['actions'][:], 'actions')
                    for name in ('rewards', 'terminations', 'truncations'):
                        same(e[name][:], d[name][:], name)
                    for name in ('q', 'in/half', 'pair/_index_0', 'pair/_index_1'):
                        same(e['observations'][name][:-1], d['obs'][name][:], name)
                        same(e['observations'][name][-1:], d['final_obs'][name][:], name)
                    for name in ('cam', 'grey'):
                        same(truth[f'{i}/{name}'][:-1], d['obs'][name][:], name)
                        same(truth[f'{i}/{name}'][-1:], d['final_obs'][name][:], name)
                    same(e['infos/speed'][1:], d['infos/speed'][:], 'speed')
                    same(e['infos/speed'][:1], d['initial_state/infos/speed'][:], 'first speed')
                    same(e['infos/deep/flag'][:], d['infos/deep/flag'][:], 'flag')
                    assert sorted(d['infos']) == ['deep', 'speed', 'text', 'wide']
                    same(e['infos/wide'][:], d['infos/wide'][:], 'wide')
                    same(e['infos/text'][1:], d['infos/text'][:], 'text')
                    text = lambda name: bytes(d.attrs[name]).rstrip(b'\\0').decode() if not isinstance(d.attrs[name], str) else d.attrs[name]
                    print(text('status'), d.attrs['num_samples'], d.attrs['seed'], text('instruction'), text('policy'), round(d.attrs['dt'], 6))
                    print(json.dumps(json.loads(text('episode_metadata'))['episode_attributes'], ensure_ascii=False))
            """;

    @TempDir
    private Path folder;

    @Test
    void everyArrayOfANestedDatasetIsRecordedBitForBit() throws Exception {
        Path dataset = folder.resolve("set/pick");
        Path out = folder.resolve("out");
        Python.run(WRITE_NESTED, dataset);
        ImportSummary summary = IMPORTS.run(dataset, out);
        assertEquals(2, summary.episodes());
        assertEquals(12, summary.steps());
        assertEquals("""
                success 5 40 robolab/pick-teleop-v0 Teleop 0.066667
                {"reset_options": "{\\"level\\": 3}", "operator": "Zoë", "imported_from": "minari robolab/pick-teleop-v0 episode_0"}
                truncated 7 41 robolab/pick-teleop-v0 Teleop 0.066667
                {"reset_options": "{\\"level\\": 3}", "operator": "Zoë", "imported_from": "minari robolab/pick-teleop-v0 episode_1"}""".replace("                ", ""), Python.run(COMPARE_NESTED, dataset, out));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'infos/odd' is left out where its rows"), notes);
        assertTrue(notes.contains("'infos/wave' is left out: it is of a type"), notes);
        assertTrue(notes.contains("1/15 s is assumed"), notes);
        assertTrue(notes.contains("attribute 'gains' is left out: it is no number"), notes);
        assertTrue(notes.contains("'episode_2' is left out: the dataset says that it has 2"), notes);
        assertEquals(2, Files.readAllLines(out.resolve("episode_results.jsonl")).size());
    }

    @Test
    void theFirstLayoutIsReadFromTheAttributesOfItsFiles() throws Exception {
        Path dataset = folder.resolve("old-teleop-v0");
        Path out = folder.resolve("out");
        Python.run(WRITE_COMMON + """
                        with h5py.File(data + '/additional_data_0.hdf5', 'w') as f:
                            e = f.create_group('episode_1')
                            outcome(e, 3, np.arange(3.0))
                            e['observations'], e['actions'] = np.arange(8.0).reshape(4, 2) + 100, np.arange(3)
                        with h5py.File(data + '/main_data.hdf5', 'w') as f:
                            f.attrs.update({'total_episodes': 2, 'total_steps': 5, 'dataset_id': 'old-teleop-v0',
                                            'observation_space': json.dumps(box('float64', [2], float('-inf')))})
                            e = f.create_group('episode_0')
                            outcome(e, 2, np.arange(2.0))
                            e['observations'], e['actions'] = np.arange(6.0).reshape(3, 2), np.arange(2)
                            f['episode_1'] = h5py.ExternalLink('additional_data_0.hdf5', '/episode_1')
                        """, dataset);
        ImportSummary summary = IMPORTS.run(dataset, out);
        assertEquals(5, summary.steps());
        assertEquals(
                "[[0.0, 1.0], [2.0, 3.0]] [[4.0, 5.0]] [0, 1] aborted\n"
                        + "[[100.0, 101.0], [102.0, 103.0], [104.0, 105.0]] [[106.0, 107.0]]"
                        + " [0, 1, 2] truncated",
                Python.run("""
                        import sys, h5py
                        for i in range(2):
                            with h5py.File(f'{sys.argv[1]}/old-teleop-v0/run_{i}.hdf5', 'r') as f:
                                d = f['data/demo_0']
                                print(d['obs/observation'][:].tolist(), d['final_obs/observation'][:].tolist(),
                                      d['actions'][:].tolist(), bytes(d.attrs['status']).rstrip(b'\\0').decode())
                        """, out));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("does not say whether they succeeded"), notes);
    }

    @Test
    void anEpisodeOutsideOfTheDatasetsFolderIsRefusedByName() throws Exception {
        Path dataset = folder.resolve("set/small");
        Python.run(WRITE_SMALL.formatted("total_steps=4", "pass") + """
                        import shutil
                        shutil.copy(data + '/main_data.hdf5', sys.argv[1] + '/outside.hdf5')
                        with h5py.File(data + '/main_data.hdf5', 'r+') as f:
                            del f['episode_1']
                            f['episode_1'] = h5py.ExternalLink('../outside.hdf5', '/episode_1')
                        """, dataset);
        Path out = folder.resolve("out");
        IOException refused = assertThrows(IOException.class, () -> IMPORTS.run(dataset, out));
        assertTrue(
                refused.getMessage().contains("episode_1: it takes values from '../outside.hdf5'"),
                refused.getMessage());
        assertEquals(Kind.LEADS_OUTSIDE, Kind.of(refused));
        assertFalse(Files.exists(out));
    }

    @Test
    void whatAStepCannotHoldIsNamedAndNothingIsLeft() throws Exception {
        String broken = WRITE_COMMON + """
                        metadata(observation_space='{}', action_space='{}')
                        with h5py.File(data + '/main_data.hdf5', 'w') as f:
                            for i in range(2):
                                e = f.create_group(f'episode_{i}')
                                outcome(e, 2, np.zeros(2))
                                e['actions'] = np.zeros(2)
                                e['observations/%s'] = %s
                        """;
        assertRefused(
                broken.formatted("count", "np.zeros(3, 'c8')"),
                "'episode_0/observations/count' is of a type that a step cannot hold");
        assertRefused(
                broken.formatted("name", "np.array([[b'a', b'b']] * 3)"),
                "'episode_0/observations/name' holds more than one text a row");
        assertRefused(
                broken.formatted("q", "np.zeros(7)"), "'episode_0/observations/q' has 7 rows, but 3 were expected");
        assertRefused(WRITE_COMMON + "metadata(data_format='parquet')", "data_format 'parquet', but only");
        assertRefused(WRITE_COMMON, "there is no ");
    }

    @Test
    void whatTheDatasetSaysOfItselfMustBeTrue() throws Exception {
        String total = "total_steps=4";
        assertRefused(
                WRITE_SMALL.formatted("total_steps=5", "pass"),
                "the dataset says total_steps 5, but its episodes have 4 actions");
        assertRefused(
                WRITE_SMALL.formatted(total, "e.attrs['total_steps'] = 3"),
                "'episode_0' says total_steps 3, but has 2 actions");
        for (String name : List.of("observations", "rewards", "terminations", "truncations")) {
            assertRefused(
                    WRITE_SMALL.formatted(total, "del e['" + name + "']"),
                    "'episode_0' has no '" + name + "', which every episode of Minari has");
        }
        assertRefused(
                WRITE_SMALL.formatted(total, "e['infos/again'] = e['infos']"),
                "groups deep, as when a group holds itself");
        for (String episodes : List.of("-1", "2**32", "'2'")) {
            assertRefused(
                    WRITE_COMMON + "metadata(total_episodes=" + episodes + ")" + EMPTY_FILE,
                    "has no total_episodes that is a whole number of at least 0");
        }
        assertRefused(WRITE_COMMON + "metadata(data_format='')", "has no data_format");
        assertRefused(
                WRITE_COMMON + "open(data + '/metadata.json', 'w').write('{\\n\"a\":')",
                "metadata.json is no JSON: reading ends at line 2, column ");
        for (String key : List.of("observation_space", "action_space")) {
            assertRefused(
                    WRITE_SMALL.replace(key + "='{}'", key + "='{\"type\": '").formatted(total, "pass"),
                    "metadata.json: '" + key + "' is no JSON: reading ends at line 1, column ");
        }
    }

    @Test
    void anEpisodeThatIsMissingHidesNoOthersInPlace() throws Exception {
        Path dataset = folder.resolve("set/small");
        Python.run(
                WRITE_SMALL.formatted("total_steps=4", "e.attrs['operator'] = f'Bo {i}'")
                        + "f = h5py.File(data + '/main_data.hdf5', 'r+'); del f['episode_0']",
                dataset);
        String missing = "'episode_0' is missing, but the dataset says that it has 2 episodes; repair the dataset";
        requireOnlySecond(dataset, missing);
        assertEquals(missing, IMPORTS.refusal(dataset, folder.resolve("out")));
    }

    private static void requireOnlySecond(Path dataset, String problem) throws IOException {
        try (Recordings there = Recordings.open(dataset)) {
            assertEquals(1, there.episodes().size());
            assertEquals("Bo 1", there.episodes().get(0).facts().attributes().get("operator"));
            assertTrue(
                    there.problems().toString().contains("episode 0 is left out: " + problem), "" + there.problems());
        }
    }

    @Test
    void aSpaceThatContradictsItsArrayIsNotedAndNotExportedAgain() throws Exception {
        Path dataset = folder.resolve("set/small");
        String space = "observation_space=json.dumps({'type': 'Dict', 'subspaces': {'q': box('float32', [5])}})";
        Python.run(
                WRITE_SMALL
                        .replace("observation_space='{}'", space)
                        .formatted("total_steps=4", "del e['observations/q']; e['observations/q'] = np.zeros((3, 4))"),
                dataset);
        ImportSummary summary = IMPORTS.run(dataset, folder.resolve("out"));
        assertTrue(
                summary.notes()
                        .contains(
                                "'observations/q' is float64 of the shape [4] a row, though its space is Box float32 of"
                                        + " the shape [5]: the array is taken as it is"),
                summary.notes().toString());
        ExportSummary exported = new MinariFormat()
                .exporter(new DatasetArguments(
                        Map.of(
                                "--root",
                                folder.toString(),
                                "--id",
                                "lab/again-v0",
                                "--data-format",
                                DataFormat.HDF5,
                                "--observations",
                                Observations.AUTO),
                        RewardPolicy.RECORDED))
                .export(new ImportedRuns(folder.resolve("out"), "robolab_pick-teleop-v0", 2), ExportProgress.NONE);
        String metadata = Files.readString(exported.target().resolve("data/metadata.json"));
        String q = FormatJson.read(
                        FormatJson.read(metadata).path("observation_space").asText())
                .at("/subspaces/q/shape")
                .toString();
        assertEquals("[4]", q);
        assertTrue(
                exported.notes().toString().contains("the spaces are new ones"),
                exported.notes().toString());
    }

    /** Python's own JSON has NaN. */
    @Test
    void aNumberThatIsNoneIsReadAndLeftOutByName() throws Exception {
        Path dataset = folder.resolve("set/small");
        Python.run(
                WRITE_SMALL.formatted("total_steps=4, ref_max_score=np.nan, ref_min_score=1.5, more=[np.inf]", "pass"),
                dataset);
        ImportSummary summary = IMPORTS.run(dataset, folder.resolve("out"));
        assertTrue(
                summary.notes().contains("'ref_max_score' of the dataset is left out: it is NaN"),
                summary.notes().toString());
        Path config = folder.resolve("out/robolab_pick-teleop-v0/env_cfg.json");
        assertEquals(
                "{\"algorithm_name\":\"Teleop\",\"ref_min_score\":1.5,\"more\":[null]}",
                FormatJson.read(Files.readString(config)).at("/minari/metadata").toString());
    }

    @Test
    void aSeedBeyondInt64IsKeptAsText() throws Exception {
        Path out = folder.resolve("out");
        Path dataset = folder.resolve("set/small");
        Python.run(WRITE_SMALL.formatted("total_steps=4", "e.attrs['seed'] = np.uint64(2 ** 63 - 1 + i)"), dataset);
        IMPORTS.run(dataset, out);
        try (Recordings recorded = Recordings.open(out)) {
            assertEquals(
                    Long.MAX_VALUE, recorded.episodes().get(0).facts().seed().orElseThrow());
            assertEquals(
                    "9223372036854775808",
                    recorded.episodes().get(1).facts().attributes().get("seed"));
        }
    }

    @Test
    void periodAndInstructionAreTakenWhereverTheyStand() throws Exception {
        Path out = folder.resolve("out");
        Path dataset = folder.resolve("set/small");
        Python.run(
                WRITE_SMALL.formatted(
                        "total_steps=4, env_spec=json.dumps({'kwargs': {'control_freq': 25}})",
                        "e['infos'].create_dataset('instruction', data=['', 'open the door', 'open the door'][:3 - i],"
                                + " dtype=h5py.string_dtype()); e.attrs['success'], e['extra'] = float(i), np.zeros(2)"),
                dataset);
        ImportSummary summary = IMPORTS.run(dataset, out);
        try (Recordings recorded = Recordings.open(out)) {
            for (int i = 0; i < 2; i++) {
                EpisodeFacts facts = recorded.episodes().get(i).facts();
                assertEquals("open the door", facts.instruction());
                assertEquals(0.04, facts.dtSeconds(), 1e-12);
                assertEquals(i == 1, facts.success().orElseThrow());
            }
        }
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'extra' of an episode is left out"), notes);
        assertFalse(notes.contains("time between"), notes);
    }

    @Test
    void anEpisodeWithoutStepsHidesNoOthers() throws Exception {
        Path out = folder.resolve("out");
        Path dataset = folder.resolve("set/small");
        Python.run(WRITE_SMALL.formatted("total_steps=2", "pass") + """
                        with h5py.File(data + '/main_data.hdf5', 'r+') as f:
                            e = f['episode_0']
                            for name in ('observations/q', 'actions', 'rewards', 'terminations', 'truncations'):
                                rows = e[name][:name == 'observations/q']
                                del e[name]
                                e[name] = rows
                            e.attrs['total_steps'] = 0
                        """, dataset);
        IMPORTS.run(dataset, out);
        try (Recordings recorded = Recordings.open(out)) {
            assertEquals(0, recorded.episodes().get(0).steps());
            assertEquals(2, recorded.episodes().get(1).steps());
        }
    }

    /** Minari encodes every uint8 array as JPEG, vectors too: their values are lost. */
    private static final String JPEG = """
            import io; from PIL import Image; rows = e.create_dataset('%s', (3,), h5py.vlen_dtype('u1'))
                    for k in range(3):
                        buffer = io.BytesIO()
                        Image.fromarray(np.full((1, 3), 7 * k, 'u1')).save(buffer, format='JPEG')
                        rows[k] = np.frombuffer(buffer.getvalue(), 'u1')""";

    @Test
    void aVectorThatWasStoredAsJpegIsNeverTaken() throws Exception {
        String space = "observation_space=json.dumps({'type': 'Dict', 'subspaces':"
                + " {'q': box('float64', []), 'mode': box('uint8', [3], 0, 255)}})";
        String write = WRITE_SMALL.replace("observation_space='{}'", space);
        assertRefused(
                write.formatted("total_steps=4", JPEG.formatted("observations/mode")),
                "'episode_0/observations/mode' holds byte strings");
        Path dataset = folder.resolve("set/small");
        Python.run(WRITE_SMALL.formatted("total_steps=4", JPEG.formatted("infos/mode")), dataset);
        ImportSummary summary = IMPORTS.run(dataset, folder.resolve("out"));
        assertEquals(2, summary.episodes());
        assertTrue(
                summary.notes().toString().contains("'infos/mode' is left out"),
                summary.notes().toString());
    }

    /** Four grey frames are no picture of as many channels as they are wide. */
    @Test
    void stackedFramesAreValuesAndNoCamera() throws Exception {
        Path out = folder.resolve("out");
        Path dataset = folder.resolve("set/small");
        Python.run(
                WRITE_SMALL.formatted(
                        "total_steps=4",
                        "del e['observations']; e['observations'] = rng.integers(0, 256, (3, 4, 64, 64), dtype='u1')"),
                dataset);
        IMPORTS.run(dataset, out);
        LeRobotOptions options = new LeRobotOptions(
                folder, "lab/stack", Optional.empty(), LeRobotOptions.Images.VIDEO, RewardPolicy.RECORDED);
        new LeRobotExporter(options.withFields(LeRobotOptions.Fields.ALL))
                .export(new ImportedRuns(out, "robolab_pick-teleop-v0", 2), ExportProgress.NONE);
        assertEquals("True True [4, 64, 64]", Python.run("""
                import sys, json, h5py, numpy as np
                source = h5py.File(sys.argv[1] + '/data/main_data.hdf5')
                for i in range(2):
                    o = source[f'episode_{i}/observations'][:]
                    d = h5py.File(f'{sys.argv[2]}/robolab_pick-teleop-v0/run_{i}.hdf5')['data/demo_0']
                    a, b = d['obs/observation'], d['final_obs/observation']
                    assert a.dtype == b.dtype == 'u1', (a.dtype, b.dtype)
                    print(np.array_equal(a[:], o[:-1]) and np.array_equal(b[:], o[-1:]), end=' ')
                features = json.load(open(sys.argv[3] + '/meta/info.json'))['features']
                assert not {'video', 'image'} & {f['dtype'] for f in features.values()}, features
                print(features['robolab.obs.observation']['info']['robolab.recorded'][0]['shape'])
                """, dataset, out, options.target()));
    }

    /** Our exporter leaves out an action without an observation after it, but not its infos. */
    @Test
    void aRowMoreIsThatOfADroppedActionOnlyWhereOneWasDropped() throws Exception {
        Path dataset = folder.resolve("set/ours");
        Path out = folder.resolve("out");
        Python.run(
                WRITE_SMALL.formatted(
                        "total_steps=4",
                        "e.attrs['robolab/env_name'], e.attrs['dropped_last_step'] = 'Arm', i == 0;"
                                + " e['infos/speed'] = np.arange(3) + 7"),
                dataset);
        ImportSummary summary = IMPORTS.run(dataset, out);
        assertEquals("[7, 8]\nNone", Python.run("""
                        import sys, h5py
                        for i in range(2):
                            with h5py.File(f'{sys.argv[1]}/Arm/run_{i}.hdf5', 'r') as f:
                                speed = f['data/demo_0'].get('speed')
                                print(speed if speed is None else speed[:].tolist())
                        """, out));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("the last row of 'speed' is left out"), notes);
        assertTrue(notes.contains("'infos/speed' is left out where its rows are not"), notes);
    }

    private void assertRefused(String script, String sentence) throws Exception {
        Path dataset = Files.createTempDirectory(folder, "bad");
        Path out = dataset.resolve("out");
        Python.run(script, dataset);
        String message = IMPORTS.refusal(dataset, out);
        assertTrue(message.contains(sentence), message);
        assertFalse(message.contains("\n"), message);
        assertEquals(List.of("data"), names(dataset));
    }

    @Test
    void anExistingFolderIsLeftAlone() throws Exception {
        Path dataset = folder.resolve("set/pick");
        Python.run(WRITE_NESTED, dataset);
        Path out = Files.createDirectory(folder.resolve("mine"));
        IMPORTS.refusal(dataset, out);
        assertEquals(List.of(), names(out));
    }

    /** A dataset whose last row is damaged fails late, and leaves no folder that looks whole. */
    @Test
    void aFailureLeavesNoFolder() throws Exception {
        Path dataset = folder.resolve("set/pick");
        Python.run(WRITE_NESTED + """
                        with h5py.File(data + '/main_data.hdf5', 'r+') as f:
                            f['episode_1/observations/cam'][6] = np.arange(9, dtype='u1')
                        """, dataset);
        Path out = folder.resolve("late/out");
        String message =
                assertThrows(IOException.class, () -> IMPORTS.run(dataset, out)).getMessage();
        assertTrue(message.contains("'episode_1/observations/cam': a row is no picture"), message);
        assertFalse(Files.exists(out));
        assertEquals(List.of(), names(out.getParent()));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }
}
