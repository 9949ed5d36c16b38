package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recorder reads of the file it is writing, as the post-episode stage does. */
class OwnReaderIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("subtask/score", DType.FLOAT32),
            FieldSpec.image("obs/kept_camera", 6, 8),
            FieldSpec.image("obs/seen_camera", 4, 4).unstored());

    @TempDir
    private Path folder;

    @Test
    void aFinalizedEpisodeIsReadWhileOthersAreWritten() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 2);
        Hdf5Sink sink = new Hdf5Sink();
        try (EpisodeRecorder recorder = open(run, sink)) {
            recorder.env(0).begin();
            recorder.env(1).begin();
            record(recorder.env(1), 0, 700);
            record(recorder.env(0), 0, 613);
            EpisodeSummary summary =
                    recorder.env(0).end(EpisodeOutcome.success("")).get();
            assertEquals((float) 0.612, summary.score(), 0.0, "float32 widened");
            try (RunReader reader = sink.openReader().orElseThrow()) {
                EpisodeReader demo = reader.demo("demo_0");
                assertEquals(613, demo.numSamples());
                assertEquals("success", demo.attributes().get("status"));
                assertArrayEquals(actions(613), demo.readDoubles("actions"));
                assertEquals(7, demo.readBytes("obs/kept_camera", 7, 8)[0]);
            }
            record(recorder.env(1), 700, 1300);
            recorder.env(1).end(EpisodeOutcome.failure("")).get();
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.envFolder().resolve("run_0.hdf5"))) {
            assertArrayEquals(actions(1300), reader.demo("demo_1").readDoubles("actions"));
            assertEquals(1300, reader.demo("demo_1").info("obs/kept_camera").rows());
        }
    }

    @Test
    void episodesThatEndOneAfterTheOtherAreEachMeasured() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 3);
        try (EpisodeRecorder recorder = open(run, new Hdf5Sink())) {
            for (EnvRecorder env : recorder.envs()) {
                int steps = 300 * (env.envId() + 1);
                env.begin();
                record(env, 0, steps);
                EpisodeSummary summary = env.end(EpisodeOutcome.success("")).get();
                assertEquals((steps - 1) / 1000f, summary.score(), 0.0, "env " + env.envId());
            }
        }
    }

    /** Through the writer's handles it would be read with the filter mask that it had before. */
    @Test
    void aChunkThatWasFlushedBeforeItWasFullIsReadAsItIsNow() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 2);
        Hdf5Sink sink = new Hdf5Sink();
        try (EpisodeRecorder recorder = open(run, sink)) {
            for (EnvRecorder env : recorder.envs()) {
                env.begin();
                record(env, 0, 40);
            }
            while (recorder.envs().stream().anyMatch(env -> env.durableSteps() < 40)) {
                Thread.sleep(1);
            }
            sink.flushNow();
            try (RunReader before = sink.openReader().orElseThrow()) {
                assertArrayEquals(actions(40), before.demo("demo_0").readDoubles("actions"));
                for (EnvRecorder env : recorder.envs()) {
                    record(env, 40, 90);
                    env.end(EpisodeOutcome.success("")).get();
                    try (RunReader reader = sink.openReader().orElseThrow()) {
                        EpisodeReader demo = reader.demo("demo_" + env.envId());
                        assertArrayEquals(actions(90), demo.readDoubles("actions"));
                    }
                }
            }
        }
    }

    @Test
    void anUnstoredImageIsNoDataset() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 1);
        try (EpisodeRecorder recorder = open(run, new Hdf5Sink())) {
            recorder.env(0).begin();
            record(recorder.env(0), 0, 3);
            recorder.env(0).end(EpisodeOutcome.success("")).get();
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.envFolder().resolve("run_0.hdf5"))) {
            assertFalse(reader.demo("demo_0").has("obs/seen_camera"));
            assertEquals(3, reader.demo("demo_0").info("obs/kept_camera").rows());
        }
    }

    private static EpisodeRecorder open(RunSpec run, Hdf5Sink sink) {
        return EpisodeRecorder.builder(run, SCHEMA)
                .sink(sink)
                .sink(new ImageViewer())
                .open();
    }

    /** A side sink that takes every image. */
    private static final class ImageViewer implements EpisodeSink {
        @Override
        public String name() {
            return "viewer";
        }

        @Override
        public Role role() {
            return Role.SIDE;
        }

        @Override
        public Set<Field> consumes(FieldSchema schema) {
            return Set.copyOf(schema.layout(FieldPhase.STEP).images());
        }

        @Override
        public void open(SinkContext context) {}

        @Override
        public void onBegin(int env, RowView initial) {}

        @Override
        public void onStep(int env, long step, RowView row) {}

        @Override
        public CompletionStage<SinkReport> onEnd(int env, io.github.roboreel.recorder.spi.EpisodeEnd end) {
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }

        @Override
        public void close() {}
    }

    private static void record(EnvRecorder env, int from, int to) {
        byte[] kept = new byte[6 * 8 * 3];
        byte[] seen = new byte[4 * 4 * 3];
        for (int step = from; step < to; step++) {
            java.util.Arrays.fill(kept, (byte) step);
            env.step()
                    .put(SCHEMA.field("actions"), new float[] {step, -step})
                    .put(SCHEMA.field("subtask/score"), step / 1000f)
                    .put(SCHEMA.field("obs/kept_camera"), kept)
                    .put(SCHEMA.field("obs/seen_camera"), seen)
                    .publish();
        }
    }

    private static double[] actions(int steps) {
        return IntStream.range(0, 2 * steps)
                .mapToDouble(i -> (i & 1) == 0 ? i / 2 : -(i / 2))
                .toArray();
    }
}
