package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.robomimic.RobomimicFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that h5py writes as robomimic does, imported and compared by h5py. */
class RobomimicImportIT {
    private static final Imports IMPORTS = new Imports(new RobomimicFormat());

    private static final String WRITE = """
            import sys, json, h5py, numpy as np
            rng = np.random.default_rng(2)
            with h5py.File(sys.argv[1], 'w') as f:
                data = f.create_group('data')
                data.attrs['total'] = 21
                data.attrs['env_args'] = json.dumps({'env_name': 'Lift', 'type': 1, 'env_kwargs': {'control_freq': 20}})
                for i, steps in ((0, 4), (2, 7), (10, 10)):
                    d = data.create_group(f'demo_{i}')
                    d.attrs['num_samples'] = steps
                    d.attrs['model_file'] = '<xml>' + 'x' * 6000
                    d.attrs['operator'] = 'bo'
                    d.attrs['gains'] = [1, 2]
                    d['actions'] = rng.uniform(-1, 1, (steps, 7))
                    d['rewards'] = rng.random(steps)
                    d['dones'] = (np.arange(steps) == steps - 1).astype('u1')
                    d['dones'].attrs['unit'] = ''
                    d['states'] = rng.random((steps, 32))
                    d['datagen_info/object_poses/nut'] = rng.random((steps, 4, 4))
                    obs = rng.random((steps + 1, 3))
                    d['obs/eef'], d['next_obs/eef'] = obs[:-1], obs[1:]
                    cam = rng.integers(0, 256, (steps + 1, 16, 20, 3), dtype='u1')
                    d['obs/agentview_image'], d['next_obs/agentview_image'] = cam[:-1], cam[1:]
                    d['obs/own'], d['next_obs/own'] = rng.random(steps), rng.random(steps)
                data['notes'] = [1]
                f['mask/train'] = np.array([b'demo_0', b'demo_10'])
                f['mask/valid'] = np.array([b'demo_2'])
                f['mask/small'] = np.array([b'demo_0'])
            """;

    private static final String COMPARE = """
            import sys, json, h5py
            source = h5py.File(sys.argv[1], 'r')
            def same(a, b, what):
                assert a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes(), what
            for i, demo in enumerate(('demo_0', 'demo_2', 'demo_10')):
                with h5py.File(f'{sys.argv[2]}/Lift/run_{i}.hdf5', 'r') as run:
                    s, d = source['data/' + demo], run['data/demo_0']
                    for name in ('actions', 'rewards', 'dones', 'states', 'datagen_info/object_poses/nut',
                                 'obs/eef', 'obs/agentview_image', 'obs/own', 'next_obs/own'):
                        same(s[name][:], d[name][:], name)
                    for name in ('eef', 'agentview_image', 'own'):
                        same(s['next_obs'][name][-1:], d['final_obs'][name][:], name)
                    assert list(d['next_obs']) == ['own']
                    assert [d['initial_attributes/model_file'][0].decode()] == [s.attrs['model_file']]
                    attributes = json.loads(bytes(d.attrs['episode_metadata']).rstrip(b'\\0'))['episode_attributes']
                    print(bytes(d.attrs['status']).rstrip(b'\\0').decode(), d.attrs['num_samples'], d.attrs['dt'],
                          attributes['masks'], attributes['operator'], attributes['imported_from'])
            """;

    @TempDir
    private Path folder;

    @Test
    void everyArrayIsRecordedBitForBit() throws Exception {
        Path file = folder.resolve("lift.hdf5");
        Path out = folder.resolve("out");
        Python.run(WRITE, file);
        ImportSummary summary = IMPORTS.run(file, out);
        assertEquals(3, summary.episodes());
        assertEquals(21, summary.steps());
        assertEquals(
                "aborted 4 0.05 small,train bo robomimic lift.hdf5 data/demo_0\n"
                        + "aborted 7 0.05 valid bo robomimic lift.hdf5 data/demo_2\n"
                        + "aborted 10 0.05 train bo robomimic lift.hdf5 data/demo_10",
                Python.run(COMPARE, file, out));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'next_obs/own' is kept, because it is not the next"), notes);
        assertTrue(notes.contains("does not say whether they succeeded"), notes);
        assertTrue(notes.contains("attribute 'gains' is left out: it is no number"), notes);
        assertTrue(notes.contains("'data/notes' is left out: demos are called demo_0"), notes);
    }

    private static final String WRITE_TWO = """
            import sys, h5py, numpy as np
            with h5py.File(sys.argv[1], 'w') as f:
                for i, name in enumerate(('Lift it', 'Lift/it')):
                    d = f.create_group(f'data/demo_{i}')
                    d.attrs.update({'num_samples': 2, 'env_name': name})
                    d['actions'] = np.zeros((2, 1))
                %s
            """;

    @Test
    void environmentsThatGetOneFolderAreNamed() throws Exception {
        Path file = folder.resolve("two.hdf5");
        Python.run(WRITE_TWO.formatted("pass"), file);
        ImportSummary summary = IMPORTS.run(file, folder.resolve("out"));
        assertTrue(
                summary.notes().toString().contains("'Lift it' and 'Lift/it' are both called 'Lift_it'"),
                summary.notes().toString());
    }

    @Test
    void wrongNumbersOfSamplesAndEndlessGroupsAreRefused() throws Exception {
        assertRefused("d.attrs['num_samples'] = 3", "data/demo_1 says num_samples 3, but has 2");
        assertRefused("d['obs'] = d", "groups deep, as when a group holds itself");
    }

    /** No folder is made on the way to a refusal. */
    private void assertRefused(String change, String sentence) throws Exception {
        Path file = folder.resolve("refused.hdf5");
        Python.run(WRITE_TWO.formatted(change), file);
        String message = IMPORTS.refusal(file, folder.resolve("new/out"));
        assertTrue(message.contains(sentence), message);
        assertTrue(Files.notExists(folder.resolve("new")));
    }

    @Test
    void whatIsNoRobomimicFileIsRefused() throws Exception {
        Path file = folder.resolve("other.hdf5");
        Python.run("import sys, h5py; h5py.File(sys.argv[1], 'w')['x'] = [1]", file);
        Path out = folder.resolve("out");
        String message = IMPORTS.refusal(file, out);
        assertTrue(message.endsWith("has no group 'data', so it is no robomimic file"), message);
        assertTrue(Files.notExists(out));
    }
}
