package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.systemtests.Examples.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of Bullet's physics: as plug-in and as a program of its own, replayed, and out to each format and in. */
class BulletExampleIT {
    @TempDir
    static Path folder;

    private static Examples examples;
    private static String plugin;

    @BeforeAll
    static void record() throws Exception {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        assumeTrue(platform.equals("Linux amd64"), "the example brings Bullet for Linux on amd64, not for " + platform);
        examples = new Examples(folder);
        examples.build("bullet");
        plugin = examples.jar("bullet").toString();
        roboreel(
                "record",
                "--plugin",
                plugin,
                "--env",
                "bullet-arm",
                "--output-dir",
                ".",
                "--output-folder-name",
                "arms",
                "--num-envs",
                "2",
                "--workers",
                "2",
                "--record-image-data",
                "--camera-size",
                "96x64");
    }

    @AfterAll
    static void close() throws Exception {
        if (examples != null) {
            examples.close();
        }
    }

    @Test
    void whatTheElementsAre_standsInTheDictionaryAndAtTheDatasets() throws Exception {
        assertPython("""
                import h5py, json
                POSE = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw']
                METRES = ['m', 'm', 'm', '', '', '', '']
                JOINTS = ['shoulder', 'elbow']
                said = {
                    'actions': {'unit': 'rad/s', 'names': JOINTS, 'low': [-1.5] * 2, 'high': [1.5] * 2},
                    'obs/joint_pos': {'unit': 'rad', 'frame': 'joint', 'names': JOINTS},
                    'obs/joint_vel': {'unit': 'rad/s', 'frame': 'joint', 'names': JOINTS},
                    'obs/num_contacts': {'low': [0], 'high': [16]},
                    'obs/contact_bodies': {'num_values': [4]},
                    'states/crate_pose': {'frame': 'world', 'names': ['crate_' + name for name in POSE],
                                          'units': METRES, 'quaternion': 'xyzw'},
                    'states/link_poses': {'frame': 'world', 'units': METRES * 2, 'quaternion': 'xyzw', 'names':
                                          [link + name for link in ('upper_arm_', 'forearm_') for name in POSE]},
                }
                with h5py.File('arms/PushCrateTask/run_0.hdf5') as f:
                    dictionary = json.loads(f['data'].attrs['signals'])
                    for path, expected in said.items():
                        assert dictionary[path] == expected, (path, dictionary[path])
                        attributes = f['data/demo_1/' + path].attrs
                        for key, value in expected.items():
                            own = attributes[key]
                            assert (own if isinstance(value, str) else list(own)) == value, (path, key, own)
                    contacts = dictionary['obs/contacts']
                    assert contacts['names'][13] == 'contact1_impulse' and len(contacts['names']) == 112
                    assert contacts['units'][6:14] == ['N s', 'm', 'm', 'm', '', '', '', 'N s']
                """);
    }

    @Test
    void whatIsRecorded_isWhatBulletDid() throws Exception {
        assertPython("""
                import h5py, json, numpy as np
                lines = list(map(json.loads, open('arms/episode_results.jsonl')))
                assert sorted(line['env_id'] for line in lines) == [0, 1]
                with h5py.File('arms/PushCrateTask/run_0.hdf5') as f:
                    for line in lines:
                        demo = f['data/demo_%d' % line['env_id']]
                        def seen(name):
                            return np.concatenate([demo['obs/' + name][()], demo['final_obs/' + name][()]])
                        def state(name):
                            return np.concatenate([demo['initial_state/' + name][()], demo['states/' + name][()]])
                        crate, links = state('crate_pose'), state('link_poses')
                        assert np.array_equal(seen('crate_pose'), crate)
                        assert np.allclose(np.linalg.norm(crate[:, 3:], axis=1), 1, atol=1e-6)
                        assert np.allclose(np.linalg.norm(links[:, :, 3:], axis=2), 1, atol=1e-6)
                        # The joints' angles are those of the links, whose quaternions are x, y, z, w.
                        yaw = 2 * np.arctan2(links[:, :, 5], links[:, :, 6])
                        angles = np.stack([yaw[:, 0], yaw[:, 1] - yaw[:, 0]], 1)
                        assert np.allclose(angles, seen('joint_pos'), atol=1e-3)
                        # The motors do as they are told while nothing is in the way, and the crate lies still.
                        touch = int(json.load(open(f'arms/PushCrateTask/log_0_env{line["env_id"]}.json'))
                                    ['events'][0]['step'])
                        actions = demo['actions'][()]
                        assert np.allclose(seen('joint_vel')[1:touch, 0], actions[:touch - 1, 0], atol=0.01)
                        assert np.abs(crate[touch - 1, :3] - crate[0, :3]).max() < 0.005
                        assert (crate[:-1, 1] <= 0.25).all() and crate[-1, 1] > 0.25 and line['success']
                        path = np.linalg.norm(np.diff(crate[:, :3].astype(float), axis=0), axis=1).sum()
                        assert path > 0.1 and abs(line['metrics']['crate_path_m'] - path) < 1e-9
                """);
    }

