package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.PlayedVideo;
import io.github.roboreel.recorder.video.TestPicture;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.VideoCodec;
import io.github.roboreel.recorder.video.file.VideoFormat;
import io.github.roboreel.recorder.video.file.VideoRecovery;
import io.github.roboreel.recorder.video.file.VideoWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Discarded episodes leave no file, whatever happened before, and no other episode minds. */
class VideoDiscardIT {
    private static final EpisodeOutcome DISCARDED = EpisodeOutcome.discarded("bad start");
    private static final EpisodeOutcome DONE = EpisodeOutcome.success("done");

    @TempDir
    private Path folder;

    private final FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/a_cam", 256, 256));
    private final CountDownLatch gate = new CountDownLatch(1);
    private final AtomicInteger encoded = new AtomicInteger();

    @Test
    void whatWaitsOfADiscardedEpisodeIsReleasedUnseen() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("away", "keep"), schema);
        // Ten frames, of which the discarded episode has most.
        RecorderConfig config = CameraRun.config("recorder.frame_pool_mb", 2, "video.encoder_threads", 1);
        try (EpisodeRecorder recorder = run.open(config, new VideoSink(this::gated))) {
            run.begin(recorder.env(0));
            run.begin(recorder.env(1));
            for (int i = 0; i < 6; i++) {
                run.step(recorder.env(0));
            }
            CompletableFuture<EpisodeSummary> discarded = recorder.env(0).end(DISCARDED);
            run.step(recorder.env(1));
            awaitVideoSink(recorder);
            gate.countDown();
            assertEquals(List.of(), discarded.get().failedSinks());
            assertTrue(encoded.get() <= 1, encoded + " pictures were encoded for nothing");
            assertEquals(
                    List.of(),
                    run.videos().stream().filter(n -> n.contains("0")).toList());
            for (int i = 1; i < 40; i++) {
                run.step(recorder.env(1));
            }
            assertTrue(run.end(recorder.env(1), DONE, false).isComplete());
        }
        assertEquals(List.of("keep_2_env1.mp4"), run.videos());
        assertEquals(39, run.play("keep_2_env1.mp4").frames());
    }

    private static void awaitVideoSink(EpisodeRecorder recorder) throws Exception {
        while (recorder.ringBacklog() > 0) {
            Thread.sleep(1);
        }
    }

    /** A failed sink is not notified of ends; what it left of a discarded episode goes afterwards. */
    @Test
    void whatAFailedSinkLeftOfADiscardedEpisodeCanBeDiscarded() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("away", "keep", "other"), schema);
        FrameEncoder.Factory broken = (format, output) -> {
            FrameEncoder encoder = VideoCodec.JCODEC.encoders().open(format, output);
            return new Wrapped(encoder) {
                @Override
                public void encode(ByteBuffer rgb, long time) throws IOException {
                    if (time == 3) {
                        throw new IOException("the codec gave up");
                    }
                    super.encode(rgb, time);
                }
            };
        };
        RecorderConfig config = CameraRun.config("video.encoder_threads", 1);
        try (EpisodeRecorder recorder = run.open(config, new VideoSink(broken))) {
            run.begin(recorder.env(1));
            run.step(recorder.env(1));
            run.step(recorder.env(1));
            run.begin(recorder.env(0));
            for (int i = 0; i < 10; i++) {
                run.step(recorder.env(0));
            }
            // Its end waits behind the picture that fails.
            EpisodeSummary other = run.record(recorder.env(2), 1, DONE, false);
            assertEquals(List.of("video"), other.failedSinks());
            run.end(recorder.env(0), DISCARDED, false);
            run.end(recorder.env(1), DONE, false);
        }
        Path env = run.spec().envFolder();
        assertEquals(
                List.of(env.resolve("away_2_env0.recording.mp4")),
                VideoRecovery.discard(env, run.spec().id(0)));
        assertEquals(List.of(), VideoRecovery.discard(env, run.spec().id(0)));
        assertEquals(List.of("keep_2_env1.recording.mp4"), run.videos());
        assertEquals(1, run.play("keep_2_env1.recording.mp4").frames());
    }

    @Test
    void onlyWhatIsUnfinishedOfThatEpisodeIsDiscarded() throws Exception {
        List<String> others = List.of(
                "go_2_env1.mp4",
                "go_2_env10.recording.mp4",
                "go_12_env1.recording.mp4",
                "go_2_env1_3.recording.mp4",
                "go_2.recording.mp4",
                "go_2_env1",
                "log_2_env1.json");
        List<String> its = List.of(
                "_2_env1.recording.mp4",
                "go-12345678-2_2_env1_viewport.finishing",
                "go_2_env1.finishing",
                "go_2_env1_viewport.recording.mp4");
        for (String name : others) {
            Files.writeString(folder.resolve(name), name);
        }
        for (String name : its) {
            Files.writeString(folder.resolve(name), name);
        }
        EpisodeId id = new EpisodeId(2, 1, 16);
        assertEquals(
                its,
                VideoRecovery.discard(folder, id).stream()
                        .map(p -> p.getFileName().toString())
                        .toList());
        for (String name : others) {
            assertEquals(name, Files.readString(folder.resolve(name)));
        }
        assertEquals(
                List.of(folder.resolve("go_2.recording.mp4")), VideoRecovery.discard(folder, new EpisodeId(2, 0, 1)));
        assertEquals(List.of(), VideoRecovery.discard(folder.resolve("nowhere"), id));
    }

    /** Killed before the discarded episode's files were gone: they go, the others are finished. */
    @Test
    void afterACrashADiscardedEpisodeGoesAndTheOthersAreFinished() throws Exception {
        for (String name : List.of("a_2_env0", "a_2_env0_viewport", "b_2_env1")) {
            Path video = folder.resolve(name + ".mp4");
            try (VideoWriter killed = VideoWriter.create(video, 34, 18, 0.1, VideoCodec.JCODEC)) {
                killed.write(TestPicture.direct(TestPicture.rgb(34, 18, 0)), 0);
                killed.write(TestPicture.direct(TestPicture.rgb(34, 18, 1)), 1);
            }
        }
        Files.writeString(folder.resolve("a_2_env0.finishing"), "torn");
        EpisodeId discarded = new EpisodeId(2, 0, 2);
        assertEquals(3, VideoRecovery.discard(folder, discarded).size());
        List<Path> left = VideoRecovery.unfinished(folder);
        assertEquals(List.of(folder.resolve("b_2_env1.recording.mp4")), left);
        Path video = VideoRecovery.finish(left.get(0)).orElseThrow();
        assertEquals(2, PlayedVideo.of(video).frames());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("b_2_env1.mp4")), files.toList());
        }
    }

    private FrameEncoder gated(VideoFormat format, FrameEncoder.Output output) throws IOException {
        return new Wrapped(VideoCodec.JCODEC.encoders().open(format, output)) {
            @Override
            public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                super.encode(rgb, timeIndex);
                encoded.incrementAndGet();
            }
        };
    }

    private static class Wrapped implements FrameEncoder {
        private final FrameEncoder encoder;

        Wrapped(FrameEncoder encoder) {
            this.encoder = encoder;
        }

        @Override
        public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
            encoder.encode(rgb, timeIndex);
        }

        @Override
        public void finish() throws IOException {
            encoder.finish();
        }

        @Override
        public void close() {
            encoder.close();
        }
    }
}
