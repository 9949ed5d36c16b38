package io.github.roboreel.recorder.jhdf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5Sink;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.StoredContent;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that RoboReel recorded: both readers give the same of each. */
class RecordedRunsIT {
    private static final int STEPS = 620;

    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3).withNames(names(3, 800)),
            FieldSpec.step("noise", DType.FLOAT64, 5).withNames(names(5, 190)),
            FieldSpec.step("types/half", DType.FLOAT16, 2),
            FieldSpec.step("types/flag", DType.BOOL),
            FieldSpec.step("types/count", DType.INT64),
            FieldSpec.step("types/small", DType.UINT16, 2, 2),
            FieldSpec.image("obs/noisy_camera", 12, 16),
            FieldSpec.image("obs/plain_camera", 12, 16).withoutNoise());

    @TempDir
    private Path folder;

    /** Long ones, of which no two stand in one collection of the file's heap of texts, and short ones. */
    private static String[] names(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> "joint " + i + " ".repeat(length - 8) + "x")
                .toArray(String[]::new);
    }

    private Path record(boolean isCompacted) throws Exception {
        var run = SampleRun.of(folder, 0, 2);
        RecorderConfig config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 70)
                .set(Hdf5Settings.COMPACT_ON_CLOSE, isCompacted)
                .build();
        Random random = new Random(7);
        byte[] noise = new byte[12 * 16 * 3];
        byte[] plain = new byte[noise.length];
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, SCHEMA)
                .config(config)
                .sink(new Hdf5Sink())
                .open()) {
            for (EnvRecorder env : recorder.envs()) {
                env.begin();
                for (int step = 0; step < STEPS - env.envId(); step++) {
                    random.nextBytes(noise);
                    plain[step % plain.length] = (byte) step;
                    double[] gauss = {random.nextDouble(), random.nextGaussian(), 0, 1, -0.0};
                    env.step()
                            .put(SCHEMA.field("actions"), new float[] {step, 0.5f * step, env.envId()})
                            .put(SCHEMA.field("noise"), gauss)
                            .put(SCHEMA.field("types/half"), new float[] {step / 7f, -step})
                            .put(SCHEMA.field("types/flag"), step % 3 == 0)
                            .put(SCHEMA.field("types/count"), (1L << 40) + step)
                            .put(SCHEMA.field("types/small"), new short[] {(short) step, -1, 0, 7})
                            .put(SCHEMA.field("obs/noisy_camera"), noise)
                            .put(SCHEMA.field("obs/plain_camera"), plain)
                            .publish();
                }
                env.end(EpisodeOutcome.success("done")).get();
            }
        }
        Path file = run.envFolder().resolve("run_0.hdf5");
        if (isCompacted) {
            RunCompaction.compact(file);
        }
        return file;
    }

    private static void assertSame(Path file) throws IOException {
        Map<String, Object> expected = StoredContent.of(file);
        for (long atOnceBytes : new long[] {1L << 30, 0}) {
            try (JhdfRunReader reader = JhdfRunReader.open(file.toString(), Files.newByteChannel(file), atOnceBytes)) {
                assertEquals(expected, StoredContent.of(reader));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatThisVersionRecords(boolean isCompacted) throws Exception {
        Path file = record(isCompacted);
        assertSame(file);
        try (Hdf5RunReader expected = Hdf5RunReader.open(file);
                JhdfRunReader reader = JhdfRunReader.open(file)) {
            EpisodeReader demo = reader.demo("demo_1");
            assertEquals(STEPS - 1, demo.numSamples());
            for (String path : demo.paths()) {
                EpisodeReader same = expected.demo("demo_1");
                assertArrayEquals(same.readDoubles(path), demo.readDoubles(path), path);
                long rows = demo.info(path).rows();
                long from = rows / 3;
                assertArrayEquals(
                        same.readBytes(path, from, rows - rows / 4), demo.readBytes(path, from, rows - rows / 4), path);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deadSpaceIsTheSame(boolean isCompacted) throws Exception {
        Path file = record(isCompacted);
        long dead;
        try (Hdf5RunReader library = Hdf5RunReader.open(file)) {
            dead = library.deadSpace().orElseThrow();
        }
        assertEquals(isCompacted, dead == 0, dead + " dead bytes");
        for (long atOnceBytes : new long[] {1L << 30, 0}) {
            try (JhdfRunReader reader = JhdfRunReader.open(file.toString(), Files.newByteChannel(file), atOnceBytes)) {
                assertEquals(OptionalLong.of(dead), reader.deadSpace());
            }
        }
    }

    @Test
    void deadSpaceAmongStructuresOfTheFirstVersionIsNotMeasured() throws IOException {
        Path golden = GoldenFiles.unpack(GoldenFiles.FIRST, "recording", folder);
        try (JhdfRunReader reader = JhdfRunReader.open(golden.resolve("BananaInBowlTask/run_0.hdf5"))) {
            assertEquals(OptionalLong.empty(), reader.deadSpace());
        }
    }

    @ParameterizedTest
    @CsvSource({"embedded, WaveTask, 0", "recording, BananaInBowlTask, 0", "recording, BananaInBowlTask, 1"})
    void whatTheFirstVersionRecorded(String name, String task, int run) throws IOException {
        Path golden = GoldenFiles.unpack(GoldenFiles.FIRST, name, folder.resolve(name));
        assertSame(golden.resolve(task).resolve("run_" + run + ".hdf5"));
    }

    @Test
    void aRunWhoseRecorderDiedIsNamed() throws IOException {
        Path killed = GoldenFiles.unpack(GoldenFiles.FIRST, "killed", folder);
        Path run = killed.resolve("BananaInBowlTask").resolve("run_0.hdf5");
        IOException refused = assertThrows(IOException.class, () -> JhdfRunReader.open(run));
        assertTrue(refused.getMessage().startsWith(run + " was not closed by its recorder"), refused.getMessage());
    }
}