    @Test
    void contacts_theRowsThatAreCounted_carryTheCrateAndTheOthersAreZeros() throws Exception {
        assertPython("""
                import csv, h5py, json, numpy as np
                table = list(csv.reader(open('arms/PushCrateTask/pushes_0.csv')))
                assert table[0] == ['env', 'step', 'link', 'x_m', 'y_m', 'z_m', 'impulse_ns']
                with h5py.File('arms/PushCrateTask/run_0.hdf5') as f:
                    for env in range(2):
                        demo = f['data/demo_%d' % env]
                        def seen(name):
                            return np.concatenate([demo['obs/' + name][()], demo['final_obs/' + name][()]])
                        count, points, bodies = seen('num_contacts'), seen('contacts'), seen('contact_bodies')
                        crate = seen('crate_pose')
                        real = np.arange(16) < count[:, None]
                        assert len(set(count)) > 2, set(count)
                        assert (points[~real] == 0).all() and (bodies[~real] == 0).all()
                        assert (points[real][:, 6] > 0).all()
                        assert np.allclose(np.linalg.norm(points[real][:, 3:6], axis=1), 1, atol=1e-5)
                        away = np.linalg.norm(points[:, :, :3] - crate[:, None, :3], axis=2)[real]
                        assert (away > 0.04).all() and (away < 0.1).all(), (away.min(), away.max())
                        by_arm = real & (bodies >= 2)
                        log = json.load(open(f'arms/PushCrateTask/log_0_env{env}.json'))['events']
                        assert [event['name'] for event in log] == ['CRATE_TOUCHED']
                        touch = log[0]['step']
                        assert by_arm.any() and not by_arm[:touch].any()
                        # The ground carries 0.5 kg for a physics step of 1/240 s.
                        carried = (points[3:touch, :, 6] * points[3:touch, :, 5]).sum(1).mean()
                        assert abs(carried - 0.5 * 9.81 / 240) < 0.1 * carried, carried
                        rows = [row for row in table if row[0] == str(env)]
                        steps, places = np.nonzero(by_arm[:-1])
                        assert [int(row[1]) for row in rows] == list(steps)
                        assert [int(row[2]) for row in rows] == list(bodies[steps, places] - 2)
                        written = np.array([row[3:] for row in rows], float)
                        assert np.allclose(written, points[steps, places][:, [0, 1, 2, 6]], atol=1e-6)
                """);
        Result report = roboreel("report", "arms", "--events");
        assertTrue(report.out().lines().findFirst().orElseThrow().endsWith("CRATE_TOUCHED"), report.out());
    }

    @Test
    void camera_showsCrateAndLine_alsoInTheVideos() throws Exception {
        assertPython("""
                import h5py, numpy as np, subprocess
                with h5py.File('arms/PushCrateTask/run_0.hdf5') as f:
                    for env in range(2):
                        demo = f['data/demo_%d' % env]
                        picture = np.concatenate([demo['obs/top_camera'][()], demo['final_obs/top_camera'][()]])
                        crate = np.concatenate([demo['obs/crate_pose'][()], demo['final_obs/crate_pose'][()]])
                        column = np.floor(48 + 64 / 1.4 * crate[:, 0]).astype(int)
                        row = np.floor(32 - 64 / 1.4 * crate[:, 1]).astype(int)
                        assert (picture[np.arange(len(picture)), row, column] == [255, 0, 0]).all()
                        assert (picture[:, 20, 5] == [0, 255, 0]).all()
                        for name in ('', '_viewport'):
                            video = f'arms/PushCrateTask/Push_the_crate_across_the_line_0_env{env}{name}.mp4'
                            probe = ['ffprobe', '-v', 'error', '-count_frames', '-show_entries',
                                'stream=nb_read_frames', '-of', 'csv=p=0', video]
                            frames = subprocess.run(probe, capture_output=True, check=True).stdout
                            assert int(frames) == len(demo['actions']), (video, frames)
                """);
    }

