package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code record --policy python:MODULE:CLASS} with Debian's Python. */
class PythonPolicyRecordIT {
    private static final String POLICY = """
            import json
            import numpy as np

            class Follow:
                def __init__(self, setup):
                    self.gain = json.loads(setup.config_file.read_text())["gain"]
                    self.size = len(setup.actions)
                    self.counts = {}

                def reset(self, env, observations, seed):
                    self.random = np.random.default_rng(seed)
                    self.seed, self.counts[env] = seed, 0

                def act(self, observations, envs):
                    actions = np.zeros((len(envs), self.size))
                    for row, env in enumerate(envs):
                        self.counts[int(env)] += 1
                        actions[row, :7] = self.gain * observations["obs/arm_joint_pos"][row]
                    return actions

                def attributes(self, env):
                    return {"asked": self.counts[env]}
            """;
    private static final String CHECK = """
            import glob, json, sys, h5py, numpy as np
            lines = [json.loads(line) for line in open(sys.argv[1] + '/episode_results.jsonl')]
            assert [line['policy'] for line in lines] == ['my_policy.Follow'] * 4, lines
            for name in sorted(glob.glob(sys.argv[1] + '/*/run_*.hdf5')):
                with h5py.File(name) as f:
                    for demo in f['data'].values():
                        metadata = json.loads(demo.attrs['episode_metadata'].split(b'\\0')[0])
                        assert metadata['episode_attributes']['asked'] == demo.attrs['num_samples'] == 12, metadata
                        expected = (0.5 * demo['obs/arm_joint_pos'][:].astype(np.float32)).astype(np.float32)
                        assert np.array_equal(demo['actions'][:, :7], expected), (demo['actions'][:], expected)
                        assert (demo['actions'][:, 7:] == 0).all() and (expected != 0).any()
            print('right')
            """;

    @TempDir
    Path folder;

    private ChildJvm record(String policy, String... more) throws Exception {
        Files.writeString(folder.resolve("my_policy.py"), POLICY);
        Files.writeString(folder.resolve("gain.json"), "{\"gain\": 0.5}");
        List<String> arguments = new ArrayList<>(List.of("record", "--policy", policy, "--quiet"));
        arguments.addAll(List.of("--max-steps", "12", "--video-mode", "none", "--output-dir", folder.toString()));
        arguments.addAll(List.of("--output-folder-name", "out"));
        arguments.addAll(List.of(more));
        return ChildJvm.run(folder, arguments.toArray(String[]::new));
    }

    @Test
    void itsActionsAreRecordedWithTheObservationsThatItSaw() throws Exception {
        ChildJvm record =
                record("python:my_policy:Follow", "--policy-config", "gain.json", "--num-envs", "2", "--num-runs", "2");
        assertEquals(0, record.exitCode(), record.err());
        Path out = folder.resolve("out");
        assertEquals("right\n", ChildJvm.python("-c", CHECK, out.toString()));
        InProcess check = InProcess.run("check", out.toString());
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
    }

    @Test
    void aPolicyThatIsNotThereIsRefusedBeforeAnythingIsRecorded() throws Exception {
        ChildJvm record = record("python:my_policy:Folow");
        assertEquals(2, record.exitCode(), record.err());
        assertEquals(
                "roboreel: policy python cannot act in tabletop: module my_policy has no class 'Folow'; did you mean"
                        + " 'Follow'?",
                record.err().strip());
        assertTrue(Files.notExists(folder.resolve("out")), "nothing is recorded");
    }

    @Test
    void theClassOfTheGuideActs() throws Exception {
        String page = Files.readString(InProcess.HOME.resolve("docs/how-to/python-policy.md"));
        Matcher block = Pattern.compile("(?s)```python\n(.*?)```").matcher(page);
        assertTrue(block.find());
        Files.writeString(folder.resolve("guide.py"), block.group(1));
        ChildJvm record = record("python:guide:Reach");
        assertEquals(0, record.exitCode(), record.err());
        String line = Files.readString(folder.resolve("out/episode_results.jsonl"));
        assertTrue(line.contains("\"policy\":\"guide.Reach\""), line);
    }
}
