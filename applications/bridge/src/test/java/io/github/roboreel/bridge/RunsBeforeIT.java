package io.github.roboreel.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProgress;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.recover.FolderRecovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon that died has recorded, before and after its run was recovered by hand. */
class RunsBeforeIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("obs/q", DType.FLOAT32, 3));

    @TempDir
    Path temp;

    /** Files as they were when the process that wrote them died: env 0 has ended after 5 steps, env 1 has 7 so far. */
    @BeforeEach
    void die() throws IOException {
        RunSpec run = RunSpec.builder(temp.resolve("live"), "Lift")
                .envs(3, "lift")
                .dtSeconds(0.1)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, SCHEMA)) {
            steps(recorder.env(0), 5);
            recorder.env(0).end(EpisodeOutcome.success("")).join();
            steps(recorder.env(1), 7);
            while (recorder.env(1).durableSteps() < 7) {
                Thread.onSpinWait();
            }
            copy(run.envFolder(), envFolder());
        }
    }

    private Path envFolder() {
        return temp.resolve("dead/Lift");
    }

    private static void steps(EnvRecorder env, int count) {
        Field field = SCHEMA.field("obs/q");
        env.begin();
        for (int i = 0; i < count; i++) {
            env.step().put(field, new float[] {i, i, i}).publish();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private RunsBefore.Part part(int demo) throws IOException {
        return RunsBefore.of(envFolder(), 0, 1).part(new RecordedPlace(0, demo, 100, 2));
    }

    @Test
    void part_ofARunThatWasLeft_isWhatItsStagingSays() throws IOException {
        assertEquals(List.of(0), RunsBefore.of(envFolder(), 0, 1).unclosed());
        assertTrue(part(0).hasEnded());
        assertEquals(107, part(1).rows());
        assertEquals(2, part(1).events());
        assertFalse(part(1).hasEnded());
        assertNull(part(2));
    }

    @Test
    void part_ofARunThatWasRecoveredSince_isCutWhereItsDaemonDied() throws IOException {
        FolderRecovery.recoverRun(
                envFolder().resolve("run_0.hdf5"),
                MetricSets.of(Map.of()),
                RecoveryPlace.BESIDE,
                RecoveryProgress.NONE);
        assertEquals(List.of(), RunsBefore.of(envFolder(), 0, 1).unclosed());
        assertTrue(part(0).hasEnded());
        assertEquals(107, part(1).rows());
        assertFalse(part(1).hasEnded());
        assertNull(part(2));
    }
}
