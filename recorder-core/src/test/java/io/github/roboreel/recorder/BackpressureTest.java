package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SampleRun;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackpressureTest {
    private static final int SIDE = 640;

    @TempDir
    private Path folder;

    @Test
    void aProducerParksWhileTheRingIsFullAndLosesNothing() throws Exception {
        TestRecording recording = new TestRecording(folder, 1);
        GatedSink sink = GatedSink.shut(recording);
        try (EpisodeRecorder recorder = recording.openTiny(sink)) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            CompletableFuture<Void> producer = TestRecording.inThread(() -> recording.steps(env, 100));
            awaitFull(recorder, env);
            Thread.sleep(200);
            assertFalse(producer.isDone());
            assertTrue(env.numSamples() < 10, "steps handed over: " + env.numSamples());
            sink.letThrough();
            producer.join();
            recording.end(env, EpisodeOutcome.success("")).join();
        }
        Timer waits = recording.meters.get("roboreel.producer.wait").timer();
        assertTrue(waits.count() >= 1);
        assertTrue(waits.totalTime(TimeUnit.MILLISECONDS) >= 200, waits.toString());
        assertEquals(100, recording.runs.rowCount(recording.run, 0, "actions"));
    }

    @Test
    void withoutBackpressureNothingIsMetered() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 50);
        }
        assertEquals(0, recording.meters.get("roboreel.producer.wait").timer().count());
    }

    @Test
    void framesHeldByWorkersBoundTheProducerAndKeepTheirContent() {
        RunSpec run = SampleRun.of(folder, 0, 1);
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera", SIDE, SIDE));
        RecorderConfig config =
                RecorderConfig.builder().set(RecorderSettings.FRAME_POOL_MB, 4).build();
        int poolFrames = (4 << 20) / (SIDE * SIDE * 3);
        SlowFrameSink sink = new SlowFrameSink(run);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        int steps = 40;
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(sink)
                .sink(new SlowFrameSink(run))
                .meters(meters)
                .open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            byte[] pixels = new byte[SIDE * SIDE * 3];
            for (int step = 0; step < steps; step++) {
                Arrays.fill(pixels, (byte) step);
                env.step().put(schema.field("obs/camera"), pixels).publish();
            }
            env.end(EpisodeOutcome.success("")).join();
        }
        int[] seen = sink.seen.stream().mapToInt(Integer::intValue).toArray();
        assertArrayEquals(IntStream.range(0, steps).toArray(), seen);
        assertTrue(sink.mostHeld.get() <= poolFrames, "held at once: " + sink.mostHeld);
        assertTrue(meters.get("roboreel.producer.wait").timer().count() > 0);
    }

    private static void awaitFull(EpisodeRecorder recorder, EnvRecorder env) throws InterruptedException {
        long samples = -1;
        while (recorder.ringBacklog() == 0 || samples != env.numSamples()) {
            samples = env.numSamples();
            Thread.sleep(20);
        }
    }

    /** Hands frames to a worker that looks at them later and releases them there. */
    private static final class SlowFrameSink extends MemorySink {
        private final ExecutorService worker = Executors.newSingleThreadExecutor();
        private final AtomicInteger held = new AtomicInteger();
        private final AtomicInteger mostHeld = new AtomicInteger();
        private final List<Integer> seen = new CopyOnWriteArrayList<>();

        SlowFrameSink(RunSpec run) {
            super("slow", EpisodeSink.Role.DATA, run, new MemoryRuns());
        }

        @Override
        public void onStep(int env, long step, RowView row) {
            Frame frame = row.frame(row.layout().images().get(0));
            frame.retain();
            mostHeld.accumulateAndGet(held.incrementAndGet(), Math::max);
            worker.execute(() -> look(frame));
        }

        private void look(Frame frame) {
            LockSupport.parkNanos(2_000_000);
            ByteBuffer bytes = frame.bytes();
            int first = Byte.toUnsignedInt(bytes.get(0));
            for (int i = 0; i < frame.sizeBytes(); i++) {
                if (Byte.toUnsignedInt(bytes.get(i)) != first) {
                    first = -1;
                    break;
                }
            }
            seen.add(first);
            held.decrementAndGet();
            frame.release();
        }

        @Override
        public void close() throws IOException {
            worker.shutdown();
            try {
                worker.awaitTermination(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            super.close();
        }
    }
}
