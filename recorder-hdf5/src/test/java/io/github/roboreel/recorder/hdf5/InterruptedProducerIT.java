package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that records is interrupted, as when its job is stopped. */
class InterruptedProducerIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 7));

    /** Demo by demo: status, steps, and the sum of the first action over them. */
    private static final String DEMOS = """
            import sys, h5py
            with h5py.File(sys.argv[1], 'r') as f:
                for d in f['data'].values():
                    print(bytes(d.attrs['status']).rstrip(b'\\0').decode(), d.attrs['num_samples'],
                          int(d['actions'][:, 0].astype('f8').sum()))
            """;

    @TempDir
    private Path folder;

    @Test
    void step_inAnInterruptedThread_isStoredAndKeepsTheStatus() throws Exception {
        try {
            try (EpisodeRecorder recorder = open(2)) {
                recorder.envs().forEach(EnvRecorder::begin);
                for (int step = 0; step < 1200; step++) {
                    if (step % 100 == 50) {
                        Thread.currentThread().interrupt();
                    }
                    for (EnvRecorder env : recorder.envs()) {
                        step(env, step);
                    }
                    assertEquals(
                            step % 100 >= 50 && step % 100 <= 75,
                            Thread.currentThread().isInterrupted());
                    if (step % 100 == 75) {
                        Thread.interrupted();
                    }
                }
                Thread.currentThread().interrupt();
                recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("waved")));
            }
            assertTrue(Thread.currentThread().isInterrupted());
        } finally {
            Thread.interrupted();
        }
        assertEquals("success 1200 719400\nsuccess 1200 719400", H5py.run(runFile(), DEMOS));
    }

    @Test
    void shutdownNow_ofTheThreadThatRecords_storesItsStepsAsAborted() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        CountDownLatch isLong = new CountDownLatch(1);
        int[] published = {0};
        Future<?> job = threads.submit(() -> {
            try (EpisodeRecorder recorder = open(1)) {
                EnvRecorder env = recorder.env(0);
                env.begin();
                for (; ; published[0]++) {
                    step(env, 1);
                    if (published[0] == 700) {
                        isLong.countDown();
                    }
                    if (published[0] >= 700) {
                        TimeUnit.MILLISECONDS.sleep(1);
                    }
                }
            } finally {
                // What failed before 700 steps is the cause below.
                isLong.countDown();
            }
        });
        assertTrue(isLong.await(2, TimeUnit.MINUTES), "700 steps in two minutes");
        assertEquals(List.of(), threads.shutdownNow());
        ExecutionException ended = assertThrows(ExecutionException.class, () -> job.get(2, TimeUnit.MINUTES));
        assertInstanceOf(InterruptedException.class, ended.getCause());
        int steps = published[0] + 1;
        assertEquals("aborted " + steps + " " + steps, H5py.run(runFile(), DEMOS));
    }

    private EpisodeRecorder open(int envs) {
        return EpisodeRecorder.open(
                RunSpec.builder(folder, "Wave")
                        .envs(envs, "wave")
                        .dtSeconds(0.1)
                        .build(),
                SCHEMA);
    }

    private static void step(EnvRecorder env, float value) {
        float[] actions = new float[7];
        actions[0] = value;
        env.step(row -> row.put(SCHEMA.field("actions"), actions));
    }

    private Path runFile() {
        return folder.resolve("Wave").resolve("run_0.hdf5");
    }
}
