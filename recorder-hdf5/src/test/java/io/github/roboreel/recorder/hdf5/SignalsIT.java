package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.Signals;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a schema says of its signals is in the run file, once per run and at each dataset, and stays there. */
class SignalsIT {
    private static final int WIDE = 5000;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3)
                    .withNames("shoulder", "elbow", "grip")
                    .withUnits("rad", "rad", "")
                    .withBounds(new double[] {-3.1, Double.NEGATIVE_INFINITY, 0}, new double[] {3.1, 2, 1}),
            FieldSpec.step("obs/gear", DType.INT8).withNumValues(6),
            FieldSpec.step("obs/orientation", DType.FLOAT64, 4)
                    .withQuaternion("xyzw")
                    .withFrame("world"),
            FieldSpec.step("obs/range", DType.FLOAT32).allowingNonFinite(),
            FieldSpec.step("obs/plain", DType.FLOAT32).withUnit("m"),
            FieldSpec.image("obs/mask", 4, 5).withoutNoise(),
            FieldSpec.step("log", DType.FLOAT32, WIDE)
                    .withNames(IntStream.range(0, WIDE)
                            .mapToObj(i -> "variable_" + i)
                            .toArray(String[]::new)));

    private static final String SHOWN = """
            import h5py, json, sys
            with h5py.File(sys.argv[1], 'r') as f:
                for demo in f['data'].values():
                    for path in ('actions', 'obs/gear', 'obs/orientation', 'obs/range', 'obs/plain', 'obs/mask', 'log'):
                        print(demo.name[-1], path, {n: v.tolist() if hasattr(v, 'tolist') else v
                                      for n, v in sorted(demo[path].attrs.items())})
                signals = json.loads(f['data'].attrs['signals'])
                print(sorted(signals), len(signals['log']['names']), signals['log']['names'][4999])
                print(signals['actions'])
            """;
    private static final String OF_A_DEMO = """
            # actions {'high': [3.1, 2.0, 1.0], 'low': [-3.1, -inf, 0.0], 'names': ['shoulder', 'elbow', 'grip'], \
            'unit': '', 'units': ['rad', 'rad', '']}
            # obs/gear {'num_values': [6], 'unit': ''}
            # obs/orientation {'frame': 'world', 'quaternion': 'xyzw', 'unit': ''}
            # obs/range {'non_finite_allowed': True, 'unit': ''}
            # obs/plain {'unit': 'm'}
            # obs/mask {'noise_free': True, 'unit': ''}
            # log {'unit': ''}
            """;
    private static final String EXPECTED = OF_A_DEMO.replace('#', '0') + OF_A_DEMO.replace('#', '1') + """
            ['actions', 'log', 'obs/gear', 'obs/mask', 'obs/orientation', 'obs/plain', 'obs/range', \
            'timestamps/sim_time_s', 'timestamps/wall_time_ns'] 5000 variable_4999
            {'names': ['shoulder', 'elbow', 'grip'], 'units': ['rad', 'rad', ''], 'low': [-3.1, None, 0.0], \
            'high': [3.1, 2.0, 1.0]}""";

    @TempDir
    Path folder;

    private SinkHarness recorded(SinkHarness.Body before) throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve("run"), SCHEMA, 2, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, false));
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            run.steps(0, 30);
            run.steps(1, 600);
            run.end(1, EpisodeOutcome.discarded("to leave a hole"));
            before.run();
            run.end(0, EpisodeOutcome.success(""));
        });
        assertNull(run.context.failure().get());
        return run;
    }

    @Test
    void record_saysThemAtEachDatasetAndOncePerRun() throws Exception {
        assertEquals(EXPECTED, H5py.run(recorded(() -> {}).file(), SHOWN));
    }

    @Test
    void compact_keepsThem() throws Exception {
        Path file = recorded(() -> {}).file();
        assertTrue(RunCompaction.compact(file).compacted());
        assertEquals(EXPECTED, H5py.run(file, SHOWN));
    }

    @Test
    void recover_writesThemAgain() throws Exception {
        Path[] crashed = new Path[1];
        SinkHarness[] run = new SinkHarness[1];
        run[0] = new SinkHarness(folder.resolve("killed"), SCHEMA, 2, SinkHarness.untimed());
        run[0].record(() -> {
            run[0].begin(0);
            run[0].begin(1);
            run[0].steps(0, 30);
            run[0].sink.flushNow();
            crashed[0] = Snapshot.of(run[0], folder.resolve("crashed"));
        });
        RunRecovery.inPlace().recover(crashed[0]);
        assertEquals(EXPECTED, H5py.run(crashed[0], SHOWN));
    }

    @Test
    void recover_withoutStaging_keepsWhatTheFileSays() throws Exception {
        Path[] crashed = new Path[1];
        SinkHarness[] run = new SinkHarness[1];
        run[0] = new SinkHarness(folder.resolve("killed"), SCHEMA, 2, SinkHarness.untimed());
        run[0].record(() -> {
            run[0].begin(0);
            run[0].steps(0, 30);
            run[0].sink.flushNow();
            crashed[0] = Snapshot.of(run[0], folder.resolve("crashed"));
        });
        Files.delete(Snapshot.staging(crashed[0]));
        RunRecovery.inPlace().recover(crashed[0]);
        try (Hdf5RunReader reader = Hdf5RunReader.open(crashed[0])) {
            assertDeclared(reader);
        }
    }

    @Test
    void readInAnotherProcess_givesWhatWasDeclared() throws Exception {
        try (RunReader reader = IsolatedReader.openRun(recorded(() -> {}).file())) {
            assertDeclared(reader);
        }
    }

    @Test
    void read_givesWhatWasDeclared() throws Exception {
        try (Hdf5RunReader reader = Hdf5RunReader.open(recorded(() -> {}).file())) {
            assertDeclared(reader);
        }
    }

    @Test
    void readLive_givesWhatWasDeclared() throws Exception {
        SinkHarness[] run = new SinkHarness[1];
        run[0] = new SinkHarness(folder.resolve("live"), SCHEMA, 2, SinkHarness.untimed());
        run[0].record(() -> {
            run[0].begin(0);
            run[0].steps(0, 3);
            try (var reader = run[0].sink.openReader().orElseThrow()) {
                assertTrue(reader.attributes().containsKey(AttributeNames.SIGNALS));
                assertDeclared(reader);
            }
        });
    }

    private static void assertDeclared(RunReader reader) throws IOException {
        Signals read = Signals.of(reader.attributes());
        assertTrue(read.fault().isEmpty(), read.toString());
        for (FieldSpec spec : SCHEMA.storedSpecs()) {
            assertEquals(spec.signal(), read.of(spec.path()), spec.path());
            assertEquals(spec.signal(), reader.demo("demo_0").info(spec.path()).signal(), spec.path());
        }
    }
}
