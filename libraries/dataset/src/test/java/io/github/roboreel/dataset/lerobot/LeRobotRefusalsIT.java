package io.github.roboreel.dataset.lerobot;

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
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be exported, and recordings that have less than others. */
class LeRobotRefusalsIT {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;
    private static final String VIEWPORT = "robolab.after_action.viewport";

    @TempDir
    private static Path recordings;

    /** Without observations: the state comes from the simulator's. */
    private static RecordedRuns bare;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() throws IOException {
        String joints = "articulation/robot/joint_position";
        bare = RecordedRuns.record(
                recordings.resolve("bare"),
                FieldSchema.of(List.of(
                        FieldSpec.step("actions", DType.FLOAT64, 2),
                        FieldSpec.step("grid", DType.INT32, 2, 3, 4),
                        FieldSpec.step("depth", DType.FLOAT32, 20, 15, 1),
                        FieldSpec.step("left_image", DType.UINT8, 5),
                        FieldSpec.step("flags", DType.BOOL, 3),
                        FieldSpec.step("ids", DType.INT64, 2),
                        FieldSpec.initial("initial_state/" + joints, DType.FLOAT32, 3),
                        FieldSpec.step("states/" + joints, DType.FLOAT32, 3))));
        for (int run = 0; run < RecordedRuns.RUNS; run++) {
            for (int env = 0; env < RecordedRuns.ENVS; env++) {
                film(video(bare.facts(run, env)), RecordedRuns.steps(run, env));
            }
        }
    }

    private LeRobotExporter exporter(Images images) {
        return exporter("me/set", images);
    }

    private LeRobotExporter exporter(String repoId, Images images) {
        return new LeRobotExporter(
                new LeRobotOptions(folder.resolve("out"), repoId, Optional.empty(), images, RewardPolicy.RECORDED)
                        .withFields(LeRobotOptions.Fields.ALL));
    }

    private ExportSummary export(EpisodeSource source) throws IOException {
        return exporter(Images.VIDEO).export(source, ExportProgress.NONE);
    }

    private String refused(EpisodeSource source) throws IOException {
        String message =
                assertThrows(ExportRefusedException.class, () -> export(source)).getMessage();
        assertFalse(Files.exists(folder.resolve("out")), "something was touched");
        return message;
    }

    private static EpisodeSource changed(UnaryOperator<EpisodeFacts> change) {
        return visitor -> bare.visit((facts, episode) -> visitor.visit(change.apply(facts), episode));
    }

    static EpisodeFacts with(EpisodeFacts facts, double dtSeconds, String task, Map<String, List<Path>> videos) {
        return with(facts, dtSeconds, task, videos, facts.metrics());
    }

    static EpisodeFacts with(
            EpisodeFacts facts,
            double dtSeconds,
            String task,
            Map<String, List<Path>> videos,
            Map<String, Double> metrics) {
        return new EpisodeFacts(
                facts.file(),
                facts.demo(),
                facts.envName(),
                facts.run(),
                facts.env(),
                facts.episode(),
                task,
                facts.policy(),
                facts.ending(),
                facts.success(),
                facts.score(),
                facts.seed(),
                dtSeconds,
                metrics,
                facts.attributes(),
                videos,
                facts.environmentConfig());
    }

