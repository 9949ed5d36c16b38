package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM in the middle of a recording. */
@Timeout(60)
class InterruptIT {
    private static final String STATUSES =
            """
            import h5py, sys
            for name, demo in h5py.File(sys.argv[1], 'r')['data'].items():
                n = int(demo.attrs['num_samples'])
                print(name, demo.attrs['status'].decode(), n > 0, len(demo['actions']) == n)
            """;

    @TempDir Path folder;

    @Test
    void leavesCompleteFilesWithAbortedEpisodes() throws Exception {
        ChildJvm child =
                ChildJvm.start(
                        folder,
                        "record",
                        "--num-envs=2",
                        "--num-runs=3",
                        "--policy=hold",
                        "--realtime",
                        "--output-folder-name=cut");
        Path runFile = folder.resolve("output/cut/BananaInBowlTask/run_0.hdf5");
        while (child.isAlive() && !Files.exists(runFile)) {
            Thread.sleep(20);
        }
        Thread.sleep(1500);
        child.terminate();

        assertEquals(1, child.exitCode(), child.err());
        assertEquals(
                "demo_0 aborted True True\ndemo_1 aborted True True\n",
                ChildJvm.python("-c", STATUSES, runFile.toString()));
        assertTrue(child.err().contains("roboreel: interrupted; 2 of 6 episodes"), child.err());
        assertTrue(child.out().contains("aborted"), child.out());
        Path env = runFile.getParent();
        assertFalse(Files.exists(env.resolve("run_0.staging")));
        assertFalse(Files.exists(env.resolve("run_1.hdf5")));
        assertFalse(Files.exists(env.resolve("run_complete.json")));
        assertEquals(
                2, Files.readAllLines(folder.resolve("output/cut/episode_results.jsonl")).size());
    }
}
