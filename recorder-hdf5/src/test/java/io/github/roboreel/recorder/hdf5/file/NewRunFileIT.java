package io.github.roboreel.recorder.hdf5.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.SmallDisk;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.H5py;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Run files in which nothing was recorded yet: what their demos are, and disks that get full meanwhile. */
class NewRunFileIT {
    private static final String DUMP = """
            import h5py, sys
            def members(group):
                found = {}
                group.visititems(lambda path, o: found.update({path: (dict(o.attrs), o.dtype, o.shape, o.maxshape,
                    o.chunks, o.shuffle, o.compression, o.fillvalue) if isinstance(o, h5py.Dataset) else dict(o.attrs)}))
                return found
            with h5py.File(sys.argv[1], 'r', swmr=True) as f:
                data = f['data']
                first = members(data['demo_0'])
                assert len(first) == 8 and first['obs/pose'][0]['unit'] == 'm', first
                for i in range(len(data)):
                    demo = data[f'demo_{i}']
                    assert str(members(demo)) == str(first), (i, members(demo), first)
                    a = dict(demo.attrs)
                    print(i, a.pop('dt'), a.pop('instruction'), a.pop('policy'), a.pop('seed'), len(a))
            """;

    @TempDir
    Path folder;

    @Test
    void create_episodesThatSayDifferentThings_eachDemoSaysItsOwnAndHasAllDatasets() throws Exception {
        FieldSpec pose = FieldSpec.step("obs/pose", DType.FLOAT32, 3).withUnit("m");
        FieldSchema schema = FieldSchema.of(
                pose,
                FieldSpec.step("actions", DType.FLOAT64, 7),
                FieldSpec.initial("initial_state/q", DType.INT32, 2));
        List<EpisodeInfo> episodes = List.of(
                new EpisodeInfo("pick", "a", 7, 0.1),
                new EpisodeInfo("pick", "a", 7, 0.1),
                new EpisodeInfo("p\u00fcsh it far away \ud83c\udf4c", "a", -8, 0.1),
                new EpisodeInfo("", "another policy", 7, 0.02));
        RunSpec run = run(folder, episodes);
        create(run, schema).close();
        assertEquals("""
                0 0.1 pick a 7 5
                1 0.1 pick a 7 5
                2 0.1 p\u00fcsh it far away \ud83c\udf4c a -8 5
                3 0.02  another policy 7 5""", H5py.run(RunFile.path(run), DUMP));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 777, 2_900})
    void create_fullDisk_failsAndLeavesNothing(int sizeKib) throws Exception {
        List<FieldSpec> fields = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            fields.add(FieldSpec.step("field_" + i, DType.FLOAT32, 7));
        }
        FieldSchema schema = FieldSchema.of(fields.toArray(FieldSpec[]::new));
        List<EpisodeInfo> episodes = EpisodeInfo.repeat(400, new EpisodeInfo("", "p", 7, 0.1));
        try (SmallDisk disk = SmallDisk.mount(folder, sizeKib)) {
            RunSpec run = run(disk.root(), episodes);
            IOException failure = assertThrows(IOException.class, () -> create(run, schema));
            assertTrue(failure.getMessage().contains("the disk is full"), failure.getMessage());
            try (Stream<Path> left = Files.list(run.envFolder())) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    private static RunSpec run(Path folder, List<EpisodeInfo> episodes) throws IOException {
        RunSpec run = RunSpec.builder(folder, "TestTask").episodes(episodes).build();
        Files.createDirectories(run.envFolder());
        return run;
    }

    private static RunFile create(RunSpec run, FieldSchema schema) throws IOException {
        Hdf5.load();
        FrameChunks frames =
                FrameChunks.ofNewRun(schema, RecorderConfig.builder().build());
        return RunFile.create(
                run,
                schema,
                RunAttributes.at(Instant.now(), run, List.of()),
                new ChunkFormat(ChunkRows.ofNewRuns(), frames, 1),
                new StopRequest());
    }
}
