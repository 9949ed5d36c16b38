package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.minari.MinariDescription;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays that were changed or came from elsewhere, there and back; see {@link RoundTripContractIT} for all others. */
class RoundTripIT {
    @TempDir
    private static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() throws Exception {
        runs = RecordedRuns.record(recordings.resolve("runs"), schema());
    }

    private static FieldSchema schema() {
        return FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT64, 2),
                FieldSpec.step("obs/q", DType.FLOAT32, 2),
                FieldSpec.step("rewards", DType.FLOAT32, 1));
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
                false,
                MinariDescription.NONE);
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
}
