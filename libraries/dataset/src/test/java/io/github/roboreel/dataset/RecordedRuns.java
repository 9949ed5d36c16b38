package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/**
 * Episodes that the recorder really records, every array full of different values: {@link #RUNS} runs of {@link #ENVS}
 * envs. Env 0 and 3 succeed, env 1 fails, env 2 runs out of time.
 */
public final class RecordedRuns implements EpisodeSource {
    public static final int ENVS = 4;
    public static final int RUNS = 2;
    public static final String ENV_NAME = "BananaInBowl";
    public static final String INSTRUCTION = "Put the banana into the bowl, s'il te plaît";
    public static final double DT_SECONDS = 1 / 15.0;
    public static final int IMAGE_HEIGHT = 36;
    public static final int IMAGE_WIDTH = 48;
    public static final String CAMERA = "obs/wrist_cam";

    /** Name of a dataset whose values are those of all others of that name in their row. */
    private static final String LATE = "late";

    private static final String CONFIG =
            "{\"sim\":{\"dt\":0.008333333333333333,\"render_interval\":8},\"decimation\":8}";

    private final Path folder;
    private final FieldSchema schema;
    private final OptionalInt withoutFinal;

    private RecordedRuns(Path folder, FieldSchema schema, OptionalInt withoutFinal) {
        this.folder = folder;
        this.schema = schema;
        this.withoutFinal = withoutFinal;
    }

    /** Records them. */
    public static RecordedRuns record(Path folder, boolean images) {
        return record(folder, schema(images));
    }

    /** Those that {@link #record(Path, boolean)} recorded before, maybe in another process. */
    public static RecordedRuns recorded(Path folder, boolean images) {
        return new RecordedRuns(folder, schema(images), OptionalInt.empty());
    }

    /** Records values of any schema. */
    public static RecordedRuns record(Path folder, FieldSchema schema) {
        return recorded(new RecordedRuns(folder, schema, OptionalInt.empty()));
    }

    /** Records them with images; one env's episodes end without a final observation. */
    public static RecordedRuns recordWithoutFinal(Path folder, int env) {
        return recorded(new RecordedRuns(folder, schema(true), OptionalInt.of(env)));
    }

    private static RecordedRuns recorded(RecordedRuns runs) {
        for (int run = 0; run < RUNS; run++) {
            runs.recordRun(run);
        }
        return runs;
    }

    /** An observation that was recorded after the action of its row, beside one that was not. */
    public static RecordedRuns recordLate(Path folder) {
        return record(
                folder,
                FieldSchema.of(
                        FieldSpec.step("actions", DType.FLOAT32, 7),
                        FieldSpec.step("obs/" + LATE, DType.FLOAT32, 3),
                        FieldSpec.step("obs/joints", DType.FLOAT32, 3),
                        FieldSpec.initial("initial_state/joints", DType.FLOAT32, 3),
                        FieldSpec.step("states/" + LATE, DType.FLOAT32, 3),
                        FieldSpec.step("states/joints", DType.FLOAT32, 3)));
    }

