package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.VideoCodec;
import io.github.roboreel.recorder.video.file.VideoFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when encoders are behind or fail: encoders here wait for the test or throw. */
class VideoQueueTest {
    private static final EpisodeOutcome DONE = EpisodeOutcome.success("done");
    private static final int STEPS = 200;

    @TempDir
    private Path folder;

    private final FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/a_cam", 256, 256));
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile boolean broken;

    @Test
    void droppingNeverStopsTheSimulationAndIsCounted() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = run.open(config("drop"), new VideoSink(this::gated))) {
            run.begin(recorder.env(0));
            for (int i = 0; i < STEPS; i++) {
                run.step(recorder.env(0));
            }
            assertEquals(STEPS, recorder.env(0).numSamples());
            gate.countDown();
            summary = run.end(recorder.env(0), DONE, false);
        }
        int shown = run.play("go_2.mp4").frames();
        assertEquals(STEPS - 1, shown + summary.droppedFrames());
        assertTrue(summary.droppedFrames() > 0 && shown > 0, "dropped " + summary.droppedFrames());
        assertFalse(summary.isComplete());
        assertEquals(List.of(), summary.failedSinks());
    }

    @Test
    void blockingLosesNothing() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        try (EpisodeRecorder recorder = run.open(config("block"), new VideoSink(this::gated))) {
            CompletableFuture<EpisodeSummary> producer = CompletableFuture.supplyAsync(() -> recorded(run, recorder));
            while (recorder.env(0).numSamples() < 3) {
                Thread.onSpinWait();
            }
            assertFalse(producer.isDone(), "4 MiB of frames cannot hold the episode");
            gate.countDown();
            EpisodeSummary summary = producer.get();
            assertEquals(0, summary.droppedFrames());
            assertTrue(summary.isComplete());
        }
        assertEquals(STEPS - 1, run.play("go_2.mp4").frames());
    }

    @Test
    void aFailingEncoderFailsOnlyTheVideos() throws Exception {
        for (String onFull : List.of("block", "drop")) {
            CameraRun run = new CameraRun(folder.resolve(onFull), List.of("go"), schema);
            try (EpisodeRecorder recorder =
                    run.open(config(onFull), new VideoSink((f, o) -> new BrokenEncoder(f, o, 5)))) {
                EpisodeSummary summary = recorded(run, recorder);
                assertEquals(STEPS, summary.numSamples());
                assertEquals(List.of("video"), summary.failedSinks());
            }
            assertEquals(List.of("go_2.recording.mp4"), run.videos());
            assertEquals(5, run.play("go_2.recording.mp4").frames());
        }
    }

    @Test
    void afterAFailureEveryVideoIsClosedAtOnceAndPlays() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("a", "b", "c", "d"), schema);
        List<CountingEncoder> encoders = new CopyOnWriteArrayList<>();
        FrameEncoder.Factory factory = (format, output) -> {
            CountingEncoder encoder = new CountingEncoder(format, output);
            encoders.add(encoder);
            return encoder;
        };
        RecorderConfig config = CameraRun.config("video.encoder_threads", 2);
        try (EpisodeRecorder recorder = run.open(config, new VideoSink(factory))) {
            for (int env = 0; env < 4; env++) {
                run.begin(recorder.env(env));
                run.step(recorder.env(env));
                run.step(recorder.env(env));
            }
            await(() -> encoders.stream().mapToInt(e -> e.pictures).sum() == 4);
            broken = true;
            run.step(recorder.env(3));
            await(() -> encoders.stream().allMatch(e -> e.closed));
            assertEquals(4, encoders.size());
            assertEquals(
                    List.of(
                            "a_2_env0.recording.mp4",
                            "b_2_env1.recording.mp4",
                            "c_2_env2.recording.mp4",
                            "d_2_env3.recording.mp4"),
                    run.videos());
            for (String video : run.videos()) {
                assertEquals(1, run.play(video).frames(), video);
            }
            assertEquals(List.of("video"), run.end(recorder.env(0), DONE, false).failedSinks());
        }
        assertEquals(4, run.videos().size());
    }

    private static void await(BooleanSupplier condition) throws Exception {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void anEncoderThatCannotOpenLeavesNoFile() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        FrameEncoder.Factory none = (format, output) -> {
            throw new IOException("no such encoder");
        };
        try (EpisodeRecorder recorder = run.open(config("block"), new VideoSink(none))) {
            assertEquals(List.of("video"), recorded(run, recorder).failedSinks());
        }
        assertEquals(List.of(), run.videos());
    }

    private static EpisodeSummary recorded(CameraRun run, EpisodeRecorder recorder) {
        try {
            return run.record(recorder.env(0), STEPS, DONE, false);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pool has 21 frames. */
    private static RecorderConfig config(String onFull) {
        return CameraRun.config("video.on_full", onFull, "recorder.frame_pool_mb", 4);
    }

    private FrameEncoder gated(VideoFormat format, FrameEncoder.Output output) throws IOException {
        return new GatedEncoder(format, output);
    }

    /** JCodec that waits for the test before its first picture. */
    private final class GatedEncoder implements FrameEncoder {
        private final FrameEncoder encoder;

        GatedEncoder(VideoFormat format, Output output) throws IOException {
            encoder = VideoCodec.JCODEC.encoders().open(format, output);
        }

        @Override
        public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
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

    /** JCodec that breaks when the test says so. */
    private final class CountingEncoder implements FrameEncoder {
        private final FrameEncoder encoder;
        private volatile int pictures;
        private volatile boolean closed;

        CountingEncoder(VideoFormat format, Output output) throws IOException {
            encoder = VideoCodec.JCODEC.encoders().open(format, output);
        }

        @Override
        public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
            if (broken) {
                throw new IOException("the codec gave up");
            }
            encoder.encode(rgb, timeIndex);
            pictures = pictures + 1;
        }

        @Override
        public void finish() throws IOException {
            encoder.finish();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** JCodec that breaks after some pictures. */
    private static final class BrokenEncoder implements FrameEncoder {
        private final FrameEncoder encoder;
        private int left;

        BrokenEncoder(VideoFormat format, Output output, int pictures) throws IOException {
            encoder = VideoCodec.JCODEC.encoders().open(format, output);
            left = pictures;
        }

        @Override
        public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
            if (left-- == 0) {
                throw new IOException("the codec gave up");
            }
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
