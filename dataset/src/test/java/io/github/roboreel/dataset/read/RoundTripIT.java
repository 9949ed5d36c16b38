package io.github.roboreel.dataset.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.MinariExporter;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.dataset.minari.MinariOptions;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded, exported, imported: h5py finds the same arrays. */
class RoundTripIT {
    /** Compares all datasets of all demos but the time at which steps were handed over. */
    private static final String COMPARE = """
            import sys, json, h5py
            def arrays(demo):
                found = {}
                demo.visititems(lambda name, o: found.update({name: o}) if isinstance(o, h5py.Dataset) else None)
                return found
            def text(value):
                return value if isinstance(value, str) else bytes(value).rstrip(b'\\0').decode()
            count = 0
            for i in range(8):
                source = h5py.File(f'{sys.argv[1]}/BananaInBowl/run_{i // 4}.hdf5', 'r')
                copy = h5py.File(f'{sys.argv[2]}/BananaInBowl/run_{i}.hdf5', 'r')
                s, d = source[f'data/demo_{i % 4}'], copy['data/demo_0']
                expected, found = arrays(s), arrays(d)
                assert sorted(expected) == sorted(found), sorted(set(expected) ^ set(found))
                for name, a in expected.items():
                    b = found[name]
                    assert a.dtype == b.dtype and a.shape == b.shape, (i, name, a, b)
                    assert a[()].tobytes() == b[()].tobytes(), (i, name)
                    for key in ('unit', 'frame'):
                        assert text(a.attrs.get(key, '')) == text(b.attrs.get(key, '')), (i, name, key)
                    count += 1
                for name in ('num_samples', 'seed', 'success', 'dt'):
                    assert s.attrs[name] == d.attrs[name], (i, name)
                for name in ('status', 'instruction', 'policy', 'env_name'):
                    assert text(s.attrs[name]) == text(d.attrs[name]), (i, name)
                attributes = json.loads(text(d.attrs['episode_metadata']))['episode_attributes']
                assert attributes['operator'] == 'Zoë' and attributes['shift'] == i // 4, attributes
                assert json.loads(copy['data'].attrs['config']) == json.loads(source['data'].attrs['config'])
            print(count)
            """;

    /** An episode ends at its last step: what flags are. */
    private static final String SET_FLAGS = """
            import sys, h5py, numpy as np
            for path in sys.argv[1:]:
                with h5py.File(path, 'r+') as f:
                    for demo in f['data'].values():
                        last = np.arange(len(demo['actions'])) == len(demo['actions']) - 1
                        is_truncated = demo.name.endswith('2')
                        demo['terminations'][:] = last & (not is_truncated)
                        demo['truncations'][:] = last & is_truncated
                        demo['dones'][:] = last & (not is_truncated)
            """;

    /** Arrays of a demo of {@link #schema}, times among them. */
    private static final int ARRAYS = 26;

    @TempDir
    private static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() throws Exception {
        runs = RecordedRuns.record(recordings.resolve("runs"), schema());
        Python.run(SET_FLAGS, runs.file(0), runs.file(1));
    }