    /** What is recorded: most dtypes, scalars, vectors, a matrix, with images or without. */
    public static FieldSchema schema(boolean images) {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 7).withUnit("rad"));
        for (String group : List.of("obs/", "final_obs/")) {
            boolean last = group.startsWith("final");
            fields.add(field(last, group + "arm_joint_pos", DType.FLOAT32, 7));
            fields.add(field(last, group + "gripper_pos", DType.FLOAT32, 1));
            fields.add(field(last, group + "clock", DType.FLOAT64));
        }
        String joints = "articulation/robot/joint_position";
        String pose = "rigid_object/banana/root_pose";
        fields.add(FieldSpec.initial("initial_state/" + joints, DType.FLOAT32, 9));
        fields.add(FieldSpec.initial("initial_state/" + pose, DType.FLOAT32, 7));
        fields.add(FieldSpec.step("states/" + joints, DType.FLOAT32, 9));
        fields.add(FieldSpec.step("states/" + pose, DType.FLOAT32, 7));
        fields.add(FieldSpec.step("ee_pose/position", DType.FLOAT32, 3).withUnit("m"));
        fields.add(FieldSpec.step("ee_pose/orientation", DType.FLOAT32, 4));
        fields.add(FieldSpec.step("bbox/bbox_mm/banana", DType.INT16, 8, 3).withUnit("mm"));
        fields.add(FieldSpec.step("bbox/centroid/banana", DType.FLOAT16, 3).withUnit("m"));
        fields.add(FieldSpec.step("subtask/status", DType.UINT16));
        fields.add(FieldSpec.step("subtask/completed", DType.UINT8));
        fields.add(FieldSpec.step("subtask/score", DType.FLOAT32));
        fields.add(FieldSpec.step("contact", DType.BOOL));
        if (images) {
            fields.add(FieldSpec.image(CAMERA, IMAGE_HEIGHT, IMAGE_WIDTH));
            fields.add(FieldSpec.finalObservation("final_" + CAMERA, DType.UINT8, IMAGE_HEIGHT, IMAGE_WIDTH, 3));
        }
        return FieldSchema.of(fields);
    }

    private static FieldSpec field(boolean last, String path, DType dtype, Integer... shape) {
        return last ? FieldSpec.finalObservation(path, dtype, shape) : FieldSpec.step(path, dtype, shape);
    }

    /** Steps of an episode. */
    public static int steps(int run, int env) {
        return 20 + 9 * run + 3 * env;
    }

    /** The output folder. */
    public Path folder() {
        return folder;
    }

    /** Arrays of one step or more that are recorded, besides the two times. */
    public int arrays() {
        return schema.layout(FieldPhase.STEP).fields().size() - 2;
    }

    /** A run's file. */
    public Path file(int run) {
        return folder.resolve(ENV_NAME).resolve("run_" + run + ".hdf5");
    }

    private void recordRun(int run) {
        List<EpisodeInfo> infos = new ArrayList<>();
        for (int env = 0; env < ENVS; env++) {
            infos.add(new EpisodeInfo(INSTRUCTION, "pi0", seed(run, env), DT_SECONDS));
        }
        RunSpec spec = RunSpec.builder(folder, ENV_NAME)
                .run(run)
                .episodes(infos)
                .envConfigJson(CONFIG)
                .build();
        RecorderConfig config = RecorderConfig.defaults();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, schema)
                .config(config)
                .sink(new Hdf5SinkProvider())
                .open()) {
            for (int env = 0; env < ENVS; env++) {
                recordEpisode(recorder.env(env), run);
            }
        }
    }

    private static long seed(int run, int env) {
        return 1000 + 10L * run + env;
    }

    private void recordEpisode(EnvRecorder env, int run) {
        Random random = new Random(seed(run, env.envId()));
        env.begin(row -> fill(row, FieldPhase.INITIAL, random, -1));
        for (int step = 0; step < steps(run, env.envId()); step++) {
            StepWriter row = env.step();
            fill(row, FieldPhase.STEP, random, step);
            row.publish();
        }
        if (withoutFinal.isPresent() && withoutFinal.getAsInt() == env.envId()) {
            env.end(outcome(env.envId())).join();
            return;
        }
        env.end(outcome(env.envId()), row -> fill(row, FieldPhase.FINAL, random, -1))
                .join();
    }

    private static EpisodeOutcome outcome(int env) {
        return switch (env) {
            case 1 -> EpisodeOutcome.failure("dropped it");
            case 2 -> EpisodeOutcome.truncated("Time-out");
            default -> EpisodeOutcome.success("Completed subtask 'pick' 1/1");
        };
    }

    private void fill(StepWriter row, FieldPhase phase, Random random, long step) {
        for (Field field : schema.layout(phase).fields()) {
            String path = field.spec().path();
            if (!path.equals(DemoPaths.SIM_TIME) && !path.equals(DemoPaths.WALL_TIME)) {
                put(row, field, path.endsWith("/" + LATE) ? new Random(step) : random);
            }
        }
    }

    private static void put(StepWriter row, Field field, Random random) {
        int elements = field.spec().elements();
        switch (field.spec().dtype()) {
            case FLOAT16, FLOAT32 -> {
                float[] values = new float[elements];
                for (int i = 0; i < elements; i++) {
                    values[i] = (float) random.nextGaussian();
                }
                row.put(field, values);
            }
            case FLOAT64 -> row.put(field, random.doubles(elements, -1e6, 1e6).toArray());
            case INT16, UINT16 -> {
                short[] values = new short[elements];
                for (int i = 0; i < elements; i++) {
                    values[i] = (short) random.nextInt();
                }
                row.put(field, values);
            }
            case INT32, UINT32 -> row.put(field, random.ints(elements).toArray());
            case INT64, UINT64 -> row.put(field, random.longs(elements).toArray());
            case TEXT -> row.put(field, "zoë " + random.nextInt(1000));
            case UINT8, INT8 -> {
                byte[] values = new byte[elements];
                random.nextBytes(values);
                row.put(field, values);
            }
            case BOOL -> {
                boolean[] values = new boolean[elements];
                for (int i = 0; i < elements; i++) {
                    values[i] = random.nextBoolean();
                }
                row.put(field, values);
            }
        }
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        for (int run = 0; run < RUNS; run++) {
            try (Hdf5RunReader reader = Hdf5RunReader.open(file(run))) {
                for (int env = 0; env < ENVS; env++) {
                    EpisodeReader episode = reader.demo("demo_" + env);
                    visitor.visit(facts(run, env), episode);
                }
            }
        }
    }

    /** What is known of an episode. */
    public EpisodeFacts facts(int run, int env) {
        EpisodeOutcome outcome = outcome(env);
        return new EpisodeFacts(
                file(run),
                "demo_" + env,
                ENV_NAME,
                run,
                env,
                run * ENVS + env,
                INSTRUCTION,
                Optional.of("pi0"),
                env == 2 ? EpisodeFacts.Ending.TRUNCATED : EpisodeFacts.Ending.TERMINATED,
                Optional.ofNullable(outcome.success()),
                OptionalDouble.of(env == 2 ? 0.25 : 1),
                OptionalLong.of(seed(run, env)),
                DT_SECONDS,
                Map.of("ee_path_length", 0.5 + run + env),
                new TreeMap<>(Map.of("operator", "Zoë", "shift", (long) run)),
                Map.of(),
                CONFIG);
    }
}
