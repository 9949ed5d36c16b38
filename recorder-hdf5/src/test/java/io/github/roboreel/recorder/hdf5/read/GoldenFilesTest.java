package io.github.roboreel.recorder.hdf5.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.GoldenFiles;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport.Outcome;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings of released versions are read and recovered, value by value. */
class GoldenFilesTest {
    private static final String TASK = "BananaInBowlTask";

    @TempDir
    Path folder;

    private Path golden(String name) throws IOException {
        return GoldenFiles.unpack(GoldenFiles.FIRST, name, folder.resolve(name));
    }

    @Test
    void everyValueOfTheFirstVersionsRunFileIsRead() throws IOException {
        Path run = golden("embedded").resolve("WaveTask").resolve("run_0.hdf5");
        try (Hdf5RunReader reader = Hdf5RunReader.open(run)) {
            assertEquals(List.of("demo_0", "demo_1", "demo_2", "demo_3"), List.copyOf(reader.demoNames()));
            assertEpisode(reader.demo("demo_0"), 0, "success", true);
            assertEpisode(reader.demo("demo_1"), 1, "failure", false);
            assertEpisode(reader.demo("demo_2"), 2, "truncated", false);
            EpisodeReader discarded = reader.demo("demo_3");
            assertEquals("discarded", discarded.attributes().get("status"));
            assertEquals(0, discarded.numSamples());
            assertEquals(0, discarded.info("actions").rows());
        }
    }

    private static void assertEpisode(EpisodeReader demo, int env, String status, boolean success) throws IOException {
        assertEquals(status, demo.attributes().get("status"));
        assertEquals(success, demo.attributes().get("success"));
        assertEquals(42L, demo.attributes().get("seed"));
        assertEquals(0.05, demo.attributes().get("dt"));
        assertEquals("rad", demo.info("actions").unit());
        assertEquals("joint", demo.info("actions").frame());
        int steps = 7 + env;
        assertEquals(steps, demo.numSamples());
        double[] actions = demo.readDoubles("actions");
        double[] torques = demo.readDoubles("torques/joint");
        ByteBuffer ticks = littleEndian(demo.readBytes("counts/ticks", 0, steps));
        ByteBuffer grabs = littleEndian(demo.readBytes("counts/grabs", 0, steps));
        byte[] contact = demo.readBytes("flags/contact", 0, steps);
        byte[] pictures = demo.readBytes("obs/wrist_camera", 0, steps);
        for (int s = 0; s < steps; s++) {
            assertArrayEquals(
                    new double[] {s, env, s + env / 4f},
                    new double[] {actions[3 * s], actions[3 * s + 1], actions[3 * s + 2]});
            assertArrayEquals(
                    new double[] {s / 8.0, env, -s},
                    new double[] {torques[3 * s], torques[3 * s + 1], torques[3 * s + 2]});
            assertEquals(1L << 40 | s, ticks.getLong(8 * s));
            assertEquals(s - 3, grabs.getInt(4 * s));
            assertEquals(s % 2, contact[2 * s]);
            assertEquals(1, contact[2 * s + 1]);
            assertPicture(env, s, pictures, 72 * s);
        }
        assertArrayEquals(
                new double[] {env, env + 0.5, -env},
                demo.readDoubles("initial_state/articulation/robot/joint_position"));
        assertPicture(env, 99, demo.readBytes("final_obs/wrist_camera", 0, 1), 0);
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void assertPicture(int env, int step, byte[] pictures, int at) {
        for (int i = 0; i < 72; i++) {
            assertEquals((byte) (env * 31 + step * 7 + i), pictures[at + i], "byte " + i);
        }
    }

    /** The same run was recorded to its end, too: equal seeds make equal steps. */
    @ParameterizedTest
    @CsvSource({"0.1.0, 21, 21", "staging-2, 17, 16"})
    void aKilledRunIsRecoveredStepByStep(String version, int steps0, int steps1) throws IOException {
        Path killed = GoldenFiles.unpack(version, "killed", folder.resolve("killed"));
        Path run = killed.resolve(TASK).resolve("run_0.hdf5");

        RecoveryReport report = RunRecovery.onCopy().recover(run);

        assertEquals(Outcome.RECOVERED, report.outcome());
        assertTrue(report.isComplete(), report.toString());
        assertTrue(Files.notExists(run.resolveSibling("run_0.staging")));
        Path whole = golden("recording").resolve(TASK).resolve("run_0.hdf5");
        try (Hdf5RunReader recovered = Hdf5RunReader.open(run);
                Hdf5RunReader expected = Hdf5RunReader.open(whole)) {
            for (String name : List.of("demo_0", "demo_1")) {
                assertEquals("recovered", recovered.demo(name).attributes().get("status"));
                int steps = name.equals("demo_0") ? steps0 : steps1;
                assertPrefix(expected.demo(name), recovered.demo(name), steps);
            }
        }
    }

    private static void assertPrefix(EpisodeReader expected, EpisodeReader there, int steps) throws IOException {
        assertEquals(steps, there.numSamples());
        assertEquals(expected.paths(), there.paths());
        for (String path : expected.paths()) {
            long rows = there.info(path).rows();
            assertEquals(rowsOf(path, steps), rows, path);
            if (!path.equals("timestamps/wall_time_ns")) {
                assertArrayEquals(expected.readBytes(path, 0, rows), there.readBytes(path, 0, rows), path);
            }
        }
    }

    private static int rowsOf(String path, int steps) {
        if (path.startsWith("final_obs/")) {
            return 0;
        }
        return path.startsWith("initial_state/") ? 1 : steps;
    }
}
