package io.github.roboreel.recorder.video.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.recorder.video.CameraRun;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.VideoCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever becomes of a worker, no thread waits for it and every frame is given back. */
class EncodeWorkerTest {
    private static final int FRAME_BYTES = 3 * 16 * 16;

    @TempDir
    private Path folder;

    private final FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/viewport_cam/view", 16, 16));
    private final List<VideoPlan> plans = VideoPlan.of(schema, "all");
    private final FrameBudget budget = new FrameBudget(Long.MAX_VALUE);
    private final StopRequest stopRequest = new StopRequest();
    private final HeldFrame frame = new HeldFrame();
    private RunSpec run;
    private Thread thread;

    @BeforeEach
    void makeFolder() throws IOException {
        run = new CameraRun(folder, List.of("go"), schema).spec();
        Files.createDirectories(run.envFolder());
    }

    @AfterEach
    void endThread() throws Exception {
        thread.interrupt();
        thread.join();
    }

    @Test
    void aReporterThatThrowsDoesNotEndIt() throws Exception {
        EncodeWorker worker = started(cause -> {
            throw new AssertionError("the reporter is broken too");
        });
        EpisodeVideos videos = videos(worker);
        for (int step = 0; step < 5; step++) {
            show(worker, videos, step);
        }
        assertEquals(
                "the viewport video of env 0 could not be started (no codec)",
                failureOf(worker.end(videos, false, 0)).getMessage());
        assertTrue(thread.isAlive());
        assertGivenBack();
    }

    @Test
    void whatWaitsForAWorkerThatIsGoneIsGivenBack() throws Exception {
        EncodeWorker worker = started(cause -> {});
        EpisodeVideos videos = videos(worker);
        worker.stop();
        thread.join();
        show(worker, videos, 0);
        assertEquals(
                "the videos are closed", failureOf(worker.end(videos, false, 0)).getMessage());
        assertGivenBack();
    }

    @Test
    void anInterruptedWorkerRefusesWhatComes() throws Exception {
        EncodeWorker worker = started(cause -> {});
        thread.interrupt();
        EpisodeVideos videos = videos(worker);
        show(worker, videos, 0);
        failureOf(worker.end(videos, false, 0));
        thread.join();
        assertGivenBack();
    }

    @Test
    void whatWaitsForAWorkerThatIsLeftBehindIsGivenBackOnce() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        EncodeWorker worker = started(cause -> {});
        FrameEncoder.Factory hanging = (format, output) -> {
            hangs.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("it came back");
        };
        EpisodeVideos videos = videos(worker, hanging);
        for (int step = 0; step < 5; step++) {
            show(worker, videos, step);
        }
        CompletableFuture<SinkReport> end = worker.end(videos, false, 0);
        hangs.await();
        assertTrue(worker.delaysAnEnd());
        assertEquals("the viewport video of env 0", worker.activity().inHand());
        worker.abandon();
        failureOf(end);
        assertEquals(1, frame.holders.get());
        assertEquals(FRAME_BYTES, budget.usedBytes());
        show(worker, videos, 5);
        assertEquals(1, frame.holders.get());
        goOn.countDown();
        thread.join();
        assertGivenBack();
    }

    /** The sink is notified of an end in the moment in which another worker fails. */
    @Test
    void aDiscardedEpisodeLeavesNothingThoughTheVideosFailedBefore() throws Exception {
        VideoFailure failure = new VideoFailure(cause -> {});
        EncodeWorker worker = started(failure);
        EpisodeVideos videos = videos(worker, VideoCodec.JCODEC.encoders());
        EpisodeVideos kept = videos(worker, VideoCodec.JCODEC.encoders());
        show(worker, videos, 0);
        show(worker, kept, 0);
        while (kept.pictures() == 0) {
            Thread.onSpinWait();
        }
        failure.report(new IOException("elsewhere"));
        worker.notice();
        worker.end(videos, true, 0).get();
        failureOf(worker.end(kept, false, 0));
        try (Stream<Path> files = Files.list(run.envFolder())) {
            assertEquals(
                    List.of("go-" + VideoNames.hash("go") + "_2_viewport.recording.mp4"),
                    files.map(f -> f.getFileName().toString()).toList());
        }
        assertGivenBack();
    }

    @Test
    void whatWaitsIsCountedUntilItIsTaken() throws Exception {
        EncodeWorker idle = new EncodeWorker(plans, budget, new VideoFailure(cause -> {}), stopRequest);
        EpisodeVideos videos = videos(idle);
        stopRequest.make(Duration.ZERO);
        show(idle, videos, 0);
        show(idle, videos, 1);
        assertEquals(2, idle.queueLength());
        thread = new Thread(idle, "worker");
        thread.start();
        idle.end(videos, false, 0).get();
        assertEquals(0, idle.queueLength());
    }

    /** The encoder would throw. */
    @Test
    void picturesThatSomebodyWouldWaitForAreDroppedAndCounted() throws Exception {
        EncodeWorker worker = started(cause -> {});
        EpisodeVideos videos = videos(worker);
        stopRequest.make(Duration.ZERO);
        show(worker, videos, 0);
        show(worker, videos, 1);
        SinkReport report = worker.end(videos, false, 3).get();
        assertEquals(5, report.droppedFrames());
        assertGivenBack();
    }

    private EncodeWorker started(Consumer<Throwable> reporter) {
        return started(new VideoFailure(reporter));
    }

    private EncodeWorker started(VideoFailure failure) {
        EncodeWorker worker = new EncodeWorker(plans, budget, failure, stopRequest);
        thread = new Thread(worker, "worker");
        thread.start();
        return worker;
    }

    private EpisodeVideos videos(EncodeWorker worker) {
        FrameEncoder.Factory none = (format, output) -> {
            throw new NoClassDefFoundError("no codec");
        };
        return videos(worker, none);
    }

    private EpisodeVideos videos(EncodeWorker worker, FrameEncoder.Factory encoders) {
        return new EpisodeVideos(List.of(new VideoStream(
                run, run.id(0), run.episodes().get(0), VideoKind.VIEWPORT, encoders, worker.samples())));
    }

    private void show(EncodeWorker worker, EpisodeVideos videos, int step) {
        budget.tryTake(FRAME_BYTES);
        worker.show(videos, HeldFrames.of(new Frame[] {frame}), step, FRAME_BYTES);
    }

    private static Throwable failureOf(CompletableFuture<SinkReport> report) {
        return assertThrows(ExecutionException.class, () -> report.get()).getCause();
    }

    private void assertGivenBack() {
        assertEquals(0, frame.holders.get());
        assertEquals(0, budget.usedBytes());
    }

    private static final class HeldFrame implements Frame {
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(FRAME_BYTES);
        private final AtomicInteger holders = new AtomicInteger();

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        @Override
        public int sizeBytes() {
            return FRAME_BYTES;
        }

        @Override
        public void retain() {
            holders.incrementAndGet();
        }

        @Override
        public void release() {
            assertTrue(holders.decrementAndGet() >= 0, "released more often than held");
        }
    }
}
