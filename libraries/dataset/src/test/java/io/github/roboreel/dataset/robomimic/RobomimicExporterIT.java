package io.github.roboreel.dataset.robomimic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports of real recordings, read by h5py. */
class RobomimicExporterIT {
    private static final int DEMOS = RecordedRuns.RUNS * RecordedRuns.ENVS;

    /** Arrays of times that every recording has. */
    private static final int TIMES = 2;

    private static final String CONFIG = "{\"decimation\":8}";

    private static final long STEPS = 8 * 20 + 4 * 9 + 2 * (3 + 6 + 9);

    @TempDir
    static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recordings, true);
    }

    @Test
    void h5pyReadsEveryArrayAsRecorded() throws Exception {
        Path out = folder.resolve("new/all.hdf5");
        Steps progress = new Steps();
        ExportSummary summary =
                new RobomimicExporter(new RobomimicOptions(out, 0.25, 7, RewardPolicy.SUCCESS)).export(runs, progress);
        assertEquals(DEMOS, summary.episodes());
        assertEquals(STEPS, summary.steps());
        assertEquals(List.of("writing " + STEPS, "checking " + STEPS), progress.phases);
        assertEquals(2 * STEPS, progress.steps);
        Map<String, List<String>> seen = compare(out, runs);
        assertEquals(List.of("data,mask"), seen.get("root"));
        assertEquals(List.of("" + STEPS), seen.get("total"));
        assertEquals(List.of("success"), seen.get("rewards_source"));
        long compared = Long.parseLong(seen.get("compared").get(0));
        assertEquals(summary.arraysCompared(), compared + 2 * DEMOS);
        assertEquals(
                List.of("/data/demo_0/next_obs/wrist_cam", "uint8", "(20, 36, 48, 3)", "1"),
                seen.get("image").subList(0, 4));
        assertEquals(List.of("gzip", "True"), seen.get("image").subList(4, 6));
        assertEquals(
                List.of("{\"env_kwargs\": {\"env_cfg\": {\"decimation\": 8, \"sim\": {\"dt\":"
                        + " 0.008333333333333333, \"render_interval\": 8}}}, \"env_name\":"
                        + " \"BananaInBowl\", \"type\": 2}"),
                seen.get("env_args"));
        assertEpisodes(seen);
        assertMasks(seen, 6, 2);
    }

    /** Env 0 and 3 succeed, env 1 fails, env 2 runs out of time. */
    private static void assertEpisodes(Map<String, List<String>> seen) {
        for (int demo = 0; demo < DEMOS; demo++) {
            int run = demo / RecordedRuns.ENVS;
            int env = demo % RecordedRuns.ENVS;
            List<String> expected = List.of(
                    "" + RecordedRuns.steps(run, env),
                    "False",
                    env == 0 || env == 3 ? "1.0" : "0.0",
                    "False",
                    env == 2 ? "0" : "1");
            assertEquals(expected, seen.get("demo_" + demo));
        }
        String attributes = seen.get("demo_6@").get(0);
        for (String part : List.of(
                "\"num_samples\": 35",
                "\"ending\": \"truncated\"",
                "\"seed\": 1012",
                "\"instruction\": \"Put the banana into the bowl, s'il te plaît\"",
                "\"source_file\": \"BananaInBowl/run_1.hdf5\"",
                "\"source_demo\": \"demo_2\"",
                "\"attributes/operator\": \"Zoë\"",
                "\"attributes/shift\": 1",
                "\"metrics/ee_path_length\": 3.5",
                "\"score\": 0.25")) {
            assertTrue(attributes.contains(part), attributes);
        }
        assertTrue(seen.get("demo_7@").get(0).contains("\"success\": true"));
        assertTrue(seen.get("demo_5@").get(0).contains("\"success\": false"));
    }

    private static void assertMasks(Map<String, List<String>> seen, int train, int valid) {
        List<String> trained = List.of(seen.get("mask/train").get(0).split(","));
        List<String> validated = List.of(seen.get("mask/valid").get(0).split(","));
        assertEquals(train, trained.size());
        assertEquals(valid, validated.size());
        Set<String> both = new TreeSet<>(trained);
        both.addAll(validated);
        assertEquals(IntStream.range(0, DEMOS).mapToObj(i -> "demo_" + i).collect(Collectors.toSet()), both);
    }

    @Test
    void withoutFinalObservationsThereIsNoNextObs() throws Exception {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 2),
                FieldSpec.step("obs/proprio/arm_pos", DType.FLOAT32, 2),
                FieldSpec.step("subtask/score", DType.FLOAT32));
        RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs"), schema);
        Path out = folder.resolve("out.hdf5");
        ExportSummary summary = new RobomimicExporter(new RobomimicOptions(out, 0, 0, RewardPolicy.RECORDED))
                .export(recorded, ExportProgress.NONE);
        Map<String, List<String>> seen = compare(out, recorded);
        assertEquals(
                "demo_0,demo_1,demo_2,demo_3,demo_4,demo_5,demo_6,demo_7",
                seen.get("mask/train").get(0));
        assertFalse(seen.containsKey("mask/valid"));
        assertEquals(List.of("absent"), seen.get("rewards_source"));
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("there is no next_obs"), notes);
        assertTrue(notes.contains("no rewards were recorded"), notes);
        assertTrue(notes.contains("'obs/proprio/arm_pos' is called 'obs/arm_pos'"), notes);
        assertTrue(notes.contains("let its action_config normalise them"), notes);
    }

    /** Two groups with one name, recorded rewards, and recorded dones, which are kept. */
    @Test
    void whatWasRecordedUnderRobomimicsNamesIsKept() throws Exception {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT64, 2),
                FieldSpec.step("obs/left/joint_pos", DType.FLOAT32, 2),
                FieldSpec.step("obs/right/joint_pos", DType.FLOAT16, 3),
                FieldSpec.finalObservation("final_obs/left/joint_pos", DType.FLOAT32, 2),
                FieldSpec.finalObservation("final_obs/right/joint_pos", DType.FLOAT16, 3),
                FieldSpec.finalObservation("final_obs/goal", DType.FLOAT64, 2),
                FieldSpec.step("rewards", DType.FLOAT32),
                FieldSpec.step("dones", DType.BOOL));
        RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs"), schema);
        for (RewardPolicy reward : List.of(RewardPolicy.RECORDED, RewardPolicy.SUCCESS)) {
            Path out = folder.resolve(reward + ".hdf5");
            new RobomimicExporter(new RobomimicOptions(out, 0.1, 0, reward)).export(recorded, ExportProgress.NONE);
            Map<String, List<String>> seen = compare(out, recorded);
            assertEquals(List.of(reward.label()), seen.get("rewards_source"));
            assertEquals(List.of("" + (8 + TIMES) * DEMOS), seen.get("compared"));
        }
    }

    @Test
    void anExistingTargetIsLeftAlone() throws Exception {
        Path out = folder.resolve("out.hdf5");
        byte[] before = "precious".getBytes(StandardCharsets.UTF_8);
        Files.write(out, before);
        RobomimicExporter exporter = exporter(out);
        assertThrows(ExportRefusedException.class, () -> exporter.export(runs, ExportProgress.NONE));
        assertArrayEquals(before, Files.readAllBytes(out));
    }

    @Test
    void aFailingExportLeavesNothing() throws Exception {
        Path out = folder.resolve("out/out.hdf5");
        int[] visits = {0};
        EpisodeSource failing = visitor -> runs.visit((facts, episode) -> {
            if (visits[0]++ == DEMOS + 3) {
                throw new IOException("the disk is gone");
            }
            visitor.visit(facts, episode);
        });
        IOException e = assertThrows(IOException.class, () -> exporter(out).export(failing, ExportProgress.NONE));
        assertEquals("the disk is gone", e.getMessage());
        try (Stream<Path> left = Files.list(out.getParent())) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void theSameSeedMakesTheSameFile() throws Exception {
        for (String name : List.of("a.hdf5", "b.hdf5")) {
            exporter(folder.resolve(name)).export(runs, ExportProgress.NONE);
        }
        assertArrayEquals(Files.readAllBytes(folder.resolve("a.hdf5")), Files.readAllBytes(folder.resolve("b.hdf5")));
    }

    @Test
    void namesAndTextsThatCannotBeStoredAreRefused() throws Exception {
        assertRefused(f -> with(f, Map.of("🤖", true), CONFIG), "attributes/🤖", "data/demo_0");
        assertRefused(f -> with(f, Map.of(), "\ud83e"), "the text of 'env_args'", "");
    }

    /** Nor does a refusal leave an unwanted folder. */
    private void assertRefused(UnaryOperator<EpisodeFacts> change, String... parts) {
        Path out = folder.resolve("refused/out.hdf5");
        ExportRefusedException e = assertThrows(
                ExportRefusedException.class, () -> exporter(out).export(changed(change), ExportProgress.NONE));
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), e.getMessage());
        }
        assertTrue(Files.notExists(out));
    }

    @Test
    void anUnsuitableRecordingLeavesNoFolder() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("obs/q", DType.FLOAT32, 2));
        RecordedRuns recorded = RecordedRuns.record(folder.resolve("runs"), schema);
        Path out = folder.resolve("new/out.hdf5");
        assertThrows(ExportRefusedException.class, () -> exporter(out).export(recorded, ExportProgress.NONE));
        assertTrue(Files.notExists(out.getParent()));
    }

    @Test
    void environmentsThatAreNotConfiguredAlikeAreNoted() throws Exception {
        EpisodeSource two = changed(f -> with(f, Map.of(), f.run() == 0 ? CONFIG : "{}"));
        Path out = folder.resolve("out.hdf5");
        List<String> notes = exporter(out).export(two, ExportProgress.NONE).notes();
        assertTrue(notes.toString().contains("env_args has no env_cfg"), notes.toString());
        assertEquals(
                List.of("{\"env_kwargs\": {}, \"env_name\": \"BananaInBowl\", \"type\": 2}"),
                compare(out, runs).get("env_args"));
    }

    private static EpisodeSource changed(UnaryOperator<EpisodeFacts> change) {
        return visitor -> runs.visit((facts, episode) -> visitor.visit(change.apply(facts), episode));
    }

    private static EpisodeFacts with(EpisodeFacts f, Map<String, Object> attributes, String environmentConfig) {
        return new EpisodeFacts(
                f.file(),
                f.demo(),
                f.envName(),
                f.run(),
                f.env(),
                f.episode(),
                f.instruction(),
                f.policy(),
                f.ending(),
                f.success(),
                f.score(),
                f.seed(),
                f.dtSeconds(),
                f.metrics(),
                attributes,
                f.videos(),
                environmentConfig);
    }

    private static RobomimicExporter exporter(Path out) {
        return new RobomimicExporter(new RobomimicOptions(out, 0.5, 3, RewardPolicy.SCORE_DELTA));
    }

    /** What h5py finds, after it has compared all arrays with the recording. */
    private static Map<String, List<String>> compare(Path out, RecordedRuns runs)
            throws IOException, InterruptedException {
        Path script = Path.of("src/test/resources/robomimic_compare.py").toAbsolutePath();
        Process python = new ProcessBuilder(
                        "/usr/bin/python3",
                        script.toString(),
                        out.toString(),
                        runs.file(0).getParent().toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        python.waitFor();
        assertEquals(0, python.exitValue(), said);
        return said.lines()
                .map(line -> List.of(line.split("\t", -1)))
                .collect(Collectors.toMap(
                        line -> line.get(0), line -> line.subList(1, line.size()), (first, second) -> first));
    }

    private static final class Steps implements ExportProgress {
        private final List<String> phases = new ArrayList<>();
        private long steps;

        @Override
        public void phase(String name, long phaseSteps) {
            phases.add(name + " " + phaseSteps);
        }

        @Override
        public void advanced(long more) {
            steps += more;
        }
    }
}
