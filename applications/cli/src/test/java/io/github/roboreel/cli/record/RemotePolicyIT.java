package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.InProcess;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Episodes in which a server in Python acts, and servers that go wrong. */
class RemotePolicyIT {
    private static final String CHECK = """
            import h5py, json, numpy as np, sys
            sys.path.insert(0, sys.argv[2])
            from policy_server import act, resize_with_pad
            size, replan, envs, runs = (int(v) for v in sys.argv[3:7])
            lines = [json.loads(line) for line in open(sys.argv[1] + '/episode_results.jsonl')]
            assert len(lines) == envs * runs, lines
            for line in lines:
                path = '%s/BananaInBowlTask/run_%d.hdf5' % (sys.argv[1], line['run'])
                with h5py.File(path) as f:
                    demo = f['data/demo_%d' % line['env_id']]
                    steps = demo.attrs['num_samples']
                    prompt = demo.attrs['instruction']
                    assert steps == 19, steps
                    metadata = json.loads(demo.attrs['episode_metadata'].split(b'\\0')[0])
                    asked = -(-19 // replan)
                    assert metadata['episode_attributes']['policy_requests'] == asked, metadata
                    assert abs(metadata['episode_attributes']['policy_server_s'] - 0.0025 * asked) < 1e-9, metadata
                    for k in range(steps):
                        at = k - k % replan
                        seen = {'prompt': prompt,
                            'observation/joint_position': demo['obs/arm_joint_pos'][at],
                            'observation/gripper_position': demo['obs/gripper_pos'][at]}
                        if size:
                            for key, camera in (('exterior_image_1', 'over_shoulder'), ('wrist_image', 'wrist')):
                                picture = demo['obs/%s_camera' % camera][at]
                                seen['observation/%s_left' % key] = resize_with_pad(picture, size, size)
                        expected = act(seen)[k - at].astype(np.float32)
                        assert np.array_equal(demo['actions'][k], expected), (k, demo['actions'][k], expected)
                assert line['policy'] == 'openpi' and line['timing']['policy_inference_s'] >= 0, line
            print('right')
            """;

    @TempDir
    Path folder;

