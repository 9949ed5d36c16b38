package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From record to dataset with the real commands; others' readers look at the result. */
class ExportIT {
    private static final String RLDS_CHECKER =
            InProcess.HOME.resolve("conformance/check_rlds.py").toString();

    @TempDir
    Path temp;

    private static Path take(String name) {
        return switch (name) {
            case "images" -> RecordedTakes.withImages();
            case "continuous" -> RecordedTakes.continuous();
            default -> RecordedTakes.plain();
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "images", "continuous"})
    void minariHasAllStatesAndActions(String name) throws Exception {
        Path take = take(name);
        JsonNode summary = export("minari", take, "--root", temp.toString(), "--id", "robolab/banana-v0");

        requireCounts(summary, take);
        Path target = Path.of(summary.get("target").textValue());
        assertEquals(temp.resolve("robolab/banana-v0"), target);
        String printed = ChildJvm.python("-c", MINARI, target.toString(), take.toString(), RecordedTakes.ENV);
        assertTrue(printed.matches("8 episodes, [1-9]\\d* states compared\\s+"), printed);
    }

    private static final String MINARI = """
            import h5py, json, sys, numpy as np
            target, take, env_name = sys.argv[1:]
            meta = json.load(open(target + '/data/metadata.json'))
            assert meta['dataset_id'] == 'robolab/banana-v0' and meta['total_episodes'] == 8, meta
            out = h5py.File(target + '/data/main_data.hdf5', 'r')
            assert set(out) == {f'episode_{i}' for i in range(8)}, list(out)
            compared, steps = 0, 0
            for episode in range(8):
                source = h5py.File(f'{take}/{env_name}/run_{episode // 4}.hdf5', 'r')
                demo, made = source[f'data/demo_{episode % 4}'], out[f'episode_{episode}']
                assert (made['actions'][...] == demo['actions'][...]).all()
                leaves = []
                demo['states'].visititems(lambda n, x: leaves.append(n) if isinstance(x, h5py.Dataset) else None)
                for leaf in leaves:
                    want = np.concatenate([demo['initial_state'][leaf][-1:], demo['states'][leaf][...]])
                    have = made['observations'][leaf][...]
                    assert have.dtype == want.dtype and have.shape == want.shape and (have == want).all(), leaf
                    compared += 1
                T = len(demo['actions'])
                status = bytes(demo.attrs['status']).decode().rstrip(chr(0)) if not isinstance(demo.attrs['status'], str) else demo.attrs['status']
                assert bool(made['terminations'][T - 1]) == (status in ('success', 'failure')), status
                assert bool(made['truncations'][T - 1]) == (status == 'truncated'), status
                assert made.attrs['total_steps'] == T
                steps += T
            assert meta['total_steps'] == steps
            print('8 episodes,', compared, 'states compared')
            """;

