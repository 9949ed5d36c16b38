package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sink behind a real recorder, its files played by ffmpeg. It keeps the promises of {@code EpisodeSinkContract},
 * which it cannot extend: that reads numbers back, and a video holds none.
 */
class VideoSinkIT {
    private static final EpisodeOutcome DONE = EpisodeOutcome.success("done");
    private static final double TOLERANCE = 4;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "jcodec"})
    void everyStepIsShownAfterItsActionInBothVideosOfEveryEnv(String encoder) throws Exception {
        CameraRun run = new CameraRun(folder, "Pick it up!", "Put it down.", "");
        try (EpisodeRecorder recorder = run.open(encoder(encoder), new VideoSink())) {
            for (int env = 0; env < 3; env++) {
                run.begin(recorder.env(env));
            }
            for (int step = 0; step < 35; step++) {
                for (int env = 0; env < 3; env++) {
                    if (step < steps(env)) {
                        run.step(recorder.env(env));
                    }
                }
            }
            for (int env = 0; env < 3; env++) {
                EpisodeSummary summary = run.end(recorder.env(env), DONE, env != 1);
                assertEquals(List.of(), summary.failedSinks());
                assertEquals(0, summary.droppedFrames());
                assertTrue(summary.timing().sectionSeconds().get("video_write") > 0);
            }
        }
        List<String> stems = List.of("Pick_it_up_2_env0", "Put_it_down_2_env1", "_2_env2");
        List<String> files = new ArrayList<>();
        for (int env = 0; env < 3; env++) {
            files.add(stems.get(env) + ".mp4");
            files.add(stems.get(env) + "_viewport.mp4");
            // Without a final observation the world after the last action has not been seen.
            int frames = env == 1 ? steps(env) - 1 : steps(env);
            assertSensor(run.play(stems.get(env) + ".mp4"), env, frames);
            assertViewport(run.play(stems.get(env) + "_viewport.mp4"), env, frames);
        }
        assertEquals(files, run.videos());
    }

    private static int steps(int env) {
        return 35 - 10 * env;
    }

    private static void assertSensor(PlayedVideo video, int env, int frames) throws Exception {
        assertEquals(66, video.width());
        assertEquals(18, video.height());
        assertEquals(frames, video.frames());
        assertEquals("15/1", video.frameRate());
        video.assertFastStart();
        for (int frame = 0; frame < frames; frame++) {
            int seen = frame + 1;
            assertLevel(env, 0, seen, video.mean(frame, 0, 0, 31, 18, 1));
            assertLevel(env, 1, seen, video.mean(frame, 35, 0, 66, 18, 1));
        }
    }

    private static void assertViewport(PlayedVideo video, int env, int frames) throws Exception {
        assertEquals(34, video.width());
        assertEquals(18, video.height());
        assertEquals(frames, video.frames());
        video.assertFastStart();
        for (int frame = 0; frame < frames; frame++) {
            assertLevel(env, 2, frame + 1, video.mean(frame, 1));
        }
    }

    private static void assertLevel(int env, int camera, int observation, double seen) {
        assertEquals(
                CameraRun.level(env, camera, observation),
                seen,
                TOLERANCE,
                "env " + env + ", camera " + camera + ", observation " + observation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "jcodec"})
    void shortEpisodesWork(String encoder) throws Exception {
        CameraRun run = new CameraRun(folder, "none", "one", "one unseen", "two unseen");
        try (EpisodeRecorder recorder = run.open(encoder(encoder), new VideoSink())) {
            run.record(recorder.env(0), 0, EpisodeOutcome.aborted("operator"), true);
            run.record(recorder.env(1), 1, DONE, true);
            run.record(recorder.env(2), 1, DONE, false);
            run.record(recorder.env(3), 2, DONE, false);
        }
        assertEquals(
                List.of(
                        "one_2_env1.mp4",
                        "one_2_env1_viewport.mp4",
                        "two_unseen_2_env3.mp4",
                        "two_unseen_2_env3_viewport.mp4"),
                run.videos());
        assertSensor(run.play("one_2_env1.mp4"), 1, 1);
        assertViewport(run.play("two_unseen_2_env3_viewport.mp4"), 3, 1);
    }

    @Test
    void aDiscardedEpisodeLeavesNoVideo() throws Exception {
        CameraRun run = new CameraRun(folder, "keep", "throw away");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            run.record(recorder.env(1), 30, EpisodeOutcome.discarded("bad start"), true);
            run.record(recorder.env(0), 3, DONE, true);
            assertEquals(List.of("keep_2_env0.mp4", "keep_2_env0_viewport.mp4"), run.videos());
        }
        assertEquals(List.of("keep_2_env0.mp4", "keep_2_env0_viewport.mp4"), run.videos());
    }

    @Test
    void anEpisodeIsFinishedWhileOthersGoOn() throws Exception {
        CameraRun run = new CameraRun(folder, "early", "late");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            run.begin(recorder.env(1));
            run.step(recorder.env(1));
            run.record(recorder.env(0), 5, DONE, true);
            assertSensor(run.play("early_2_env0.mp4"), 0, 5);
            run.step(recorder.env(1));
            run.end(recorder.env(1), DONE, true);
        }
        assertSensor(run.play("late_2_env1.mp4"), 1, 2);
    }

    @Test
    void whatWasSeenIsKeptWhenAnEpisodeNeverEnds() throws Exception {
        CameraRun run = new CameraRun(folder, "open end");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            run.begin(recorder.env(0));
            for (int i = 0; i < 6; i++) {
                run.step(recorder.env(0));
            }
        }
        assertEquals(List.of("open_end_2.mp4", "open_end_2_viewport.mp4"), run.videos());
        assertSensor(run.play("open_end_2.mp4"), 0, 5);
    }

    @Test
    void picturesBehindAStopThatIsUrgentAreDroppedAndCounted() throws Exception {
        CameraRun run = new CameraRun(folder, "stopped");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            EnvRecorder env = recorder.env(0);
            run.begin(env);
            recorder.stopRequest().make(Duration.ZERO);
            for (int i = 0; i < 4; i++) {
                run.step(env);
            }
            EpisodeSummary stopped = run.end(env, EpisodeOutcome.aborted("stopped"), true);
            assertEquals(4, stopped.numSamples());
            assertEquals(4, stopped.droppedFrames());
            assertEquals(List.of(), stopped.failedSinks());
        }
        assertEquals(List.of(), run.videos());
    }

    @Test
    void theEncoderQueueIsMeteredUntilTheRecorderIsClosed() throws Exception {
        CameraRun run = new CameraRun(folder, "metered");
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run.spec(), run.schema())
                .config(encoder("auto"))
                .sink(new VideoSink())
                .meters(registry)
                .open()) {
            run.record(recorder.env(0), 3, DONE, true);
            Gauge queue = registry.get("roboreel.encoder.queue")
                    .tag("env_name", "Env")
                    .gauge();
            assertEquals(0, queue.value());
            for (Meter meter : registry.getMeters()) {
                assertNotNull(meter.getId().getDescription(), meter.getId().toString());
                assertNotNull(meter.getId().getBaseUnit(), meter.getId().toString());
            }
        }
        assertEquals(
                List.of(), List.copyOf(registry.find("roboreel.encoder.queue").gauges()));
    }

    @Test
    void theModeSaysWhichVideosAreMade() throws Exception {
        assertEquals(List.of("go_2.mp4"), recordedWith("sensor"));
        assertEquals(List.of("go_2_viewport.mp4"), recordedWith("viewport"));
        assertEquals(List.of(), recordedWith("none"));
    }

    private List<String> recordedWith(String mode) throws Exception {
        CameraRun run = new CameraRun(folder.resolve(mode), "go");
        RecorderConfig config = CameraRun.config("video.mode", mode);
        try (EpisodeRecorder recorder = run.open(config, new VideoSink())) {
            run.record(recorder.env(0), 2, DONE, true);
        }
        return run.videos();
    }

    @Test
    void withoutAnythingToShowNothingIsDone() throws Exception {
        FieldSchema blind = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 2));
        CameraRun run = new CameraRun(folder, List.of("go"), blind);
        // Asking for an encoder that may not be here is no error when there is nothing to encode.
        RecorderConfig config = CameraRun.config("video.encoder", "ffmpeg");
        try (EpisodeRecorder recorder = run.open(config, new VideoSink())) {
            assertFalse(hasVideoThreads());
            EpisodeSummary summary = run.record(recorder.env(0), 2, DONE, false);
            assertEquals(List.of(), summary.failedSinks());
        }
        assertEquals(List.of(), run.videos());
    }

    private static boolean hasVideoThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(t -> t.getName().startsWith("roboreel-video"));
    }

    @Test
    void aPeriodThatNoVideoCanShowIsRefusedWhenOpening() {
        CameraRun run = new CameraRun(folder, 131_073, "go", "on");
        RecorderException refused = assertThrows(
                RecorderException.class,
                () -> run.open(encoder("auto"), new VideoSink()).close());
        assertEquals(
                "sink 'video' cannot open: env 0: a video cannot show a control period of 131073.0"
                        + " s; expected 1/90000 s to 90000 s; correct it or set video.mode to none",
                refused.getMessage());
        run.open(CameraRun.config("video.mode", "none"), new VideoSink()).close();
    }

    @Test
    void aPictureTooLargeForOpenH264IsStillAVideo() throws Exception {
        FieldSchema large = FieldSchema.of(
                FieldSpec.image("obs/viewport_cam/view", 2306, 4096).unstored());
        CameraRun run = new CameraRun(folder, List.of("go"), large);
        RecorderConfig config = CameraRun.config("recorder.frame_pool_mb", 256);
        try (EpisodeRecorder recorder = run.open(config, new VideoSink())) {
            EpisodeSummary summary = run.record(recorder.env(0), 2, DONE, false);
            assertEquals(List.of(), summary.failedSinks());
        }
        PlayedVideo video = run.play("go_2_viewport.mp4");
        assertEquals(1, video.frames());
        assertLevel(0, 2, 1, video.mean(0, 1));
    }

    @Test
    void itsThreadsEndWithIt() throws Exception {
        CameraRun run = new CameraRun(folder, "a", "b");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            assertTrue(hasVideoThreads());
            run.record(recorder.env(0), 2, DONE, true);
        }
        assertFalse(hasVideoThreads());
    }

    @Test
    void existingFilesAreNeverTouched() throws Exception {
        CameraRun run = new CameraRun(folder, "go");
        Path envFolder = Files.createDirectories(run.spec().envFolder());
        Files.writeString(envFolder.resolve("go_2.mp4"), "from an earlier life");
        Files.writeString(envFolder.resolve("go_2_viewport.recording.mp4"), "crashed");
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            run.record(recorder.env(0), 4, DONE, true);
        }
        assertEquals("from an earlier life", Files.readString(envFolder.resolve("go_2.mp4")));
        assertEquals("crashed", Files.readString(envFolder.resolve("go_2_viewport.recording.mp4")));
        List<String> made = run.videos().stream()
                .filter(n -> n.matches("go-[0-9a-f]{8}_2.*"))
                .toList();
        assertEquals(2, made.size(), run.videos().toString());
        assertSensor(run.play(made.get(0)), 0, 4);
        assertViewport(run.play(made.get(1)), 0, 4);
    }

    @Test
    void instructionsOfAnyKindGetTheirVideos() throws Exception {
        String[] instructions = {
            "",
            "...",
            "../../etc/passwd",
            "con: \\ * ? \" < > |",
            "x".repeat(5000),
            "把香蕉放进碗里".repeat(60),
            "line\nbreak\tand bell\u0007",
            "🍌🍌🍌",
            "-rf /",
            "e\u0301clair"
        };
        CameraRun run = new CameraRun(folder, instructions);
        try (EpisodeRecorder recorder = run.open(encoder("auto"), new VideoSink())) {
            for (int env = 0; env < instructions.length; env++) {
                EpisodeSummary summary = run.record(recorder.env(env), 2, DONE, true);
                assertEquals(List.of(), summary.failedSinks(), instructions[env]);
            }
        }
        assertEquals(2 * instructions.length, run.videos().size());
        for (int env = 0; env < instructions.length; env++) {
            for (VideoKind kind : VideoKind.values()) {
                String name = VideoNames.fileName(instructions[env], run.spec().id(env), kind);
                assertEquals(2, run.play(name).frames(), name);
            }
        }
    }

    private static RecorderConfig encoder(String encoder) {
        return CameraRun.config("video.encoder", encoder);
    }
}
