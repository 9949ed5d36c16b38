package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5Sink;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is read by its path in the process that is recording it. */
class OwnLiveRunIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT64));

    @TempDir
    private Path folder;

    private Path file;

    @Test
    void aChunkThatStillGrowsIsReadRightAndSoIsTheFullOne() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 1);
        file = run.envFolder().resolve("run_0.hdf5");
        Field actions = SCHEMA.field("actions");
        try (EpisodeRecorder recorder = open(run)) {
            recorder.env(0).begin();
            int step = 0;
            for (int end : new int[] {40, 80, 480, 520, 1000}) {
                for (; step < end; step++) {
                    recorder.env(0).step().put(actions, (double) step).publish();
                }
                assertHoldsSteps(end);
            }
            recorder.env(0).end(EpisodeOutcome.success("")).get();
        }
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertFalse(reader.isLive());
        }
    }

    @Test
    void aReaderThatStaysOpenDoesNotKeepTheFileMarkedAsBeingWritten() throws Exception {
        RunSpec run = SampleRun.of(folder, 0, 1);
        file = run.envFolder().resolve("run_0.hdf5");
        Hdf5RunReader reader;
        try (EpisodeRecorder recorder = open(run)) {
            recorder.env(0).begin();
            reader = Hdf5RunReader.open(file);
            recorder.env(0).step().put(SCHEMA.field("actions"), 0.0).publish();
            recorder.env(0).end(EpisodeOutcome.success("")).get();
        }
        try (reader) {
            assertFalse(RunFileProbe.of(file).isMarked());
        }
    }

    private static EpisodeRecorder open(RunSpec run) {
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 40)
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.0)
                .build();
        return EpisodeRecorder.builder(run, SCHEMA)
                .config(config)
                .sink(new Hdf5Sink())
                .open();
    }

    /** The last rows alone, too: a chunk looked up once is remembered by the library. */
    private void assertHoldsSteps(int steps) throws IOException, InterruptedException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            assertTrue(reader.isLive());
            EpisodeReader demo = reader.demo("demo_0");
            while (demo.numSamples() < steps) {
                Thread.sleep(2);
            }
            assertEquals(steps, demo.numSamples());
            assertArrayEquals(expected(steps - 10, steps), last(demo, steps));
            assertArrayEquals(expected(0, steps), demo.readDoubles("actions"));
            assertArrayEquals(expected(steps - 10, steps), last(demo, steps));
        }
    }

    private static double[] last(EpisodeReader demo, int steps) throws IOException {
        return demo.readDoubles("actions", steps - 10, steps);
    }

    private static double[] expected(int from, int to) {
        return IntStream.range(from, to).asDoubleStream().toArray();
    }
}
