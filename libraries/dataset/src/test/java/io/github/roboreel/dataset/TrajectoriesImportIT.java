package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.trajectories.AlohaFormat;
import io.github.roboreel.dataset.trajectories.DroidFormat;
import io.github.roboreel.dataset.trajectories.ManiSkillFormat;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files laid out as the code of DROID, ALOHA and ManiSkill writes them. */
class TrajectoriesImportIT {
    @TempDir
    private Path folder;

    private Path made(String name, String script) throws Exception {
        Path dataset = folder.resolve(name);
        Python.run("import sys, os, io, json, h5py, numpy as np\nat = sys.argv[1]\n" + script, dataset);
        return dataset;
    }

    private EpisodeFacts facts(int episode) throws Exception {
        try (Recordings recorded = Recordings.open(folder.resolve("out"))) {
            return recorded.episodes().get(episode).facts();
        }
    }

    @Test
    void maniSkillsTrajectoriesKeepObservationsStatesAndEnds() throws Exception {
        Path dataset = made("PickCube.h5", """
                T = 5
                def add(group, name, rows, width, kind='f4'):
                    group.create_dataset(name, data=np.arange(rows * width).reshape(rows, width).astype(kind))
                with h5py.File(at, 'w') as f:
                    for i in (0, 3):
                        g = f.create_group(f'traj_{i}', track_order=True)
                        add(g, 'obs/agent/qpos', T + 1, 9)
                        g.create_dataset('obs/sensor_data/base/rgb', data=np.full((T + 1, 8, 8, 3), i, 'u1'), compression='gzip')
                        add(g, 'env_states/actors/cube', T + 1, 13)
                        add(g, 'actions', T, 8)
                        g['terminated'], g['truncated'] = np.arange(T) == T - 1, np.zeros(T, bool)
                        g['success'], g['fail'] = np.arange(T) >= T - 2, np.zeros(T, bool)
                        g['rewards'] = np.arange(T, dtype='f4')
                json.dump({'env_info': {'env_id': 'PickCube-v1', 'env_kwargs': {'obs_mode': 'rgb', 'sim_config': {'control_freq': 40}}},
                    'commit_info': {}, 'episodes': [{'episode_id': i, 'episode_seed': 7 + i, 'control_mode': 'pd_joint_pos',
                    'elapsed_steps': T, 'reset_kwargs': {'seed': 7 + i}, 'success': i == 3} for i in (0, 3)]}, open(at[:-2] + 'json', 'w'))
                """);
        ImportSummary summary = new Imports(new ManiSkillFormat()).run(dataset, folder.resolve("out"));
        assertEquals(2, summary.episodes());
        EpisodeFacts second = facts(1);
        assertEquals("PickCube-v1", second.envName());
        assertEquals(1 / 40.0, second.dtSeconds(), 1e-12);
        assertEquals(10, second.seed().orElseThrow());
        assertEquals(Ending.TERMINATED, second.ending());
        assertTrue(second.success().orElseThrow());
        assertEquals("pd_joint_pos", second.attributes().get("control_mode"));
        assertEquals(
                "True True True True True True",
                Python.run("""
                import sys, h5py
                s, d = h5py.File(sys.argv[1], 'r')['traj_3'], h5py.File(sys.argv[2], 'r')['data/demo_0']
                def same(a, b): return a.dtype == b.dtype and (a == b).all()
                print(same(s['obs/agent/qpos'][:-1], d['obs/agent/qpos'][:]), same(s['obs/agent/qpos'][-1:], d['final_obs/agent/qpos'][:]),
                      same(s['env_states/actors/cube'][1:], d['states/actors/cube'][:]),
                      same(s['env_states/actors/cube'][:1], d['initial_state/actors/cube'][:]),
                      same(s['obs/sensor_data/base/rgb'][:-1], d['obs/sensor_data/base/rgb'][:]), same(s['fail'][:], d['fail'][:]))
                """, dataset, folder.resolve("out/PickCube-v1/run_1.hdf5")));
    }

