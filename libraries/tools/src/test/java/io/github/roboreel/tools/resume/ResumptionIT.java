package io.github.roboreel.tools.resume;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.tools.resume.RecordingIdentity.Task;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumptionIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2).withUnit("rad").withFrame("joint"));
    private static final String CONFIG = """
            {"sim": {"dt": 0.0625, "render_interval": 1}, "decimation": 1, "num_envs": 2, "seed": 5,
             "instruction_type": "default", "episode_length_s": 3.75,
             "scene": {"num_envs": 2, "wrist_camera": {"width": 64, "height": 48}},
             "subtasks": [{"name": "wave", "weight": 1.0}], "_task_attributes": ["simple"]}
            """;
    private static final RecordingIdentity IDENTITY = identity("WaveTask", 2, 5, "default", "sine", "none");

    @TempDir
    private Path folder;

    private Path envFolder;
    private Path results;

    @BeforeEach
    void name() {
        envFolder = folder.resolve("WaveTask");
        results = folder.resolve("episode_results.jsonl");
    }

    @Test
    void anEmptyFolderHasNothingToSkipOrMove() throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertTrue(resumption.completeRun(0).isEmpty());
            assertTrue(resumption.makeWay(0).isEmpty());
        }
        assertFalse(Files.exists(envFolder));
    }

    @Test
    void aCompleteRunIsSkippedWithItsResults() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.truncated("b"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertEquals(
                    List.of(true, false),
                    resumption.completeRun(0).orElseThrow().results().stream()
                            .map(e -> e.isSuccess())
                            .toList());
            assertEquals(List.of(), resumption.completeRun(0).orElseThrow().missingFiles());
            assertTrue(resumption.completeRun(1).isEmpty());
            assertTrue(resumption.makeWay(1).isEmpty());
        }
    }

    @Test
    void aDiscardedEpisodeIsMissing() throws IOException {
        record(0, EpisodeOutcome.discarded(""), EpisodeOutcome.failure("b"));
        assertTrue(state(0).endsWith("demo_0 has status discarded"), state(0));
    }

    @Test
    void everythingThatDiffersIsNamedAndNothingIsTouched() throws IOException {
        record(0, EpisodeOutcome.success(""), EpisodeOutcome.success(""));
        assertRefused(
                identity("WaveTask", 3, 6, "vague", "hold", "all"),
                "policy is sine there, hold was asked for",
                "video mode is none there, all was asked for",
                "num_envs is 2 there, 3 was asked for",
                "seed is 5 there, 6 was asked for",
                "instruction type is default there, vague was asked for",
                "another output folder name");
        assertRefused(
                identity("PushTask", 2, 5, "default", "sine", "none"),
                "task is WaveTask there, PushTask was asked for");
        assertEquals("complete", state(0));
    }

    @Test
    void anotherConfigurationIsRefused() throws IOException {
        record(0, EpisodeOutcome.success(""), EpisodeOutcome.success(""));
        assertRefused(
                with(CONFIG.replace("3.75", "1.25").replace("64", "32"), SCHEMA),
                "max_steps is 60 there, 20 was asked for",
                "scene.wrist_camera.width is 64 there, 32 was asked for");
        assertRefused(with(CONFIG.replace("0.0625", "0.125"), SCHEMA), "sim.dt is 0.0625 there, 0.125 was asked for");
        assertRefused(
                with(CONFIG.replace(", \"height\": 48", ""), SCHEMA),
                "scene.wrist_camera.height is 48 there, none was asked for");
        Files.delete(envFolder.resolve("env_cfg.json"));
        assertRefused(with(CONFIG.replace("1.0", "0.5"), SCHEMA), "subtasks[0].weight is 1.0 there, 0.5 was asked for");
    }

    @Test
    void otherFieldsAreRefused() throws IOException {
        record(0, EpisodeOutcome.success(""), EpisodeOutcome.success(""));
        FieldSpec actions = FieldSpec.step("actions", DType.FLOAT32, 2).withUnit("rad");
        assertRefused(
                with(
                        CONFIG,
                        FieldSchema.of(
                                actions.withUnit("deg").withFrame("joint"), FieldSpec.image("obs/wrist_camera", 4, 6))),
                "the unit of actions is 'rad' there, 'deg' was asked for",
                "obs/wrist_camera is none there, uint8[4, 6, 3] was asked for");
        assertRefused(with(CONFIG, FieldSchema.of(actions)), "the frame of actions is 'joint' there, '' was asked for");
        assertRefused(
                with(
                        CONFIG,
                        FieldSchema.of(
                                FieldSpec.step("actions", DType.FLOAT64, 3).withUnit("rad"))),
                "actions is float32[2] there, float64[3] was asked for");
        assertRefused(
                with(CONFIG, FieldSchema.of(FieldSpec.step("torques", DType.FLOAT32, 2))),
                "actions is float32[2] there, none was asked for",
                "torques is none there, float32[2] was asked for");
    }

    /** It will be repeated, so what it holds does not count. */
    @Test
    void theFieldsOfAnIncompleteRunAreNotCompared() throws IOException {
        record(0, EpisodeOutcome.success(""), EpisodeOutcome.discarded(""));
        FieldSchema other = FieldSchema.of(FieldSpec.step("torques", DType.FLOAT32, 2));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, with(CONFIG, other));
            assertTrue(resumption.completeRun(0).isEmpty());
        }
    }

    /** Neither labels nor images that are not stored make another recording. */
    @Test
    void whatMakesNoDifferenceIsNotCompared() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.truncated("b"));
        String labels = CONFIG.replace("[\"simple\"]", "[\"simple\", \"semantics\"]");
        FieldSchema shown = FieldSchema.of(
                SCHEMA.field("actions").spec(),
                FieldSpec.image("obs/wrist_camera", 4, 6).unstored());
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, with(labels.replace("1.0", "1"), shown));
            assertTrue(resumption.completeRun(0).isPresent());
            assertEquals(List.of(), List.copyOf(resumption.keysNotCompared()));
        }
    }

    @Test
    void whatOlderRecordingsDoNotSayIsNamed() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.truncated("b"));
        String newer = CONFIG.replace("\"seed\"", "\"task_file\": {\"a\": 1}, \"seed\"");
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, with(newer, SCHEMA));
            assertTrue(resumption.completeRun(0).isPresent());
            assertEquals(List.of("task_file"), List.copyOf(resumption.keysNotCompared()));
        }
    }

    @Test
    void anotherRecordersFolderIsRefused() throws Exception {
        Files.createDirectories(envFolder);
        python(
                "import h5py,sys\n"
                        + "f = h5py.File(sys.argv[1], 'w')\n"
                        + "f.create_group('data/demo_0')['actions'] = [[1.0]]\n",
                envFolder.resolve("run_0.hdf5"));
        assertRefused(IDENTITY, "its run files are not RoboReel's");
    }

    @Test
    void anAbortedRunMakesWayWithItsLinesAndCanBeRepeated() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        record(1, EpisodeOutcome.success("c"), EpisodeOutcome.aborted("stopped"));
        String before = Files.readString(results);
        String own = before.substring(before.indexOf("\n", before.indexOf("\n") + 1) + 1);
        byte[] runFile = Files.readAllBytes(envFolder.resolve("run_1.hdf5"));
        RunComplete.of(2, 2, "none", 5, "default").write(envFolder);
        Files.writeString(envFolder.resolve("Wave_1_env0_viewport.mp4"), "video");
        Files.writeString(envFolder.resolve("Wave_1_env1.mp4"), "video");
        Files.writeString(envFolder.resolve("Wave_1_env0.finishing"), "unfinished");
        Files.writeString(envFolder.resolve("Wave_1_env0.recording.mp4"), "unfinished");
        Files.writeString(envFolder.resolve("Wave_0_env1.mp4"), "video of run 0");
        Files.writeString(envFolder.resolve("run_10.hdf5.salvaged"), "another run");

        ReplacedRun replaced;
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertTrue(resumption.completeRun(1).isEmpty());
            replaced = resumption.makeWay(1).orElseThrow();
        }

        assertTrue(replaced.reason().contains("demo_1 has status aborted"), replaced.reason());
        assertEquals(
                List.of(
                        "Wave_1_env0.finishing",
                        "Wave_1_env0.recording.mp4",
                        "Wave_1_env0_viewport.mp4",
                        "Wave_1_env1.mp4",
                        "episode_results.jsonl",
                        "log_1_env0.json",
                        "log_1_env1.json",
                        "run_1.hdf5"),
                names(replaced.folder()));
        assertEquals(own, Files.readString(replaced.folder().resolve("episode_results.jsonl")));
        assertEquals(before, Files.readString(results) + own);
        org.junit.jupiter.api.Assertions.assertArrayEquals(
                runFile, Files.readAllBytes(replaced.folder().resolve("run_1.hdf5")));
        assertTrue(names(envFolder).contains("Wave_0_env1.mp4"));
        assertTrue(names(envFolder).contains("run_10.hdf5.salvaged"));

        record(1, EpisodeOutcome.success("c"), EpisodeOutcome.success("d"));
        assertEquals("complete", state(0));
        assertEquals("complete", state(1));
    }

    @Test
    void whatTheRunFileDoesNotHoldIsNotComplete() throws Exception {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        Path runFile = envFolder.resolve("run_0.hdf5");
        byte[] whole = Files.readAllBytes(runFile);

        python("import h5py,sys\nh5py.File(sys.argv[1], 'r+')['data/demo_1/actions'].resize(4, 0)\n", runFile);
        assertTrue(state(0).endsWith("demo_1/actions: has 4 rows; num_samples is 6"), state(0));

        Files.write(runFile, whole);
        python("import h5py,sys\ndel h5py.File(sys.argv[1], 'r+')['data/demo_0']\n", runFile);
        assertTrue(state(0).contains("data@total: is 11; the demos hold 6 steps, and 1 more"), state(0));

        Files.write(runFile, whole);
        try (RandomAccessFile file = new RandomAccessFile(runFile.toFile(), "rw")) {
            file.setLength(whole.length / 2);
        }
        assertFault(RoboReelException.class, Kind.UNCLOSED, () -> state(0));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.afterRecovery(lock, IDENTITY);
            assertTrue(resumption.incompleteReason(0).contains("truncated"));
        }

        Files.write(runFile, whole);
        assertEquals("complete", state(0));
    }

    @Test
    void aMissingLineLeavesTheRunIncompleteAndATornOneIsSetAside() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        String text = Files.readString(results);
        int second = text.indexOf('\n') + 1;
        Files.writeString(results, text.substring(0, second + 30));

        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertTrue(resumption.completeRun(0).isEmpty());
            assertEquals("run_0.hdf5, demo_1 has 0 result lines, not 1", resumption.incompleteReason(0));
            assertEquals(
                    text.substring(second, second + 30),
                    Files.readString(resumption.tornLine().orElseThrow()));
            resumption.makeWay(0).orElseThrow();
        }
        assertEquals("", Files.readString(results));
    }

    @Test
    void aTornLineBehindCompleteRunsIsSetAsideToo() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        String whole = Files.readString(results);
        Files.writeString(results, whole + "{\"env_na");
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertTrue(resumption.completeRun(0).isPresent());
            assertEquals("{\"env_na", Files.readString(resumption.tornLine().orElseThrow()));
        }
        assertEquals(whole, Files.readString(results));
    }

    @Test
    void aLastLineThatLacksOnlyItsEndIsKept() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        String whole = Files.readString(results);
        Files.writeString(results, whole.substring(0, whole.length() - 1));
        assertEquals("complete", state(0));
        assertEquals(whole, Files.readString(results));
        record(1, EpisodeOutcome.success("c"), EpisodeOutcome.failure("d"));
        assertEquals("complete", state(0));
        assertEquals("complete", state(1));
    }

    @Test
    void withoutAConfigurationTheRunFileTellsWhatDiffers() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        Files.delete(envFolder.resolve("env_cfg.json"));
        assertRefused(
                identity("WaveTask", 3, 6, "vague", "sine", "none"),
                "num_envs is 2 there, 3 was asked for",
                "seed is 5 there, 6 was asked for",
                "instruction type is default there, vague was asked for");
        assertEquals("complete", state(0));
    }

    @Test
    void resultsOfAnEnvWhoseFolderIsGoneAreAnotherRecording() throws IOException {
        Files.writeString(results, "{\"env_name\":\"PushTask\",\"run\":0,\"env_id\":0}\n");
        assertRefused(IDENTITY, "task is PushTask there, WaveTask was asked for");
    }

    @Test
    void resultsThatANewFileWouldHideAreAnotherRecording() throws IOException {
        Files.writeString(folder.resolve("episode_results.json"), "[]");
        assertRefused(IDENTITY, "its results are in episode_results.json");
    }

    @Test
    void aRunIsFoundInEveryLocale() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.aborted("b"));
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR-u-nu-arabext"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            Path aside = resumption.makeWay(0).orElseThrow().folder();
            assertEquals(
                    List.of("episode_results.jsonl", "log_0_env0.json", "log_0_env1.json", "run_0.hdf5"), names(aside));
            assertTrue(aside.getFileName().toString().startsWith("replaced-run_0-20"));
        } finally {
            Locale.setDefault(usual);
        }
    }

    @Test
    void aMissingLogIsNamedAndDoesNotMakeARunIncomplete() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        Files.delete(envFolder.resolve("log_0_env1.json"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertEquals(
                    List.of("the log of env 1"),
                    resumption.completeRun(0).orElseThrow().missingFiles());
        }
    }

    @Test
    void whatSpeaksAgainstARunIsFoundOutOnce() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.aborted("b"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertTrue(resumption.completeRun(0).isEmpty());
            Files.writeString(envFolder.resolve("run_0.hdf5"), "changed since");
            assertEquals(
                    "run_0.hdf5, demo_1 has status aborted",
                    resumption.makeWay(0).orElseThrow().reason());
        }
    }

    @Test
    void thePromiseIsWithdrawnAndNeverBecomesSmaller() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        record(1, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertEquals(2, resumption.completeRuns(1));
            assertTrue(resumption.withdrawPromise().isEmpty());
        }
        RunComplete.of(2, 3, "none", 5, "default").write(envFolder);
        String promise = Files.readString(envFolder.resolve("run_complete.json"));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            assertEquals(3, resumption.completeRuns(1));
            assertEquals(4, resumption.completeRuns(4));
            assertEquals(promise, Files.readString(resumption.withdrawPromise().orElseThrow()));
            assertFalse(Files.exists(envFolder.resolve("run_complete.json")));
            assertEquals(3, resumption.completeRuns(1));
        }
    }

    @Test
    void linesWithoutARunFileAreMovedToo() throws IOException {
        record(0, EpisodeOutcome.success("a"), EpisodeOutcome.failure("b"));
        Files.delete(envFolder.resolve("run_0.hdf5"));
        assertEquals("it has no run_0.hdf5", state(0));
    }

    private static RecordingIdentity with(String config, FieldSchema schema) {
        return new RecordingIdentity(new Task("WaveTask", "default", config), 2, 0, 5, "sine", "none", schema);
    }

    static RecordingIdentity identity(String env, int numEnvs, long seed, String type, String policy, String videos) {
        return new RecordingIdentity(new Task(env, type, CONFIG), numEnvs, 0, seed, policy, videos, SCHEMA);
    }

    /** Records two envs, 5 steps, then 6, as {@code record} does: under its lock, the promise is its own. */
    private void record(int run, EpisodeOutcome... outcomes) throws IOException {
        RunSpec spec = RunSpec.builder(folder, "WaveTask")
                .run(run)
                .episodes(EpisodeInfo.repeat(2, new EpisodeInfo("Wave", "sine", 5, 0.0625)))
                .attributes(List.of("simple"))
                .envConfigJson(CONFIG)
                .build();
        try (OutputLock lock = OutputLock.acquire(folder);
                EpisodeRecorder recorder =
                        EpisodeRecorder.builder(spec, SCHEMA).lock(lock).open()) {
            for (int i = 0; i < 2; i++) {
                EnvRecorder env = recorder.env(i);
                env.begin();
                for (int step = 0; step < 5 + i; step++) {
                    env.step()
                            .put(SCHEMA.field("actions"), new float[] {step, i})
                            .publish();
                }
                env.event(EpisodeEvent.of("WAVED", 5 + i, "", 0));
                env.end(outcomes[i]).join();
            }
        }
    }

    /** Why a run is not complete. */
    private String state(int run) throws IOException {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, IDENTITY);
            return resumption.completeRun(run).isPresent() ? "complete" : resumption.incompleteReason(run);
        }
    }

    private void assertRefused(RecordingIdentity wanted, String... words) throws IOException {
        List<String> before = names(folder);
        try (OutputLock lock = OutputLock.acquire(folder)) {
            RoboReelException refused =
                    assertFault(RoboReelException.class, Kind.CONFLICT, () -> Resumption.of(lock, wanted));
            for (String word : words) {
                assertTrue(refused.getMessage().contains(word), refused.getMessage());
            }
        }
        before.add(".recording.lock");
        assertEquals(before.stream().distinct().sorted().toList(), names(folder));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new java.util.ArrayList<>(
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    private static void python(String program, Path file) throws Exception {
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", program, file.toString())
                .inheritIO()
                .start();
        assertEquals(0, python.waitFor());
    }
}