    @Test
    void replay_ofActionsAndFromStates_isBitExact() throws Exception {
        assertEquals(
                "ok: arms: 1 run file, 2 episodes, 4 videos, 2 replayed\n",
                roboreel("check", "arms", "--replay", "--plugin", plugin).out());
        Result states = roboreel("replay", "arms", "--mode", "states", "--plugin", plugin);
        assertEquals(
                2,
                states.out().lines().filter(line -> line.endsWith("bit-exact")).count(),
                states.out());
    }

    /**
     * Two actions are others than the recorded ones, one while nothing touches the crate and one during the push: the
     * next step continues from the recorded state, and from nothing that the wrong step left behind, such as impulses.
     */
    @Test
    @Tag("slow")
    void replay_fromStates_aWrongStepLeavesNothing() throws Exception {
        assertPython("""
                import h5py, json, shutil
                shutil.copytree('arms', 'changed')
                touch = int(json.load(open('changed/PushCrateTask/log_0_env0.json'))['events'][0]['step'])
                with h5py.File('changed/PushCrateTask/run_0.hdf5', 'r+') as f:
                    actions = f['data/demo_0/actions']
                    assert 11 < touch and touch + 4 < len(actions), (touch, len(actions))
                    for step in (10, touch + 3):
                        actions[step] = -actions[step]
                """);
        Result replay = examples.roboreel(
                "replay", "changed", "--plugin", plugin, "--mode", "states", "--output-dir", "replayed");
        assertEquals(3, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("episode 0: diverged in step 11, first in states/"), replay.toString());
        assertTrue(replay.out().endsWith("1 of 2 episodes tracked\n"), replay.toString());
        assertPython("""
                import glob, h5py, json, numpy as np
                touch = int(json.load(open('changed/PushCrateTask/log_0_env0.json'))['events'][0]['step'])
                steps = [10, touch + 3]
                after = [step + 1 for step in steps]
                file = glob.glob('replayed/**/run_0.hdf5', recursive=True)[0]
                wrong = {}
                def look(path, rows):
                    if isinstance(rows, h5py.Dataset):
                        each = rows[()].reshape(len(rows), -1)
                        wrong[path] = np.flatnonzero((each != 0).any(1)).tolist()
                with h5py.File(file) as f:
                    f['data/demo_0/replay/drift'].visititems(look)
                assert wrong['states/link_poses'] == wrong['states/link_velocities'] == steps, wrong
                assert wrong['obs/joint_pos'] == after, wrong
                assert wrong['states/crate_velocity'] == steps[1:] and wrong['obs/contacts'] == after[1:], wrong
                for path, rows in wrong.items():
                    assert set(rows) <= set(after if path.startswith('obs/') else steps), (path, rows)
                """);
    }

