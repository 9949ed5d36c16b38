package io.github.roboreel.fleet;

import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FleetListing;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Real recordings of several hosts, {@code host-<h>/take-<t>}, each of one env, two runs and two demos a run. */
public final class RecordedFleet {
    /** Demos of a run. */
    public static final int ENVS = 2;

    /** Runs of a take. */
    public static final int RUNS = 2;

    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 3).allowingNonFinite(),
            FieldSpec.step("obs/joints", DType.FLOAT64, 2),
            FieldSpec.step("obs/half", DType.FLOAT16),
            FieldSpec.image("obs/camera", 4, 6),
            FieldSpec.initial("initial_state/joints", DType.FLOAT64, 2));

    private RecordedFleet() {}

    /** Records so many takes on each host. */
    public static Path make(Path root, int hosts, int takes) {
        for (int host = 0; host < hosts; host++) {
            for (int take = 0; take < takes; take++) {
                record(root.resolve("host-" + host).resolve("take-" + take), host, 10 * host + take);
            }
        }
        return root;
    }

    /** All folders in it. */
    public static List<FleetFolder> folders(Path root) throws IOException {
        return new FleetListing(new Storages(Map.of())).folders(List.of(root.toString()));
    }

    /** Their paths. */
    public static List<Path> paths(Path root) throws IOException {
        List<Path> paths = new ArrayList<>();
        folders(root).forEach(folder -> paths.add(folder.location().path()));
        return paths;
    }

    /** Even demos succeed; the others fail, longer ones the later. */
    private static void record(Path folder, int host, int seed) {
        Random random = new Random(seed);
        String env = host % 2 == 0 ? "Stack" : "Pour";
        for (int run = 0; run < RUNS; run++) {
            RunSpec spec = RunSpec.builder(folder, env)
                    .taskName(env + "Task")
                    .run(run)
                    .envs(ENVS, "do it")
                    .dtSeconds(0.1)
                    .policy("policy-" + host % 3)
                    .seed(5)
                    .attributes(List.of("table", "it's \"easy\""))
                    .build();
            try (EpisodeRecorder recorder =
                    EpisodeRecorder.builder(spec, SCHEMA).open()) {
                for (int demo = 0; demo < ENVS; demo++) {
                    record(recorder.env(demo), random, 8 + seed + 3 * run + demo, demo % 2 == 0);
                }
            }
        }
    }

    private static void record(EnvRecorder env, Random random, int steps, boolean isSuccess) {
        env.begin(row -> row.put(SCHEMA.field("initial_state/joints"), new double[] {random.nextDouble(), steps}));
        for (int step = 0; step < steps; step++) {
            byte[] image = new byte[4 * 6 * 3];
            random.nextBytes(image);
            float[] action = {(float) random.nextGaussian(), step, step == 3 ? Float.NaN : 1e4f + random.nextFloat()};
            env.step()
                    .put(SCHEMA.field("actions"), action)
                    .put(SCHEMA.field("obs/joints"), new double[] {Math.exp(random.nextGaussian()), 0.1})
                    .put(SCHEMA.field("obs/half"), new float[] {step + 0.5f})
                    .put(SCHEMA.field("obs/camera"), image)
                    .publish();
        }
        EpisodeOutcome outcome = isSuccess ? EpisodeOutcome.success("done") : EpisodeOutcome.failure("dropped it");
        env.end(outcome.withAttributes(Map.of("operator", "op-" + steps % 3, "room", 7)))
                .join();
    }
}
