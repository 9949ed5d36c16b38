package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stock h5py reads whole frames, however they are cut into chunks. */
class ColourPlanesIT {
    private static final String READ = """
            import sys, h5py, numpy as np
            with h5py.File(sys.argv[1]) as f:
                demo = f['data/demo_0']
                for index, name in ((1, 'left_cam'), (2, 'wrist_cam')):
                    d = demo['obs/' + name]
                    for i in range(40):
                        m = (31 * i + 7 * np.arange(d[i].size) + 13 * index) % 1000
                        assert d[i].shape == d.shape[1:] and d[i].dtype == 'u1'
                        assert (d[i].ravel() == m.astype('u1')).all(), (name, i)
                    masks = {d.id.get_chunk_info(k).filter_mask for k in range(d.id.get_num_chunks())}
                    print(d.shape, d.chunks, d.id.get_num_chunks(), masks)
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"auto, fast, 1, 3", "planes, fast, 1, 1", "frames, fast, 3, 3", "auto, none, 3, 3", "planes, none, 3, 3"
    })
    void h5pySeesTheSameArray(String cut, String compression, int noisy, int noiseFree) throws Exception {
        SinkHarness run = new SinkHarness(
                folder,
                Hdf5SinkTest.WITH_IMAGES,
                1,
                SinkHarness.untimed(Hdf5Settings.IMAGE_CHUNKS, cut).set(Hdf5Settings.COMPRESSION, compression));
        run.record(() -> {
            run.begin(0);
            run.steps(0, 40);
            run.end(0, EpisodeOutcome.success("")).toCompletableFuture().get();
        });
        String expected = String.format(
                "(40, 24, 32, 3) (1, 24, 32, %d) %d {0}%n" + "(40, 16, 16, 3) (1, 16, 16, %d) %d {0}",
                noisy, 40 * 3 / noisy, noiseFree, 40 * 3 / noiseFree);
        assertEquals(expected, H5py.run(run.file(), READ));
    }
}
