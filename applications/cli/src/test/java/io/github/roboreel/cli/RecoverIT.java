package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorder that is killed, and what comes back. */
class RecoverIT {
    @TempDir
    private Path folder;

    @Test
    void aKilledRecordingComesBackWithEveryStepVideoAndResult() throws Exception {
        ChildJvm recording = startRecording();
        awaitSteps(20, recording);
        InProcess early = InProcess.run("recover", take().toString());
        assertEquals(1, early.exitCode(), early.err());
        assertTrue(early.err().contains("process " + recording.pid()), early.err());
        recording.kill();
        assertTrue(Files.exists(env().resolve("run_0.staging")));

        assertOneRunComesBackWithItsVideos();

        InProcess recover = InProcess.run("recover", take().toString(), "--json");

        assertEquals(0, recover.exitCode(), recover.err());
        JsonNode report = new ObjectMapper().readTree(recover.out()).get(0);
        assertTrue(report.get("complete").asBoolean(), recover.out());
        assertEquals(2, report.get("result_lines").asInt());
        assertEquals(2, report.get("finished_videos").size());
        assertFalse(Files.exists(env().resolve("run_0.staging")));
        List<JsonNode> results = results();
        assertEquals(2, results.size());
        for (JsonNode demo : report.get("runs").get(0).get("demos")) {
            String name = demo.get("demo").asText();
            long steps = demo.get("num_samples").asLong();
            assertTrue(steps >= 20, recover.out());
            assertEquals(steps + " {" + steps + "}", rows(name), name);
            JsonNode line = results.stream()
                    .filter(r -> name.equals("demo_" + r.get("env_id").asInt()))
                    .findFirst()
                    .orElseThrow();
            assertTrue(line.get("success").isNull());
            assertEquals("recovered", line.get("status").asText());
            assertEquals("recovered after a crash", line.get("reason").asText());
            assertEquals(steps, line.get("episode_step").asLong());
            assertEquals(9, line.get("metrics").size());
        }

        InProcess again = InProcess.run("recover", take().toString());
        assertEquals(0, again.exitCode(), again.err());
        assertEquals(take() + ": nothing to recover", again.out().strip());
        assertEquals(results, results());
        InProcess check = InProcess.run("check", take().toString());
        assertEquals(0, check.exitCode(), check.out());
    }

    /** In a copy, beside an unfinished video of another run. */
    private void assertOneRunComesBackWithItsVideos() throws Exception {
        Path copy = folder.resolve("copy");
        assertEquals(
                0,
                new ProcessBuilder("cp", "-r", folder.resolve("output/take").toString(), "copy")
                        .directory(folder.toFile())
                        .start()
                        .waitFor());
        Path copiedEnv = copy.resolve("BananaInBowlTask");
        Path own = copiedEnv.resolve("Put_the_banana_in_the_bowl_0_env0_viewport.recording.mp4");
        Path other = copiedEnv.resolve("Put_the_banana_in_the_bowl_10_env0_viewport.recording.mp4");
        Files.copy(own, other);

        InProcess recover =
                InProcess.run("recover", copiedEnv.resolve("run_0.hdf5").toString(), "--json");

        assertEquals(Outcome.OK, recover.outcome(), recover.err());
        JsonNode report = new ObjectMapper().readTree(recover.out()).get(0);
        assertEquals(2, report.get("finished_videos").size(), recover.out());
        assertFalse(Files.exists(own));
        assertTrue(Files.exists(other));
    }

    @Test
    void whatIsNotThereIsNamed() throws Exception {
        Path nowhere = folder.resolve("nowhere");
        InProcess missing = InProcess.run("recover", nowhere.toString());
        assertEquals(2, missing.exitCode());
        assertTrue(missing.err().contains("there is no " + nowhere), missing.err());
        Path notes = Files.writeString(folder.resolve("notes.txt"), "");
        InProcess other = InProcess.run("recover", notes.toString());
        assertEquals(2, other.exitCode());
        assertTrue(other.err().contains("not named like a run file"), other.err());
        Files.createDirectories(env());
        Files.writeString(env().resolve("env_cfg.json"), "{}");
        InProcess envFolder = InProcess.run("recover", env().toString());
        assertEquals(2, envFolder.exitCode());
        assertTrue(envFolder.err().contains("give the output folder " + env().getParent()), envFolder.err());
        assertFalse(Files.exists(env().resolve(".recording.lock")), "nothing was touched");
    }

    private ChildJvm startRecording() throws IOException {
        return ChildJvm.start(
                folder,
                "record",
                "--num-envs=2",
                "--policy=hold",
                "--realtime",
                "--max-steps=300",
                "--video-mode=viewport",
                "--camera-size=64x48",
                "--flush-interval-seconds=0.3",
                "--output-folder-name=take");
    }

    /** Until a live reader sees so many steps of both envs. */
    private void awaitSteps(int steps, ChildJvm recording) throws Exception {
        Path run = env().resolve("run_0.hdf5");
        while (!Files.exists(run)) {
            assertTrue(recording.isAlive(), recording.err());
            Thread.sleep(20);
        }
        ChildJvm.python("-c", """
                import h5py, sys, time
                end = time.time() + 600
                n = 0
                while n < int(sys.argv[2]) and time.time() < end:
                    with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                        n = min(f['data'][d].attrs['num_samples'] for d in ('demo_0', 'demo_1'))
                    time.sleep(0.05)
                """, run.toString(), Integer.toString(steps));
    }

    /** num_samples, and the lengths of all datasets that have a row per step; stock h5py. */
    private String rows(String demo) throws Exception {
        return ChildJvm.python("-c", """
                        import h5py, sys
                        d = h5py.File(sys.argv[1])['data'][sys.argv[2]]
                        rows = set()
                        def visit(name, x):
                            if isinstance(x, h5py.Dataset) and not name.startswith(('initial_state', 'final_obs')):
                                rows.add(len(x[...]))
                        d.visititems(visit)
                        print(d.attrs['num_samples'], rows)
                        """, env().resolve("run_0.hdf5").toString(), demo)
                .strip();
    }

    private Path take() {
        return folder.resolve("output/take");
    }

    private Path env() {
        return take().resolve("BananaInBowlTask");
    }

    private List<JsonNode> results() throws IOException {
        ObjectMapper json = new ObjectMapper();
        return Files.readAllLines(folder.resolve("output/take/episode_results.jsonl")).stream()
                .map(line -> {
                    try {
                        return json.readTree(line);
                    } catch (IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })
                .toList();
    }
}
