package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.folders.FleetListing;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.jhdf.HdfFile;
import io.jhdf.api.dataset.ChunkedDataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Output folders of a small fleet that the recorder really records, and what may befall them. */
final class FleetRecordings {
    static final String ENV = "Reaching";
    static final int RUNS = 2;
    static final int ENVS = 2;
    /** Episodes of a folder. */
    static final int EPISODES = RUNS * ENVS;

    private static final FieldSchema SCHEMA = schema(7);

    private FleetRecordings() {}

    private static FieldSchema schema(int joints) {
        return FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 7),
                FieldSpec.step("obs/joints", DType.FLOAT32, joints),
                FieldSpec.finalObservation("final_obs/joints", DType.FLOAT32, joints),
                FieldSpec.initial("initial_state/articulation/robot/joint_position", DType.FLOAT32, joints));
    }

    /** Records an output folder; another seed gives other values. */
    static Path record(Path folder, int seed) {
        return record(folder, seed, 7);
    }

    /** With observations of so many joints. */
    static Path record(Path folder, int seed, int joints) {
        FieldSchema schema = joints == 7 ? SCHEMA : schema(joints);
        for (int run = 0; run < RUNS; run++) {
            try (EpisodeRecorder recorder = open(folder, run, schema)) {
                for (int env = 0; env < ENVS; env++) {
                    episode(recorder.env(env), schema, steps(run, env), new Random(seed * 100L + run * 10 + env));
                }
            }
        }
        return folder;
    }

    static int steps(int run, int env) {
        return 10 + 4 * run + 3 * env;
    }

    /** A recorder of one run. */
    static EpisodeRecorder open(Path folder, int run) {
        return open(folder, run, SCHEMA);
    }

    private static EpisodeRecorder open(Path folder, int run, FieldSchema schema) {
        RunSpec spec = RunSpec.builder(folder, ENV)
                .run(run)
                .envs(ENVS, "Reach for it")
                .dtSeconds(0.1)
                .policy("random")
                .seed(5)
                .build();
        return EpisodeRecorder.builder(spec, schema).open();
    }

    private static void episode(EnvRecorder env, FieldSchema schema, int steps, Random random) {
        begin(env, schema, steps, random);
        EpisodeOutcome outcome =
                env.envId() == 0 ? EpisodeOutcome.success("reached it") : EpisodeOutcome.failure("missed it");
        env.end(outcome, row -> put(row, schema, "final_obs/joints", random)).join();
    }

    /** Begins an episode that has these steps and stays open. */
    static void begin(EnvRecorder env, int steps) {
        begin(env, SCHEMA, steps, new Random(1));
    }

    private static void begin(EnvRecorder env, FieldSchema schema, int steps, Random random) {
        env.begin(row -> put(row, schema, "initial_state/articulation/robot/joint_position", random));
        for (int i = 0; i < steps; i++) {
            StepWriter row = env.step();
            put(row, schema, "actions", random);
            put(row, schema, "obs/joints", random);
            row.publish();
        }
    }

    private static void put(StepWriter row, FieldSchema schema, String path, Random random) {
        float[] values = new float[schema.field(path).spec().elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        row.put(schema.field(path), values);
    }

    static Path runFile(Path folder, int run) {
        return folder.resolve(ENV).resolve("run_" + run + ".hdf5");
    }

    /** Changes the bytes of the first chunk of an array. */
    static void damage(Path run, String array) throws IOException {
        byte[] file = Files.readAllBytes(run);
        byte[] chunk = chunk(run, array);
        int at = indexOf(file, chunk);
        for (int i = at + chunk.length / 4; i < at + chunk.length; i++) {
            file[i] ^= 0x5a;
        }
        Files.write(run, file);
    }

    private static byte[] chunk(Path run, String array) {
        try (HdfFile hdf = new HdfFile(run)) {
            ChunkedDataset dataset = (ChunkedDataset) hdf.getDatasetByPath("data/demo_1/" + array);
            ByteBuffer raw = dataset.getRawChunkBuffer(new int[dataset.getDimensions().length]);
            byte[] bytes = new byte[raw.remaining()];
            raw.get(bytes);
            return bytes;
        }
    }

    private static int indexOf(byte[] all, byte[] part) {
        for (int at = 0; at <= all.length - part.length; at++) {
            if (java.util.Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new AssertionError("the chunk is not in the file");
    }

    /** A copy with its times of change. */
    static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return to;
    }

    /** All episodes of the folders that such sources hold. */
    static List<FolderChoice> folders(String... sources) throws IOException {
        return new FleetListing(new Storages(Map.of()))
                .folders(List.of(sources)).stream().map(FolderChoice::all).toList();
    }
}
