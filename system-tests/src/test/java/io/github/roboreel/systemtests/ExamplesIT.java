package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.systemtests.Examples.Result;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The projects of {@code examples}, built outside the reactor, run, and what they record read by h5py and check. */
class ExamplesIT {
    @TempDir
    static Path folder;

    private static Examples examples;
    private static Path plugin;

    @BeforeAll
    static void build() throws Exception {
        examples = new Examples(folder);
        examples.build("embedding", "planar-pusher", "reading", "uploading", "vectorised");
        plugin = examples.jar("planar-pusher");
    }

    @AfterAll
    static void close() throws Exception {
        examples.close();
    }

    @Test
    void theEmbeddedRecorderNeedsNoCommandLine() throws Exception {
        Result run = examples.java(examples.jar("embedding"), "waves");
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("every value is right", examples.python("""
                import h5py, numpy as np
                with h5py.File('waves/WaveTask/run_0.hdf5') as f:
                    for env in range(4):
                        expected = np.sin(np.arange(600) / 15.0 + env)[:, None].repeat(7, 1)
                        assert np.allclose(f['data/demo_%d/actions' % env][()], expected, atol=1e-6)
                print('every value is right')
                """));
        assertSound("waves");
        Result read = examples.java(examples.jar("reading"), "waves");
        assertEquals(0, read.exitCode(), read.toString());
        float largest = 0;
        for (int step = 0; step < 600; step++) {
            for (int env = 0; env < 4; env++) {
                largest = Math.max(largest, Math.abs((float) Math.sin(step / 15.0 + env)));
            }
        }
        assertEquals(
                "Wave at the camera: 600 steps\n".repeat(4) + "2400 chunks of 8 actions, the largest is " + largest
                        + "\n",
                read.out());
    }

    @Test
    void allEnvsOfAVectorisedSimulatorAreHandedOverAtOnce() throws Exception {
        Result run = examples.java(examples.jar("vectorised"), "carts");
        assertEquals(0, run.exitCode(), run.toString());
        // Both in one process, though their libraries are made for different releases of JavaCPP.
        assertTrue(run.err().contains(" by bytedeco"), run.err());
        assertTrue(run.err().contains("videos are encoded by OpenH264"), run.err());
        List<JsonNode> lines = lines("carts");
        assertEquals(32, lines.size());
        int steps = lines.stream()
                .mapToInt(line -> line.get("episode_step").asInt())
                .sum();
        assertEquals("100 simulator calls, " + steps + " recorded steps, 16 episodes that failed\n", run.out());
        assertEquals("states, ends and pictures are right", examples.python("""
                import h5py, json, numpy as np
                with h5py.File('carts/BalanceTask/run_0.hdf5') as f:
                    for line in map(json.loads, open('carts/episode_results.jsonl')):
                        demo = f['data/demo_%d' % line['env_id']]
                        state = demo['states/cart_pole'][()].astype(float)
                        assert np.allclose(np.diff(state[:, 0]), 0.02 * state[1:, 1], atol=1e-6)
                        assert np.allclose(np.diff(state[:, 2]), 0.02 * state[1:, 3], atol=1e-6)
                        assert line['success'] == (line['env_id'] % 2 == 0), line
                        assert (np.abs(state[:-1, 2]) <= 0.6).all()
                        assert (abs(state[-1, 2]) > 0.6) != line['success']
                        rail, pole = demo['obs/rail_camera'][()], demo['obs/pole_camera'][()]
                        assert rail.shape == pole.shape == (len(state), 32, 48, 3)
                        assert (pole[:, 31, 24, 1] == 255).all()
                print('states, ends and pictures are right')
                """));
        assertSound("carts");
        assertPicturesAreFromBeforeTheActionAndVideosFromAfterIt();
    }

    /** By the column where the cart is, and by the top of its pole. */
    private static void assertPicturesAreFromBeforeTheActionAndVideosFromAfterIt() throws Exception {
        assertEquals("rows and frames belong to their steps", examples.python("""
                import h5py, numpy as np, subprocess
                def cart(state):
                    return np.floor((state[:, 0] / 4 + 0.5) * 47 + 0.5).astype(int)
                def tip(state):
                    return np.floor(24 + 20 * np.sin(state[:, 2]) + 0.5).astype(int)
                def tip_row(state):
                    return 31 - np.floor(20 * np.cos(state[:, 2])).astype(int)
                def shows(rail, pole, state):
                    every = np.arange(len(state))
                    return (rail[:, 31, :, 0].argmax(1) == cart(state)) & (
                        pole[every, tip_row(state), tip(state), 1] == 255)
                far = np.zeros(2)
                with h5py.File('carts/BalanceTask/run_0.hdf5') as f:
                    for env in range(32):
                        demo = f['data/demo_%d' % env]
                        after = demo['states/cart_pole'][()].astype(float)
                        start = demo['initial_state/cart_pole'][()].astype(float)
                        before = np.concatenate([start, after[:-1]])
                        rail, pole = demo['obs/rail_camera'][()], demo['obs/pole_camera'][()]
                        assert shows(rail, pole, before).all(), env
                        assert not shows(rail, pole, after).all(), env
                        last = [demo['final_obs/%s_camera' % name][()] for name in ('rail', 'pole')]
                        assert shows(*last, after[-1:]).all(), env
                        video = 'carts/BalanceTask/Balance_the_pole_0_env%d.mp4' % env
                        raw = subprocess.run(['ffmpeg', '-loglevel', 'error', '-i', video, '-f', 'rawvideo',
                            '-pix_fmt', 'rgb24', '-'], capture_output=True, check=True).stdout
                        frames = np.frombuffer(raw, np.uint8).reshape(-1, 16, 48, 3).astype(float)
                        seen = np.concatenate([np.concatenate([rail, last[0]]), np.concatenate([pole, last[1]])], 2)
                        halved = seen.reshape(-1, 16, 2, 48, 2, 3).mean((2, 4))
                        assert len(frames) == len(after) == len(halved) - 1, (env, len(frames))
                        far += np.abs(frames - halved[1:]).sum(), np.abs(frames - halved[:-1]).sum()
                assert far[0] < far[1], far
                print('rows and frames belong to their steps')
                """));
    }

