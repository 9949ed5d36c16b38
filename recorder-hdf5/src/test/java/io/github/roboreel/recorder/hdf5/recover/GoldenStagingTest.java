package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.Snapshot;
import io.github.roboreel.recorder.hdf5.TestRow;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recordings that a {@code kill -9} ended, made by the recorder that wrote the staging version they are named after.
 * They hold {@link TestRow}'s values: env 0 was recording, env 1 had ended, env 2 was recording its first chunk, env 3
 * had not begun.
 *
 * <p>Version 3 is of 2 envs' continuous episodes with 8 places and 4 areas: demos 0 to 3 had ended, 1 as discarded, and
 * 4 and 5 were being recorded in areas that were lent again.
 */
class GoldenStagingTest {
    private static final int ENVS = 4;
    private static final long[] STEPS = {1003, 12, 7, 0};

    /** A row of obs/depth takes 2100 bytes: 500 of them are more than a chunk is to hold. */
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("obs/depth", DType.UINT16, 35, 30),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.image("obs/wrist_cam", 2, 3),
            FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7),
            FieldSpec.finalObservation("final_obs/arm", DType.FLOAT32, 7));

    @TempDir
    Path folder;

    @Test
    void everyStepOfVersion1IsRecovered() throws Exception {
        RecoveryReport report = recover("staging-v1.zip", true);
        assertEquals(Outcome.RECOVERED, report.outcome());
        assertWhole(report);
    }

    /** Env 0 has used its first bank again: its first steps were in the run file only. */
    @Test
    void aRunFileIsMadeAnewFromVersion1() throws Exception {
        RecoveryReport report = recover("staging-v1.zip", false);
        assertEquals(Outcome.REBUILT, report.outcome());
        assertEquals(12, RecoveredRun.numSamples(report.runFile(), 1));
        assertEquals(7, RecoveredRun.numSamples(report.runFile(), 2));
        RecoveredRun.assertStepContent(report.runFile(), SCHEMA, ENVS);
    }

    @Test
    void everyEpisodeOfVersion3IsRecovered() throws Exception {
        RecoveryReport report = recover("staging-v3.zip", true);
        assertTrue(report.isComplete(), report.toString());
        long[] steps = {12, 0, 30, 5, 9, 3};
        long[] simEnvs = {1, 1, 0, 1, 1, 0};
        try (Hdf5RunReader reader = Hdf5RunReader.open(report.runFile())) {
            for (int demo = 0; demo < steps.length; demo++) {
                Map<String, Object> attributes = reader.demo("demo_" + demo).attributes();
                assertEquals(steps[demo], attributes.get("num_samples"));
                assertEquals(simEnvs[demo], attributes.get("sim_env_id"));
            }
        }
        RecoveredRun.assertContent(report.runFile(), SCHEMA, steps.length);
        assertFalse(Files.exists(Snapshot.staging(report.runFile())), "staging is used up");
    }

    private RecoveryReport recover(String golden, boolean withRunFile) throws IOException {
        unpack(golden, folder);
        Path file = folder.resolve("TestTask/run_0.hdf5");
        if (!withRunFile) {
            Files.delete(file);
        }
        return RunRecovery.onCopy().recover(file);
    }

    private void assertWhole(RecoveryReport report) throws Exception {
        assertTrue(report.isComplete(), report.toString());
        Path file = report.runFile();
        for (int env = 0; env < ENVS; env++) {
            assertEquals(STEPS[env], RecoveredRun.numSamples(file, env));
        }
        List<EpisodeStatus> statuses =
                report.demos().stream().map(DemoRecovery::status).toList();
        assertEquals(
                List.of(
                        EpisodeStatus.RECOVERED,
                        EpisodeStatus.SUCCESS,
                        EpisodeStatus.RECOVERED,
                        EpisodeStatus.DISCARDED),
                statuses);
        RecoveredRun.assertContent(file, SCHEMA, ENVS);
        RecoveredRun.assertStockToolsRead(file);
        assertFalse(Files.exists(Snapshot.staging(file)), "staging is used up");
    }

    private static void unpack(String golden, Path into) throws IOException {
        try (InputStream bytes = GoldenStagingTest.class.getResourceAsStream("/golden/" + golden);
                ZipInputStream zip = new ZipInputStream(bytes)) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
                Path file = into.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(zip, file);
                }
            }
        }
    }
}