    @Test
    @Tag("slow")
    void theProgramWithALoopOfItsOwn_recordsWhatThePluginDoes() throws Exception {
        Path roboreel = Path.of(plugin).resolveSibling("roboreel");
        Result run = examples.jdk(
                "java", List.of("-cp", plugin + ":" + roboreel + "/*", "com.example.RecordBullet", "own", "2", "2"));
        assertEquals(0, run.exitCode(), run.toString());
        assertPython("""
                import csv, h5py, json, numpy as np
                def run(folder):
                    return h5py.File(folder + '/PushCrateTask/run_0.hdf5')
                with run('arms') as plugin, run('own') as own:
                    assert plugin['data'].attrs['run_id'] != own['data'].attrs['run_id']
                    versions = {json.loads(each['data'].attrs['provenance'])['simulator_version']
                                for each in (plugin, own)}
                    assert len(versions) == 1 and versions.pop().startswith('Libbulletjme '), versions
                    compared = []
                    for env in range(2):
                        theirs, ours = plugin['data/demo_%d' % env], own['data/demo_%d' % env]
                        assert theirs.attrs['success'] == ours.attrs['success']
                        def compare(path, dataset):
                            if isinstance(dataset, h5py.Dataset) and path != 'timestamps/wall_time_ns':
                                assert np.array_equal(dataset[()], theirs[path][()]), path
                                assert dict_of(dataset) == dict_of(theirs[path]), path
                                compared.append(path)
                        def dict_of(dataset):
                            return {key: np.asarray(value).tolist() for key, value in dataset.attrs.items()}
                        ours.visititems(compare)
                    assert len(compared) == 2 * 22, len(compared)
                rows = [sorted(csv.reader(open(f'{name}/PushCrateTask/pushes_0.csv'))) for name in ('arms', 'own')]
                assert rows[0] == rows[1]
                """);
        assertEquals(
                "ok: own: 1 run file, 2 episodes, 0 videos, 2 replayed\n",
                roboreel("check", "own", "--replay", "--plugin", plugin).out());
    }

    @Test
    @Tag("slow")
    void eachFormat_givesBackWhatItHasRoomFor() throws Exception {
        List<Callable<Void>> trips = List.of(
                trip("lerobot", "sets/lab/arm", "--out", "sets", "--repo-id", "lab/arm"),
                trip("rlds", "sets/arm/1.0.0", "--out", "sets", "--name", "arm"),
                trip("robomimic", "sets/arm.hdf5", "--out", "sets/arm.hdf5"),
                trip("minari", "sets/arm-v0", "--root", "sets", "--id", "arm-v0", "--observations", "obs"));
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            for (Future<Void> trip : pool.invokeAll(trips)) {
                trip.get();
            }
        } finally {
            pool.shutdown();
        }
        assertPython("""
                import h5py, json, numpy as np
                def signals(file):
                    return json.loads(file['data'].attrs.get('signals', '{}'))
                def what(said):
                    return {key: said[key] for key in ('names', 'units', 'low', 'high', 'quaternion', 'num_values')
                            if key in said}
                with h5py.File('arms/PushCrateTask/run_0.hdf5') as f:
                    recorded = signals(f)
                    for name in ('lerobot', 'rlds', 'minari', 'robomimic'):
                        for env in range(2):
                            with h5py.File(f'back/{name}/PushCrateTask/run_{env}.hdf5') as b:
                                for path in ('actions', 'obs/joint_pos', 'obs/contacts', 'obs/num_contacts',
                                             'states/crate_pose', 'states/link_poses'):
                                    values = f[f'data/demo_{env}/{path}'][()]
                                    assert np.array_equal(b['data/demo_0/' + path][()], values), (name, env, path)
                                back = signals(b)
                                if name != 'minari':
                                    for path in set(recorded) & set(back):
                                        assert what(back[path]) == what(recorded[path]), (name, path)
                                    assert set(recorded) >= set(back)
                                    assert set(back) >= {'actions', 'obs/contacts', 'states/crate_pose'}
                                else:
                                    low, high = back['actions']['low'], back['actions']['high']
                                    assert np.allclose(low, -1.5) and np.allclose(high, 1.5), (low, high)
                """);
    }

    /** Out to a dataset and in again, below {@code back}. */
    private static Callable<Void> trip(String format, String dataset, String... options) {
        return () -> {
            List<String> export = new ArrayList<>(List.of("export", format, "arms"));
            export.addAll(List.of(options));
            roboreel(export.toArray(String[]::new));
            roboreel("import", format, dataset, "--output-dir", "back/" + format);
            return null;
        };
    }

    private static Result roboreel(String... arguments) throws Exception {
        Result result = examples.roboreel(arguments);
        assertEquals(0, result.exitCode(), result.toString());
        return result;
    }

    /** Runs code that ends with an exception where something is wrong. */
    private static void assertPython(String code) throws Exception {
        assertEquals("right", examples.python(code + "print('right')\n"));
    }
}
