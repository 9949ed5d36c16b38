package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stock h5py reads a run in another process while it is recorded. */
class Hdf5SinkLiveIT {
    /**
     * Polls until the demo is finished, opening the file afresh each time, as HDF5 keeps a group's attributes cached
     * while it is open. num_samples is read before the rows: whatever is promised must be there in every dataset, with
     * the right content.
     */
    private static final String WATCH = """
            import h5py, sys, time, numpy as np
            names = ['actions', 'bbox/bbox_mm/banana', 'subtask/completed', 'timestamps/sim_time_s']
            seen = []
            print('ready', flush=True)
            deadline = time.time() + 40
            while time.time() < deadline:
                with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                    d = f['data/demo_0']
                    ended = d.attrs['status'].decode() == 'success' # before the number, which may grow in between
                    n = int(d.attrs['num_samples'])
                    for name in names:
                        x = d[name]
                        x.refresh()
                        assert x.shape[0] >= n, (name, x.shape, n)
                    if n and (not seen or n != seen[-1]):
                        k = np.arange(n)
                        want = ((31 * k + 13 * 4) % 1000).astype('u1')
                        got = d['subtask/completed'][:n]
                        assert (got == want).all(), (n, np.flatnonzero(got != want)[:5])
                        seen.append(n)
                    if ended:
                        break
                time.sleep(0.01)
            print(*seen)
            """;

    @TempDir
    Path folder;

    @Test
    void samplesGrowAndAreNeverPromisedTooEarly() throws Exception {
        RecorderConfig.Builder config = RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.1);
        SinkHarness run = new SinkHarness(folder, Hdf5SinkTest.SCHEMA, 1, config);
        String[] seen = new String[1];
        run.record(() -> {
            Process python = H5py.start(run.file(), WATCH);
            try (BufferedReader out = reader(python)) {
                assertEquals("ready", out.readLine());
                run.begin(0);
                for (int i = 0; i < 150; i++) {
                    run.steps(0, 9);
                    Thread.sleep(10);
                }
                run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
                seen[0] = String.join("\n", out.lines().toList());
            }
            python.waitFor();
            assertEquals(0, python.exitValue(), seen[0]);
        });
        List<Integer> samples =
                List.of(seen[0].split(" ")).stream().map(Integer::valueOf).toList();
        assertTrue(samples.size() >= 5, "the reader saw it grow: " + samples);
        assertEquals(samples.stream().sorted().toList(), samples);
        assertEquals(1350, samples.get(samples.size() - 1));
    }

    private static BufferedReader reader(Process process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}
