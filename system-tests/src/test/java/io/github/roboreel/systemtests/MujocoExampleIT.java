package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.systemtests.Examples.Result;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code examples/mujoco} with Debian's MuJoCo: its recordings against the models' files, against MuJoCo itself,
 * against replays, and read back from other formats.
 */
class MujocoExampleIT {
    private static final String LIBRARY = "MUJOCO_LIBRARY";
    private static final String MODELS = "MUJOCO_MODELS";
    private static final String HUMANOID = "humanoid";
    private static final String ARM = "arm";
    private static final int ENVS = 3;

    /** What the checkers below share: a recording, its file, and the model that is at hand beside it. */
    private static final String OPEN = """
            import csv, glob, h5py, json, numpy as np, os, re, sys
            def opened(name):
                return h5py.File(glob.glob(name + '/*/run_0.hdf5')[0])
            def lines(name):
                return [json.loads(line) for line in open(name + '/episode_results.jsonl')]
            def config(name):
                return json.load(open(glob.glob(name + '/*/env_cfg.json')[0]))
            def bits(array):
                return np.asarray(array, np.float64).ravel().view(np.int64).tolist()
            models = {'humanoid': os.environ['MUJOCO_MODELS'] + '/humanoid/humanoid.xml',
                      'arm': 'mujoco/src/main/resources/com/example/arm.xml'}
            """;

    @TempDir
    static Path folder;

    private static MujocoPackages mujoco;
    private static Examples examples;
    private static Path plugin;

    @BeforeAll
    static void record() throws Exception {
        mujoco = MujocoPackages.unpacked();
        examples = new Examples(folder);
        examples.setEnvironment(LIBRARY, mujoco.library().toString());
        examples.setEnvironment("LD_LIBRARY_PATH", mujoco.libraries().toString());
        examples.setEnvironment(MODELS, mujoco.models().toString());
        examples.build("mujoco");
        plugin = examples.jar("mujoco");
        assertEnds(0, record(HUMANOID, "HumanoidTask", "--video-mode", "none"));
        assertEnds(0, record(ARM, "ArmTask", "--record-image-data", "--camera-size", "96x64"));
    }

    @AfterAll
    static void close() throws Exception {
        if (examples != null) {
            examples.close();
        }
    }

