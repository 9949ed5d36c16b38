package io.github.roboreel.tools.resume;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.resume.Resumption.ReplacedRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with pictures, states and videos, of which something is damaged or missing. */
class DamagedRunIT {
    private static final String PREAMBLE = """
            import h5py, sys
            f = h5py.File(sys.argv[1], 'r+')
            data = f['data']
            def flip(path):
                at = data[path].id.get_chunk_info(3)
                f.close()
                with open(sys.argv[1], 'r+b') as b:
                    b.seek(at.byte_offset + at.size // 2)
                    old = b.read(1)[0]
                    b.seek(-1, 1)
                    b.write(bytes([old ^ 255]))
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "del data['demo_0/actions'], data['demo_1/actions'] | actions: is missing",
                "del data['demo_1/initial_state'] | demo_1/initial_state/articulation",
                "data['demo_1/initial_state/articulation/robot/root_pose'].resize(0, 0)"
                        + " | root_pose: has 0 rows; expected 1",
                "d = data['demo_0'].attrs; d['success'] = False; d['status'] = 'failure'"
                        + " | is \"success\"; run_0.hdf5 data/demo_0 says 'failure'",
                "f.copy('data/demo_0', 'data/demo_2') | data@total: is 83; the demos hold 123 steps, and 1 more",
                "flip('demo_1/obs/wrist_camera') | demo_1/obs/wrist_camera",
                "data.attrs['total'] = 1 | data@total: is 1; the demos hold",
            })
    void isIncomplete(String damage, String reason) throws Exception {
        RecordedFolder.make(folder, 2, "none");
        python(PREAMBLE + damage + "\n", runFile(0));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, identity("none"));
            assertTrue(resumption.completeRun(0).isEmpty());
            String given = resumption.incompleteReason(0);
            assertTrue(given.contains(reason), given);
            assertTrue(resumption.completeRun(1).isPresent(), resumption.incompleteReason(1));
        }
    }

    @Test
    void bytesThatBringTheLibraryDownMakeARunIncomplete() throws Exception {
        RecordedFolder.make(folder, 2, "none");
        damageFirstTextSize(runFile(0));
        byte[] damaged = Files.readAllBytes(runFile(0));
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, identity("none"));
            assertTrue(resumption.completeRun(0).isEmpty());
            assertTrue(resumption.completeRun(1).isPresent());
            ReplacedRun replaced = resumption.makeWay(0).orElseThrow();
            assertTrue(replaced.reason().contains("run_0.hdf5"), replaced.reason());
            assertArrayEquals(damaged, Files.readAllBytes(replaced.folder().resolve("run_0.hdf5")));
        }
    }

    /** The size of a text in the heap of texts, which HDF5 trusts. */
    private static void damageFirstTextSize(Path run) throws IOException {
        byte[] content = Files.readAllBytes(run);
        int heap = new String(content, StandardCharsets.ISO_8859_1).indexOf("GCOL");
        int second = heap + 16 + 16 + (content[heap + 24] + 7) / 8 * 8;
        content[second + 10] = 1;
        Files.write(run, content);
    }

    @Test
    void theSeedFollowsFromTheEpisodesWhereNothingElseTellsIt() throws IOException {
        RecordedFolder.make(folder, 2, "none");
        Files.delete(envFolder().resolve("run_complete.json"));
        Files.delete(envFolder().resolve("env_cfg.json"));
        assertRefused(identity(2, 8, "none"), "seed is 7 there, 8 was asked for");
        assertRefused(identity(4, 7, "none"), "num_envs is 2 there, 4 was asked for");
    }

    @Test
    void anotherVideoModeIsRefusedByPromiseOrByWhatIsThere() throws IOException {
        RecordedFolder.make(folder, 1, "sensor");
        assertRefused(identity("none"), "video mode is sensor there, none was asked for");
        Files.delete(envFolder().resolve("run_complete.json"));
        assertRefused(identity("all"), "video mode is sensor there, all was asked for");
    }

    @Test
    void missingVideosAreNamedAndTheRunIsComplete() throws IOException {
        RecordedFolder.make(folder, 1, "all");
        try (Stream<Path> files = Files.list(envFolder())) {
            for (Path video :
                    files.filter(f -> f.toString().endsWith("env1.mp4")).toList()) {
                Files.delete(video);
            }
        }
        try (OutputLock lock = OutputLock.acquire(folder)) {
            Resumption resumption = Resumption.of(lock, identity("all"));
            assertEquals(
                    List.of("the sensor video of env 1"),
                    resumption.completeRun(0).orElseThrow().missingFiles());
        }
    }

    private void assertRefused(RecordingIdentity wanted, String difference) {
        try (OutputLock lock = OutputLock.acquire(folder)) {
            RoboReelException refused =
                    assertFault(RoboReelException.class, Kind.CONFLICT, () -> Resumption.of(lock, wanted));
            assertTrue(refused.getMessage().contains(difference), refused.getMessage());
        }
    }

    private static RecordingIdentity identity(String videoMode) {
        return identity(2, 7, videoMode);
    }

    private static RecordingIdentity identity(int numEnvs, long seed, String videoMode) {
        return new RecordingIdentity(
                new RecordingIdentity.Task(RecordedFolder.ENV, "default", RecordedFolder.config()),
                numEnvs,
                0,
                seed,
                "sine",
                videoMode,
                RecordedFolder.fields());
    }

    private Path envFolder() {
        return folder.resolve(RecordedFolder.ENV);
    }

    private Path runFile(int run) {
        return envFolder().resolve("run_" + run + ".hdf5");
    }

    private static void python(String program, Path file) throws Exception {
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", program, file.toString())
                .inheritIO()
                .start();
        assertEquals(0, python.waitFor());
    }
}
