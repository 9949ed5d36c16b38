package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recording into a folder that is in use or was used before. */
class ResumeIT {
    private static final Path HOME = InProcess.HOME;

    @TempDir
    private Path folder;

    @Test
    void completeRunsAreSkippedAndMissingOnesAdded() throws Exception {
        InProcess first = record("--num-runs=1");
        assertEquals(0, first.exitCode(), first.err());
        Path run = output().resolve("BananaInBowlTask/run_0.hdf5");
        byte[] before = Files.readAllBytes(run);

        InProcess second = record("--num-runs=2", "--json");

        assertEquals(0, second.exitCode(), second.err());
        assertTrue(second.err().contains("run 0 is complete and skipped"), second.err());
        assertArrayEquals(before, Files.readAllBytes(run));
        JsonNode report = new ObjectMapper().readTree(second.out());
        assertEquals("[0]", report.get("skipped_runs").toString());
        assertEquals(1, report.get("episodes").get(0).get("run").asInt());
        assertEquals(List.of("0 0", "0 1", "1 0", "1 1"), resultPlaces());
        JsonNode complete = promise();
        assertEquals(2, complete.get("num_runs").asInt());
        assertEquals("none", complete.get("video_mode").asText());
    }

    @Test
    void fewerRunsThanAreThereKeepThePromise() throws Exception {
        assertEquals(0, record("--num-runs=3").exitCode());
        InProcess fewer = record("--num-runs=1");
        assertEquals(0, fewer.exitCode(), fewer.err());
        assertEquals(3, promise().get("num_runs").asInt());
        assertEquals(0, InProcess.run("check", output().toString()).exitCode());
    }

    @Test
    void thePromiseDoesNotStandWhileARunIsRecorded() throws Exception {
        assertEquals(0, record("--num-runs=1", "--max-steps=300").exitCode());
        Path envFolder = output().resolve("BananaInBowlTask");
        InProcess other = record("--num-runs=2", "--realtime", "--policy=hold", "--max-steps=300");
        assertEquals(2, other.exitCode(), "another policy is another recording");
        assertEquals(1, promise().get("num_runs").asInt());

        ChildJvm more = start("--num-runs=2", "--realtime", "--max-steps=300");
        while (!hasSteps(envFolder.resolve("run_1.hdf5")) && more.isAlive()) {
            Thread.sleep(20);
        }
        assertFalse(Files.exists(envFolder.resolve("run_complete.json")));
        more.terminate();
        assertEquals(1, more.exitCode(), more.err());
        assertTrue(more.err().contains("interrupted; 4 of 4 episodes"), more.err());
        assertTrue(more.err().contains("2 of them before"), more.err());
        assertFalse(Files.exists(envFolder.resolve("run_complete.json")));

        InProcess last = record("--num-runs=2", "--max-steps=300", "--quiet", "--json");
        assertEquals(0, last.exitCode(), last.err());
        JsonNode replaced = new ObjectMapper().readTree(last.out()).get("replaced_runs");
        assertEquals(1, replaced.size());
        assertEquals(1, replaced.get(0).get("run").asInt());
        assertTrue(replaced.get(0).get("reason").asText().contains("has status aborted"), replaced.toString());
        Path aside = folder.resolve(replaced.get(0).get("folder").asText());
        assertTrue(Files.size(aside.resolve("run_1.hdf5")) > 0);
        assertTrue(last.err().contains("what it left is in "), last.err());
        assertEquals(2, promise().get("num_runs").asInt());
    }

    /** Whether both envs have steps that survive the recorder. */
    private static boolean hasSteps(Path run) throws IOException {
        if (!Files.exists(run)) {
            return false;
        }
        try (UnfinishedRun reader = UnfinishedRun.open(run, "")) {
            return reader.episodes().stream()
                            .filter(episode -> episode.numSamples() > 0)
                            .count()
                    == 2;
        }
    }

    @Test
    void aDamagedRunFileIsSetAsideAndAnotherVideoModeRefused() throws Exception {
        assertEquals(0, record("--num-runs=2").exitCode());
        InProcess videos = record("--num-runs=2", "--video-mode=all");
        assertEquals(2, videos.exitCode(), videos.err());
        assertTrue(videos.err().contains("video mode is none there, all was asked for"), videos.err());
        damageFirstTextSize(output().resolve("BananaInBowlTask/run_0.hdf5"));
        Files.writeString(output().resolve("episode_results.jsonl"), "{\"env", StandardOpenOption.APPEND);

        InProcess child = record("--num-runs=2", "--quiet");

        assertEquals(0, child.exitCode(), child.err());
        assertTrue(child.err().contains("run 0 was not complete ("), child.err());
        assertFalse(child.err().contains("run 1"), child.err());
        assertTrue(child.err().contains("torn line, now in "), child.err());
        assertEquals(List.of("0 0", "0 1", "1 0", "1 1"), resultPlaces());
    }

