package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink.Role;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleRun;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An opening that fails leaves a folder as it was, whatever it fails of. */
class OpenMemoryTest {
    @TempDir
    private Path folder;

    @Test
    void aRingThatTheJvmCannotGiveIsRefusedBeforeAnythingIsMade() {
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.RING_SIZE, 1 << 24)
                .build();
        MemorySink sink = sink(SampleRun.of(folder, 0, 1));
        ConfigException refused =
                assertThrows(ConfigException.class, () -> open(SampleRun.of(folder, 0, 1), 250_000, config, sink));
        assertTrue(refused.getMessage().contains("recorder.ring_size to 4"), refused.getMessage());
        assertEquals(List.of(), sink.calls());
        assertEquals(List.of(), files(folder));
    }

    @Test
    void anErrorOfASinksOpeningLeavesNothingAndTellsTheOthers() {
        RunSpec run = SampleRun.of(folder, 0, 1);
        List<Boolean> told = new ArrayList<>();
        MemorySink first = new MemorySink("first", Role.DATA, run, new MemoryRuns()) {
            private SinkContext context;

            @Override
            public void open(SinkContext given) throws IOException {
                context = given;
                told.add(context.hasOpeningFailed());
                super.open(given);
            }

            @Override
            public void close() throws IOException {
                told.add(context.hasOpeningFailed());
                super.close();
            }
        };
        MemorySink second = new MemorySink("second", Role.SIDE, run, new MemoryRuns()) {
            @Override
            public void open(SinkContext context) {
                throw new OutOfMemoryError("no more");
            }
        };
        RecorderException refused =
                assertThrows(RecorderException.class, () -> open(run, 7, RecorderConfig.defaults(), first, second));
        assertTrue(refused.getMessage().contains("sink 'second' cannot open"), refused.getMessage());
        assertEquals(List.of(false, true), told);
        assertEquals(List.of(), files(folder));
    }

    @Test
    void whatWasThereBeforeAFailedOpeningStays() throws IOException {
        RunSpec run = SampleRun.of(folder, 0, 1);
        open(run, 7, RecorderConfig.defaults(), sink(run)).close();
        List<String> before = files(folder);
        assertEquals(List.of("SampleEnv", "SampleEnv/env_cfg.json", RunFolder.RESULTS), before);
        MemorySink failing = new MemorySink("failing", Role.DATA, run, new MemoryRuns()) {
            @Override
            public void open(SinkContext context) throws IOException {
                throw new IOException("no such device");
            }
        };
        assertThrows(RecorderException.class, () -> open(run, 7, RecorderConfig.defaults(), failing));
        assertEquals(before, files(folder));
    }

    /**
     * A process of its own with little memory outside the heap, some of which is taken: for the ring, or for the rows.
     */
    @ParameterizedTest
    @ValueSource(ints = {12_000_000, 4_700_000})
    void memoryThatRunsOutWhileOpeningLeavesNothingAndAUsableFolder(int takenBytes) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:MaxDirectMemorySize=32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LittleMemory.class.getName(),
                        folder.toString(),
                        String.valueOf(takenBytes))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, child.waitFor(), out);
        assertEquals(
                List.of(
                        "configuration: the ring of 8 steps of 3000016 bytes and the rows of the envs take 29 MiB"
                                + " outside the heap, more than the JVM has left of 32 MiB; raise"
                                + " -XX:MaxDirectMemorySize, record fewer envs, or declare large fields as images",
                        "left []",
                        "recorded 5 steps"),
                out.lines().toList());
    }

    private static MemorySink sink(RunSpec run) {
        return new MemorySink("memory", Role.DATA, run, new MemoryRuns());
    }

    private static EpisodeRecorder open(RunSpec run, int floats, RecorderConfig config, MemorySink... sinks) {
        return EpisodeRecorder.builder(run, FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, floats)))
                .config(config)
                .sinks(Arrays.asList(sinks))
                .open();
    }

    /** Files and folders below a folder but the lock. */
    private static List<String> files(Path below) {
        try (Stream<Path> files = Files.walk(below)) {
            return files.map(file -> below.relativize(file).toString())
                    .filter(name -> !name.isEmpty() && !name.equals(RunFolder.LOCK))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens where memory runs out, and records smaller rows then. */
    static final class LittleMemory {
        private LittleMemory() {}

        public static void main(String[] args) {
            Path folder = Path.of(args[0]);
            RunSpec run = SampleRun.of(folder, 0, 2);
            ByteBuffer taken = ByteBuffer.allocateDirect(Integer.parseInt(args[1]));
            try {
                open(run, 750_000, RecorderConfig.defaults(), sink(run));
            } catch (ConfigException e) {
                System.out.println(e.getMessage());
            }
            Reference.reachabilityFence(taken);
            System.out.println("left " + files(folder));
            try (EpisodeRecorder recorder = open(run, 7, RecorderConfig.defaults(), sink(run))) {
                EnvRecorder env = recorder.env(0);
                env.begin();
                for (int step = 0; step < 5; step++) {
                    env.step(row -> row.put(recorder.schema().field("actions"), new float[7]));
                }
                EpisodeSummary summary = env.end(EpisodeOutcome.success("")).join();
                System.out.println("recorded " + summary.numSamples() + " steps");
            }
        }
    }
}
