package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.MemorySink;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.FrameRate;
import io.github.roboreel.recorder.video.file.VideoCodec;
import io.github.roboreel.recorder.video.file.VideoFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoders that do not come back, that are slow, and that take the JVM's memory. */
class VideoStallTest {
    private static final EpisodeOutcome DONE = EpisodeOutcome.success("done");
    private static final double LIMIT_SECONDS = 1;

    /** Far below the 300 s that {@code close} has, far above what a busy machine takes. */
    private static final long HANG_MILLIS = 120_000;

    private static final int STEPS = 60;
    private static final int HANGING_PICTURE = 3;

    @TempDir
    private Path folder;

    // Five frames in the pool of 1 MiB.
    private final FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/a_cam", 256, 256));
    private final CountDownLatch gate = new CountDownLatch(1);
    private final Semaphore pictures = new Semaphore(0);
    private final MemorySink data = new MemorySink();

    @AfterEach
    void letEncodersGo() {
        gate.countDown();
    }

    @ParameterizedTest
    @ValueSource(strings = {"block", "drop"})
    void anEncoderThatHangsFailsTheVideosAndNobodyWaitsForIt(String onFull) throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        long slowestMillis = 0;
        Thread hanging;
        long closing;
        try (EpisodeRecorder recorder = run.open(config(onFull), data, new VideoSink(hangingAt(HANGING_PICTURE)))) {
            run.begin(recorder.env(0));
            for (int i = 0; i < STEPS; i++) {
                long start = System.nanoTime();
                run.step(recorder.env(0));
                slowestMillis = Math.max(slowestMillis, millisSince(start));
                if (i >= 1 && i <= HANGING_PICTURE + 1) {
                    // Steps that overtake the encoder would be dropped, and it would never come to hang.
                    pictures.acquire();
                }
            }
            long start = System.nanoTime();
            EpisodeSummary summary = run.end(recorder.env(0), DONE, false);
            slowestMillis = Math.max(slowestMillis, millisSince(start));
            assertEquals(List.of("video"), summary.failedSinks());
            assertEquals(STEPS, summary.numSamples());
            hanging = videoThread();
            closing = System.nanoTime();
        }
        assertTrue(millisSince(closing) < HANG_MILLIS, "closing took " + millisSince(closing) + " ms");
        assertTrue(slowestMillis < HANG_MILLIS, "the producer waited " + slowestMillis + " ms");
        assertEquals(levels(STEPS), data.pixels(0));
        assertEquals(List.of("go_2.recording.mp4"), run.videos());
        assertEquals(3, run.play("go_2.recording.mp4").frames());
        assertTrue(hanging.isAlive() && hanging.isDaemon());
        gate.countDown();
        hanging.join();
        assertEquals(4, run.play("go_2.recording.mp4").frames(), "it closes its file in the end");
    }

    @Test
    @Tag("slow")
    void byDefaultTheProducerGoesOnWithinFiveSeconds() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        RecorderConfig config = CameraRun.config("recorder.frame_pool_mb", 1);
        try (EpisodeRecorder recorder = run.open(config, data, new VideoSink(hangingAt(0)))) {
            run.begin(recorder.env(0));
            for (int i = 0; i < STEPS; i++) {
                long start = System.nanoTime();
                run.step(recorder.env(0));
                assertTrue(millisSince(start) < 5000, "step " + i + ": " + millisSince(start));
            }
            assertEquals(List.of("video"), run.end(recorder.env(0), DONE, false).failedSinks());
        }
        assertEquals(levels(STEPS), data.pixels(0));
    }

    /** Two hang: what waits for the second must come back as well. */
    @Test
    void everyEncoderMayHang() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("a", "b"), schema);
        RecorderConfig config = CameraRun.config(
                "recorder.frame_pool_mb", 2,
                "video.encoder_threads", 2,
                "recorder.stall_limit_seconds", LIMIT_SECONDS);
        try (EpisodeRecorder recorder = run.open(config, data, new VideoSink(hangingAt(0)))) {
            run.begin(recorder.env(0));
            run.begin(recorder.env(1));
            for (int i = 0; i < STEPS; i++) {
                run.step(recorder.env(0));
                run.step(recorder.env(1));
            }
            assertEquals(List.of("video"), run.end(recorder.env(0), DONE, false).failedSinks());
            assertEquals(List.of("video"), run.end(recorder.env(1), DONE, false).failedSinks());
        }
        assertEquals(STEPS, data.pixels(1).size());
    }

    @Test
    void anEncoderThatIsOnlySlowIsWaitedFor() throws Exception {
        int steps = 12;
        double limitSeconds = 3;
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        FrameEncoder.Factory slow = (format, output) -> new ActingEncoder(format, output, picture -> Thread.sleep(300));
        long start = System.nanoTime();
        try (EpisodeRecorder recorder = run.open(config("block", limitSeconds), data, new VideoSink(slow))) {
            EpisodeSummary summary = run.record(recorder.env(0), steps, DONE, false);
            assertEquals(List.of(), summary.failedSinks());
            assertTrue(summary.isComplete());
        }
        assertTrue(millisSince(start) > 1000 * limitSeconds, "it was not slow");
        assertEquals(steps - 1, run.play("go_2.mp4").frames());
    }

    /** No frame comes back for longer than the recorder's limit, as from a slow encoder of 4K. */
    @Test
    void aLargePictureMayTakeLongerThanTheStallLimit() throws Exception {
        FieldSchema large = FieldSchema.of(FieldSpec.image("obs/viewport_cam/viewport_camera", 2000, 1000));
        CameraRun run = new CameraRun(folder, List.of("go"), large);
        RecorderConfig config = CameraRun.config("recorder.frame_pool_mb", 32, "recorder.stall_limit_seconds", 0.4);
        // Of a small picture in truth: how long that takes, this test says alone.
        VideoFormat small = new VideoFormat(16, 16, FrameRate.ofPeriod(CameraRun.DT_SECONDS));
        ByteBuffer grey = ByteBuffer.allocateDirect(16 * 16 * 3);
        FrameEncoder.Factory slow = (format, output) -> new ActingEncoder(small, output, picture -> Thread.sleep(900)) {
            @Override
            public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
                super.encode(grey.duplicate(), timeIndex);
            }
        };
        try (EpisodeRecorder recorder = run.open(config, new MemorySink(), new VideoSink(slow))) {
            EpisodeSummary summary = run.record(recorder.env(0), 8, DONE, false);
            assertEquals(List.of(), summary.failedSinks());
        }
        assertEquals(List.of("go_2_viewport.mp4"), run.videos());
    }

    @Test
    void outOfMemoryInAnEncoderFailsOnlyTheVideos() throws Exception {
        CameraRun run = new CameraRun(folder, List.of("go"), schema);
        FrameEncoder.Factory greedy = (format, output) -> new ActingEncoder(format, output, picture -> {
            if (picture == 4) {
                throw new OutOfMemoryError("Java heap space");
            }
        });
        try (EpisodeRecorder recorder = run.open(config("block"), data, new VideoSink(greedy))) {
            EpisodeSummary summary = run.record(recorder.env(0), STEPS, DONE, false);
            assertEquals(List.of("video"), summary.failedSinks());
        }
        assertEquals(levels(STEPS), data.pixels(0));
        assertEquals(4, run.play("go_2.recording.mp4").frames());
    }

    private FrameEncoder.Factory hangingAt(int picture) {
        return (format, output) -> new ActingEncoder(format, output, p -> {
            pictures.release();
            if (p == picture) {
                gate.await();
            }
        });
    }

    private static Thread videoThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals("roboreel-video-0"))
                .findFirst()
                .orElseThrow();
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    private static List<Integer> levels(int steps) {
        return IntStream.range(0, steps)
                .map(s -> CameraRun.level(0, 2, s))
                .boxed()
                .toList();
    }

    private static RecorderConfig config(String onFull) {
        return config(onFull, LIMIT_SECONDS);
    }

    private static RecorderConfig config(String onFull, double stallLimitSeconds) {
        return CameraRun.config(
                "video.on_full", onFull,
                "recorder.frame_pool_mb", 1,
                "recorder.stall_limit_seconds", stallLimitSeconds);
    }

    private interface Act {
        void before(int picture) throws InterruptedException;
    }

    /** JCodec that does something before each picture. */
    private static class ActingEncoder implements FrameEncoder {
        private final FrameEncoder encoder;
        private final Act act;
        private int picture;

        ActingEncoder(VideoFormat format, Output output, Act act) throws IOException {
            this.encoder = VideoCodec.JCODEC.encoders().open(format, output);
            this.act = act;
        }

        @Override
        public void encode(ByteBuffer rgb, long timeIndex) throws IOException {
            try {
                act.before(picture++);
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
}