    @Test
    void alohasEpisodesComeInOrderWithTheirPictures() throws Exception {
        Path dataset = made("aloha_cup", """
                from PIL import Image
                os.mkdir(at)
                for i in (10, 9):
                    with h5py.File(f'{at}/episode_{i}.hdf5', 'w') as root:
                        root.attrs['sim'], root.attrs['compress'] = False, i == 10
                        T, cams = 4, root.create_group('observations').create_group('images')
                        pictures = np.full((T, 16, 24, 3), 10 * i, 'u1')
                        if i == 10:
                            files = []
                            for p in pictures:
                                out = io.BytesIO(); Image.fromarray(p).save(out, 'JPEG'); files.append(out.getvalue())
                            size = max(map(len, files)) + 9
                            cams['cam_high'] = np.array([np.frombuffer(b.ljust(size, b'\\0'), 'u1') for b in files])
                            root['compress_len'] = np.array([[len(b) for b in files]])
                        else:
                            cams['cam_high'] = pictures
                        root['observations/qpos'] = np.arange(T * 14.).reshape(T, 14) + i
                        root['action'] = np.arange(T * 14.).reshape(T, 14) - i
                """);
        ImportSummary summary = new Imports(new AlohaFormat()).run(dataset, folder.resolve("out"));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("1/50 s is assumed"), notes);
        assertTrue(notes.contains("'compress_len' is left out"), notes);
        assertEquals("aloha_cup", facts(0).envName());
        assertEquals(
                "9.0 90 (4, 16, 24, 3) | 10.0 100 (4, 16, 24, 3)",
                Python.run(
                        """
                import sys, h5py
                one = lambda d: f"{d['obs/qpos'][0, 0]} {d['obs/images/cam_high'][3, 8, 8, 0]} {d['obs/images/cam_high'].shape}"
                print(' | '.join(one(h5py.File(p, 'r')['data/demo_0']) for p in sys.argv[1:]))
                """, folder.resolve("out/aloha_cup/run_0.hdf5"), folder.resolve("out/aloha_cup/run_1.hdf5")));
    }

    @Test
    void droidsTrajectoriesAreFoundBelowAFolderWithTheirMetadata() throws Exception {
        Path dataset = made("droid_raw", """
                for day in ('Fri_Jul__7_09:42:23_2023', 'Sat_Jul__8_10:00:00_2023'):
                    os.makedirs(f'{at}/success/{day}')
                    with h5py.File(f'{at}/success/{day}/trajectory.h5', 'w') as f:
                        f.attrs.update({'current_task': 'Move the cup', 'success': True, 'user': 'bo', 'trajectory_length': 3})
                        for name, width in (('cartesian_position', 6), ('gripper_position', 0), ('robot_state/joint_positions', 7)):
                            f[f'action/{name}'] = np.arange(3. * max(1, width)).reshape((3, width) if width else (3,))
                        f['observation/robot_state/joint_positions'] = np.ones((3, 7))
                        f['observation/controller_info/movement_enabled'] = np.ones(3, bool)
                        f['observation/videos/24400334'] = np.zeros(100, 'u1')
                    json.dump({'uuid': 'AUTOLab+x', 'building': 'BWW', 'scene_id': 12, 'current_task': 'Move the cup', 'success': True},
                              open(f'{at}/success/{day}/metadata_AUTOLab+x.json', 'w'))
                """);
        ImportSummary summary = new Imports(new DroidFormat()).run(dataset, folder.resolve("out"));
        assertEquals(2, summary.episodes());
        EpisodeFacts first = facts(0);
        assertEquals("Move the cup", first.instruction());
        assertTrue(first.success().orElseThrow());
        assertEquals(
                "BWW bo 12",
                first.attributes().get("building") + " " + first.attributes().get("user") + " "
                        + first.attributes().get("scene_id"));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'observation/videos/24400334' is left out"), notes);
    }

    @Test
    void filesOfOtherNamesAndLinkedFoldersAreNamed() throws Exception {
        Path dataset = made("cups", """
                os.makedirs(at + '/more'); os.makedirs(at + '_else')
                for name in ('/episode_0.hdf5', '/mirror_episode_0.hdf5', '/more/episode_1.h5', '_else/episode_2.hdf5'):
                    with h5py.File(at + name, 'w') as root:
                        root['action'] = np.ones((4, 2))
                os.symlink(at + '_else', at + '/linked')
                """);
        ImportSummary summary = new Imports(new AlohaFormat()).run(dataset, folder.resolve("out"));
        assertEquals(1, summary.episodes());
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'linked' is left out: a link to a folder"), notes);
        assertTrue(notes.contains("'mirror_episode_0.hdf5' and 1 more are left out: no file named as those of"), notes);
    }

    @Test
    void theMarkOfJpegFilesMayBeANumber() throws Exception {
        Path dataset = made("cups", """
                from PIL import Image
                os.mkdir(at)
                with h5py.File(at + '/episode_0.hdf5', 'w') as root:
                    root.attrs['compress'], out = 1, io.BytesIO()
                    Image.fromarray(np.full((16, 24, 3), 90, 'u1')).save(out, 'JPEG')
                    root['observations/images/top'] = np.array([np.frombuffer(out.getvalue(), 'u1')] * 4)
                    root['action'] = np.ones((4, 2))
                """);
        new Imports(new AlohaFormat()).run(dataset, folder.resolve("out"));
        assertEquals("(4, 16, 24, 3) 90", Python.run("""
                import sys, h5py
                top = h5py.File(sys.argv[1], 'r')['data/demo_0/obs/images/top']
                print(top.shape, top[3, 8, 8, 0])
                """, folder.resolve("out/cups/run_0.hdf5")));
    }

    @Test
    void jsonOfPythonIsReadAndCountsThatAreWrongAreNoted() throws Exception {
        Path dataset = made("droid_raw", """
                os.mkdir(at)
                h5py.File(at + '/trajectory.h5', 'w')['action'] = np.ones((3, 2))
                about = {'current_task': 'Move the cup', 'success': 'false', 'trajectory_length': 9, 'error': float('nan')}
                open(at + '/metadata_a.json', 'w', encoding='utf-8-sig').write(json.dumps(about))
                """);
        ImportSummary summary = new Imports(new DroidFormat()).run(dataset, folder.resolve("out"));
        assertEquals("Move the cup", facts(0).instruction());
        assertEquals(false, facts(0).success().orElseThrow());
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("'trajectory_length' is not the number of actions"), notes);
        assertTrue(notes.contains("attribute 'error' is left out"), notes);
    }

    @Test
    void anEpisodeThatIsListedTwiceIsRefused() throws Exception {
        Path dataset = made("pick.h5", """
                h5py.File(at, 'w')['traj_0/actions'] = np.ones((2, 1))
                json.dump({'episodes': [{'episode_id': 0}, {'episode_id': 0}]}, open(at[:-2] + 'json', 'w'))
                """);
        String refusal = new Imports(new ManiSkillFormat()).refusal(dataset, folder.resolve("out"));
        assertTrue(refusal.contains("pick.json lists traj_0 twice"), refusal);
    }

    @Test
    void oneDamagedFileHidesNoOthersAndALinkIsItsFolder() throws Exception {
        made("cups", """
                os.mkdir(at)
                for i in range(3):
                    with h5py.File(f'{at}/episode_{i}.hdf5', 'w') as root:
                        root['action'] = np.ones((4, 2))
                with open(f'{at}/episode_1.hdf5', 'r+b') as f:
                    f.truncate(700)
                os.symlink(at, at + '_link')
                """);
        try (Recordings there = Recordings.open(folder.resolve("cups_link"))) {
            assertEquals(2, there.episodes().size());
            String problems = there.problems().toString();
            assertTrue(problems.contains("episode 1 is left out"), problems);
        }
    }

    @Test
    void aFileOfAnotherKindBesideJsonIsNoManiSkill() throws Exception {
        Path robomimic = made("lift.h5", """
                h5py.File(at, 'w')['data/demo_0/actions'] = np.ones((3, 2))
                json.dump({'train': 1}, open(at[:-2] + 'json', 'w'))
                """);
        try (Recordings there = Recordings.open(robomimic)) {
            assertEquals(1, there.episodes().size());
        }
    }

    @Test
    void whatIsNoSuchDatasetIsRefusedWithWhatIsExpected() throws Exception {
        Path empty = made("empty", "os.mkdir(at)");
        String aloha = new Imports(new AlohaFormat()).refusal(empty, folder.resolve("out"));
        assertTrue(aloha.contains("has no file named as those of aloha are, such as episode_0.hdf5"), aloha);
        Path lonely = made("lonely.h5", "h5py.File(at, 'w')['traj_0/actions'] = np.ones((2, 1))");
        String maniSkill = new Imports(new ManiSkillFormat()).refusal(lonely, folder.resolve("out"));
        assertTrue(maniSkill.contains("lonely.json, which says what the trajectories"), maniSkill);
        Path missing = made("missing.h5", """
                h5py.File(at, 'w')['traj_0/actions'] = np.ones((2, 1))
                json.dump({'episodes': [{'episode_id': 4}]}, open(at[:-2] + 'json', 'w'))
                """);
        String group = new Imports(new ManiSkillFormat()).refusal(missing, folder.resolve("out"));
        assertTrue(group.contains("has no group 'traj_4'"), group);
    }
}