    @Test
    void thePlugInIsRecordedInHundredsOfEnvs() throws Exception {
        record("pushes", 0, "--num-envs", "200", "--workers", "2", "--video-mode", "none");
        assertEquals("dynamics, metric, event and sink agree", examples.python("""
                import csv, h5py, json, numpy as np
                touches = {int(row[0]): row[1:] for row in csv.reader(open('pushes/PushToGoalTask/touches_0.csv'))}
                lines = list(map(json.loads, open('pushes/episode_results.jsonl')))
                assert len(lines) == len(touches) == 200
                assert sum(line['success'] for line in lines) >= 190
                with h5py.File('pushes/PushToGoalTask/run_0.hdf5') as f:
                    for line in lines:
                        demo = f['data/demo_%d' % line['env_id']]
                        action = demo['actions'][()].astype(float)
                        pusher, puck = demo['states/pusher'][()], demo['states/puck'][()]
                        before = demo['obs/pusher'][()]
                        assert np.array_equal(before[1:], pusher[:-1, :2])
                        assert np.allclose(pusher[:, :2], before + 0.05 * action, atol=1e-12)
                        gap = np.hypot(*(pusher[:, :2] - puck[:, :2]).T)
                        assert gap.min() > 0.07, gap.min()
                        first = int(np.argmax(gap <= 0.082))
                        still = np.diff(puck[:first, :2], axis=0)
                        assert (still == 0).all()
                        assert touches[line['env_id']][0] == str(first + 1)
                        path = np.hypot(*np.diff(pusher[:, :2], axis=0).T).sum()
                        assert abs(float(touches[line['env_id']][1]) - path) < 1e-9
                        goal = demo['obs/goal'][-1]
                        left = np.hypot(*(goal - puck[-1, :2]))
                        assert abs(line['metrics']['goal_distance_m'] - left) < 1e-12
                        assert (left <= 0.03) == line['success']
                        assert line['own_events'] == {'PUCK_TOUCHED': 1}
                        assert line['score'] is None
                        assert np.array_equal(demo['final_obs/puck'][()].ravel(), puck[-1, :2])
                        assert demo['actions'].attrs['unit'] == 'm/s'
                print('dynamics, metric, event and sink agree')
                """));
        assertSound("pushes");
    }

    @Test
    void thePlugInDrawsPicturesWhenTheyAreAskedFor() throws Exception {
        record("pictures", 0, "--num-envs", "2", "--record-image-data", "--camera-size", "96x64", "--max-steps", "30");
        assertEquals("pictures show the pusher", examples.python("""
                import h5py, numpy as np
                with h5py.File('pictures/PushToGoalTask/run_0.hdf5') as f:
                    for env in range(2):
                        demo = f['data/demo_%d' % env]
                        picture = demo['obs/top_camera'][()]
                        assert picture.shape == (30, 64, 96, 3) and 'viewport_cam' not in demo['obs']
                        picture = np.concatenate([picture, demo['final_obs/top_camera'][()]])
                        at = np.concatenate([demo['obs/pusher'][()], demo['final_obs/pusher'][()]])
                        column = np.floor(48 + 64 / 1.2 * at[:, 0]).astype(int)
                        row = np.floor(32 - 64 / 1.2 * at[:, 1]).astype(int)
                        assert (picture[np.arange(31), row, column] == [0, 0, 255]).all()
                print('pictures show the pusher')
                """));
        for (String video : List.of("_0_env1.mp4", "_0_env1_viewport.mp4")) {
            assertTrue(Files.exists(folder.resolve("pictures/PushToGoalTask/Push_the_puck_to_the_goal" + video)));
        }
        assertSound("pictures");
    }