    @Test
    void withoutObservationsTheStateIsThatOfTheStepBefore() throws Exception {
        ExportSummary summary = export(bare);
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("initial_state")));
        assertTrue(summary.notes().stream().anyMatch(n -> n.startsWith("There is no next.reward")));
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("'depth'") && n.contains("[20, 15, 1]")));
        List<Map<String, Object>> rows = Tables.all(data());
        assertFalse(rows.get(0).containsKey("next.reward"));
        int[] row = {0};
        bare.visit((facts, episode) -> {
            String joints = "articulation/robot/joint_position";
            double[] states = episode.readDoubles("states/" + joints);
            double[] before = episode.readDoubles("initial_state/" + joints);
            double[] grid = episode.readDoubles("grid");
            double[] depth = episode.readDoubles("depth");
            byte[] ids = episode.readBytes("ids", 0, episode.numSamples());
            for (int step = 0; step < episode.numSamples(); step++) {
                Map<String, Object> found = rows.get(row[0]++);
                assertArrayEquals(before, Tables.flat(found.get("observation.state")));
                before = Arrays.copyOfRange(states, 3 * step, 3 * step + 3);
                assertArrayEquals(
                        Arrays.copyOfRange(grid, 24 * step, 24 * step + 24), Tables.flat(found.get("robolab.grid")));
                assertEquals(List.of(24), Tables.shape(found.get("robolab.grid")));
                assertArrayEquals(
                        Arrays.copyOfRange(depth, 300 * step, 300 * step + 300),
                        Tables.flat(found.get("robolab.depth")));
                assertEquals(List.of(300), Tables.shape(found.get("robolab.depth")));
                LongBuffer longs =
                        ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
                assertEquals(List.of(longs.get(2 * step), longs.get(2 * step + 1)), found.get("robolab.ids"));
                assertTrue(found.containsKey("robolab.left_img"));
            }
        });
    }

    @Test
    void fullFilesAreFollowedByOthersBetweenEpisodesAndTasksAreCounted() throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        folder.resolve("out"), "me/set", Optional.empty(), Images.VIDEO, RewardPolicy.SUCCESS)
                .withFields(LeRobotOptions.Fields.ALL);
        EpisodeSource twoTasks = changed(f -> with(f, f.dtSeconds(), "task of run " + f.run(), Map.of()));
        new LeRobotExporter(options, 100_000, LeRobotExporter.VIDEO_FILE_BYTES).export(twoTasks, ExportProgress.NONE);
        assertEquals(
                List.of("task of run 0", "task of run 1"),
                Tables.all(dataset().resolve("meta/tasks.parquet")).stream()
                        .map(r -> r.get("task"))
                        .toList());
        List<Map<String, Object>> episodes = Tables.all(dataset().resolve("meta/episodes/chunk-000/file-000.parquet"));
        long files = 1 + (Long) episodes.get(7).get("data/file_index");
        assertTrue(files > 1 && files < 8, files + " files");
        long row = 0;
        for (long file = 0; file < files; file++) {
            Path path = dataset().resolve("data/chunk-000/file-00" + file + ".parquet");
            for (Map<String, Object> found : Tables.all(path)) {
                assertEquals(row++, found.get("index"));
                long episode = (Long) found.get("episode_index");
                assertEquals(file, episodes.get((int) episode).get("data/file_index"));
                assertEquals(episode / 4, found.get("task_index"));
            }
        }
        assertEquals(episodes.get(7).get("dataset_to_index"), row);
    }

    @Test
    void anExistingDatasetIsLeftAlone() throws Exception {
        Files.createDirectories(dataset());
        Files.writeString(dataset().resolve("precious"), "x");
        String message =
                assertThrows(ExportRefusedException.class, () -> export(bare)).getMessage();
        assertTrue(message.contains("exists already"), message);
        try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
            assertEquals(1, files.filter(Files::isRegularFile).count());
        }
    }

    @Test
    void aBrokenExportLeavesNothing() throws Exception {
        int[] visits = {0};
        EpisodeSource broken = visitor -> bare.visit((facts, episode) -> {
            if (visits[0]++ > 12) {
                throw new IOException("the disk is gone");
            }
            visitor.visit(facts, episode);
        });
        assertEquals(
                "the disk is gone",
                assertThrows(IOException.class, () -> export(broken)).getMessage());
        try (Stream<Path> files = Files.list(folder.resolve("out/me"))) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void aChangingRecordingIsNoticed() throws Exception {
        int[] visits = {0};
        EpisodeSource growing = visitor -> bare.visit((facts, episode) -> {
            if (facts.run() == 0 || visits[0] > 8) {
                visitor.visit(facts, episode);
            }
            visits[0]++;
        });
        String message = assertThrows(IOException.class, () -> export(growing)).getMessage();
        assertTrue(message.startsWith("the recording changed during the export"), message);
        assertFalse(Files.exists(dataset()));
    }

    @Test
    void ratesThatAreNoWholeNumberAreRefused() throws Exception {
        String message = refused(changed(f -> with(f, 0.03, "x", Map.of())));
        assertTrue(message.contains("a step every 0.03 s"), message);
        assertTrue(message.contains("run_0.hdf5, data/demo_0"), message);
        String two = refused(changed(f -> with(f, f.run() == 0 ? 0.1 : 0.05, "x", Map.of())));
        assertTrue(two.contains("has 20 steps per second"), two);
    }

    @Test
    void metricsThatDifferByCaseAreRefusedWithBoth() throws Exception {
        Map<String, Double> metrics = new TreeMap<>(Map.of("Effort", 1.0, "effort", 2.0));
        String message = refused(changed(f -> with(f, f.dtSeconds(), f.instruction(), Map.of(), metrics)));
        assertTrue(message.startsWith("'metric Effort' and 'metric effort' both"), message);
    }

    @Test
    void picturesOfOddSizeAreRefusedAsVideosOnly() throws Exception {
        RecordedRuns odd = RecordedRuns.record(
                folder.resolve("odd"),
                FieldSchema.of(
                        List.of(FieldSpec.step("actions", DType.FLOAT32, 2), FieldSpec.image("obs/cam", 17, 20))));
        String message = refused(odd);
        assertTrue(message.contains("'obs/cam' has pictures of 20x17"), message);
        assertTrue(message.contains("H.264 takes even sizes from 16; export pictures as PNG"), message);
        exporter(Images.PNG).export(odd, ExportProgress.NONE);
        List<Map<String, Object>> rows = Tables.all(data());
        int[] row = {0};
        odd.visit((facts, episode) -> {
            for (int step = 0; step < episode.numSamples(); step++) {
                List<?> png = (List<?>) rows.get(row[0]++).get("observation.images.cam");
                assertArrayEquals(episode.readBytes("obs/cam", step, step + 1), Tables.pixels((byte[]) png.get(0)));
            }
        });
        assertEquals(rows.size(), row[0]);
    }

    @Test
    void ownVideosAreCopiedWhereEveryStepHasItsFrame() throws Exception {
        ExportSummary summary = export(filmed(f -> Optional.of(video(f))));
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("AFTER action k")), "" + summary.notes());
        assertArrayEquals(
                ExportedSet.pictures(video(bare.facts(1, 3))).toArray(),
                new ExportedSet(dataset()).pictures(VIEWPORT, 7).toArray());
        List<Map<String, Object>> rows = Tables.all(dataset().resolve("meta/episodes/chunk-000/file-000.parquet"));
        String stats = "stats/robolab.after_action.viewport/";
        assertArrayEquals(
                new double[] {0.5, 0.25, 0.75}, Tables.flat(rows.get(7).get(stats + "mean")), 0.03);
        assertEquals(List.of(3, 1, 1), Tables.shape(rows.get(7).get(stats + "q99")));
    }

    @Test
    void ownVideosThatCannotFollowTheOneBeforeBeginAFile() throws Exception {
        Path reordered = reordered(RecordedRuns.steps(0, 2));
        EpisodeSource source = filmed(f -> Optional.of(f.run() == 0 && f.env() == 2 ? reordered : video(f)));
        export(source);
        ExportedSet set = new ExportedSet(dataset());
        set.assertConsistent(RecordedRuns.RUNS * RecordedRuns.ENVS);
        List<Path> files = new ArrayList<>();
        for (int episode = 0; episode < 5; episode++) {
            files.add(set.video(VIEWPORT, episode));
        }
        assertEquals(List.of(0, 0, 2, 3, 3), files.stream().map(files::indexOf).toList());
        assertEquals(-1, Files.mismatch(reordered, files.get(2)), "it was changed");
        assertArrayEquals(
                ExportedSet.pictures(video(bare.facts(1, 0))).toArray(),
                set.pictures(VIEWPORT, 4).toArray());
    }

    /** A video whose pictures are stored in another order than they are shown in. */
    private Path reordered(int frames) throws Exception {
        Path file = folder.resolve("reordered.mp4");
        String source = "testsrc=size=" + WIDTH + "x" + HEIGHT + ":rate=15";
        List<String> command = new ArrayList<>(List.of("ffmpeg", "-v", "error", "-f", "lavfi", "-i", source));
        command.addAll(List.of("-frames:v", "" + frames, "-c:v", "libx264", "-bf", "3", "-pix_fmt", "yuv420p"));
        command.add(file.toString());
        Tool.run(folder, command);
        return file;
    }

    @Test
    void videosOfAnotherLengthAreRefusedWithBothCounts() throws Exception {
        Path other = video(bare.facts(0, 0));
        String message = refused(filmed(f -> Optional.of(f.env() == 1 ? other : video(f))));
        assertTrue(message.contains("run_0.hdf5, data/demo_1 has 23 steps"), message);
        assertTrue(message.contains(other + " has 20 frames"), message);
    }

    @Test
    void export_videosWithoutTheLastFrame_leavesThemOutWithANote() throws Exception {
        Path shorter = folder.resolve("shorter.mp4");
        film(shorter, RecordedRuns.steps(1, 2) - 1);
        ExportSummary summary = export(filmed(f -> Optional.of(f.run() == 1 && f.env() == 2 ? shorter : video(f))));
        List<String> notes =
                summary.notes().stream().filter(note -> note.contains("videos")).toList();
        assertEquals(1, notes.size(), notes.toString());
        assertTrue(
                notes.get(0)
                        .matches("The episodes' own videos 'viewport' are left out: that of .*run_1.hdf5, data/demo_2"
                                + " lacks the frame after the last action, which the recorder takes from final_obs\\."
                                + " Record that picture, or images into the file, to have them"),
                notes.get(0));
        assertFalse(Files.exists(dataset().resolve("videos")));
        assertFalse(Files.readString(dataset().resolve("meta/info.json")).contains("viewport"));
        assertEquals(summary.steps(), Tables.all(data()).size());
    }

    @Test
    void missingVideosAreRefused() throws Exception {
        String message = refused(filmed(f -> f.run() == 0 ? Optional.of(video(f)) : Optional.empty()));
        assertTrue(message.contains("run_1.hdf5, data/demo_0 has 0 videos 'viewport'"), message);
    }

    @Test
    void withoutImagesMissingVideosDoNotMatter() throws Exception {
        EpisodeSource someFilmed = filmed(f -> f.run() == 0 ? Optional.of(video(f)) : Optional.empty());
        ExportSummary summary = exporter(Images.NONE).export(someFilmed, ExportProgress.NONE);
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("left out, as asked for")), "" + summary.notes());
        assertFalse(Files.exists(dataset().resolve("videos")));
        assertFalse(Files.readString(dataset().resolve("meta/info.json")).contains("viewport"));
        assertEquals(summary.steps(), Tables.all(data()).size());
    }

    @Test
    void withoutImagesStoredFramesAreLeftOut() throws Exception {
        RecordedRuns filmed = RecordedRuns.record(
                folder.resolve("stored"),
                FieldSchema.of(
                        List.of(FieldSpec.step("actions", DType.FLOAT32, 2), FieldSpec.image("obs/cam", 16, 32))));
        exporter(Images.NONE).export(filmed, ExportProgress.NONE);
        List<Map<String, Object>> rows = Tables.all(data());
        assertFalse(rows.isEmpty());
        assertTrue(rows.get(0).containsKey("action"), rows.get(0).keySet().toString());
        assertTrue(
                rows.get(0).keySet().stream().noneMatch(key -> key.contains("cam")),
                rows.get(0).keySet().toString());
        assertFalse(Files.exists(dataset().resolve("videos")));
    }

    private static EpisodeSource filmed(Function<EpisodeFacts, Optional<Path>> video) {
        return changed(f -> with(
                f,
                f.dtSeconds(),
                f.instruction(),
                video.apply(f).map(file -> Map.of("viewport", List.of(file))).orElse(Map.of())));
    }

    private static Path video(EpisodeFacts facts) {
        return recordings.resolve("viewport_" + facts.run() + "_env" + facts.env() + ".mp4");
    }

    static void film(Path file, int frames) throws IOException {
        byte[] rgb = new byte[3 * WIDTH * HEIGHT];
        for (int i = 0; i < rgb.length; i += 3) {
            rgb[i] = (byte) 128;
            rgb[i + 1] = 64;
            rgb[i + 2] = (byte) 191;
        }
        try (VideoClipWriter clip = VideoClipFormat.mp4().create(file, WIDTH, HEIGHT, 15)) {
            for (int frame = 0; frame < frames; frame++) {
                clip.add(rgb);
            }
        }
    }

    private Path dataset() {
        return folder.resolve("out/me/set");
    }

    private Path data() {
        return dataset().resolve("data/chunk-000/file-000.parquet");
    }
}
