package com.example;

import io.github.roboreel.format.Provenance;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Records arms by a loop of its own, {@code RecordBullet FOLDER [ENVS [THREADS]]}, without RoboReel's command line. */
public final class RecordBullet {
    private static final ArmFields FIELDS = new ArmFields(CameraRequest.NONE);
    private static final Policy POLICY = new CratePushPolicyProvider.Sweep(FIELDS.schema());

    private final EnvRecorder env;
    private final ArmWorld world;
    private final Observation seen = new Observation(FIELDS.schema());
    private final double[] wanted = new double[2];
    private final float[] action = new float[2];
    private boolean touched;

    private RecordBullet(EnvRecorder env, ArmWorld world) {
        this.env = env;
        this.world = world;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 1 || args.length > 3) {
            System.err.println("usage: RecordBullet FOLDER [ENVS [THREADS]], for example RecordBullet output/arms 8 2");
            System.exit(2);
        }
        int envs = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        RunSpec run = RunSpec.builder(Path.of(args[0]), ArmProvider.TASK)
                .envs(envs, ArmProvider.INSTRUCTION)
                .policy(CratePushPolicyProvider.NAME)
                .seeds(0)
                .dtSeconds(ArmWorld.DT_SECONDS)
                .envConfig(Map.of("simulator", ArmProvider.NAME)) // by which `replay` finds the plug-in
                .provenance(Provenance.ofSimulator(ArmProvider.NAME, BulletLibrary.VERSION))
                .build();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, FIELDS.schema())) {
            List<Callable<Void>> episodes =
                    recorder.envs().stream().map(RecordBullet::episode).toList();
            for (Future<Void> episode : pool.invokeAll(episodes)) {
                episode.get(); // throws what went wrong in it
            }
        } finally {
            pool.shutdown();
        }
    }

    /** An episode is one thread's from begin to end, since Bullet wants the thread that made the world. */
    private static Callable<Void> episode(EnvRecorder env) {
        return () -> {
            try (ArmWorld world = new ArmWorld(env.info().seed())) {
                new RecordBullet(env, world).record();
            }
            return null;
        };
    }

    private void record() {
        env.begin(row -> FIELDS.record(world, FieldPhase.INITIAL, row));
        FIELDS.observe(world, seen);
        for (int step = 1; step <= ArmProvider.DEFAULT_STEPS && !world.isBehindLine(); step++) {
            step(step);
        }
        EpisodeOutcome outcome = world.isBehindLine()
                ? EpisodeOutcome.success("The crate is behind the line")
                : EpisodeOutcome.truncated("The steps are used up");
        env.end(
                outcome,
                row -> seen.fields().forEach(field -> row.putArray(FIELDS.finalOf(field), seen.values(field))));
    }

    /** The row has what was seen before the action, and the state after it. */
    private void step(int step) {
        POLICY.act(seen, wanted);
        action[0] = (float) wanted[0];
        action[1] = (float) wanted[1];
        world.step(action[0], action[1]); // the action as its row holds it, so that a replay is exact
        env.step(row -> {
            row.put(FIELDS.actions, action);
            seen.fields().forEach(field -> row.putArray(field, seen.values(field)));
            FIELDS.record(world, FieldPhase.STEP, row);
        });
        if (!touched && world.touched()) {
            touched = true;
            env.event(EpisodeEvent.of(ArmEnv.TOUCHED, step, "The arm touches the crate"));
        }
        FIELDS.observe(world, seen);
    }
}