    @ParameterizedTest
    @ValueSource(strings = {"plain", "images", "continuous"})
    void rldsPassesTheConformanceCheck(String name) throws Exception {
        Path take = take(name);
        JsonNode summary = export(
                "rlds",
                take,
                "--out",
                temp.toString(),
                "--name",
                "robolab_banana",
                "--version",
                "1.2.0",
                "--reward=success");

        requireCounts(summary, take);
        assertEquals(
                temp.resolve("robolab_banana/1.2.0").toString(),
                summary.get("target").textValue());
        String report = ChildJvm.python(
                RLDS_CHECKER,
                summary.get("target").textValue(),
                "--strict",
                "--expect-episodes=8",
                "--expect-invalid=0");
        JsonNode found = new ObjectMapper().readTree(report.lines().toList().get(1));
        assertEquals(0, found.get("violations").asInt(), report);
        assertEquals(8, found.get("terminal").asInt() + found.get("truncated").asInt());
        assertEquals(found.get("terminal").asDouble(), found.get("return").asDouble(), report);
        assertEquals(!name.equals("images"), found.get("terminal").asInt() > 0, report);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "images", "continuous"})
    void leRobotHasEveryRowInItsTables(String name) throws Exception {
        Path take = take(name);
        JsonNode summary =
                export("lerobot", take, "--out", temp.toString(), "--repo_id", "lab/banana", "--robot_type=franka");

        requireCounts(summary, take);
        Path target = Path.of(summary.get("target").textValue());
        JsonNode info =
                new ObjectMapper().readTree(target.resolve("meta/info.json").toFile());
        assertEquals("franka", info.get("robot_type").textValue());
        assertEquals(summary.get("steps").asLong(), info.get("total_frames").asLong());
        LeRobotReaders.requireRows(target, take, summary.get("steps").asLong());
        int cameras =
                LeRobotReaders.requireFrames(target, info, summary.get("steps").asLong());
        assertEquals(name.equals("images") ? 2 : 0, cameras);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "images", "continuous"})
    void robomimicHasEveryArray(String name) throws Exception {
        Path take = take(name);
        Path file = temp.resolve("all.hdf5");
        JsonNode summary = export("robomimic", take, "--out", file.toString(), "--seed=3");

        requireCounts(summary, take);
        String printed = ChildJvm.python("-c", ROBOMIMIC, file.toString(), take.toString(), RecordedTakes.ENV);
        assertTrue(printed.matches("8 demos, [1-9]\\d* arrays equal, 7 train, 1 valid\\s+"), printed);
    }

    private static final String ROBOMIMIC = """
            import h5py, sys
            file, take, env_name = sys.argv[1:]
            out = h5py.File(file, 'r')
            compared = 0
            for episode in range(8):
                source = h5py.File(f'{take}/{env_name}/run_{episode // 4}.hdf5', 'r')
                demo, made = source[f'data/demo_{episode % 4}'], out[f'data/demo_{episode}']
                assert made.attrs['num_samples'] == len(demo['actions'])
                leaves = []
                demo.visititems(lambda n, x: leaves.append(n) if isinstance(x, h5py.Dataset) else None)
                for leaf in leaves:
                    last = leaf.startswith('final_obs/')
                    want = demo[leaf][...]
                    have = made[leaf.replace('final_', 'next_')][-1:] if last else made[leaf][...]
                    assert have.dtype == want.dtype and have.shape == want.shape and (have == want).all(), leaf
                    compared += 1
            train, valid = out['mask/train'][...], out['mask/valid'][...]
            assert not set(train) & set(valid)
            print('8 demos,', compared, 'arrays equal,', len(train), 'train,', len(valid), 'valid')
            """;

    @Test
    void whatMinariAndRobomimicHoldCanBeImportedAndIsClean() throws Exception {
        export("minari", RecordedTakes.plain(), "--root", temp.toString(), "--id", "robolab/banana-v0");
        export(
                "robomimic",
                RecordedTakes.plain(),
                "--out",
                temp.resolve("all.hdf5").toString());

        requireClean("minari", temp.resolve("robolab/banana-v0"));
        requireClean("robomimic", temp.resolve("all.hdf5"));
    }

    private void requireClean(String format, Path dataset) throws Exception {
        Path recorded = temp.resolve(format + "-again");
        InProcess done = InProcess.run("import", format, dataset.toString(), "--output_dir=" + recorded, "--json");
        assertEquals(Outcome.OK, done.outcome(), done.err());
        JsonNode summary = new ObjectMapper().readTree(done.out());
        assertEquals(RecordedTakes.EPISODES, summary.get("episodes").asInt());
        String folder = summary.get("folder").textValue();
        InProcess check = InProcess.run("check", folder);
        assertEquals(Outcome.OK, check.outcome(), check.out());
        InProcess report = InProcess.run("report", folder, "--json");
        assertEquals(Outcome.OK, report.outcome(), report.err());
    }

    @Test
    void ctrlCDuringAnImportLeavesNothingBehind() throws Exception {
        ChildJvm child = startImport();
        child.signal("INT");
        while (child.exitCode() == 0) { // It was through before the signal came.
            HostileFolders.remove(temp.resolve("again"));
            child = startImport();
            child.signal("INT");
        }

        assertEquals(1, child.exitCode(), child.err());
        assertEquals("roboreel: interrupted; nothing was imported, run it again", child.lastSaid());
        assertEquals(List.of(), folders());
    }

    /** A terminal sends it to the process that reads the file, too, whose end is no finding. */
    @Test
    void ctrlCOfATerminalEndsAnImportWithTheSameSentence() throws Exception {
        ChildJvm child = startImport();
        child.signalAll("INT");
        while (child.exitCode() == 0) { // It was through before the signal came.
            HostileFolders.remove(temp.resolve("again"));
            child = startImport();
            child.signalAll("INT");
        }

        assertEquals(1, child.exitCode(), child.err());
        assertEquals("roboreel: interrupted; nothing was imported, run it again", child.lastSaid());
        assertEquals(List.of(), folders());
    }

    @Test
    void aKilledImportLeavesNoFolderAndTheNextOneWorks() throws Exception {
        startImport().kill();
        while (Files.exists(temp.resolve("again"))) { // It was through before the signal came.
            HostileFolders.remove(temp.resolve("again"));
            startImport().kill();
        }

        assertEquals(1, folders().size());
        String left = folders().get(0).getFileName().toString();
        assertTrue(left.startsWith(".again.exporting-"), left);
        String file = temp.resolve("all.hdf5").toString();
        InProcess again = InProcess.run("import", "robomimic", file, "--output-dir=" + temp + "/again");
        assertEquals(Outcome.OK, again.outcome(), again.err());
        assertTrue(again.out().startsWith("8 episodes, 96 steps imported"), again.out());
    }

    /** It is under way when this returns, or already through. */
    private ChildJvm startImport() throws Exception {
        Path file = temp.resolve("all.hdf5");
        if (!Files.exists(file)) {
            export("robomimic", RecordedTakes.withImages(), "--out", file.toString());
        }
        ChildJvm child = ChildJvm.start(temp, "import", "robomimic", file.toString(), "--output-dir=again");
        while (child.isAlive() && folders().isEmpty()) {
            Thread.sleep(5);
        }
        return child;
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> entries = Files.list(temp)) {
            return entries.filter(Files::isDirectory).toList();
        }
    }

    private static JsonNode export(String format, Path take, String... options) throws Exception {
        List<String> arguments = Stream.concat(
                        Stream.of("export", format, take.toString(), "--json", "--quiet"), Stream.of(options))
                .toList();
        InProcess done = InProcess.run(arguments.toArray(String[]::new));
        assertEquals(Outcome.OK, done.outcome(), done.err());
        assertEquals("", done.err());
        return new ObjectMapper().readTree(done.out());
    }

    private static void requireCounts(JsonNode summary, Path take) throws IOException {
        long steps = 0;
        for (String line : Files.readAllLines(take.resolve("episode_results.jsonl"))) {
            steps += new ObjectMapper().readTree(line).get("episode_step").asLong();
        }
        assertEquals(RecordedTakes.EPISODES, summary.get("episodes").asInt());
        assertEquals(RecordedTakes.EPISODES, summary.get("episodes_in_target").asInt());
        assertEquals(steps, summary.get("steps").asLong());
        assertEquals(0, summary.get("incomplete").asInt());
        assertTrue(summary.get("arrays_compared").asLong() > 0, summary.toString());
        assertTrue(summary.get("problems").isEmpty(), summary.toString());
    }
}
