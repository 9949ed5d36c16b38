package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryProcessIT {
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private SinkHarness harness() {
        return new SinkHarness(folder.resolve("live"), Hdf5SinkTest.SCHEMA, 2, SinkHarness.untimed());
    }

    private Path crashed() throws Exception {
        SinkHarness run = harness();
        Path[] file = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(1, 20);
            run.steps(0, 600);
            run.end(1, EpisodeOutcome.success("")).toCompletableFuture().get();
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        return file[0];
    }

    @Test
    void reportsWhatTheOtherProcessDid() throws Exception {
        Path file = crashed();
        Path copy = Files.createDirectories(folder.resolve("copy/TestTask")).resolve("run_0.hdf5");
        Files.copy(file, copy);
        Files.copy(Snapshot.staging(file), Snapshot.staging(copy));
        RecoveryReport here = RunRecovery.onCopy().recover(file);
        RecoveryReport there = new RecoveryProcess(RecoveryPlace.BESIDE, LONG, RecoveryProgress.NONE).recover(copy);
        assertEquals(copy, there.runFile());
        assertEquals(here.demos(), there.demos());
        assertEquals(here.outcome(), there.outcome());
        RecoveredRun.assertContent(copy, Hdf5SinkTest.SCHEMA, 2);
    }

    @Test
    void recover_runOfManyMegabytes_tellsHowFarItIs() throws Exception {
        FieldSchema camera = FieldSchema.of(FieldSpec.image("obs/camera/front", 480, 640));
        SinkHarness run = new SinkHarness(
                folder.resolve("live"), camera, 1, SinkHarness.untimed(Hdf5Settings.COMPRESSION, "none"));
        Path[] file = new Path[1];
        run.record(() -> {
            run.begin(0);
            run.steps(0, 40);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
            file[0] = Snapshot.of(run, folder.resolve("crashed"));
        });
        List<Long> told = new ArrayList<>();

        new RecoveryProcess(RecoveryPlace.BESIDE, LONG, (path, bytes, ofBytes) -> {
                    assertEquals(file[0], path);
                    told.add(bytes);
                    assertTrue(bytes <= ofBytes, bytes + " of " + ofBytes);
                })
                .recover(file[0]);

        assertTrue(told.get(told.size() - 1) > 30_000_000, told::toString);
        assertEquals(told.stream().sorted().toList(), told);
    }

    @Test
    void aFailureOfTheOtherProcessIsThisOnesToo() throws Exception {
        SinkHarness run = harness();
        run.record(() -> {
            run.begin(0);
            IOException e = assertThrows(
                    IOException.class,
                    () -> new RecoveryProcess(RecoveryPlace.BESIDE, LONG, RecoveryProgress.NONE).recover(run.file()));
            assertTrue(e.getMessage().contains("is being written"), e.getMessage());
        });
    }

    @ParameterizedTest
    @ValueSource(classes = {Dying.class, Hanging.class})
    void recover_whenTheProcessDiesOrHangs_bringsEverythingBackAndKeepsTheOriginal(Class<? extends Service<?>> worker)
            throws Exception {
        Path file = crashed();
        byte[] original = Files.readAllBytes(file);
        boolean hangs = worker == Hanging.class;
        Duration limit = hangs ? Duration.ofSeconds(2) : LONG;
        RecoveryReport report =
                new RecoveryProcess(RecoveryPlace.BESIDE, limit, RecoveryProgress.NONE, worker).recover(file);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertEquals(1, report.findings().size());
        String said = report.findings().get(0);
        assertTrue(said.endsWith(hangs ? "did not end within 2 s" : "exit code 134"), said);
        assertArrayEquals(original, Files.readAllBytes(new RunPaths(file).damaged()));
        assertEquals(600, RecoveredRun.numSamples(file, 0));
        RecoveredRun.assertContent(file, Hdf5SinkTest.SCHEMA, 2);
    }

    /** As if native code had ended the process. */
    static final class Dying implements Service<RecoveryWorker.Request> {
        @Override
        public Class<RecoveryWorker.Request> requestType() {
            return RecoveryWorker.Request.class;
        }

        @Override
        public Object answer(RecoveryWorker.Request request, Progress progress) {
            Runtime.getRuntime().halt(134);
            return null;
        }
    }

    /** As if native code did not return. */
    static final class Hanging implements Service<RecoveryWorker.Request> {
        @Override
        public Class<RecoveryWorker.Request> requestType() {
            return RecoveryWorker.Request.class;
        }

        @Override
        public Object answer(RecoveryWorker.Request request, Progress progress) {
            while (true) {
                LockSupport.park();
            }
        }
    }
}
