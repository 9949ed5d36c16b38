package io.github.roboreel.recorder.hdf5.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compacted files as h5py and h5stat see them. */
class RunCompactionIT {
    private static final int ENVS = 4;
    private static final int STEPS = 150;

    /** Everything that h5py and the library report of a file, the stored bytes of chunks included. */
    private static final String DUMP = """
            import h5py, hashlib, sys
            with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                def show(name, x):
                    for key in sorted(x.attrs):
                        print(name, key, x.attrs.get_id(key).dtype, repr(x.attrs[key]))
                    if isinstance(x, h5py.Dataset):
                        print(name, x.dtype, x.shape, x.maxshape, x.chunks, x.compression,
                              x.compression_opts, x.shuffle, x.fillvalue,
                              hashlib.sha256(x[...].tobytes()).hexdigest())
                        for i in range(x.id.get_num_chunks()):
                            info = x.id.get_chunk_info(i)
                            mask, data = x.id.read_direct_chunk(info.chunk_offset)
                            print(info.chunk_offset, info.filter_mask, info.size,
                                  hashlib.sha256(data).hexdigest())
                show('/', f)
                f.visititems(show)
            """;

    /**
     * What h5stat does not account for, and how much of that is in use: global heaps, and the part of each extensible
     * array's index block that the library forgets to count.
     */
    private static final String SPACE = """
            import re, struct, subprocess, sys
            data = open(sys.argv[1], 'rb').read()
            heaps, at = 0, data.find(b'GCOL')
            while at >= 0:
                heaps += struct.unpack('<Q', data[at + 8:at + 16])[0]
                at = data.find(b'GCOL', at + 1)
            said = subprocess.run(['h5stat', '-S', sys.argv[1]], capture_output=True, text=True)
            unaccounted = int(re.search('Unaccounted space: (\\\\d+)', said.stdout).group(1))
            print(len(data), unaccounted, heaps + 232 * data.count(b'EAIB'))
            """;

    @TempDir
    Path folder;

