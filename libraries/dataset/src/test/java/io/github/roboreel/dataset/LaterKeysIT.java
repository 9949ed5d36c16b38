package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.minari.MinariDescription;
import io.github.roboreel.dataset.minari.MinariExporter;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.dataset.minari.MinariOptions;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import io.github.roboreel.recorder.spi.JoinedActions;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Minari episodes of which the second has more keys than the first, and keys that are renamed. */
class LaterKeysIT {
    private static final String ENV_NAME = "xy_later-v1";

    private static final String WRITE = """
            import sys, json, os, h5py, numpy as np
            data = sys.argv[1] + '/data'
            os.makedirs(data)
            rng = np.random.default_rng(5)
            json.dump({'data_format': 'hdf5', 'total_episodes': 2, 'total_steps': 9, 'dataset_id': 'xy/later-v1',
                       'minari_version': '0.5.3', 'observation_space': '{}', 'action_space': '{}'}, open(data + '/metadata.json', 'w'))
            with h5py.File(data + '/main_data.hdf5', 'w') as f:
                for i, n in enumerate((4, 5)):
                    e = f.create_group(f'episode_{i}')
                    for k, key in enumerate(('arm [rad]', 'armature', 'arm~')):
                        e['actions/' + key] = rng.random((n, k + 1))
                    e['observations/q_'] = rng.random((n + 1, 2))
                    e['rewards'] = rng.random(n)
                    e['terminations'] = np.arange(n) == n - 1
                    e['truncations'] = np.zeros(n, bool)
                    if i:
                        e['observations/q~'] = rng.random((n + 1, 3))
                        e['infos/größe'] = rng.random(n)
                        e['infos/größe '] = rng.random(n)
                        e.create_dataset('infos/leer', (n, 0), 'i4')
                    e.attrs.update({'id': i, 'total_steps': n})
            """;

    @TempDir
    private static Path shared;

    private static Path dataset;
    private static Path imported;

    @BeforeAll
    static void bringIn() throws Exception {
        dataset = shared.resolve("later");
        imported = shared.resolve("imported");
        Python.run(WRITE, dataset);
        new MinariFormat().importer().orElseThrow().run(dataset, imported, ExportProgress.NONE);
    }

    /** The second episode. */
    private static EpisodeSource last() {
        EpisodeSource all = new ImportedRuns(imported, ENV_NAME, 2);
        return visitor -> all.visit((facts, episode) -> {
            if (facts.run() == 1) {
                visitor.visit(facts, episode);
            }
        });
    }

    @Test
    void keysOfALaterEpisodeGoOutAsTheyWere() throws Exception {
        MinariOptions options = new MinariOptions(
                shared.resolve("root"),
                "xy/later-v2",
                DataFormat.HDF5,
                false,
                Observations.OBS,
                RewardPolicy.RECORDED,
                false,
                MinariDescription.NONE);
        new MinariExporter(options).export(last(), ExportProgress.NONE);
        assertEquals("11", Python.run("""
                        import sys, h5py
                        def arrays(path, episode):
                            found = {}
                            h5py.File(path + '/data/main_data.hdf5')[episode].visititems(lambda name, o: found.update({name: o}) if isinstance(o, h5py.Dataset) else None)
                            return found
                        a, b = arrays(sys.argv[1], 'episode_1'), arrays(sys.argv[2], 'episode_0')
                        assert sorted(a) == sorted(b), sorted(set(a) ^ set(b))
                        for name in a:
                            assert a[name].shape == b[name].shape and a[name][()].tobytes() == b[name][()].tobytes(), name
                        print(len(a))
                        """, dataset, shared.resolve("root/xy/later-v2")));
    }

    @Test
    void everyRunHasTheSameConfigurationAndFieldNames() throws Exception {
        ObjectNode config = (ObjectNode) new ObjectMapper()
                .readTree(Files.readString(imported.resolve(ENV_NAME).resolve("env_cfg.json")));
        assertTrue(config.remove("_provenance").has("roboreel"));
        assertEquals(config, new ObjectMapper().readTree(Python.run("""
                                        import sys, h5py
                                        data = [h5py.File(f'{sys.argv[1]}/xy_later-v1/run_{i}.hdf5')['data'] for i in range(2)]
                                        config = [d.attrs['config'] for d in data]
                                        assert config[0] == config[1]
                                        assert sorted(data[0]['demo_0/actions']) == sorted(data[1]['demo_0/actions'])
                                        print(config[1])
                                        """, imported)));
    }

    /** As gymnasium.spaces.flatten: by sorted keys, ' ' before 'a' before '~'. */
    @Test
    void actionsAreJoinedInTheOrderOfTheOriginalKeys() throws Exception {
        List<String> parts = new ArrayList<>();
        new JoinedSource(last()).visit((facts, episode) -> parts.addAll(((JoinedActions) episode).parts()));
        assertEquals(List.of("actions/arm__rad_", "actions/armature", "actions/arm_"), parts);
        Path file = shared.resolve("all.hdf5");
        new RobomimicExporter(new RobomimicOptions(file, 0, 7, RewardPolicy.RECORDED))
                .export(last(), ExportProgress.NONE);
        assertEquals("True", Python.run("""
                        import sys, h5py, numpy as np
                        a = h5py.File(sys.argv[1] + '/data/main_data.hdf5')['episode_1/actions']
                        flat = np.concatenate([a[key][:] for key in sorted(a)], axis=1)
                        print(np.array_equal(flat, h5py.File(sys.argv[2])['data/demo_0/actions'][:]))
                        """, dataset, file));
    }
}
