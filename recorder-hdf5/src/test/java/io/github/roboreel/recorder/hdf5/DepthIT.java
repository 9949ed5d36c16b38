package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.staging.StagingProbe;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Depth as stock h5py reads it, declared as a field of large rows and as an image. */
class DepthIT {
    private static final int ENVS = 8;
    private static final int STEPS = 42;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("obs/depth", DType.UINT16, 240, 320),
            FieldSpec.image("obs/depth_camera", DType.UINT16, 60, 80, 1).withUnit("mm"),
            FieldSpec.image("obs/range", DType.FLOAT32, 30, 40, 1).withUnit("m").allowingNonFinite());

    /** Compares with the values of {@link TestRow}; the last line is what is not content. */
    private static final String READ = """
            import h5py, numpy as np, os, sys
            stored = 0
            with h5py.File(sys.argv[1], 'r') as f:
                for env in range(8):
                    demo = f[f'data/demo_{env}/obs']
                    for index, (name, dtype, scale) in enumerate(
                            [('depth', 'u2', 1), ('depth_camera', 'u2', 1), ('range', 'f4', 1000)]):
                        x = demo[name]
                        step = np.arange(x.shape[0])[:, None]
                        element = np.arange(np.prod(x.shape[1:]))[None, :]
                        m = (31 * step + 7 * element + 101 * env + 13 * index) % 1000
                        expected = (m / np.float32(scale)).astype(dtype).reshape(x.shape)
                        assert x.dtype == np.dtype(dtype), x.dtype
                        assert (x[...] == expected).all(), (env, name)
                        stored += x.id.get_storage_size()
                        if env == 0:
                            print(name, x.shape, x.chunks, x.compression, x.shuffle, x.attrs['unit'],
                                  x.attrs.get('non_finite_allowed', 'finite'))
            print(os.path.getsize(sys.argv[1]) - stored)
            """;

    @TempDir
    Path folder;

    @Test
    void theFileIsAsLargeAsItsContentAndStagingASmallPartOfIt() throws Exception {
        SinkHarness run = new SinkHarness(folder, SCHEMA, ENVS, SinkHarness.untimed());
        run.record(() -> {
            for (int env = 0; env < ENVS; env++) {
                run.begin(env);
            }
            for (int step = 0; step < STEPS; step++) {
                for (int env = 0; env < ENVS; env++) {
                    run.steps(env, 1);
                }
            }
            StagingProbe probe = StagingProbe.of(run.staging(), SCHEMA, ENVS);
            int area = probe.layout().areaBytes();
            assertTrue(area < 2 << 20, "bytes of an env: " + area);
            for (int env = 0; env < ENVS; env++) {
                run.end(env, EpisodeOutcome.success(""));
            }
        });
        String[] said = H5py.run(run.file(), READ).split("\n");
        assertEquals("depth (42, 240, 320) (5, 240, 320) gzip True  finite", said[0]);
        assertEquals("depth_camera (42, 60, 80, 1) (1, 60, 80, 1) gzip True mm finite", said[1]);
        assertEquals("range (42, 30, 40, 1) (1, 30, 40, 1) gzip True m True", said[2]);
        long overhead = Long.parseLong(said[3]);
        assertTrue(overhead < 400_000, overhead + " bytes are no content");
    }
}