    private static Result record(String name, String task, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("record", "--plugin", plugin.toString(), "--env", "mujoco"));
        arguments.addAll(List.of("--task", task, "--num-envs", String.valueOf(ENVS)));
        arguments.addAll(List.of("--output-dir", ".", "--output-folder-name", name));
        arguments.addAll(List.of(options));
        return examples.roboreel(arguments.toArray(String[]::new));
    }

    private static void assertEnds(int exitCode, Result result) {
        assertEquals(exitCode, result.exitCode(), result.toString());
    }

    private static void assertRight(String checker) throws Exception {
        assertEquals("all is right", examples.python(OPEN + checker + "print('all is right')\n"));
    }

    @Test
    void namesAndBounds_areThoseOfTheModelsFile() throws Exception {
        assertRight("""
                from xml.etree import ElementTree
                def said(f, path):
                    return json.loads(f['data'].attrs['signals'])[path]
                for name, file in models.items():
                    root, f = ElementTree.parse(file).getroot(), opened(name)
                    usual = root.find('default/motor')
                    usual = {} if usual is None else usual.attrib
                    names, low, high = [], [], []
                    for actuator in root.find('actuator'):
                        attributes = {**usual, **actuator.attrib}
                        limited = attributes.get('ctrllimited') == 'true'
                        bounds = attributes['ctrlrange'].split() if limited else ('-inf', 'inf')
                        names.append(actuator.get('name'))
                        low.append(float(bounds[0]))
                        high.append(float(bounds[1]))
                    assert len(names) == {'humanoid': 21, 'arm': 3}[name]
                    joints = [each.get('name') for each in root.find('worldbody').iter('joint')]
                    for env in range(3):
                        demo = f['data/demo_%d' % env]
                        actions = demo['actions']
                        assert actions.dtype == np.float64 and actions.shape[1] == len(names)
                        assert list(actions.attrs['names']) == names
                        assert actions.attrs['low'].tolist() == low and actions.attrs['high'].tolist() == high
                        assert (actions[()] >= low).all() and (actions[()] <= high).all()
                        assert list(demo['obs/joint_position'].attrs['names']) == joints
                        assert list(demo['obs/joint_velocity'].attrs['units']) == ['rad/s'] * len(joints)
                        assert list(demo['states/qpos'].attrs['names'])[-len(joints):] == joints
                    finite = lambda bounds: [None if np.isinf(each) else each for each in bounds]
                    field = said(f, 'actions')
                    assert field['names'] == names
                    assert [field['low'], field['high']] == [finite(low), finite(high)]
                    assert said(f, 'states/qvel')['names'][-len(joints):] == joints
                    robot = config(name)['robot_description']
                    assert robot['actuator_names'] == names
                    angle = 1 if name == 'arm' else np.pi / 180
                    assert robot['name'] == root.get('model')
                    limits = {each['name']: [each.get('position_min_rad'), each.get('position_max_rad')]
                              for each in robot['joints']}
                    for joint in root.find('worldbody').iter('joint'):
                        expected = [angle * float(each) for each in joint.get('range').split()]
                        assert np.allclose(limits[joint.get('name')], expected, rtol=1e-15, atol=0), joint.get('name')
                    assert config(name)['mjcf'] == open(file).read()
                    assert json.loads(f['data'].attrs['provenance'])['simulator_version'] == 'MuJoCo 2.2.2'
                assert list(opened('humanoid')['data/demo_0/states/qpos'].attrs['names'])[:7] == [
                    'root_x', 'root_y', 'root_z', 'root_qw', 'root_qx', 'root_qy', 'root_qz']
                assert list(opened('arm')['data/demo_0/states/act'].attrs['names']) == ['elbow_drive']
                assert list(opened('arm')['data/demo_0/actions'].attrs['units']) == ['N m'] * 3
                """);
    }

    /** The recorded actions once more, by Python's ctypes and with {@code mj_step} alone. */
    @Test
    void recordedSteps_areTheBitsThatMujocoGives() throws Exception {
        assertRight("""
                import ctypes
                lib = ctypes.CDLL(os.environ['MUJOCO_LIBRARY'])
                lib.mj_loadXML.restype = lib.mj_makeData.restype = ctypes.c_void_p
                step = lib.mj_step
                step.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
                lib.mj_makeData.argtypes = [ctypes.c_void_p]
                layout = open('mujoco/src/main/java/com/example/Layout.java').read()
                offsets = {name: int(value) for name, value in re.findall(r'int DATA_(\\w+) = (\\d+);', layout)}
                def array(data, name, length):
                    at = data + offsets[name.upper()]
                    if name != 'time':
                        at = ctypes.c_uint64.from_address(at).value
                    return np.ctypeslib.as_array((ctypes.c_double * length).from_address(at))
                for name, file in models.items():
                    model = lib.mj_loadXML(file.encode(), None, None, 0)
                    skip, f, steps = config(name)['decimation'], opened(name), 0
                    for env in range(3):
                        demo, data = f['data/demo_%d' % env], lib.mj_makeData(model)
                        parts = {part: array(data, part, row.shape[1])
                                 for part, row in demo['states'].items() if part not in ('energy', 'num_contacts')}
                        assert {'time', 'qpos', 'qvel', 'qacc_warmstart'} <= set(parts)
                        for part, values in parts.items():
                            values[:] = demo['initial_state'][part][0]
                        rows = {part: demo['states'][part][()] for part in parts}
                        control = array(data, 'ctrl', demo['actions'].shape[1])
                        for k, action in enumerate(demo['actions'][()]):
                            control[:] = action
                            for _ in range(skip):
                                step(model, data)
                            for part, values in parts.items():
                                assert bits(values) == bits(rows[part][k]), (name, env, k, part)
                            steps += 1
                    assert steps > 60, steps
                """);
    }

    @Test
    void metricsEventsSinkAndCamera_agreeWithTheRows() throws Exception {
        assertRight("""
                def contacts(name):
                    rows = csv.DictReader(open(glob.glob(name + '/*/contacts_0.csv')[0]))
                    return [tuple(int(value) for value in row.values()) for row in rows]
                for name, event in (('humanoid', 'FELL'), ('arm', 'REACHED')):
                    f, expected = opened(name), []
                    for line in lines(name):
                        demo = f['data/demo_%d' % line['env_id']]
                        assert line['own_events'] == {event: 1}, line
                        assert line['success'] == (name == 'arm')
                        kinetic = demo['states/energy'][:, 1]
                        assert (kinetic > 0).all() and np.isclose(line['metrics']['kinetic_energy_mean_j'], kinetic.mean())
                        log = json.load(open(glob.glob('%s/*/log_0_env%d.json' % (name, line['env_id']))[0]))
                        assert event in json.dumps(log)
                        count = [0] + demo['states/num_contacts'][()].tolist()
                        expected += [(line['env_id'], k, count[k]) for k in range(1, len(count)) if count[k] != count[k - 1]]
                        position, last = demo['obs/joint_position'][()], demo['final_obs/joint_position'][()]
                        after = demo['states/qpos'][:, -position.shape[1]:]
                        assert (np.concatenate([position[1:], last]) == after).all()
                    assert sorted(contacts(name)) == sorted(expected)
                assert len(contacts('humanoid')) > 10
                seen = []
                for line in lines('arm'):
                    demo = opened('arm')['data/demo_%d' % line['env_id']]
                    far = np.linalg.norm(demo['obs/fingertip'][()] - demo['obs/target'][()], axis=1)
                    assert far[0] > 0.03 > far[-1] and np.isclose(line['metrics']['fingertip_distance_m'], far[-1])
                    for picture in demo['obs/side_camera'][()], demo['final_obs/side_camera'][()]:
                        assert picture.shape[1:] == (64, 96, 3)
                        green = np.argwhere((picture == (51, 204, 51)).all(3))
                        assert set(green[:, 0]) == set(range(len(picture)))
                    pictures = demo['obs/side_camera'][()]
                    assert len(np.unique(pictures.reshape(len(pictures), -1), axis=0)) > 10
                    ball = green[:, 1:].mean(0)
                    seen.append((*ball, *demo['final_obs/target'][0, [0, 2]]))
                rows, columns, x, z = np.array(seen).T
                right, up = np.polyfit(x, columns, 1), np.polyfit(z, rows, 1)
                assert right[0] > 20 and abs(right[0] + up[0]) < 0.1 * right[0], (right, up)
                """);
        Result report =
                examples.roboreel("report", HUMANOID, ARM, "--events", "--metrics", "--plugin", plugin.toString());
        assertEnds(0, report);
        for (String heading : List.of("FELL", "REACHED", "Kinetic energy J", "Fingertip to ball cm")) {
            assertTrue(report.out().contains(heading), report.toString());
        }
        assertTrue(Files.exists(folder.resolve("arm/ArmTask/Reach_the_ball_0_env0.mp4")));
    }

    /**
     * From seeds, actions and the model's text that was recorded; {@link #check_withReplay_findsNothing} has the arm.
     */
    @Test
    void replay_withoutTheModelsFile_isBitExact() throws Exception {
        examples.setEnvironment(MODELS, "/nowhere");
        try {
            Result replay = examples.roboreel("replay", HUMANOID, "--plugin", plugin.toString());
            assertEnds(0, replay);
            assertEquals(
                    ENVS,
                    replay.out()
                            .lines()
                            .filter(line -> line.endsWith(" bit-exact"))
                            .count(),
                    replay.toString());
        } finally {
            examples.setEnvironment(MODELS, mujoco.models().toString());
        }
    }

    /**
     * One action is another than the recorded one: the next step continues from the recorded state, and from nothing
     * that the wrong step left behind. Where no action was changed this would show nothing, for the env stands where it
     * is set to.
     */
    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {HUMANOID, ARM})
    void replay_fromStates_aWrongStepLeavesNothing(String name) throws Exception {
        examples.python(OPEN + "name = '" + name + "'\n" + """
                import shutil
                shutil.copytree(name, name + '_changed')
                with h5py.File(glob.glob(name + '_changed/*/run_0.hdf5')[0], 'r+') as f:
                    actions = f['data/demo_0/actions']
                    actions[10] = -actions[10]
                """);
        Result replay = examples.roboreel(
                "replay",
                name + "_changed",
                "--plugin",
                plugin.toString(),
                "--mode",
                "states",
                "--output-dir",
                name + "_replayed");
        assertEnds(3, replay);
        assertTrue(replay.out().contains("episode 0: diverged in step 11, first in states/"), replay.toString());
        assertTrue(replay.out().endsWith("2 of 3 episodes tracked\n"), replay.toString());
        assertRight("name = '" + name + "'\n" + """
                drift = h5py.File(glob.glob(name + '_replayed/**/run_0.hdf5', recursive=True)[0])['data/demo_0/replay/drift']
                wrong = {}
                def look(path, rows):
                    if isinstance(rows, h5py.Dataset):
                        each = rows[()].reshape(len(rows), -1)
                        wrong[path] = np.flatnonzero((each != 0).any(1)).tolist()
                drift.visititems(look)
                assert wrong['states/qpos'] == wrong['states/qacc_warmstart'] == [10], wrong
                assert wrong['obs/joint_position'] == [11], wrong
                for path, rows in wrong.items():
                    assert rows in ([], [11] if path.startswith('obs/') else [10]), (path, rows)
                """);
    }

    /** With a recording that a program made without the command line. */
    @Test
    void check_withReplay_findsNothing() throws Exception {
        assertEnds(0, loop("ArmTask", "loop"));
        Result check = examples.roboreel("check", "loop", ARM, "--replay", "--plugin", plugin.toString());
        assertEnds(0, check);
        assertEquals(2, check.out().split(", 3 replayed, 1 note\n", -1).length - 1, check.toString());
        assertRight("""
                assert sorted(opened('loop')['data/demo_0']) == sorted(opened('arm')['data/demo_0'])
                assert [line['own_events'] for line in lines('loop')] == [{'REACHED': 1}] * 3
                assert os.path.exists('loop/ArmTask/contacts_0.csv')
                assert all('kinetic_energy_mean_j' in line['metrics'] for line in lines('loop'))
                """);
    }

    private static Result loop(String task, String output) throws Exception {
        String classPath = plugin + ":" + plugin.resolveSibling("roboreel") + "/*";
        return examples.jdk(
                "java", List.of("-cp", classPath, "com.example.RecordMujoco", task, String.valueOf(ENVS), output));
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"minari", "lerobot", "rlds", "robomimic"})
    void otherFormats_haveNamesAndBoundsAndGiveThemBack(String format) throws Exception {
        List<String> export = new ArrayList<>(List.of("export", format, ARM));
        export.addAll(
                switch (format) {
                    case "minari" -> List.of("--root", "minari", "--id", "lab/arm-v0", "--observations", "obs");
                    case "lerobot" -> List.of("--out", "lerobot", "--repo-id", "lab/arm");
                    case "rlds" -> List.of("--out", "rlds", "--name", "arm");
                    default -> List.of("--out", "arm.hdf5");
                });
        assertEnds(0, examples.roboreel(export.toArray(String[]::new)));
        String dataset = switch (format) {
            case "minari" -> "minari/lab/arm-v0";
            case "lerobot" -> "lerobot/lab/arm";
            case "rlds" -> "rlds/arm/1.0.0";
            default -> "arm.hdf5";
        };
        assertEnds(0, examples.roboreel("import", format, dataset, "--output-dir", "back/" + format));
        assertRight("format = '" + format + "'\n" + """
                names = ['yaw_motor', 'shoulder_motor', 'elbow_drive']
                low, high = [-20.0, -40.0, None], [20.0, 40.0, None]
                if format == 'minari':
                    space = json.loads(json.load(open('minari/lab/arm-v0/data/metadata.json'))['action_space'])
                    assert space == {'type': 'Box', 'dtype': 'float64', 'shape': [3],
                                     'low': [-20.0, -40.0, '-inf'], 'high': [20.0, 40.0, 'inf']}, space
                elif format == 'lerobot':
                    features = json.load(open('lerobot/lab/arm/meta/info.json'))['features']
                    assert features['action']['names'] == names
                    assert {'joint_position.elbow', 'joint_velocity.yaw', 'target.z'} <= set(features['observation.state']['names'])
                elif format == 'rlds':
                    recorded = json.load(open('rlds/arm/1.0.0/metadata.json'))['recorded']
                    actions = recorded['actions']
                    assert (actions['names'], actions['low'], actions['high']) == (names, low, high)
                    assert recorded['states/qpos']['names'] == ['yaw', 'shoulder', 'elbow']
                    features = json.load(open('rlds/arm/1.0.0/features.json'))
                    action = features['featuresDict']['features']['steps']['sequence']['feature']['featuresDict']['features']['action']
                    assert action['tensor']['shape'] == {'dimensions': ['3']} and action['tensor']['dtype'] == 'float64', action
                if format == 'robomimic':
                    actions = json.loads(h5py.File('arm.hdf5')['data'].attrs['signals'])['actions']
                    assert (actions['names'], actions['low'], actions['high']) == (names, low, high)
                files = [h5py.File(file) for file in glob.glob('back/' + format + '/*/run_*.hdf5')]
                assert len(files) == 3
                said = json.loads(files[0]['data'].attrs.get('signals', '{}')).get('actions', {})
                expected = {'names': names, 'units': ['N m'] * 3, 'low': low, 'high': high}
                kept = ('low', 'high') if format == 'minari' else expected
                assert {key: said[key] for key in expected if key in said} == {key: expected[key] for key in kept}, said
                for path in ('actions', 'states/qpos', 'states/qacc_warmstart'):
                    given = sorted(bits(opened('arm')['data/demo_%d' % k][path]) for k in range(3))
                    assert sorted(bits(file['data/demo_0'][path]) for file in files) == given, path
                """);
    }

    @Test
    void aMissingLibrary_isNamedInOneSentence() throws Exception {
        examples.setEnvironment(LIBRARY, "/nowhere/libmujoco.so.2.2.2");
        try {
            Result run = loop("ArmTask", "refused");
            assertEnds(1, run);
            assertEquals(
                    "MuJoCo 2.2.2 cannot be loaded (/nowhere/libmujoco.so.2.2.2: cannot open shared object file: No such"
                            + " file or directory); install it (apt install libmujoco2.2.2), or name its"
                            + " libmujoco.so.2.2.2 in the environment variable MUJOCO_LIBRARY\n",
                    run.err());
        } finally {
            examples.setEnvironment(LIBRARY, mujoco.library().toString());
        }
    }

    /** MuJoCo's own library, whose {@code mj_version} gives 300: its code is {@code mov $222, %eax; ret}. */
    @Test
    void anotherVersion_isRefusedInOneSentence() throws Exception {
        Path other = folder.resolve("libmujoco.so.3.0.0");
        examples.python("""
                code = open('%s', 'rb').read()
                version = lambda number: b'\\xb8' + number.to_bytes(4, 'little') + b'\\xc3'
                assert code.count(version(222)) == 1
                open('%s', 'wb').write(code.replace(version(222), version(300)))
                """.formatted(mujoco.library(), other));
        examples.setEnvironment(LIBRARY, other.toString());
        try {
            Result run = record("refused", "ArmTask");
            assertEnds(2, run);
            assertEquals(
                    "roboreel: " + other
                            + " is version 300 of MuJoCo, and the structures of version 222 are read; install"
                            + " it (apt install libmujoco2.2.2) and name its libmujoco.so.2.2.2 in the environment"
                            + " variable MUJOCO_LIBRARY\n",
                    run.err());
            assertFalse(Files.exists(folder.resolve("refused")));
        } finally {
            examples.setEnvironment(LIBRARY, mujoco.library().toString());
        }
    }

    @Test
    void offsets_areThoseOfTheHeader() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, "gcc"))),
                "there is no C compiler");
        Path project = folder.resolve("mujoco");
        String printed = examples.python("""
                import subprocess
                subprocess.run(['gcc', '-I%s', '%s/src/main/c/offsets.c', '-o', 'offsets'], check=True)
                print(subprocess.run(['./offsets'], capture_output=True, check=True, text=True).stdout)
                """.formatted(mujoco.headers(), project));
        List<String> declared = Files.readAllLines(project.resolve("src/main/java/com/example/Layout.java")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("static final int"))
                .toList();
        assertEquals(printed.lines().toList(), declared);
        assertTrue(declared.size() > 50, declared.toString());
    }
}
