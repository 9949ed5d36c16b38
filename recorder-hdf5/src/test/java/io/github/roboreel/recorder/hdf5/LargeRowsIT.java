package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of megabytes are recorded with the default settings in a JVM of 4 GB. */
@Tag("slow")
class LargeRowsIT {
    private static final int STEPS = 6;

    /** Every row of env e and step k is all {@code 10 e + k}. */
    private static final String READ = """
            import h5py, sys
            with h5py.File(sys.argv[1], 'r') as f:
                for name in sorted(f['data'], key=lambda n: int(n[5:])):
                    x = f['data'][name]['cloud']
                    ok = all((x[k] == 10 * int(name[5:]) + k).all() for k in range(x.shape[0]))
                    print(name, x.shape, ok)
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"2, 12500000", "64, 300000"})
    void record_defaultSettings_everyRowIsThere(int envs, int floats) throws Exception {
        Path said = folder.resolve("said");
        List<String> command = TestJvm.command(
                List.of("-Xmx4g", "-XX:MaxDirectMemorySize=4g"),
                Recording.class,
                folder.toString(),
                String.valueOf(envs),
                String.valueOf(floats));
        assertEquals(0, TestJvm.start(command, said).waitFor(), Files.readString(said));
        String[] read = H5py.run(folder.resolve("Cloud/run_0.hdf5"), READ).split("\n");
        assertEquals(envs, read.length);
        for (int env = 0; env < envs; env++) {
            assertEquals("demo_" + env + " (" + STEPS + ", " + floats + ") True", read[env]);
        }
    }

    /** Main class of the JVM. */
    static final class Recording {
        public static void main(String[] args) {
            int envs = Integer.parseInt(args[1]);
            int floats = Integer.parseInt(args[2]);
            RunSpec run = RunSpec.builder(Path.of(args[0]), "Cloud")
                    .envs(envs, "look")
                    .dtSeconds(0.1)
                    .build();
            FieldSchema schema = FieldSchema.of(FieldSpec.step("cloud", DType.FLOAT32, floats));
            Field cloud = schema.field("cloud");
            try (EpisodeRecorder recorder = EpisodeRecorder.open(run, schema)) {
                recorder.envs().forEach(env -> env.begin());
                float[] values = new float[envs * floats];
                for (int step = 0; step < STEPS; step++) {
                    for (int env = 0; env < envs; env++) {
                        Arrays.fill(values, env * floats, (env + 1) * floats, 10 * env + step);
                    }
                    BatchWriter rows = recorder.stepAll();
                    rows.put(cloud, values).publish();
                }
                recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("seen")));
            }
        }

        private Recording() {}
    }
}