    private static FieldSchema schema() {
        List<FieldSpec> fields = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fields.add(FieldSpec.step("states/track_" + i, DType.FLOAT32, 7).withUnit("rad"));
        }
        fields.add(FieldSpec.initial("initial_state/joints", DType.FLOAT32, 7).withFrame("joint"));
        return FieldSchema.of(fields);
    }

    /** Flushed as at 15 Hz; the last env is discarded. */
    private Path recorded(String name, FieldSchema schema, int rowsPerFlush, boolean compact) throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve(name), schema, ENVS, SinkHarness.untimed(Hdf5Settings.COMPACT_ON_CLOSE, compact));
        run.record(() -> {
            for (int env = 0; env < ENVS; env++) {
                run.begin(env);
            }
            for (int step = 1; step <= STEPS; step++) {
                for (int env = 0; env < ENVS; env++) {
                    run.steps(env, 1);
                }
                if (step % rowsPerFlush == 0) {
                    run.sink.flushNow();
                }
            }
            for (int env = 0; env < ENVS - 1; env++) {
                run.end(env, EpisodeOutcome.success("done"));
            }
            run.end(ENVS - 1, EpisodeOutcome.discarded("it fell"));
        });
        return run.file();
    }

    private static void assertNothingDead(Path run) throws Exception {
        String[] bytes = H5py.run(run, SPACE).split(" ");
        long size = Long.parseLong(bytes[0]);
        long dead = Long.parseLong(bytes[1]) - Long.parseLong(bytes[2]);
        assertTrue(dead <= 0.03 * size, dead + " of " + size + " bytes are dead");
    }

    @Test
    void aFileFlushedEachSecondIsAsLargeAsOneThatNeverWas() throws Exception {
        Path often = recorded("often", schema(), 15, true);
        Path never = recorded("never", schema(), 2 * STEPS, true);
        assertNothingDead(often);
        assertNothingDead(never);
        long size = Files.size(often);
        assertTrue(size <= 1.05 * Files.size(never), size + " against " + Files.size(never));
        RecoveredRun.assertContent(often, schema(), ENVS);
        RecoveredRun.assertStockToolsRead(often);
    }

    /** What it knows of the file is old; the compaction must neither use that nor hinder it. */
    @Test
    void aLiveReaderOfThisProcessThatIsOpenChangesNothing() throws Exception {
        SinkHarness run = new SinkHarness(
                folder.resolve("live"), schema(), ENVS, SinkHarness.untimed(Hdf5Settings.FLUSH_INTERVAL_STEPS, 15));
        Hdf5RunReader[] early = new Hdf5RunReader[1];
        run.record(() -> {
            for (int env = 0; env < ENVS; env++) {
                run.begin(env);
                run.steps(env, 20);
            }
            run.sink.flushNow();
            early[0] = Hdf5RunReader.open(run.file());
            assertEquals(20, early[0].demo("demo_1").numSamples());
            for (int env = 0; env < ENVS; env++) {
                run.steps(env, STEPS - 20);
                run.end(env, EpisodeOutcome.success("done"));
            }
        });
        try (Hdf5RunReader old = early[0];
                Hdf5RunReader late = Hdf5RunReader.open(run.file())) {
            assertEquals(20 * 28, old.demo("demo_1").readBytes("states/track_3", 0, 20).length);
            assertEquals(STEPS, late.demo("demo_1").numSamples());
        }
        assertNothingDead(run.file());
        RecoveredRun.assertContent(run.file(), schema(), ENVS);
    }

    /** Where data is most of the file, h5stat's own figure says so, too. */
    @Test
    void aDiscardedEpisodeOfPicturesGivesItsSpaceBack() throws Exception {
        FieldSchema schema =
                FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 8), FieldSpec.image("obs/left_cam", 60, 80));
        Path whole = recorded("whole", schema, 15, false);
        Path compacted = recorded("compacted", schema, 15, true);
        assertNothingDead(compacted);
        String[] bytes = H5py.run(compacted, SPACE).split(" ");
        assertTrue(Long.parseLong(bytes[1]) <= 0.03 * Long.parseLong(bytes[0]), bytes[1]);
        assertTrue(Files.size(compacted) < 0.8 * Files.size(whole));
        RecoveredRun.assertContent(compacted, schema, ENVS);
    }

    @Test
    void h5pySeesTheSameInEveryArrayAttributeAndStoredChunk() throws Exception {
        Path run = recorded("run", schema(), 15, false);
        String before = H5py.run(run, DUMP);
        assertTrue(RunCompaction.compact(run).compacted());
        assertEquals(before, H5py.run(run, DUMP));
    }

    /** Chunk shapes, types and filters that this recorder does not choose, but others may. */
    @Test
    void whateverIsStoredInChunksIsCopiedAsItIsStored() throws Exception {
        Path run = folder.resolve("TestTask").resolve("run_0.hdf5");
        Files.createDirectories(run.getParent());
        H5py.run(run, """
                import h5py, numpy as np, sys
                rng = np.random.default_rng(7)
                with h5py.File(sys.argv[1], 'w', libver='latest') as f:
                    data = f.create_group('data')
                    data.attrs['format_version'] = np.int64(1)
                    data.attrs['vector'] = np.arange(5, dtype='f4')
                    data.attrs['nan'] = np.nan
                    data.attrs['texts'] = ['a', 'müde', '']
                    data.attrs['flag'] = True
                    demo = data.create_group('demo_0')
                    def make(name, values, **how):
                        demo.create_dataset(name, data=values, **how)
                    make('planes', rng.integers(0, 255, (9, 12, 16, 3), 'u1'), chunks=(1, 12, 16, 1),
                         maxshape=(None, 12, 16, 3), compression='gzip', shuffle=True)
                    make('depth', rng.random((33, 6, 7)).astype('f4'), chunks=(4, 6, 7),
                         maxshape=(None, 6, 7), compression=9)
                    make('half', rng.random(70).astype('f2'), chunks=(16,), fletcher32=True)
                    make('both', rng.random((20, 30)), chunks=(7, 8), maxshape=(None, None))
                    make('flags', rng.random((40, 3)) > 0.5, chunks=(64, 3), maxshape=(None, 3))
                    sparse = demo.create_dataset('sparse', (4000, 3), 'i8', chunks=(10, 3),
                        maxshape=(None, 3), compression=1, fillvalue=-7)
                    sparse[777] = 1
                    sparse[3999] = 2
                    direct = demo.create_dataset('direct', (30000, 16), 'u2', chunks=(500, 16),
                        maxshape=(None, 16), compression=1, shuffle=True)
                    for row in range(0, 30000, 500):
                        raw = rng.integers(0, 9, (500, 16)).astype('u2').tobytes()
                        direct.id.write_direct_chunk((row, 0), raw, 3)
                    demo.create_dataset('none', (0, 4), chunks=(8, 4), maxshape=(None, 4))
                    waste = demo.create_dataset('waste', data=rng.random(200000), chunks=(5000,),
                        maxshape=(None,))
                with h5py.File(sys.argv[1], 'r+', libver='latest') as f:
                    f['data/demo_0/waste'].resize((10,))
                """);
        String before = H5py.run(run, DUMP);
        CompactionReport report = RunCompaction.compact(run);
        assertTrue(report.compacted(), report.toString());
        assertEquals(before, H5py.run(run, DUMP));
        assertTrue(report.bytesAfter() < 0.9 * report.bytesBefore(), report.toString());
    }

    @Test
    void whatIsNotStoredInChunksIsRefused() throws Exception {
        Path run = folder.resolve("run_0.hdf5");
        H5py.run(run, """
                import h5py, numpy as np, sys
                with h5py.File(sys.argv[1], 'w') as f:
                    data = f.create_group('data')
                    data.attrs['format_version'] = np.int64(1)
                    data['contiguous'] = np.arange(300000)
                    f['gone'] = np.arange(900000)
                    f['last'] = np.arange(10)
                    data['again'] = h5py.SoftLink('/data/contiguous')
                with h5py.File(sys.argv[1], 'r+') as f:
                    del f['gone']
                """);
        byte[] before = Files.readAllBytes(run);
        IOException refusal = assertThrows(IOException.class, () -> RunCompaction.compact(run));
        String message = refusal.getMessage();
        assertTrue(message.contains("/data/again is a link"), message);
        assertTrue(Arrays.equals(before, Files.readAllBytes(run)));
        assertFalse(Files.exists(new RunPaths(run).compacting()));
    }

    @Test
    void whoHasTheOldFileOpenGoesOnReadingIt() throws Exception {
        Path run = recorded("run", schema(), 15, false);
        Process reader = H5py.start(run, """
                        import h5py, sys
                        f = h5py.File(sys.argv[1], 'r', swmr=True)
                        print(f['data/demo_0/states/track_0'][5].tolist(), flush=True)
                        sys.stdin.readline()
                        old = f['data/demo_2/states/track_19'][...]
                        new = h5py.File(sys.argv[1], 'r', swmr=True)
                        assert (old == new['data/demo_2/states/track_19'][...]).all()
                        assert f.id.get_filesize() > new.id.get_filesize()
                        print(old.shape)
                        """);
        try (BufferedReader said =
                        new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter orders = new PrintWriter(reader.getOutputStream(), true, StandardCharsets.UTF_8)) {
            assertTrue(said.readLine().startsWith("["));
            assertTrue(RunCompaction.compact(run).compacted());
            orders.println("go on");
            assertEquals("(150, 7)", said.readLine());
        } finally {
            reader.destroyForcibly();
        }
    }
}
