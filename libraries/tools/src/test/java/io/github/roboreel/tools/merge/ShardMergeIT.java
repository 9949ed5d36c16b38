package io.github.roboreel.tools.merge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.check.AuditReport;
import io.github.roboreel.tools.check.FolderAudit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with runs of the same env, as several machines leave them. */
class ShardMergeIT {
    private static final String ENV = RecordedFolder.ENV;

    @TempDir
    private static Path recorded;

    @TempDir
    private Path temp;

    /** A process that was killed. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    @BeforeAll
    static void record() throws Exception {
        RecordedFolder.make(recorded.resolve("two"), 2, "viewport");
        RecordedFolder.make(recorded.resolve("one"), 1, "none");
    }

    private Path shard(String from, Path to) throws IOException {
        Path source = recorded.resolve(from);
        for (Path file : tree(source)) {
            Path copy = to.resolve(source.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(file, copy);
            }
        }
        return to;
    }

    private static List<Path> tree(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.sorted().toList();
        }
    }

    @Test
    void runsGetTheNextNumbersAndEverythingFollows() throws Exception {
        Path a = shard("two", temp.resolve("a"));
        Path b = shard("two", temp.resolve("b"));
        Path into = temp.resolve("into");
        String annotation = "{\"env_name\":\"" + ENV + "\",\"run\":%d,\"env_id\":1,\"episode\":%d,\"flag\":true,"
                + "\"tags\":[],\"note\":\"run 1\",\"version\":1,\"at\":\"\"}\n";
        Files.writeString(b.resolve("annotations.jsonl"), annotation.formatted(1, 3));
        byte[] lastRun = Files.readAllBytes(b.resolve(ENV).resolve("run_1.hdf5"));
        String results = Files.readString(b.resolve("episode_results.jsonl"));
        String config = Files.readString(b.resolve(ENV).resolve("env_cfg.json"));

        MergePlan plan = new FolderMerge(into, false).run(List.of(a, b));

        Path env = into.resolve(ENV);
        assertArrayEquals(lastRun, Files.readAllBytes(env.resolve("run_3.hdf5")));
        List<String> places = new ArrayList<>();
        List<String> metrics = new ArrayList<>();
        for (String line : Files.readAllLines(into.resolve("episode_results.jsonl"))) {
            JsonNode json = new ObjectMapper().readTree(line);
            places.add(json.get("run")
                    + " "
                    + json.get("episode")
                    + " "
                    + json.get("env_id")
                    + " "
                    + json.get("run_name").textValue());
            metrics.add(json.get("metrics").toString());
        }
        Collections.sort(places);
        List<String> expected = new ArrayList<>();
        for (int run = 0; run < 4; run++) {
            expected.add(run + " " + 2 * run + " 0 " + ENV + "_" + run);
            expected.add(run + " " + (2 * run + 1) + " 1 " + ENV + "_" + run);
        }
        assertEquals(expected, places);
        assertEquals(metrics.subList(0, 4), metrics.subList(4, 8));
        JsonNode log = json(env.resolve("log_3_env1.json"));
        assertEquals(3, log.get("run").intValue());
        assertEquals(1, log.get("env_id").intValue());
        assertFalse(log.get("events").isEmpty());
        assertEquals(4, json(env.resolve("run_complete.json")).get("num_runs").intValue());
        assertEquals(7, json(env.resolve("run_complete.json")).get("seed").intValue());
        assertTrue(Files.exists(env.resolve("Wave_please_3_env1_viewport.mp4")), "" + tree(env));
        assertEquals(config, Files.readString(env.resolve("env_cfg.json.of-b-from-run-2")));
        assertEquals(results, Files.readString(Path.of(plan.sources().get(1).resultsAside())));
        assertEquals(1, plan.notes().size());
        assertTrue(
                plan.notes().get(0).contains("4 seeds are in " + a),
                plan.notes().get(0));
        assertEquals(annotation.formatted(3, 7), Files.readString(into.resolve("annotations.jsonl")));
        assertFalse(Files.exists(a));
        assertFalse(Files.exists(b));
        requireSound(into, 8);
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    private static void requireSound(Path folder, int episodes) throws IOException {
        FolderAudit audit = new FolderAudit(MetricSettings.roboLab());
        AuditReport report = audit.audit(folder);
        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(episodes, report.episodes());
    }

    @Test
    void aThirdShardIsCopiedBehindWhatAnEarlierMergeLeft() throws Exception {
        Path a = shard("one", temp.resolve("a"));
        Path b = shard("one", temp.resolve("b"));
        Files.delete(b.resolve(ENV).resolve("run_complete.json"));
        Map<String, String> before = contents(b);

        new FolderMerge(a, true).run(List.of(b));

        assertEquals(before, contents(b));
        Path env = a.resolve(ENV);
        assertTrue(Files.exists(env.resolve("run_1.hdf5")));
        assertFalse(Files.exists(env.resolve("run_complete.json")), "b promises nothing");
        assertEquals(
                1,
                json(env.resolve("run_complete.json.of-b-from-run-1-before"))
                        .get("num_runs")
                        .intValue());
        requireSound(a, 4);
    }

    @Test
    void filesThatOnlyLookLikeVideosNeitherPushNumbersNorGetThem() throws Exception {
        Path a = shard("two", temp.resolve("a"));
        Path b = shard("two", temp.resolve("b"));
        List<String> own = List.of("x_123456789.mp4", "holiday_0_env1.mp4", "cut_0_env0__edit.mp4");
        Files.writeString(a.resolve(ENV).resolve("x_987654321.mp4"), "mine");
        for (String name : own) {
            Files.writeString(b.resolve(ENV).resolve(name), name);
        }

        new FolderMerge(a, false).run(List.of(b));

        Path env = a.resolve(ENV);
        assertTrue(Files.exists(env.resolve("run_3.hdf5")), "" + tree(env));
        assertTrue(Files.exists(env.resolve("Wave_please_3_env1_viewport.mp4")), "" + tree(env));
        assertEquals("mine", Files.readString(env.resolve("x_987654321.mp4")));
        for (String name : own) {
            assertEquals(name, Files.readString(env.resolve(name + ".of-b-from-run-2")));
        }
    }

    @Test
    void numbersThatNamesCannotHoldAreRefusedAndNothingIsTouched() throws Exception {
        Path a = shard("one", temp.resolve("a"));
        Path log = shard("one", temp.resolve("log"));
        Files.writeString(log.resolve(ENV).resolve("log_999999999_env0.json"), "{}");
        Path line = shard("one", temp.resolve("line"));
        Path results = line.resolve("episode_results.jsonl");
        replace(results, "\"run\":0", "\"run\":2147483647");
        Path episode = shard("one", temp.resolve("episode"));
        replace(episode.resolve("episode_results.jsonl"), "\"episode\":1", "\"episode\":2147483646");
        Map<String, String> before = contents(temp);

        requireRefused("would get the number 1000000000, expected at most 999999999", a, log);
        requireRefused("would get the number 1000000000, expected at most 999999999", log, a);
        requireRefused("would get the number 2147483648, expected at most 999999999", a, line);
        requireRefused("would get the number 2147483648, expected at most 2147483647", a, episode);
        assertEquals(before, contents(temp));
    }

    @Test
    void aNameThatAnotherFileHasIsRefusedAndNothingIsTouched() throws Exception {
        Path a = shard("two", temp.resolve("a"));
        Path b = shard("two", temp.resolve("b"));
        Files.writeString(a.resolve(ENV).resolve("Wave_please_2_env0_viewport.mp4"), "mine");
        Map<String, String> before = contents(temp);

        requireRefused(
                "Wave_please_0_env0_viewport.mp4 would be called Wave_please_2_env0_viewport.mp4,"
                        + " as another file is; move that elsewhere",
                a,
                b);
        assertEquals(before, contents(temp));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsTouched() throws Exception {
        Path a = shard("one", temp.resolve("a"));
        Path videos = shard("two", temp.resolve("videos"));
        Path envs = shard("one", temp.resolve("envs"));
        replace(envs.resolve(ENV).resolve("env_cfg.json"), "\"num_envs\":2", "\"num_envs\":3");
        Path config = shard("one", temp.resolve("config"));
        replace(config.resolve(ENV).resolve("env_cfg.json"), "\"render_interval\":8", "\"render_interval\":4");
        Path unclosed = shard("one", temp.resolve("unclosed"));
        Files.writeString(unclosed.resolve(ENV).resolve("run_1.staging"), "rows");
        Path schema = shard("one", temp.resolve("schema"));
        python(
                "import h5py, sys\n"
                        + "f = h5py.File(sys.argv[1], 'r+')\n"
                        + "for d in f['data'].values(): del d['ee_pose/position']\n",
                schema.resolve(ENV).resolve("run_0.hdf5"));
        Map<String, String> before = contents(temp);

        requireRefused("num_envs is 2 in the first, 3 in the second", a, envs);
        requireRefused("videos are [] in the first, [viewport] in the second", a, videos);
        requireRefused("sim.render_interval is 8 in the first, 4 in the second", a, config);
        requireRefused("has runs that were not closed (run_1.hdf5)", a, unclosed);
        requireRefused("ee_pose/position is float32[3] in the first, none in the second", a, schema);
        assertEquals(before, contents(temp));
    }

    private static void replace(Path file, String old, String by) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(old), text);
        Files.writeString(file, text.replace(old, by));
    }

    private static void python(String script, Path file) throws Exception {
        Process process = new ProcessBuilder("/usr/bin/python3", "-c", script, file.toString())
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
    }

    private void requireRefused(String reason, Path... folders) {
        MergeConflictException refusal = assertThrows(
                MergeConflictException.class, () -> new FolderMerge(temp.resolve("into"), false).run(List.of(folders)));
        assertEquals(1, refusal.conflicts().size(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(reason), refusal.getMessage());
        assertTrue(refusal.getMessage().startsWith("env " + ENV + " is in "), "the env first");
    }

    @Test
    void killedAnywhereItGoesOnToTheSameEnd() throws Exception {
        killEverywhere(false, true);
    }

    @Test
    void killedAnywhereItGoesOnToTheSameEndWhenCopying() throws Exception {
        killEverywhere(true, false);
    }

    private void killEverywhere(boolean copy, boolean canRename) throws Exception {
        Path whole = temp.resolve("whole");
        new FolderMerge(whole.resolve("into"), copy, canRename, () -> {}).run(scene(whole));
        Map<String, String> expected = contents(whole.resolve("into"));
        int steps = 0;
        for (boolean isKilled = true; isKilled; steps++) {
            Path here = temp.resolve("killed" + steps);
            List<Path> sources = scene(here);
            Path into = here.resolve("into");
            isKilled = killed(new FolderMerge(into, copy, canRename, killer(steps)), sources);
            if (isKilled) {
                new FolderMerge(into, copy, canRename, () -> {}).run(sources);
            }
            assertEquals(expected, contents(into), "killed after " + steps + " steps");
            assertEquals(copy, Files.exists(sources.get(1)));
        }
        assertTrue(steps > 15, "only " + steps + " places to be killed at");
    }

    private List<Path> scene(Path here) throws IOException {
        List<Path> sources = List.of(
                shard("one", here.resolve("a")), shard("one", here.resolve("b")), shard("one", here.resolve("c")));
        Files.writeString(
                sources.get(1).resolve("annotations.jsonl"),
                "{\"env_name\":\"" + ENV + "\",\"run\":0,\"env_id\":0,\"note\":\"of b\"}\n");
        return sources;
    }

    private static Runnable killer(int steps) {
        int[] left = {steps};
        return () -> {
            if (left[0]-- == 0) {
                throw new Killed();
            }
        };
    }

    private static boolean killed(FolderMerge merge, List<Path> sources) throws Exception {
        try {
            merge.run(sources);
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    /** Hashes of all files; locks come and go, and names of files set aside hold the time. */
    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (Path file : tree(folder)) {
            String name = folder.relativize(file).toString();
            if (Files.isRegularFile(file) && !name.contains(".recording.lock")) {
                byte[] bytes = Files.readAllBytes(file);
                contents.put(name.replaceAll("-\\d{8}-\\d{6}", ""), bytes.length + " " + Arrays.hashCode(bytes));
            }
        }
        return contents;
    }
}