    /** The size of a text in the heap of texts, which HDF5 trusts. */
    private static void damageFirstTextSize(Path run) throws IOException {
        byte[] content = Files.readAllBytes(run);
        int heap = new String(content, StandardCharsets.ISO_8859_1).indexOf("GCOL");
        int second = heap + 16 + 16 + (content[heap + 24] + 7) / 8 * 8;
        content[second + 10] = 1;
        Files.write(run, content);
    }

    private JsonNode promise() throws IOException {
        return new ObjectMapper()
                .readTree(output().resolve("BananaInBowlTask/run_complete.json").toFile());
    }

    @Test
    void anotherRecordingIsRefusedWithWhatDiffers() throws Exception {
        assertEquals(0, record().exitCode());
        InProcess other = record("--seed=9", "--task=RubiksCubeInBowlTask");
        assertEquals(2, other.exitCode(), other.err());
        assertTrue(other.err().contains("task is BananaInBowlTask there"), other.err());
        InProcess seed = record("--seed=9");
        assertEquals(2, seed.exitCode(), seed.err());
        assertTrue(seed.err().contains("seed is 0 there, 9 was asked for"), seed.err());
        assertEquals(List.of("0 0", "0 1"), resultPlaces());
    }

    @Test
    void whatMakesEpisodesIncomparableIsRefused() throws Exception {
        assertEquals(0, record().exitCode());
        Map<Path, Long> before = sizes();
        assertRefused(HOME, "max_steps is 6 there, 7 was asked for", "--max-steps=7");
        assertRefused(HOME, "obs/wrist_camera is none there, uint8[360, 640, 3] was asked for", "--record-image-data");
        assertRefused(HOME, "scene.wrist_camera.height is 360 there, 48 was asked for", "--camera-size=640x48");
        assertRefused(
                homeWith("default: Put", "default: Throw"),
                "instruction is \"Put the banana in the bowl\" there, \"Throw the banana in the"
                        + " bowl\" was asked for");
        assertRefused(
                homeWith("bowl: {x_m: [0.42", "bowl: {x_m: [0.43"),
                "task_file.objects.bowl.x_m[0] is 0.42 there, 0.43 was asked for");
        Path reworded = homeWith("the cube stands by", "a comment and layout say nothing");
        InProcess same = InProcess.runAt(reworded, arguments());
        assertEquals(0, same.exitCode(), same.err());
        assertEquals(before, sizes());
        assertEquals(0, InProcess.run("check", output().toString()).exitCode());
    }

    /** A home whose task file says something else. */
    private Path homeWith(String text, String instead) throws IOException {
        Path home = Files.createTempDirectory(folder, "home");
        try (Stream<Path> files = Files.walk(HOME.resolve("config"))) {
            for (Path file : files.toList()) {
                Files.copy(file, home.resolve(HOME.relativize(file)));
            }
        }
        Path task = home.resolve("config/tasks/BananaInBowlTask.yaml");
        String content = Files.readString(task);
        assertTrue(content.contains(text), content);
        Files.writeString(task, content.replace(text, instead));
        return home;
    }

