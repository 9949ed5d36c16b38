package io.github.roboreel.dataset;

import java.nio.file.Path;

/** A Minari dataset of everything that is not a box of floats in plain keys, written by h5py. */
final class OddDataset {
    static final String ENV_NAME = "xy_odd-v1";

    private static final String WRITE = """
            import sys, json, os, h5py, numpy as np
            data = sys.argv[1] + '/data'
            os.makedirs(data)
            rng = np.random.default_rng(7)
            def box(dtype, shape, low, high):
                return {'type': 'Box', 'dtype': dtype, 'shape': shape,
                        'low': np.full(shape, low).tolist(), 'high': np.full(shape, high).tolist()}
            def dict_of(**spaces): return {'type': 'Dict', 'subspaces': spaces}
            arm = box('float64', [2], float('-inf'), float('inf'))
            arm['high'] = [1.5, float('inf')]
            actions = dict_of(arm=arm, gripper={'type': 'Discrete', 'dtype': 'int64', 'start': 0, 'n': 3},
                              pair={'type': 'Tuple', 'subspaces': [box('float32', [], -1.0, 1.0), {'type': 'MultiDiscrete', 'dtype': 'int64', 'nvec': [3, 4], 'start': [0, 0]}]})
            observations = dict_of(bits={'type': 'MultiBinary', 'n': 3}, tiny=box('int8', [2], -128, 127),
                                   ticks=box('uint32', [], 0, 2**32 - 1), key=box('uint64', [2], 0, 2**64 - 1),
                                   none=box('float32', [0], 0, 1), camera=box('uint8', [33, 40, 3], 0, 255),
                                   text={'type': 'Text', 'max_length': 9, 'min_length': 0, 'charset': 'abc é€'},
                                   on=box('bool', [2], False, True))
            observations['subspaces']['joint pos [rad]'] = box('float32', [2], -3.0, 3.0)
            observations['subspaces']['joint_pos_[rad]'] = box('float32', [1], -3.0, 3.0)
            observations['subspaces']['größe'] = dict_of(**{'länge x': box('float64', [1], float('-inf'), float('inf'))})
            json.dump({'data_format': 'hdf5', 'total_episodes': 3, 'total_steps': 15, 'dataset_id': 'xy/odd-v1',
                       'minari_version': '0.5.3', 'observation_space': json.dumps(observations), 'action_space': json.dumps(actions)},
                      open(data + '/metadata.json', 'w'))
            import io, zlib, struct
            def chunk(kind, body): return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
            def png(a):
                raw = b''.join(b'\\0' + row.tobytes() for row in a)
                head = struct.pack('>IIBBBBB', a.shape[1], a.shape[0], 8, 2, 0, 0, 0)
                return b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(raw)) + chunk(b'IEND', b'')
            words = ['', 'abc', 'é€ a', 'ccccccccc', '€€€']
            with h5py.File(data + '/main_data.hdf5', 'w') as f:
                for i, n in enumerate((4, 5, 6)):
                    e = f.create_group(f'episode_{i}')
                    o = e.create_group('observations')
                    o['bits'] = rng.integers(0, 2, (n + 1, 3), dtype='i1')
                    o['tiny'] = rng.integers(-128, 128, (n + 1, 2), dtype='i1')
                    o['ticks'] = rng.integers(0, 2**32, n + 1, dtype='u4')
                    o['key'] = rng.integers(0, 2**64, (n + 1, 2), dtype='u8')
                    o.create_dataset('none', (n + 1, 0), 'f4')
                    o['on'] = rng.random((n + 1, 2)) < 0.5
                    o['text'] = [words[(i + k) % (3 + i)] for k in range(n + 1)]
                    o['joint pos [rad]'] = rng.random((n + 1, 2)).astype('f4')
                    o['joint_pos_[rad]'] = rng.random((n + 1, 1)).astype('f4')
                    o['größe/länge x'] = rng.random((n + 1, 1))
                    rows = o.create_dataset('camera', (n + 1,), h5py.vlen_dtype('u1'))
                    for k in range(n + 1):
                        rows[k] = np.frombuffer(png(rng.integers(0, 256, (33, 40, 3), dtype='u1')), 'u1')
                    e['actions/arm'] = rng.standard_normal((n, 2))
                    e['actions/gripper'] = rng.integers(0, 3, n)
                    e['actions/pair/_index_0'] = rng.random(n).astype('f4')
                    e['actions/pair/_index_1'] = rng.integers(0, 3, (n, 2))
                    e['rewards'] = rng.random(n)
                    e['terminations'] = np.arange(n) == (n - 1 if i else -1)
                    e['truncations'] = np.arange(n) == (-1 if i else n - 1)
                    e['infos/my speed'] = rng.random((n + 1, 2))
                    e['infos/phase'] = ['reach'] * n + ['ende ü']
                    e['infos/flags/hit'] = rng.random(n) < 0.5
                    e.create_dataset('infos/leer', (n, 3, 0), 'i4')
                    e.attrs.update({'id': i, 'total_steps': n, 'seed': 40 + i})
                    if i:
                        e.attrs['success'] = i == 1
            """;

    /** Compares every array and both spaces of the second dataset with those of the first. */
    private static final String COMPARE = """
            import sys, json, h5py, numpy as np
            def spaces(folder):
                m = json.load(open(folder + '/data/metadata.json'))
                def plain(x):
                    if isinstance(x, dict): return {k: plain(v) for k, v in x.items()}
                    if isinstance(x, list): return [plain(v) for v in x]
                    return {'inf': float('inf'), '-inf': float('-inf')}.get(x, x) if isinstance(x, str) else x
                return [plain(json.loads(m[k])) for k in ('observation_space', 'action_space')]
            assert spaces(sys.argv[1]) == spaces(sys.argv[2]), spaces(sys.argv[2])
            def arrays(f):
                found = {}
                f.visititems(lambda name, o: found.update({name: o}) if isinstance(o, h5py.Dataset) else None)
                return found
            a, b = (arrays(h5py.File(folder + '/data/main_data.hdf5')) for folder in sys.argv[1:])
            assert sorted(a) == sorted(b), sorted(set(a) ^ set(b))
            for name in a:
                x, y = a[name], b[name]
                assert x.shape == y.shape, (name, x.shape, y.shape)
                if h5py.check_string_dtype(x.dtype):
                    assert list(x.asstr()[:]) == list(y.asstr()[:]), name
                elif name.endswith('camera'):
                    assert y.dtype == x.dtype and bytes(y[0])[:4] == b'\\x89PNG', name
                else:
                    assert x.dtype == y.dtype and x[()].tobytes() == y[()].tobytes(), name
            print(len(a))
            """;

    private OddDataset() {}

    static void write(Path folder) throws Exception {
        Python.run(WRITE, folder);
    }

    /** The number of arrays, all of which are equal. */
    static String compare(Path before, Path after) throws Exception {
        return Python.run(COMPARE, before, after);
    }
}
