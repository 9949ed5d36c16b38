package io.github.roboreel.recorder.hdf5.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.FaultyRecording;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.RealRecording;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Episodes thrown away after much of them was on the disk. */
class DiscardIT {
    private static final int STEPS = 1203;
    private static final RecorderConfig CONFIG = RecorderConfig.builder()
            .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, 130)
            .set(Hdf5Settings.STAGING_MAX_MB, 8)
            .build();

    /** The extents of all datasets, num_samples and status of a demo, as h5py has them. */
    private static final String DUMP = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                for i in range(2):
                    demo, rows = f['data/demo_%d' % i], set()
                    demo.visititems(lambda n, x: rows.add(x.shape[0])
                                    if isinstance(x, h5py.Dataset) else None)
                    print(sorted(rows), demo.attrs['num_samples'], demo.attrs['status'].decode())
                print(f['data'].attrs['total'])
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aDiscardedDemoKeepsNothingAndTheOtherEverything(boolean images) throws Exception {
        FieldSchema schema = FaultyRecording.schema(images);
        Path dead = folder.resolve("dead");
        try (RealRecording recording = RealRecording.open(folder, 0, 2, schema, CONFIG)) {
            recording.beginAll();
            recording.stepAll(STEPS);
            recording.end(0, EpisodeOutcome.discarded("the gripper fell off")).join();
            recording.stepAllBut(0, 7);
            awaitDurable(recording, STEPS + 7);
            copy(dead);
            recording.end(1, EpisodeOutcome.success("")).join();
        }
        Path run = RealRecording.runFile(folder, 0);
        String rows = images ? "[1210]" : "[1, 1210]";
        String expected = "[0] 0 discarded\n" + rows + " 1210 success\n1210";
        assertEquals(expected, H5py.run(run, DUMP));
        RecoveredRun.assertContent(run, schema, 2);
        String lines = Files.readString(folder.resolve("episode_results.jsonl"));
        assertEquals(1, lines.lines().count(), lines);
        assertTrue(lines.contains("\"env_id\":1"), lines);
        assertFalse(Files.exists(folder.resolve("TestTask/log_0_env0.json")));
        assertRecoveryKeepsItDiscarded(dead, schema);
    }

    private static void awaitDurable(RealRecording recording, long steps) throws Exception {
        while (recording.durableSteps(1) < steps) {
            Thread.sleep(1);
        }
    }

    /** What a killed process would leave. */
    private void copy(Path dead) throws Exception {
        Files.createDirectories(dead.resolve("TestTask"));
        Files.copy(RealRecording.runFile(folder, 0), RealRecording.runFile(dead, 0));
        Files.copy(RealRecording.stagingFile(folder), RealRecording.stagingFile(dead));
    }

    /** Its rows are in staging still, and stay there. */
    private static void assertRecoveryKeepsItDiscarded(Path dead, FieldSchema schema) throws Exception {
        Path run = RealRecording.runFile(dead, 0);
        RecoveryReport report = RunRecovery.onCopy().recover(run);
        assertTrue(report.isComplete(), report.toString());
        DemoRecovery discarded = report.demos().get(0);
        assertEquals(EpisodeStatus.DISCARDED, discarded.status());
        assertEquals(0, discarded.numSamples());
        assertEquals(0, discarded.rows().replayed());
        boolean images = !schema.storedSpecs().stream().noneMatch(f -> f.image());
        String rows = images ? "[1210]" : "[0, 1, 1210]";
        String expected = "[0] 0 discarded\n" + rows + " 1210 recovered\n1210";
        assertEquals(expected, H5py.run(run, DUMP));
        RecoveredRun.assertContent(run, schema, 2);
        assertFalse(Files.exists(RealRecording.stagingFile(dead)));
    }
}
