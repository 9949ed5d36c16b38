package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of very different sizes after each other in one process. */
class ManyEnvsTest {
    private static final FieldSpec ACTIONS = FieldSpec.step("actions", DType.FLOAT32, 8);
    private static final int STEPS = 5;

    @TempDir
    private Path folder;

    @Test
    void aLeapFromOneEnvToAThousandAndBack() throws Exception {
        MemoryRuns runs = new MemoryRuns();
        record(0, 1, runs);
        int threads = recorderThreads().size();
        int handles = openHandles();
        record(1, 1000, runs);
        for (int run = 2; run < 12; run++) {
            record(run, 1, runs);
        }
        assertNoMoreThan(threads);
        // Less than one a run: classes loaded late may open a file.
        assertTrue(openHandles() < handles + 10, "handles were left behind: " + openHandles());
        List<String> lines = Files.readAllLines(folder.resolve(RunFolder.RESULTS));
        assertEquals(1011, lines.size());
    }

    private void record(int run, int numEnvs, MemoryRuns runs) {
        RunSpec spec = SampleRun.of(folder, run, numEnvs);
        FieldSchema schema = FieldSchema.of(ACTIONS);
        List<CompletableFuture<EpisodeSummary>> ends = new ArrayList<>();
        RecorderConfig smallRing =
                RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 2).build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, schema)
                .config(smallRing)
                .sink(new MemorySink("memory", EpisodeSink.Role.DATA, spec, runs))
                .open()) {
            for (int env = 0; env < numEnvs; env++) {
                recorder.env(env).begin();
            }
            for (int step = 0; step < STEPS; step++) {
                BatchWriter rows = recorder.stepAll();
                SampleFields.fill(rows, schema, numEnvs, step);
                rows.publish();
            }
            for (int env = 0; env < numEnvs; env++) {
                ends.add(recorder.env(env).end(EpisodeOutcome.success("")));
            }
            ends.forEach(end -> assertEquals(STEPS, end.join().numSamples()));
        }
        for (int env = 0; env < numEnvs; env++) {
            double[] kept = runs.readDoubles(spec, env, "actions");
            for (int step = 0; step < STEPS; step++) {
                assertArrayEquals(
                        SampleFields.values(ACTIONS, env, step),
                        Arrays.copyOfRange(kept, 8 * step, 8 * step + 8),
                        "env " + env + ", step " + step);
            }
        }
    }

    /** A pool is closed before its last thread has died, so that a thread may be seen for a moment longer. */
    private static void assertNoMoreThan(int threads) throws InterruptedException {
        long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (recorderThreads().size() > threads && System.nanoTime() < giveUp) {
            Thread.sleep(10);
        }
        List<String> left = recorderThreads();
        assertTrue(left.size() <= threads, "threads were left behind: " + left);
    }

    private static List<String> recorderThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("roboreel-"))
                .toList();
    }

    /** 0 where the system has no such list. */
    private static int openHandles() {
        String[] handles = new File("/proc/self/fd").list();
        return handles == null ? 0 : handles.length;
    }
}
