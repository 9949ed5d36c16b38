package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.Hdf5SinkTest;
import io.github.roboreel.recorder.hdf5.read.RecoveredRun;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recorder with continuous episodes over several run files, read back by h5py and by our own reader. */
class ContinuousRecordingIT {
    private static final int ENVS = 3;
    private static final int PLACES = 20;
    private static final int EPISODES = 67;

    private static final String DUMP = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                data = f['data']
                for name in sorted(data, key=lambda n: int(n[5:])):
                    a = data[name].attrs
                    assert len(data[name]['actions']) == a['num_samples']
                    print(name, a['sim_env_id'], a['num_samples'], a['status'].decode())
            """;

    @TempDir
    Path folder;

    private final Random random = new Random(3);
    private final Map<Integer, Map<Integer, String>> expected = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyEpisodeIsInItsPlaceWithItsValues(boolean images) throws Exception {
        FieldSchema schema = images ? Hdf5SinkTest.WITH_IMAGES : Hdf5SinkTest.SCHEMA;
        record(schema);
        assertEquals(4, expected.size());
        for (Map.Entry<Integer, Map<Integer, String>> run : expected.entrySet()) {
            Path file = RealRecording.runFile(folder, run.getKey());
            RecoveredRun.assertContent(file, schema, run.getValue().size());
            assertEquals(String.join("\n", run.getValue().values()), H5py.run(file, DUMP));
            try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
                assertEquals(run.getValue().size(), reader.demoNames().size());
                assertEquals((long) PLACES, reader.attributes().get("episodes_per_file"));
            }
        }
        try (var files = Files.list(RealRecording.runFile(folder, 0).getParent())) {
            List<String> runs = files.map(f -> f.getFileName().toString())
                    .filter(name -> name.startsWith("run_"))
                    .sorted()
                    .collect(Collectors.toList());
            assertEquals(List.of("run_0.hdf5", "run_1.hdf5", "run_2.hdf5", "run_3.hdf5", "run_complete.json"), runs);
        }
        JsonNode promise = new ObjectMapper()
                .readTree(RealRecording.runFile(folder, 0)
                        .resolveSibling("run_complete.json")
                        .toFile());
        assertEquals(4, promise.get("num_runs").intValue());
        assertEquals(PLACES, promise.get("episodes_per_file").intValue());
    }

    private void record(FieldSchema schema) {
        RunSpec run = RunSpec.builder(folder, "TestTask")
                .episodes(EpisodeInfo.repeat(ENVS, new EpisodeInfo("Go on", "p", 7, 1 / 15.0)))
                .envConfigJson("{\"sim\": {\"dt\": " + 1 / 120.0 + "}, \"decimation\": 8}")
                .build();
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.EPISODES_PER_FILE, PLACES)
                .set(Hdf5Settings.STAGING_MAX_MB, 8)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(each -> new Hdf5Sink())
                .continuous()
                .open()) {
            for (int episode = 0; episode < EPISODES; ) {
                EnvRecorder env = recorder.env(random.nextInt(ENVS));
                if (env.isRecording()) {
                    goOn(env, schema);
                } else {
                    int demo = env.next().env();
                    env.begin(row -> RecordedValues.put(row, schema, FieldPhase.INITIAL, demo, 0));
                    episode++;
                }
            }
            recorder.envs().stream().filter(EnvRecorder::isRecording).forEach(env -> end(env, schema));
        }
    }

    private void goOn(EnvRecorder env, FieldSchema schema) {
        for (int left = random.nextInt(80); left > 0; left--) {
            StepWriter row = env.step();
            RecordedValues.put(row, schema, FieldPhase.STEP, env.episode().env(), env.numSamples());
            row.publish();
        }
        if (random.nextInt(3) == 0) {
            end(env, schema);
        }
    }

    private void end(EnvRecorder env, FieldSchema schema) {
        EpisodeId id = env.episode();
        long steps = env.numSamples();
        boolean discarded = random.nextInt(5) == 0;
        EpisodeOutcome outcome = discarded ? EpisodeOutcome.discarded("bad start") : EpisodeOutcome.success("");
        env.end(outcome, row -> RecordedValues.put(row, schema, FieldPhase.FINAL, id.env(), steps));
        String line = "demo_" + id.env() + " " + env.envId() + " "
                + (discarded ? "0 discarded" : steps + " " + outcome.status().label());
        expected.computeIfAbsent(id.run(), r -> new TreeMap<>()).put(id.env(), line);
    }
}
