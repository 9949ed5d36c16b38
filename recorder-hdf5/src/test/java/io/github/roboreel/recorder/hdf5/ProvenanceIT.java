package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.Provenance;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which software and which machine recorded a run, in its file and in its folder. */
class ProvenanceIT {
    private static final FieldSchema SCHEMA = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, 3));
    private static final Provenance BULLET =
            Provenance.ofSimulator("Bullet", "3.25").withGpu("GeForce RTX 4090");
    private static final String READ = "import h5py, sys; print(h5py.File(sys.argv[1])['data'].attrs['provenance'])";

    @TempDir
    private Path folder;

    @Test
    void runFile_ofAnApplication_saysSimulatorJavaAndMachine() throws Exception {
        record(run(0).provenance(BULLET).build());
        JsonNode found = stored(folder, 0);
        assertEquals("Bullet", found.path("simulator").asText());
        assertEquals("3.25", found.path("simulator_version").asText());
        assertEquals("GeForce RTX 4090", found.path("gpu").asText());
        assertEquals(
                System.getProperty("java.runtime.version") + " " + System.getProperty("java.vm.name"),
                found.path("java").asText());
        assertTrue(found.path("os").asText().startsWith(System.getProperty("os.name")), found.toString());
        assertNotNull(found.get("roboreel"), found.toString());
        String processors = Files.readString(Path.of("/proc/cpuinfo"));
        assertEquals(processors.contains("model name"), found.has("cpu"), found.toString());
        assertEquals(found, config().path("_provenance"));
    }

    @Test
    void furtherRun_ofAnotherSimulator_saysItsOwnAndLeavesTheFoldersConfiguration() throws Exception {
        record(run(0).provenance(BULLET).build());
        record(run(1).build());
        assertEquals("Bullet", config().path("_provenance").path("simulator").asText());
        assertEquals("Bullet", stored(folder, 0).path("simulator").asText());
        assertTrue(stored(folder, 1).path("simulator").isMissingNode());
        assertTrue(stored(folder, 1).has("java"));
    }

    @Test
    void run_whoseConfigurationSaysWhereItComesFrom_keepsThat() throws Exception {
        record(run(0).envConfig(Map.of("_provenance", Map.of("simulator", "Gazebo", "java", "11", "cpu", 3)))
                .build());
        assertEquals(
                "{\"simulator\":\"Gazebo\",\"java\":\"11\"}", stored(folder, 0).toString());
        assertEquals("Gazebo", config().path("_provenance").path("simulator").asText());
    }

    @Test
    void recoveredAndCompactedFile_keepIt() throws Exception {
        RunSpec run = run(0).provenance(BULLET).build();
        Path copy = folder.resolve("copy/Wave");
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, SCHEMA)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            steps(env);
            Files.createDirectories(copy);
            for (String name : new String[] {"run_0.hdf5", "run_0.staging"}) {
                Files.copy(run.envFolder().resolve(name), copy.resolve(name));
            }
        }
        JsonNode expected = stored(folder, 0);
        RunRecovery.onCopy().recover(copy.resolve("run_0.hdf5"));
        assertEquals(expected, stored(folder.resolve("copy"), 0));
        RunCompaction.compact(copy.resolve("run_0.hdf5"));
        assertEquals(expected, stored(folder.resolve("copy"), 0));
    }

    private RunSpec.Builder run(int index) {
        return RunSpec.builder(folder, "Wave").run(index).envs(1, "wave").dtSeconds(0.1);
    }

    private static void record(RunSpec run) {
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, SCHEMA)) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            steps(env);
            env.end(EpisodeOutcome.success(""));
        }
    }

    private static void steps(EnvRecorder env) {
        for (int step = 0; step < 20; step++) {
            env.step(row -> row.put(SCHEMA.field("actions"), new float[] {1, 2, 3}));
        }
    }

    private JsonNode config() throws Exception {
        return FormatJson.read(Files.readString(folder.resolve("Wave/env_cfg.json")));
    }

    private static JsonNode stored(Path output, int run) throws Exception {
        return FormatJson.read(H5py.run(output.resolve("Wave/run_" + run + ".hdf5"), READ));
    }
}