    private void assertRefused(Path home, String difference, String... options) {
        InProcess refused = InProcess.runAt(home, arguments(options));
        assertEquals(2, refused.exitCode(), refused.err());
        assertTrue(refused.err().contains("holds another recording: "), refused.err());
        assertTrue(refused.err().contains(difference), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
    }

    @Test
    void aRecordingOfTheFirstVersionIsGoneOnWith() throws Exception {
        GoldenFiles.unpack(GoldenFiles.FIRST, "recording", output());
        String[] options = {"--num-runs=3", "--max-steps=24", "--record-image-data", "--camera-size=16x16"};

        InProcess more = record(options);

        assertEquals(0, more.exitCode(), more.err());
        assertTrue(
                more.err()
                        .contains(
                                "runs there do not say lighting, robot_description, scene_settings, task_file, since an"
                                        + " older RoboReel recorded them: that was not compared"),
                more.err());
        assertTrue(more.err().contains("run 1 is complete and skipped"), more.err());
        assertEquals(List.of("0 0", "0 1", "1 0", "1 1", "2 0", "2 1"), resultPlaces());
        InProcess check = InProcess.run("check", output().toString());
        assertEquals(Outcome.OK, check.outcome(), check.out());
        options[1] = "--max-steps=25";
        assertRefused(HOME, "max_steps is 24 there, 25 was asked for", options);
    }

    @Test
    void aKilledRecordingOfTheFirstVersionIsRecovered() throws Exception {
        Path killed = GoldenFiles.unpack(GoldenFiles.FIRST, "killed", folder.resolve("killed"));
        InProcess recover = InProcess.run("recover", killed.toString());
        assertEquals(Outcome.OK, recover.outcome(), recover.err());
        assertTrue(recover.out().contains("demo_1 recovered: 21 steps, 21 of them"), recover.out());
        InProcess check = InProcess.run("check", killed.toString());
        assertEquals(Outcome.OK, check.outcome(), check.out());
    }

    @Test
    void aSecondRecorderIsToldWhoHoldsTheFolderAndAKilledRunIsRecoveredFirst() throws Exception {
        ChildJvm holder = start("--realtime", "--policy=hold", "--max-steps=300");
        Path run = output().resolve("BananaInBowlTask/run_0.hdf5");
        while (!Files.exists(run) && holder.isAlive()) {
            Thread.sleep(20);
        }
        InProcess second = record();
        assertEquals(1, second.exitCode(), second.err());
        assertTrue(second.err().contains("is being written by process " + holder.pid()), second.err());

        for (String[] writing : List.of(
                new String[] {"recover", "output/take"},
                new String[] {"metrics", "--write", "output/take"},
                new String[] {"merge", "output/take", "--into", "output/all"})) {
            Outcome outcome = inFolder(writing);
            assertEquals(Outcome.FAILED, outcome, writing[0]);
        }
        InProcess rebuild = InProcess.run("rebuild", output().toString());
        assertEquals(Outcome.DATA_LOST, rebuild.outcome());
        assertTrue(rebuild.err().contains("wait for its recorder"), rebuild.err());

        holder.kill();
        Path results = output().resolve("episode_results.jsonl");
        Files.writeString(results, "{\"torn", StandardOpenOption.APPEND);
        Map<Path, Long> before = sizes();
        InProcess refused = record("--policy=hold", "--max-steps=300");
        assertEquals(1, refused.exitCode(), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
        assertTrue(refused.err().contains("run_0.hdf5 was not closed by the recorder"), refused.err());
        assertTrue(refused.err().contains("./roboreel recover " + output() + " and"), refused.err());
        assertEquals(before, sizes());

        InProcess third = record("--policy=hold", "--max-steps=300", "--recover");
        assertEquals(0, third.exitCode(), third.err());
        assertTrue(third.err().contains("run_0.hdf5: recovered"), third.err());
        assertTrue(
                third.err().contains("run 0 was not complete (run_0.hdf5, demo_0 has status recovered)"), third.err());
        assertTrue(third.err().contains("torn line, now in "), third.err());
        assertEquals(List.of("0 0", "0 1"), resultPlaces());
        try (Stream<Path> files = Files.list(output().resolve("BananaInBowlTask"))) {
            Path aside = files.filter(f -> f.getFileName().toString().startsWith("replaced-run_0-"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(Files.size(aside.resolve("run_0.hdf5")) > 0);
            assertEquals(
                    "recovered recovered",
                    ChildJvm.python(
                                    "-c",
                                    "import h5py,sys;print(*[d.attrs['status'].decode() for d in"
                                            + " h5py.File(sys.argv[1])['data'].values()])",
                                    aside.resolve("run_0.hdf5").toString())
                            .strip());
            assertEquals(
                    2,
                    Files.readAllLines(aside.resolve("episode_results.jsonl")).size());
        }
        assertFalse(Files.exists(output().resolve("BananaInBowlTask/run_0.staging")));
    }

    private Outcome inFolder(String... args) {
        String[] there = Stream.of(args)
                .map(a -> a.startsWith("output") ? folder.resolve(a).toString() : a)
                .toArray(String[]::new);
        InProcess refused = InProcess.run(there);
        assertTrue(refused.err().contains("is being written by process "), refused.err());
        assertEquals("", refused.out());
        return refused.outcome();
    }

    /** Of all files but the lock and its holder's name. */
    private Map<Path, Long> sizes() throws IOException {
        Map<Path, Long> sizes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(output())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.getFileName().toString().startsWith(".recording.lock")) {
                    sizes.put(file, Files.size(file));
                }
            }
        }
        return sizes;
    }

    /** Asked in a real pseudo-terminal, as script of util-linux makes one. */
    @Test
    void onATerminalTheRecoveryIsOffered() throws Exception {
        ChildJvm killed = start("--realtime", "--policy=hold", "--max-steps=300");
        Path run = output().resolve("BananaInBowlTask/run_0.hdf5");
        while (!Files.exists(run) && killed.isAlive()) {
            Thread.sleep(20);
        }
        killed.kill();

        String no = inTerminal("n", 1);
        assertTrue(no.contains("Recover it now? [y/N]"), no);
        assertTrue(Files.exists(output().resolve("BananaInBowlTask/run_0.staging")));
        String yes = inTerminal("y", 0);
        assertTrue(yes.contains("run_0.hdf5: recovered"), yes);
        assertEquals(List.of("0 0", "0 1"), resultPlaces());
    }

    private String inTerminal(String answer, int exitCode) throws Exception {
        String command = ChildJvm.command(List.of(), arguments("--quiet", "--policy=hold", "--max-steps=300")).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Process process = new ProcessBuilder("script", "-qec", "TERM=dumb " + command, "/dev/null")
                .directory(folder.toFile())
                .start();
        process.outputWriter().append(answer).append('\n').flush();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assertEquals(exitCode, process.exitValue(), text);
        // A terminal's sentences are broken at blanks, where depends on how long the folder's name is.
        return text.replaceAll("\\s+", " ");
    }

    @Test
    void whatIsInTheWayIsNeverOverwritten() throws Exception {
        Path env = Files.createDirectories(output().resolve("BananaInBowlTask"));
        Files.writeString(env.resolve("run_0.hdf5"), "precious");
        InProcess child = record("--recover");
        assertEquals(3, child.exitCode(), child.err());
        String aside = child.err().substring(child.err().indexOf("what it left is in ") + 19);
        Path kept = folder.resolve(aside.lines().findFirst().orElseThrow());
        assertEquals("precious", Files.readString(kept.resolve("run_0.hdf5")));
    }

    @Test
    void adaptiveSamplingStopsAtTheWidthOrTheMaximum() throws Exception {
        InProcess narrow = record("--num-episodes-adaptive=40", "--ci-pp-width=0.4", "--json", "--quiet");
        assertEquals(0, narrow.exitCode(), narrow.err());
        // 0 of 10: the interval 0 to 0.24 is narrow enough, and fewer than 10 never are.
        JsonNode document = new ObjectMapper().readTree(narrow.out());
        assertEquals(10, document.get("episodes").size());
        JsonNode end = document.get("adaptive_sampling");
        assertEquals("width_reached", end.get("reason").textValue());
        assertEquals("[0.0,0.2384", end.get("success_rate_ci95").toString().substring(0, 11));
        assertEquals(end.get("success_rate_ci95"), document.get("rates").get(0).get("success_rate_ci95"));
        InProcess more = record("--num-episodes-adaptive=13", "--ci-pp-width=0.1", "--json");
        assertEquals(0, more.exitCode(), more.err());
        // Batches are full: 14 episodes, 10 of them were there.
        assertEquals(4, new ObjectMapper().readTree(more.out()).get("episodes").size());
        assertEquals(14, resultPlaces().size());
    }

    @Test
    void contradictoryNumbersAreRefused() throws Exception {
        InProcess both = record("--num-runs=2", "--num-episodes-adaptive=5");
        assertEquals(2, both.exitCode());
        assertTrue(both.err().contains("exclude each other"), both.err());
        InProcess alone = record("--ci-pp-width=0.2");
        assertEquals(2, alone.exitCode());
        assertTrue(alone.err().contains("--num-episodes-adaptive"), alone.err());
        InProcess wide = record("--num-episodes-adaptive=5", "--ci-pp-width=1.5");
        assertEquals(2, wide.exitCode());
        assertTrue(wide.err().contains("1.5"), wide.err());
        assertFalse(Files.exists(output()));
    }

    private InProcess record(String... options) {
        return InProcess.run(arguments(options));
    }

    private ChildJvm start(String... options) throws Exception {
        return ChildJvm.start(folder, arguments(options));
    }

    private String[] arguments(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "record", "--num-envs=2", "--output-dir=" + folder.resolve("output"), "--output-folder-name=take"));
        if (Stream.of(options).noneMatch(o -> o.startsWith("--max-steps"))) {
            arguments.add("--max-steps=6");
        }
        if (Stream.of(options).noneMatch(o -> o.startsWith("--video-mode"))) {
            arguments.add("--video-mode=none");
        }
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private Path output() {
        return folder.resolve("output/take");
    }

    private List<String> resultPlaces() throws IOException {
        List<String> places = new ArrayList<>();
        for (String line : Files.readAllLines(output().resolve("episode_results.jsonl"))) {
            JsonNode result = new ObjectMapper().readTree(line);
            places.add(result.get("run").asInt() + " " + result.get("env_id").asInt());
        }
        return places.stream().sorted().toList();
    }
}
