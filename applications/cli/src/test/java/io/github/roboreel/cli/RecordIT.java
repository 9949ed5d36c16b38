package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records for real and looks at the result with independent readers. */
class RecordIT {
    private static final String CHECKER =
            InProcess.HOME.resolve("conformance/check_run.py").toString();

    @TempDir
    Path folder;

    @Test
    void twoRunsOfFourEnvsPassTheConformanceCheck() throws Exception {
        ChildJvm child = ChildJvm.run(
                folder,
                "record",
                "--num_envs",
                "4",
                "--num-runs",
                "2",
                "--camera_size",
                "320x180",
                "--output_folder_name=take_1");

        assertEquals(0, child.exitCode(), child.err());
        Path output = folder.resolve("output/take_1");
        requireConforming(output, "--no-images");
        requireSilentCheck(output);
        requireTable(child.out(), output);
        assertTrue(child.err().contains("roboreel: run 1 (2 of 2): "), child.err());
        JsonNode complete = new ObjectMapper()
                .readTree(output.resolve("BananaInBowlTask/run_complete.json").toFile());
        assertEquals(2, complete.get("num_runs").asInt());
    }

    private static void requireTable(String text, Path output) throws Exception {
        List<String> lines = text.lines().toList();
        assertTrue(lines.get(0).startsWith("Run  Env  Episode  Status"), text);
        assertEquals(Path.of("output/take_1").toString(), lines.get(lines.size() - 1));
        List<String> results = Files.readAllLines(output.resolve("episode_results.jsonl"));
        assertEquals(8, results.size());
        for (String line : results) {
            JsonNode result = new ObjectMapper().readTree(line);
            String[] cells =
                    lines.get(2 + result.get("episode").asInt()).strip().split(" {2,}");
            assertEquals(result.get("run").asText(), cells[0]);
            assertEquals(result.get("env_id").asText(), cells[1]);
            assertEquals(result.get("status").asText(), cells[3]);
            assertEquals(result.get("success").asBoolean() ? "yes" : "no", cells[4]);
            assertEquals(result.get("episode_step").asText(), cells[6]);
        }
    }

    @Test
    void imagesPassTheConformanceCheckWithEitherEncoder() throws Exception {
        for (String encoder : List.of("ffmpeg", "jcodec")) {
            Path config = folder.resolve(encoder + ".yaml");
            Files.writeString(config, "video: {encoder: " + encoder + "}\n");
            InProcess child = InProcess.record(
                    folder,
                    "--num-envs=4",
                    "--num-runs=2",
                    "--record-image-data",
                    "--camera-size=160x90",
                    "--max-steps=40",
                    "--workers=2",
                    "--config=" + config,
                    "--output-folder-name=" + encoder);

            assertEquals(0, child.exitCode(), child.err());
            Path output = folder.resolve("output").resolve(encoder);
            requireConforming(output, "--images");
            requireSilentCheck(output);
        }
    }

    @Test
    void jsonIsAllOfStdout() throws Exception {
        ChildJvm child = ChildJvm.run(
                folder, "record", "--num-envs=2", "--max-steps=30", "--video-mode=none", "--json", "--quiet");

        assertEquals(0, child.exitCode(), child.err());
        assertEquals("", child.err());
        JsonNode document = new ObjectMapper().readTree(child.out());
        assertEquals(60, document.get("steps").asInt());
        assertTrue(document.get("steps_per_s").asDouble() > 0);
        assertEquals(2, document.get("episodes").size());
        JsonNode episode = document.get("episodes").get(1);
        assertEquals("truncated", episode.get("status").asText());
        assertEquals(1, episode.get("seed").asInt());
        Path output = folder.resolve(document.get("folder").asText());
        assertTrue(
                output.getFileName().toString().matches("\\d{4}-\\d\\d-\\d\\d_\\d\\d-\\d\\d-\\d\\d_scripted"),
                output.toString());
        assertTrue(Files.exists(output.resolve("BananaInBowlTask/run_0.hdf5")));
    }

    @Test
    void instructionTypeNamesTheFolderAndReachesTheFile() throws Exception {
        InProcess child = InProcess.record(
                folder, "--max-steps=5", "--video-mode=none", "--instruction-type=vague", "--json", "--quiet");

        assertEquals(0, child.exitCode(), child.err());
        String output = new ObjectMapper().readTree(child.out()).get("folder").asText();
        assertTrue(output.endsWith("_scripted_vague"), output);
        String instruction = ChildJvm.python(
                "-c",
                "import h5py,sys; print(h5py.File(sys.argv[1])['data/demo_0'].attrs['instruction'])",
                folder.resolve(output).resolve("BananaInBowlTask/run_0.hdf5").toString());
        assertEquals("Put the fruit away", instruction.strip());
    }