    @Test
    void exportLerobot_thePlugInsDefaultRecording_hasAFrameForEachStep() throws Exception {
        record("default", 0, "--num-envs", "2", "--camera-size", "96x64", "--max-steps", "30");
        Result export = examples.roboreel("export", "lerobot", "default", "--out", "sets", "--repo-id", "lab/pushes");
        assertEquals(0, export.exitCode(), export.toString());
        assertEquals("sensor 60, viewport 60", examples.python("""
                import subprocess
                def frames(name):
                    file = f'sets/lab/pushes/videos/robolab.after_action.{name}/chunk-000/file-000.mp4'
                    return int(subprocess.run(['ffprobe', '-v', 'error', '-count_frames', '-show_entries',
                        'stream=nb_read_frames', '-of', 'csv=p=0', file], capture_output=True, check=True).stdout)
                print(', '.join(f'{name} {frames(name)}' for name in ('sensor', 'viewport')))
                """));
    }

    @Test
    void thePlugInReplaysFromItsSeedsAndFromItsRecordedStates() throws Exception {
        record("again", 0, "--num-envs", "8", "--video-mode", "none");
        Files.writeString(folder.resolve("tolerance.yaml"), "'*': 1.0e-9\n");
        assertReplays();
        for (String mode : List.of("states", "segments=20")) {
            assertReplays("--mode", mode, "--tolerance", "tolerance.yaml");
        }
    }

    private static void assertReplays(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("replay", "again", "--plugin", plugin.toString()));
        arguments.addAll(List.of(options));
        Result replay = examples.roboreel(arguments.toArray(String[]::new));
        assertEquals(0, replay.exitCode(), replay.toString());
        assertTrue(replay.out().endsWith("8 of 8 episodes tracked\n"), replay.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nan       | the policy gave NaN for value 1 of the action; expected a finite number
            shape     | the policy gave an action of 3 values; expected 2
            exception | java.lang.IllegalStateException: the policy's model is gone
            """)
    void aWrongStepEndsInOneSentenceAndTheOthersKeepTheirSteps(String fault, String cause) throws Exception {
        Result run =
                record(fault, 1, "--num-envs", "8", "--video-mode", "none", "--policy", "planar-pusher-errs:" + fault);
        assertEquals(
                "roboreel: env 3 failed in step 5 (" + cause
                        + "); its run was ended, with status aborted for every episode under way",
                run.err().lines().reduce((first, second) -> second).orElseThrow());
        int[] steps = new int[8];
        for (JsonNode line : lines(fault)) {
            steps[line.get("env_id").asInt()] = line.get("episode_step").asInt();
            assertEquals("aborted", line.get("status").asText());
        }
        assertEquals("[6, 6, 6, 5, 5, 5, 5, 5]", Arrays.toString(steps));
        assertEquals(Arrays.toString(steps), examples.python(Sentence.of("""
                import h5py
                with h5py.File('%s/PushToGoalTask/run_0.hdf5') as f:
                    print([len(f['data/demo_%%d/states/puck' %% env]) for env in range(8)])
                """, fault)));
    }

    @Test
    void whatIsFinalIsCopiedByThePlugInThatUploads() throws Exception {
        Path uploading = examples.jar("uploading");
        Files.writeString(folder.resolve("copying.yaml"), "copying:\n  folder: " + folder.resolve("backup") + "\n");
        Result run = examples.roboreel(
                "record",
                "--plugin",
                uploading.toString(),
                "--config",
                "copying.yaml",
                "--output-dir",
                ".",
                "--output-folder-name",
                "kept",
                "--num-envs",
                "2",
                "--num-runs",
                "2",
                "--max-steps",
                "30",
                "--camera-size",
                "64x36");
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("every copy is the file", examples.python("""
                import filecmp, hashlib, json, os
                marks = {}
                for line in open('kept/uploaded.jsonl'):
                    mark = json.loads(line)
                    marks[mark['file']] = mark
                task = 'BananaInBowlTask/'
                files = [task + name for name in os.listdir('kept/' + task) if name != 'run_complete.json']
                assert sorted(marks) == sorted(files + ['episode_results.jsonl']), (sorted(marks), files)
                assert sum(name.endswith('.mp4') for name in marks) == 8, sorted(marks)
                assert {task + 'run_0.hdf5', task + 'run_1.hdf5'} <= set(marks)
                for name, mark in marks.items():
                    copy = open('backup/kept/' + name, 'rb').read()
                    assert filecmp.cmp('kept/' + name, 'backup/kept/' + name, False), name
                    assert mark['bytes'] == len(copy) and mark['sha256'] == hashlib.sha256(copy).hexdigest(), name
                assert not [name for _, _, names in os.walk('backup') for name in names if name.endswith('.part')]
                print('every copy is the file')
                """));
        assertSound("kept");
    }

    private static Result record(String name, int exitCode, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("record", "--plugin", plugin.toString()));
        arguments.addAll(List.of("--env", "planar-pusher", "--output-dir", ".", "--output-folder-name", name));
        arguments.addAll(List.of(options));
        Result run = examples.roboreel(arguments.toArray(String[]::new));
        assertEquals(exitCode, run.exitCode(), run.toString());
        return run;
    }

    private static List<JsonNode> lines(String name) throws Exception {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(name).resolve("episode_results.jsonl"))) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private static void assertSound(String name) throws Exception {
        AuditReport report = new FolderAudit(MetricSettings.roboLab()).audit(folder.resolve(name));
        assertFalse(report.isDamaged(), report.toString());
    }
}