    /** What formats change: names, types and shapes; units and frames; flags like the ending. */
    private static FieldSchema schema() {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT64, 2).withUnit("rad").withFrame("joint"));
        addObservation(fields, "left/arm/q", DType.FLOAT32, 2);
        addObservation(fields, "right/q", DType.FLOAT32, 2);
        addObservation(fields, "right/tip", DType.FLOAT16, 3);
        addObservation(fields, "right/touch", DType.BOOL, 2);
        fields.add(FieldSpec.finalObservation("final_obs/goal", DType.FLOAT64));
        addState(fields, "articulation/robot/joint_position", DType.FLOAT32, 9);
        addState(fields, "gate", DType.BOOL, 3);
        fields.add(FieldSpec.step("ee_pose/position", DType.FLOAT32, 3).withFrame("world"));
        fields.add(FieldSpec.step("bbox/bbox_mm/banana", DType.INT16, 8, 3).withUnit("mm"));
        fields.add(FieldSpec.step("subtask/status", DType.UINT16));
        fields.add(FieldSpec.step("subtask/completed", DType.UINT8));
        fields.add(FieldSpec.step("contact", DType.BOOL));
        fields.add(FieldSpec.step("ticks", DType.INT64));
        fields.add(FieldSpec.step("rewards", DType.FLOAT32, 1).withUnit("points"));
        fields.add(FieldSpec.step("terminations", DType.BOOL));
        fields.add(FieldSpec.step("truncations", DType.BOOL));
        fields.add(FieldSpec.step("dones", DType.INT64));
        return FieldSchema.of(fields);
    }

    private static void addObservation(List<FieldSpec> fields, String name, DType dtype, int elements) {
        fields.add(FieldSpec.step("obs/" + name, dtype, elements).withUnit("rad"));
        fields.add(FieldSpec.finalObservation("final_obs/" + name, dtype, elements)
                .withUnit("rad")
                .withFrame("env"));
    }

    private static void addState(List<FieldSpec> fields, String name, DType dtype, int elements) {
        fields.add(FieldSpec.initial("initial_state/" + name, dtype, elements).withUnit("m"));
        fields.add(FieldSpec.step("states/" + name, dtype, elements).withUnit("m"));
    }

    /** robomimic's names have no slash, its rewards are float64, and it has dones of its own. */
    @Test
    void robomimicBringsBackEveryArray() throws Exception {
        assertRobomimicBringsBackEveryArray(RewardPolicy.RECORDED);
    }

    @Test
    void robomimicBringsBackRewardsThatMadeRoomForOthers() throws Exception {
        assertRobomimicBringsBackEveryArray(RewardPolicy.SUCCESS);
    }

    private void assertRobomimicBringsBackEveryArray(RewardPolicy reward) throws Exception {
        Path file = folder.resolve("all.hdf5");
        new RobomimicExporter(new RobomimicOptions(file, 0.25, 7, reward)).export(runs, ExportProgress.NONE);
        Path out = folder.resolve("back");
        ImportSummary summary = new RobomimicFormat().importer().orElseThrow().run(file, out, ExportProgress.NONE);
        assertEquals(8, summary.episodes());
        assertArraysAreBack(runs, out, ARRAYS);
        assertTrue(summary.notes().toString().contains("scores and metrics are left out"));
    }

    /** What h5py then writes into the file is imported as it is. */
    @Test
    void rewardsThatWereChangedSinceStayAsTheyAre() throws Exception {
        Path file = folder.resolve("all.hdf5");
        new RobomimicExporter(new RobomimicOptions(file, 0, 7, RewardPolicy.RECORDED))
                .export(runs, ExportProgress.NONE);
        Python.run("""
                import sys, h5py
                with h5py.File(sys.argv[1], 'r+') as f:
                    for i in range(1, 8):
                        del f[f'data/demo_{i}']
                    f['data/demo_0/rewards'][3] = 0.1
                """, file);
        Path out = folder.resolve("back");
        ImportSummary summary = new RobomimicFormat().importer().orElseThrow().run(file, out, ExportProgress.NONE);
        assertEquals("float64 (20,) 0.1", Python.run("""
                        import sys, h5py
                        rewards = h5py.File(sys.argv[1] + '/BananaInBowl/run_0.hdf5')['data/demo_0/rewards']
                        print(rewards.dtype, rewards.shape, rewards[3])
                        """, out));
        assertTrue(summary.notes().toString().contains("'rewards' is float64"));
    }

    @Test
    void minariBringsBackEveryArrayOfAnExportOfStates() throws Exception {
        assertMinariBringsBackEveryArray(runs, Observations.STATES, ARRAYS);
    }

    @Test
    void minariBringsBackEveryArrayOfAnExportOfObservations() throws Exception {
        assertMinariBringsBackEveryArray(runs, Observations.OBS, ARRAYS);
    }

    @Test
    void minariBringsBackPictures() throws Exception {
        FieldSchema pictures = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.image(RecordedRuns.CAMERA, 36, 48),
                FieldSpec.finalObservation("final_" + RecordedRuns.CAMERA, DType.UINT8, 36, 48, 3),
                FieldSpec.step("rewards", DType.INT16),
                FieldSpec.step("terminations", DType.BOOL),
                FieldSpec.step("truncations", DType.BOOL),
                FieldSpec.step("dones", DType.BOOL));
        RecordedRuns seen = RecordedRuns.record(folder.resolve("runs"), pictures);
        Python.run(SET_FLAGS, seen.file(0), seen.file(1));
        assertMinariBringsBackEveryArray(seen, Observations.OBS, 9);
    }

    private void assertMinariBringsBackEveryArray(RecordedRuns recorded, Observations observations, int arrays)
            throws Exception {
        MinariOptions options = new MinariOptions(
                folder.resolve("root"),
                "robolab/banana-v0",
                DataFormat.HDF5,
                false,
                observations,
                RewardPolicy.RECORDED,
                false);
        new MinariExporter(options).export(recorded, ExportProgress.NONE);
        Path out = folder.resolve("back");
        Path dataset = folder.resolve("root/robolab/banana-v0");
        ImportSummary summary = new MinariFormat().importer().orElseThrow().run(dataset, out, ExportProgress.NONE);
        assertEquals(8, summary.episodes());
        assertArraysAreBack(recorded, out, arrays);
        assertTrue(summary.notes().toString().contains("scores and metrics are left out"));
    }

    /** Foreign, imported, exported, imported again: nothing is lost on the second way. */
    @Test
    void aForeignDatasetSurvivesASecondRoundTrip() throws Exception {
        Path foreign = folder.resolve("foreign");
        Python.run("""
                import sys, json, os, h5py, numpy as np
                data = sys.argv[1] + '/data'
                os.makedirs(data)
                rng = np.random.default_rng(3)
                json.dump({'data_format': 'hdf5', 'total_episodes': 2, 'total_steps': 11, 'dataset_id': 'xy/reach-v1',
                           'minari_version': '0.5.0', 'observation_space': '{}', 'action_space': '{}'},
                          open(data + '/metadata.json', 'w'))
                with h5py.File(data + '/main_data.hdf5', 'w') as f:
                    for i, steps in ((0, 4), (1, 7)):
                        e = f.create_group(f'episode_{i}')
                        e['actions'] = rng.random((steps, 3))
                        e['observations/q'] = rng.random((steps + 1, 2))
                        e['rewards'] = rng.random(steps)
                        e['terminations'] = np.arange(steps) == (steps - 1 if i == 0 else -1)
                        e['truncations'] = np.arange(steps) == (steps - 1 if i == 1 else -1)
                        e['infos/speed'] = rng.random((steps + 1, 2))
                        e.attrs.update({'total_steps': steps, 'success': i == 0, 'operator': 'bo'})
                """, foreign);
        Path first = folder.resolve("first");
        new MinariFormat().importer().orElseThrow().run(foreign, first, ExportProgress.NONE);
        MinariOptions options = new MinariOptions(
                folder.resolve("root"),
                "xy/reach-v2",
                DataFormat.HDF5,
                false,
                Observations.OBS,
                RewardPolicy.RECORDED,
                false);
        ImportedRuns runs = new ImportedRuns(first, "xy_reach-v1", 2);
        new MinariExporter(options).export(runs, ExportProgress.NONE);
        Path second = folder.resolve("second");
        new MinariFormat()
                .importer()
                .orElseThrow()
                .run(folder.resolve("root/xy/reach-v2"), second, ExportProgress.NONE);
        String compared = Python.run("""
                        import sys, json, h5py
                        def arrays(demo):
                            found = {}
                            demo.visititems(lambda name, o: found.update({name: o[()]}) if isinstance(o, h5py.Dataset) else None)
                            return found
                        def attributes(demo):
                            return json.loads(bytes(demo.attrs['episode_metadata']).rstrip(b'\\0'))['episode_attributes']
                        for i in range(2):
                            a, b = (h5py.File(f'{folder}/xy_reach-v1/run_{i}.hdf5', 'r')['data/demo_0'] for folder in sys.argv[1:])
                            before, after = arrays(a), arrays(b)
                            assert sorted(before) == sorted(after), sorted(set(before) ^ set(after))
                            for name in before:
                                if name.startswith('timestamps/'): continue
                                assert before[name].dtype == after[name].dtype and before[name].tobytes() == after[name].tobytes(), name
                            assert bytes(a.attrs['status']) == bytes(b.attrs['status'])
                            print(len(before), attributes(b)['operator'], attributes(b)['imported_from'])
                        """, first, second);
        assertEquals("10 bo minari xy/reach-v2 episode_0\n10 bo minari xy/reach-v2 episode_1", compared);
    }

    private static void assertArraysAreBack(RecordedRuns recorded, Path out, int arrays) throws Exception {
        assertEquals("" + 8 * arrays, Python.run(COMPARE, recorded.folder(), out));
    }
}