    @Test
    void aLiveReaderSeesTheSamplesGrow() throws Exception {
        ChildJvm child = ChildJvm.start(
                folder,
                "record",
                "--num-envs=2",
                "--policy=hold",
                "--realtime",
                "--max-steps=90",
                "--video-mode=none",
                "--flush-interval-seconds=0.2",
                "--output-folder-name=live");
        String seen = ChildJvm.python(
                "-c",
                LIVE_READER,
                folder.resolve("output/live/BananaInBowlTask/run_0.hdf5").toString());
        assertTrue(child.isAlive(), "the reader saw nothing while the recording went on");

        List<Integer> counts = new ArrayList<>();
        seen.strip().lines().forEach(line -> counts.add(Integer.valueOf(line)));
        assertTrue(counts.size() >= 4, seen);
        for (int i = 1; i < counts.size(); i++) {
            assertTrue(counts.get(i) > counts.get(i - 1), seen);
        }
        assertEquals(0, child.exitCode(), child.err());
    }

    /**
     * Prints num_samples each time it has grown, four times; demands as many rows. HDF5 reads the attributes of a group
     * again only when the file is opened again.
     */
    private static final String LIVE_READER = """
            import h5py, os, sys, time
            end = time.time() + 600
            while not os.path.exists(sys.argv[1]) and time.time() < end:
                time.sleep(0.02)
            seen, last = 0, 0
            while seen < 4 and time.time() < end:
                with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                    n = int(f['data/demo_1'].attrs['num_samples'])
                    actions = f['data/demo_1/actions']
                    assert len(actions) >= n, (len(actions), n)
                    if n > last:
                        assert abs(actions[n - 1]).sum() > 0
                        print(n)
                        seen, last = seen + 1, n
                time.sleep(0.02)
            """;

    @Test
    void theSameSeedGivesIdenticalData() throws Exception {
        for (String name : List.of("a", "b")) {
            InProcess child = InProcess.record(
                    folder,
                    "--num-envs=3",
                    "--max-steps=60",
                    "--seed=7",
                    "--workers=" + (name.equals("a") ? "1" : "2"),
                    "--record-image-data",
                    "--camera-size=64x48",
                    "--video-mode=none",
                    "--output-folder-name=" + name);
            assertEquals(0, child.exitCode(), child.err());
        }
        InProcess other = InProcess.record(
                folder,
                "--num-envs=3",
                "--max-steps=60",
                "--seed=1007",
                "--record-image-data",
                "--camera-size=64x48",
                "--video-mode=none",
                "--output-folder-name=c");
        assertEquals(0, other.exitCode(), other.err());

        String sameSeed = ChildJvm.python("-c", COMPARE, runFile("a"), runFile("b"));
        assertTrue(sameSeed.matches("\\d{3} datasets, 0 differ\\s+"), sameSeed);
        String otherSeed = ChildJvm.python("-c", COMPARE, runFile("a"), runFile("c"));
        assertNotEquals(sameSeed, otherSeed);
    }

    private String runFile(String name) {
        return folder.resolve("output")
                .resolve(name)
                .resolve("BananaInBowlTask/run_0.hdf5")
                .toString();
    }

    private static final String COMPARE = """
            import h5py, sys
            a, b = (h5py.File(p, 'r') for p in sys.argv[1:])
            names = []
            a['data'].visititems(lambda n, x: names.append(n) if isinstance(x, h5py.Dataset) else None)
            names = [n for n in names if not n.endswith('timestamps/wall_time_ns')]
            differ = [n for n in names if a['data'][n].shape != b['data'][n].shape or (a['data'][n][...] != b['data'][n][...]).any()]
            print(len(names), 'datasets,', len(differ), 'differ')
            """;

    private static void requireConforming(Path output, String images) throws Exception {
        String report = ChildJvm.python(
                CHECKER, output.toString(), "--num-envs", "4", "--num-runs", "2", images, "--videos", "all", "--ours");
        assertEquals("8 episodes checked, 0 violations", report.strip());
    }

    /** Our own audit agrees with the independent one. */
    private static void requireSilentCheck(Path output) throws Exception {
        InProcess child = InProcess.run("check", output.toString());
        assertEquals(0, child.exitCode(), child.out());
        assertEquals(
                "ok: " + output + ": 2 run files, 8 episodes, 16 videos",
                child.out().strip());
    }
}