    private Path config(String... more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "observation: {observation/joint_position: obs/arm_joint_pos,"
                        + " observation/gripper_position: obs/gripper_pos}",
                "prompt: prompt",
                "connect_seconds: 300"));
        lines.addAll(List.of(more));
        return Files.write(folder.resolve("policy.yaml"), lines);
    }

    private InProcess record(int port, Path config, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "record", "--policy", "openpi://127.0.0.1:" + port, "--policy-config", config.toString(), "--quiet"));
        arguments.addAll(List.of("--max-steps", "19", "--output-dir", folder.toString()));
        arguments.addAll(List.of("--output-folder-name", "out"));
        arguments.addAll(List.of(more));
        return InProcess.run(arguments.toArray(String[]::new));
    }

    private void check(int size, int replan, int envs, int runs) throws Exception {
        String out = folder.resolve("out").toString();
        String sources = PolicyServerProcess.SOURCES.toString();
        assertEquals(
                "right\n",
                ChildJvm.python("-B", "-c", CHECK, out, sources, "" + size, "" + replan, "" + envs, "" + runs));
        InProcess check = InProcess.run("check", out);
        assertEquals(Outcome.OK, check.outcome(), check.out() + check.err());
    }

    @Test
    void picturesAndNumbersReachTheServerAndItsActionsTheFiles() throws Exception {
        Path config = config(
                "images: {observation/exterior_image_1_left: obs/over_shoulder_camera,"
                        + " observation/wrist_image_left: obs/wrist_camera}",
                "image_size: 28x28",
                "replan_steps: 8");
        try (PolicyServerProcess server = new PolicyServerProcess(0, "well")) {
            InProcess record = record(
                    server.port(), config, "--record-image-data", "--video-mode", "none", "--camera-size", "64x36");
            assertEquals(Outcome.OK, record.outcome(), record.err());
        }
        check(28, 8, 1, 1);
    }

    @ParameterizedTest
    @CsvSource({"false, 1", "true, 3"})
    void severalEnvsShareAConnectionOrHaveTheirOwn(boolean isPerEnv, int replan) throws Exception {
        Path config = config("connection_per_env: " + isPerEnv, "replan_steps: " + replan, "api_key_env: HOME");
        try (PolicyServerProcess server = new PolicyServerProcess(0, "key")) {
            InProcess record = record(
                    server.port(),
                    config,
                    "--video-mode",
                    "none",
                    "--num-envs",
                    "3",
                    "--num-runs",
                    "2",
                    "--workers",
                    "2");
            assertEquals(Outcome.OK, record.outcome(), record.err());
        }
        check(0, replan, 3, 2);
    }

    @Test
    void aServerThatIsKilledAndStartedAgainGoesOn() throws Exception {
        Path config = config("replan_steps: 2");
        try (PolicyServerProcess killed = new PolicyServerProcess(0, "die")) {
            CompletableFuture<InProcess> record = CompletableFuture.supplyAsync(
                    () -> record(killed.port(), config, "--video-mode", "none", "--num-envs", "2"));
            killed.awaitEnd();
            try (PolicyServerProcess restarted = new PolicyServerProcess(killed.port(), "well")) {
                assertEquals(killed.port(), restarted.port());
                assertEquals(Outcome.OK, record.get().outcome(), record.get().err());
            }
        }
        check(0, 2, 2, 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "error; it reports an error: ValueError: the checkpoint has no joint 9",
                "hang; it did not answer within 1.0 s",
                "garbage; is not MessagePack",
                "deep; nested deeper than 16",
                "claim; ends within a value of 2147483647 bytes",
                "huge; its message has more than 33554432 bytes",
                "drop; the connection was lost, and the second attempt failed: it closed the connection, 1000",
                "other; its answer has no 'actions'; it has [action, server_timing]",
                "nan; it gave NaN for panda_joint1 in action 3 of its answer; expected a finite number",
                "narrow; 'actions' have shape [15, 6]; expected [5 or more, 8]",
                "short; 'actions' have shape [3, 8]; expected [5 or more, 8]",
                "flat; 'actions' have shape [8]; expected [5 or more, 8]",
                "big; an array of dtype '>f4' is not taken; expected one of <f4, <f8",
                "list; an array of numbers was expected",
            })
    void whatAServerDoesWrongIsOneSentence(String mode, String reason) throws Exception {
        Path config = config("replan_steps: 5", "answer_seconds: " + (mode.equals("hang") ? 1 : 300));
        try (PolicyServerProcess server = new PolicyServerProcess(0, mode)) {
            InProcess record = record(server.port(), config, "--video-mode", "none");
            assertFalse(record.outcome() == Outcome.OK);
            String last = record.err()
                    .lines()
                    .filter(line -> line.startsWith("roboreel: "))
                    .findFirst()
                    .orElse("");
            assertTrue(last.startsWith("roboreel: env 0 failed in step 0 ("), record.err());
            assertTrue(last.contains(reason), record.err());
            assertTrue(last.contains("policy server ws://127.0.0.1:" + server.port() + ": "), record.err());
            assertFalse(record.err().contains("Exception"), record.err());
        }
    }

    @Test
    void withoutAServerOrAFieldNothingIsRecorded() throws Exception {
        Path absent = config("connect_seconds_: 1");
        InProcess wrongKey = record(1, absent);
        assertTrue(wrongKey.err().contains("key 'connect_seconds_' is unknown; did you mean connect_seconds?"));
        InProcess noPictures = InProcess.run(
                "record",
                "--policy",
                "openpi://127.0.0.1:1",
                "--video-mode",
                "none",
                "--output-dir",
                folder.toString());
        assertEquals(Outcome.BAD_ARGUMENTS, noPictures.outcome());
        assertTrue(
                noPictures
                        .err()
                        .contains("policy openpi cannot act in tabletop: observation 'obs/over_shoulder_camera'"
                                + " is unknown; known are obs/arm_joint_pos, obs/gripper_pos"),
                noPictures.err());
        InProcess notTaken = InProcess.run("record", "--policy", "hold", "--policy-config", absent.toString());
        assertEquals("roboreel: policy hold takes no --policy-config; leave it out\n", notTaken.err());
        try (var files = Files.list(folder)) {
            assertEquals(List.of(absent), files.toList());
        }
    }

    @Test
    void itIsListed() throws IOException {
        JsonNode offers = new ObjectMapper()
                .readTree(InProcess.run("record", "--list", "--json").out());
        assertTrue(offers.get("policies").findValuesAsText("name").contains("openpi"), offers.toString());
    }
}
