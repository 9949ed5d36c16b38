package io.github.roboreel.recorder.hdf5.read;

import static io.github.roboreel.recorder.Faults.assertFault;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.TestRow;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class Hdf5SinkTest {
    public static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 8).withUnit("rad").withFrame("joint"),
            FieldSpec.step("bbox/bbox_mm/banana", DType.INT16, 8, 3).withUnit("mm"),
            FieldSpec.step("bbox/centroid/banana", DType.FLOAT16, 3)
                    .withUnit("m")
                    .allowingNonFinite(),
            FieldSpec.step("subtask/status", DType.UINT16),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.step("flags", DType.BOOL, 3),
            FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7),
            FieldSpec.finalObservation("final_obs/arm", DType.FLOAT32, 7));

    public static final FieldSchema WITH_IMAGES = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 8),
            FieldSpec.image("obs/left_cam", 24, 32),
            FieldSpec.image("obs/wrist_cam", 16, 16).withoutNoise());

    public static final FieldSchema WITH_DEPTH = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 8),
            FieldSpec.image("obs/left_cam", 8, 8),
            FieldSpec.image("obs/depth_camera", DType.UINT16, 24, 32, 1),
            FieldSpec.image("obs/range", DType.FLOAT32, 16, 16, 1),
            single("initial_state/depth", DType.UINT16, FieldPhase.INITIAL),
            single("final_obs/range", DType.FLOAT32, FieldPhase.FINAL));

    private static FieldSpec single(String path, DType dtype, FieldPhase phase) {
        return new FieldSpec(path, dtype, List.of(16, 16, 1), "m", "", phase, true, false, true);
    }

    public static final FieldSchema WITH_LARGE_ROWS = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 8),
            FieldSpec.step("obs/points", DType.FLOAT32, 20000, 3),
            FieldSpec.step("obs/depth", DType.UINT16, 60, 40),
            FieldSpec.initial("initial_state/points", DType.FLOAT32, 20000, 3));

    /** Prints attributes, and for each dataset its type, shape and bytes. */
    private static final String DUMP = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                def show(name, x):
                    if isinstance(x, h5py.Dataset):
                        print(name, x.dtype, x.shape, x.maxshape, x.chunks, x.compression,
                              x.shuffle, x[...].tobytes().hex(), sep='|')
                f.visititems(show)
            """;

    @TempDir
    Path folder;

    @Test
    void bytesOfStagingAreMetered() throws Exception {
        SinkHarness run = new SinkHarness(folder, SCHEMA, 2, SinkHarness.untimed());
        run.record(() -> {
            Gauge bytes = run.context.meters().get("roboreel.staging.bytes").gauge();
            double header = bytes.value();
            run.begin(0);
            double oneEnv = bytes.value();
            run.begin(1);
            assertTrue(header > 0);
            assertTrue(oneEnv > header);
            assertEquals(oneEnv - header, bytes.value() - oneEnv);
            assertTrue(bytes.value() <= Files.size(run.staging()));
            for (Meter meter : run.context.meters().getMeters()) {
                assertNotNull(meter.getId().getDescription(), meter.getId().toString());
                assertNotNull(meter.getId().getBaseUnit(), meter.getId().toString());
            }
        });
    }

    @Test
    void storesEveryRowOfEveryFieldAcrossChunksAndPartialFlushes() throws Exception {
        SinkHarness run = new SinkHarness(folder, SCHEMA, 2, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.begin(1);
            for (int i = 0; i < 11; i++) {
                run.steps(0, 113);
                run.steps(1, 40);
                run.sink.flushNow();
            }
            run.end(0, EpisodeOutcome.success("ok")).toCompletableFuture().get();
            run.endWithoutFinalRow(1, EpisodeOutcome.failure("no"));
        });
        assertNull(run.context.failure().get());
        assertFalse(Files.exists(run.staging()), "staging goes once the run is closed");
        String dump = H5py.run(run.file(), DUMP);
        assertStored(dump, SCHEMA, FieldPhase.STEP, 0, 1243);
        assertStored(dump, SCHEMA, FieldPhase.STEP, 1, 440);
        assertStored(dump, SCHEMA, FieldPhase.INITIAL, 0, 1);
        assertStored(dump, SCHEMA, FieldPhase.INITIAL, 1, 1);
        assertTrue(dump.contains("demo_1/final_obs/arm|float32|(0, 7)|"), dump);
        assertTrue(
                dump.contains("data/demo_0/actions|float32|(1243, 8)|(None, 8)|(500, 8)|gzip|True|"),
                "layout of a track");
    }

    private static void assertStored(String dump, FieldSchema schema, FieldPhase phase, int env, int rows)
            throws IOException {
        for (Field field : schema.layout(phase).fields()) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            for (int row = 0; row < rows; row++) {
                expected.write(TestRow.values(field, env, row));
            }
            String path = "data/demo_" + env + "/" + field.spec().path() + "|";
            String line =
                    dump.lines().filter(l -> l.startsWith(path)).findFirst().orElse("no " + path);
            String hex = line.substring(line.lastIndexOf('|') + 1);
            assertArrayEquals(expected.toByteArray(), HexFormat.of().parseHex(hex), path);
        }
    }

    @Test
    void storesImagesOneFramePerChunkAndReleasesEveryFrame() throws Exception {
        SinkHarness run = new SinkHarness(folder, WITH_IMAGES, 3, SinkHarness.untimed(Hdf5Settings.STAGING_MAX_MB, 8));
        run.record(() -> {
            for (int env = 0; env < 3; env++) {
                run.begin(env);
            }
            for (int i = 0; i < 7; i++) {
                for (int env = 0; env < 3; env++) {
                    run.steps(env, 101);
                }
                run.sink.flushNow();
            }
            for (int env = 0; env < 3; env++) {
                run.end(env, EpisodeOutcome.truncated(""));
            }
        });
        assertNull(run.context.failure().get());
        assertEquals(0, run.heldFrames.get());
        String dump = H5py.run(run.file(), DUMP);
        for (int env = 0; env < 3; env++) {
            assertStored(dump, WITH_IMAGES, FieldPhase.STEP, env, 707);
        }
        assertTrue(dump.contains("obs/left_cam|uint8|(707, 24, 32, 3)|(None, 24, 32, 3)|(1, 24,"));
    }

    @Test
    void attributesSayWhatHappened() throws Exception {
        SinkHarness run = new SinkHarness(folder, SCHEMA, 4, SinkHarness.untimed());
        run.record(() -> {
            for (int env = 0; env < 3; env++) {
                run.begin(env);
                run.steps(env, 510 + env);
            }
            run.sink.flushNow();
            Map<String, Object> metadata = Map.of("difficulty", "h\u00e4rd \ud83c\udf4c");
            run.end(0, EpisodeOutcome.success("").withMetadata(metadata));
            run.end(1, EpisodeOutcome.discarded(""));
            run.end(2, EpisodeOutcome.aborted(""));
        });
        String seen = H5py.run(run.file(), """
                        import h5py, sys, json
                        f = h5py.File(sys.argv[1], 'r')
                        a = f['data'].attrs
                        print(list(f), a['total'], a['total'].dtype, a['env_args'], a['num_envs'],
                              a['format_version'], a['recorded_at'][-6:], json.loads(a['config'])['sim'])
                        for d in f['data'].values():
                            b = d.attrs
                            print(d.name, b['num_samples'], b['success'], b['success'].dtype,
                                  b['status'].decode(), len(d['actions']), len(d['final_obs/arm']),
                                  len(d['initial_state/joint_position']), b['dt'] == 1/15, b['seed'],
                                  b['policy'], b['env_name'],
                                  b['instruction'] == 'Put the \\u00fcmlaut \\U0001f34c in')
                        m = f['data/demo_0'].attrs['episode_metadata']
                        m = m.decode('utf-8') if isinstance(m, bytes) else m
                        print(json.loads(m.rstrip('\\0'))['difficulty'] == 'h\\u00e4rd \\U0001f34c')
                        x = f['data/demo_0/actions'].attrs
                        print(x['unit'], x['frame'])
                        """);
        assertEquals("""
                ['data'] 1022 int64 {"env_name": "TestTask", "type": 2} 4 1 +00:00 {'dt': 0.0083}
                /data/demo_0 510 True bool success 510 1 1 True 7 p TestTask True
                /data/demo_1 0 False bool discarded 0 0 0 True 7 p TestTask True
                /data/demo_2 512 False bool aborted 512 1 1 True 7 p TestTask True
                /data/demo_3 0 False bool discarded 0 0 0 True 7 p TestTask True
                True
                rad joint
                """.strip(), seen);
    }

    @Test
    void anEpisodeLeftOpenIsAborted() throws Exception {
        SinkHarness run = new SinkHarness(folder, SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.steps(0, 3);
        });
        String seen = H5py.run(
                run.file(),
                "import h5py, sys; a = h5py.File(sys.argv[1])['data/demo_0'].attrs;"
                        + "print(a['num_samples'], a['status'].decode())");
        assertEquals("3 aborted", seen);
    }

    @Test
    void neverOverwritesAnything() throws Exception {
        SinkHarness first = new SinkHarness(folder, SCHEMA, 1, SinkHarness.untimed());
        first.record(() -> {});
        byte[] before = Files.readAllBytes(first.file());
        for (String name : new String[] {"run_0.hdf5", "run_0.hdf5.creating", "run_0.staging"}) {
            Path other = Files.createDirectories(folder.resolve(name + "_only"));
            SinkHarness second = new SinkHarness(other, SCHEMA, 1, SinkHarness.untimed());
            Files.createDirectories(second.file().getParent());
            Path inTheWay = second.file().resolveSibling(name);
            Files.write(inTheWay, before);
            Exception e = assertFault(RoboReelException.class, Kind.CONFLICT, second::open);
            assertTrue(e.getMessage().startsWith(inTheWay.toString()), e.getMessage());
            second.close();
            assertArrayEquals(before, Files.readAllBytes(inTheWay));
            try (var left = Files.list(inTheWay.getParent())) {
                assertEquals(1, left.count(), "nothing new beside " + name);
            }
        }
    }

    @Test
    void metadataUpToTheLimitIsStoredWhole() throws Exception {
        String note = "x".repeat(4096 - "{'note': ''}".length());
        EpisodeOutcome longest = EpisodeOutcome.success("").withMetadata(Map.of("note", note));
        SinkHarness run = new SinkHarness(folder, SCHEMA, 1, SinkHarness.untimed());
        run.record(() -> {
            run.begin(0);
            run.end(0, longest).toCompletableFuture().get();
        });
        assertNull(run.context.failure().get());
        try (Hdf5RunReader reader = Hdf5RunReader.open(run.file())) {
            Object stored = reader.demo("demo_0").attributes().get("episode_metadata");
            assertEquals("{\"note\": \"" + note + "\"}", stored.toString());
        }
    }
}
