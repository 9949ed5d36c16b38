package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.KilledContinuousRecording;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.write.ContinuousEpisodes.Episode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Continuous episodes, killed with SIGKILL while areas of staging are lent again and again. */
class ContinuousRecoveryIT {
    @TempDir
    Path folder;

    /** Episodes that began before the recording is killed. */
    @ParameterizedTest
    @CsvSource({
        "false, 1",
        "false, 7",
        "false, 20",
        "false, 60",
        "false, 119",
        "true, 1",
        "true, 8",
        "true, 30",
        "true, 80"
    })
    void nothingAcknowledgedIsMissingNorAnothers(boolean images, int begun) throws Exception {
        killAndRecover(folder, images, begun);
    }

    @ParameterizedTest
    @ValueSource(ints = 50)
    @Tag("slow")
    void atRandomMoments(int kills) throws Exception {
        Random random = new Random();
        for (int i = 0; i < kills; i++) {
            Path each = Files.createDirectory(folder.resolve("kill" + i));
            killAndRecover(each, random.nextBoolean(), 1 + random.nextInt(KilledContinuousRecording.PLACES));
        }
    }

    private static void killAndRecover(Path folder, boolean images, int begun) throws Exception {
        long seed = new Random().nextLong();
        Process recording = KilledContinuousRecording.start(folder, images, seed);
        KilledContinuousRecording.await(recording, folder, begun);
        TimeUnit.MICROSECONDS.sleep(new Random().nextInt(5000));
        recording.destroyForcibly().waitFor();
        Path file = KilledContinuousRecording.harness(folder, images).file();

        RecoveryReport report = RunRecovery.onCopy().recover(file);

        String said = "seed " + seed + ": " + report + "\n" + Files.readString(folder.resolve("output.txt"));
        assertTrue(report.isComplete(), said);
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int demo = 0; demo < KilledContinuousRecording.PLACES; demo++) {
                Episode acknowledged = KilledContinuousRecording.acknowledged(folder, demo);
                if (acknowledged.simEnv() >= 0) {
                    assertKept(acknowledged, reader.demo("demo_" + demo).attributes(), images, said);
                }
            }
        }
        RecoveredRun.assertContent(
                file, KilledContinuousRecording.schema(images), report.demos().size());
        byte[] once = Files.readAllBytes(file);
        assertEquals(Outcome.CLOSED_PROPERLY, RunRecovery.onCopy().recover(file).outcome());
        assertTrue(Arrays.equals(once, Files.readAllBytes(file)));
        assertEquals(List.of(), RunRecovery.unclosedRuns(file.getParent()));
        assertFalse(
                Files.exists(KilledContinuousRecording.harness(folder, images).staging()), said);
    }

    /** An episode that ended keeps its verdict, unless frames of it were underway. */
    private static void assertKept(Episode acknowledged, Map<String, Object> demo, boolean images, String said) {
        assertEquals((long) acknowledged.simEnv(), demo.get("sim_env_id"), said);
        String status = demo.get("status").toString();
        if (!acknowledged.status().equals("recording")) {
            assertTrue(status.equals(acknowledged.status()) || images && status.equals("recovered"), said);
        }
        if (!status.equals("discarded")) {
            assertTrue((Long) demo.get("num_samples") >= acknowledged.steps(), said);
        }
    }
}
