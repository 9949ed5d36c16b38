package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and texts at the edge of what the recorder takes, read back by h5py. */
class HostileTextIT {
    /** Names may look like options, numbers, hidden files or each other. */
    private static final List<String> PATHS = List.of(
            "Actions",
            "actions",
            "ACTIONS",
            "-rf",
            "0",
            "007",
            "a.b..c",
            "x-y_z.hdf5",
            "num_samples",
            "data/demo_0/data",
            "L".repeat(255),
            "d/".repeat(60) + "deep");

    private static final String INSTRUCTION =
            "r\u00e4ume \u201eauf\u201c \ud83c\udf4c\n\t'\"\\ %s ${x} $(rm -rf /) <b> ../../etc \u202e ";

    private static final String DUMP = """
            import h5py, json, sys
            def text(x):
                return x.encode('utf-8').hex() if isinstance(x, str) else bytes(x).hex()
            with h5py.File(sys.argv[1], 'r') as f:
                demo = f['data/demo_0']
                def show(name, x):
                    if isinstance(x, h5py.Dataset):
                        print('field', name.encode().hex(), x[...].tobytes().hex(),
                              text(x.attrs['unit']), sep='|')
                demo.visititems(show)
                for name in ('instruction', 'policy', 'env_name'):
                    print('text', name, text(demo.attrs[name]), sep='|')
                note = json.loads(bytes(demo.attrs['episode_metadata']).decode())['note']
                print('text', 'note', text(note), sep='|')
            """;

    @TempDir
    Path folder;

    @Test
    void namesAndTextsComeBackAsTheyWere() throws Exception {
        String instruction = INSTRUCTION + "x".repeat(10_240);
        String policy = "\u00b5/\u03c0-\u00bd \ud83e\udd16";
        String unit = "\u00b5m\u00b7s\u207b\u00b9 'q' \"Q\" \\";
        Map<String, Object> metadata = Map.of("note", "\ud83c\udf4c\"\\\n\0" + "y".repeat(3900));
        FieldSchema schema = FieldSchema.of(PATHS.stream()
                .map(p -> FieldSpec.step(p, DType.INT32, 2).withUnit(unit))
                .toArray(FieldSpec[]::new));
        RunSpec run = RunSpec.builder(folder, "R\u00e4ume 'auf' $HOME; x\ud83c\udf4c")
                .taskName("T")
                .episodes(List.of(new EpisodeInfo(instruction, policy, 7, 1 / 15.0)))
                .envConfigJson("{\"sim\": {\"dt\": " + 1 / 120.0 + "}, \"decimation\": 8}")
                .build();
        record(run, schema, metadata);
        TreeMap<String, String> fields = new TreeMap<>();
        TreeMap<String, String> texts = new TreeMap<>();
        for (String line : H5py.run(RunFile.path(run), DUMP).lines().toList()) {
            String[] parts = line.split("\\|");
            if (parts[0].equals("field")) {
                String path = text(parts[1]);
                fields.put(path, parts[2]);
                assertTrue(!PATHS.contains(path) || unit.equals(text(parts[3])), path);
            } else {
                texts.put(parts[1], text(parts[2]));
            }
        }
        assertTrue(fields.keySet().containsAll(PATHS), fields.toString());
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            String stored = fields.remove(field.spec().path());
            byte[] expected = new byte[3 * field.rowBytes()];
            for (int step = 0; step < 3; step++) {
                byte[] row = TestRow.values(field, 0, step);
                System.arraycopy(row, 0, expected, step * row.length, row.length);
            }
            assertEquals(
                    HexFormat.of().formatHex(expected), stored, field.spec().path());
        }
        assertTrue(fields.isEmpty(), fields.toString());
        assertEquals(instruction, texts.get("instruction"));
        assertEquals(policy, texts.get("policy"));
        assertEquals(run.envName(), texts.get("env_name"));
        assertEquals(metadata.get("note"), texts.get("note"));
    }

    /** Also through a staging file, whose header holds them all as JSON. */
    private void record(RunSpec run, FieldSchema schema, Map<String, Object> metadata) throws Exception {
        var meters = new SimpleMeterRegistry();
        Path copy = folder.resolve("copy");
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .sink(new Hdf5Sink())
                .meters(meters)
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < 3; step++) {
                StepWriter row = recorder.env(0).step();
                RecordedValues.put(row, schema, FieldPhase.STEP, 0, step);
                row.publish();
            }
            recorder.env(0)
                    .end(EpisodeOutcome.failure("\ud83c\udf4c").withMetadata(metadata))
                    .join();
            Files.copy(RunFile.stagingPath(run), copy);
        }
        try (StagedRun staged = StagedRun.open(copy, folder).orElseThrow()) {
            assertEquals(run, staged.run());
            assertEquals(schema.storedSpecs(), staged.schema().storedSpecs());
            assertEquals(3, staged.endOfRows(staged.demo(0).orElseThrow(), 0, 0));
        }
    }

    private static String text(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
    }
}
