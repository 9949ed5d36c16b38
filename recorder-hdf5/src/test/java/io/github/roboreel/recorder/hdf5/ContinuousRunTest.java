package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Run files of continuous episodes: places that are taken, and those that are not. */
class ContinuousRunTest {
    private static final int PLACES = 100;
    private static final int ENVS = 2;

    /** Names of the demos, where each comes from, and how it stands, as h5py has them. */
    private static final String DUMP = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                data = f['data']
                print(data.attrs['num_envs'], data.attrs['episodes_per_file'])
                for name in sorted(data, key=lambda n: int(n[5:])):
                    a = data[name].attrs
                    assert a['sim_env_id'].dtype == 'int64'
                    print(name, a['sim_env_id'], a['num_samples'], a['status'].decode())
            """;

    @TempDir
    Path folder;

    private SinkHarness harness(RecorderConfig.Builder config) {
        return SinkHarness.continuous(folder, Hdf5SinkTest.SCHEMA, PLACES, ENVS, config);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_placesBehindTheLastTaken_areNotInTheFile(boolean compacted) throws Exception {
        SinkHarness run = harness(SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, compacted));
        run.record(() -> {
            run.begin(0, 1);
            run.steps(0, 7);
            run.end(0, EpisodeOutcome.success(""));
            run.begin(1, 1);
            run.steps(1, 2);
            run.end(1, EpisodeOutcome.discarded("bad start"));
            run.begin(3, 0);
            run.steps(3, 503);
        });
        assertEquals("""
                2 100
                demo_0 1 7 success
                demo_1 1 0 discarded
                demo_2 -1 0 discarded
                demo_3 0 503 aborted""", H5py.run(run.file(), DUMP));
        RecoveredRun.assertContent(run.file(), Hdf5SinkTest.SCHEMA, 4);
    }

    @Test
    void aRunThatWasMadeReadyInVainLeavesNoFile() throws Exception {
        SinkHarness run = harness(SinkHarness.untimed());
        run.record(() -> {});
        assertFalse(Files.exists(run.file()) || Files.exists(run.staging()));
    }
}
